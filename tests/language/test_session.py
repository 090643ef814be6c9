"""What a session promises to those who run programs in it."""

import pytest

from tensorlab.language.outcome import Span
from tensorlab.language.reading.syntax import is_complete
from tensorlab.language.running.session import Budget, Session
from tensorlab.language.values.display import describe


def printed(program: str, **settings) -> str:
    texts: list[str] = []
    outcome = Session(write=texts.append, **settings).run(program)
    assert outcome.failure is None, outcome.failure
    return "".join(texts)


def test_names_stay_from_one_run_to_the_next():
    session = Session()
    session.run("x = 3")
    assert session.run("x + 1").value == 4
    assert session.names["x"] == 3


def test_only_an_expression_at_the_end_has_a_value():
    session = Session()
    assert session.run("1; 2").value == 2
    assert not session.run("x = 2").has_value
    assert not session.run("None").has_value
    assert not session.run("").has_value


def test_without_preload_a_program_imports_what_it_uses():
    session = Session(preload=False)
    assert session.run("torch").failure.type == "NameError"
    assert session.run("zeros(2)").failure.type == "NameError"
    assert session.run("import torch\ntorch.zeros(2).tolist()").value == [0.0, 0.0]


def test_python_s_own_functions_come_before_torch_s():
    session = Session()
    assert session.run("sum([1, 2])").value == 3
    assert session.run("max(1, 2)").value == 2
    assert session.run("arange(2).tolist()").value == [0, 1]


def test_a_program_s_own_names_come_first():
    session = Session()
    assert session.run("def sum(x): return 'mine'\nsum([1])").value == "mine"
    assert session.run("ones = 5\nones").value == 5


def test_a_checkpoint_brings_back_the_names():
    session = Session()
    session.run("x = 1")
    token = session.checkpoint()
    session.run("x = 2\ny = 3")
    session.restore(token)
    assert dict(session.names) == {"x": 1}


def test_a_failure_keeps_what_ran_before_it():
    session = Session()
    session.run("x = 1\nx.nothing\nx = 2")
    assert session.names["x"] == 1


def test_a_trace_has_each_sub_expression_in_the_order_of_evaluation():
    session = Session(record=True)
    trace = session.run("x = torch.ones(2, 3)\n(x + 1).sum()").trace
    texts = [step.source_text for step in trace]
    assert texts.index("x") < texts.index("x + 1") < texts.index("(x + 1).sum()")
    step = trace[texts.index("x + 1")]
    assert (step.shape, step.dtype) == ((2, 3), "torch.float32")
    assert step.span == Span(2, 1, 2, 6)


def test_nothing_is_recorded_unless_asked_for():
    assert Session().run("1 + 1").trace == ()


def test_columns_count_characters():
    failure = Session().run("é = '€€' + 1").failure
    assert failure.span == Span(1, 4, 1, 12)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("x = 1", True),
        ("f(1,", False),
        ("'''text", False),
        ("for i in x:", False),
        ("for i in x:\n    print(i)", False),
        ("for i in x:\n    print(i)\n", True),
        ("for i in x: print(i)", True),
        ("def f():\n    return [1,\n", False),
        ("x = )", True),
        ("x = 1 \\", False),
        ("", True),
        ("@torch.no_grad()", False),
        ("x = 1\0", True),
    ],
)
def test_a_text_is_complete_when_it_can_be_run(text, complete):
    assert is_complete(text) is complete


def test_a_library_of_the_caller_takes_torch_s_place():
    session = Session({"torch": {"double": lambda x: 2 * x}}, preload=True)
    assert session.run("double(4)").value == 8
    assert session.run("torch.double(4)").value == 8
    assert session.run("torch.zeros").failure.type == "AttributeError"


def test_attributes_of_a_value_are_those_a_program_can_use():
    session = Session()
    session.run("x = torch.ones(2)")
    names = session.attributes_of(session.names["x"])
    assert {"shape", "sum", "T"} <= set(names)
    assert not {"array", "__class__"} & set(names)
    assert "sqrt" in session.attributes_of(session.run("torch").value)


def test_known_names_are_the_program_s_the_built_ins_and_the_library_s():
    session = Session()
    session.run("mine = 1")
    assert {"mine", "print", "torch", "F", "arange"} <= set(session.known_names())


def test_output_goes_where_the_session_was_told():
    assert printed("print(1, [2], 'x', sep='-', end='!')") == "1-[2]-x!"


def test_each_limit_can_be_lifted():
    budget = Budget(steps=None, memory=None, output=None, seconds=None)
    assert printed("for i in range(3): print(i)", budget=budget) == "0\n1\n2\n"


def test_an_interrupt_passes_through_and_leaves_the_names():
    def interrupt(text: str) -> None:
        raise KeyboardInterrupt

    session = Session(write=interrupt)
    with pytest.raises(KeyboardInterrupt):
        session.run("x = 1\ntry: print(1)\nexcept Exception: x = 2")
    assert session.names["x"] == 1
    assert session.run("x").value == 1


def test_describe_never_shows_python_s_own_objects():
    session = Session()
    for program in (
        "print",
        "torch",
        "lambda: 0",
        "'a'.upper",
        "(i for i in [1])",
        "int",
        "torch.mm",
    ):
        text = describe(session.run(program).value)
        assert "tensorlab" not in text
        assert " at 0x" not in text


def test_recursion_of_a_thousand_calls_is_fine():
    assert Session().run("def f(n): return 0 if n == 0 else 1 + f(n - 1)\nf(1000)").value == 1000


def test_what_goes_to_standard_error_is_the_programs_own_words_each_time():
    said = Session().run("import sys\nfor n in range(2): print('epoch', file=sys.stderr)")
    assert said.notices == ("epoch", "epoch")


def test_vars_without_a_value_are_the_variables():
    shown = Session().run("def f(a):\n    b = a\n    return vars()\nf(1), vars()['f'] is f")
    assert shown.value == ({"a": 1, "b": 1}, True)


def test_what_is_written_into_a_module_is_the_sessions_own():
    session = Session(preload=True)
    session.run("def half(): return torch.pi / 2\nhalf()\ntorch.pi = 3\nF.swish = lambda x: x + 1")
    assert session.run("half(), torch.nn.functional.swish(1), 'swish' in dir(F)").value == (
        1.5, 2, True,
    )  # fmt: skip
    assert Session(preload=True).run("torch.pi > 3, hasattr(F, 'swish')").value == (True, False)


def test_widths_and_precisions_of_a_text_may_be_values():
    session = Session(write=lambda text: None)
    assert session.run("'%*.*f|%-*d|' % (7, 2, 1.5, 4, 3)").value == "   1.50|3   |"
    assert session.run("'%*d' % ('a', 3)").failure.message == "* wants int"


@pytest.mark.parametrize(
    ("programs", "comes"),
    [
        (["x, y = 1, 2", "x + y"], 3),
        (["x = 1", "def f():\n    global x\n    del x", "f()\nx + 1"], "NameError"),
        (["x = 1", "del x\nx + 1"], "NameError"),
        (["for i in []:\n    pass\ni + 1"], "NameError"),
        (["def f(c):\n    if c:\n        v = 1\n    return v + 1\nf(0)"], "UnboundLocalError"),
        (["def f(c):\n    for v in c:\n        v\n    return v + 1\nf('')"], "UnboundLocalError"),
        (
            ["def f(c):\n    while c:\n        v = c = 0\n    return v + 1\nf(0)"],
            "UnboundLocalError",
        ),
        (["def f(v):\n    del v\n    return v + 1\nf(0)"], "UnboundLocalError"),
        (["def f():\n    v = v + 1\nf()"], "UnboundLocalError"),
        (["def f(v):\n    v = v + 1\n    return v\nf(1)"], 2),
        (["w = 1\ntry:\n    1 / 0\nexcept Exception as w:\n    pass\nw + 1"], "NameError"),
        (["with contextlib.suppress(Exception):\n    q = 1 / 0\nq + 1"], "NameError"),
        (["[b for a in range(2) for b in range(b)]"], "UnboundLocalError"),
        (["class A:\n    n = 3\n    m = n + 1\nA.m"], 4),
        (["def f():\n    '''words'''\nf()\nf.__doc__"], "words"),
    ],
)
def test_what_a_name_means_is_found_where_it_has_a_value(programs, comes):
    session = Session(write=lambda text: None)
    session.run("import contextlib")
    *_, outcome = [session.run(program) for program in programs]
    found = outcome.value if outcome.failure is None else outcome.failure.type
    assert found == comes


def test_an_error_that_passes_a_block_made_of_a_generator_is_told_where_it_arose():
    failure = (
        Session()
        .run(
            "from contextlib import contextmanager\n@contextmanager\ndef block():\n    yield\n"
            "with block():\n    torch.ones(2) + torch.ones(3)"
        )
        .failure
    )
    assert (failure.span.line, failure.code) == (6, "TL001")


def test_what_a_layer_says_of_itself_in_a_wrong_way_is_the_programs_error():
    program = "m = nn.ReLU()\nm.extra_repr = lambda: 5\nm"
    failure = Session().run(program, write=describe).failure
    assert (failure.type, failure.span.line) == ("AttributeError", 3)
