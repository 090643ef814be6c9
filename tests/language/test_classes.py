"""Classes, generators and Python's modules: programs that do here what they do in Python."""

import io
from contextlib import redirect_stdout
from warnings import catch_warnings, simplefilter

import pytest

from tensorlab.language.running.session import Budget, Session
from tests.language.programs import alone

PROGRAMS = [*alone("classes"), *alone("generators"), *alone("statements"), *alone("modules"),
            *alone("deriving")]  # fmt: skip


def in_python(program: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out), catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # newer Pythons advise against some forms
        exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})  # noqa: S102
    return out.getvalue()


def in_tensorlab(program: str) -> str:
    texts: list[str] = []
    failure = Session(budget=Budget(seconds=20), write=texts.append).run(program).failure
    assert failure is None, f"{failure.type}: {failure.message} {failure.report or ''}"
    return "".join(texts)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda text: text.replace("\n", "; ")[:40])
def test_a_program_prints_what_it_prints_in_python(program):
    assert in_tensorlab(program) == in_python(program)


def test_an_error_in_a_method_is_shown_where_it_arose():
    session = Session(write=lambda text: None)
    session.run("class A:\n    def __len__(self):\n        return 1 / 0")
    failure = session.run("len(A())").failure
    assert failure.type == "ZeroDivisionError"
    failure = session.run(
        "class B:\n    def __eq__(self, o):\n        return o.none\n[B()] == [1]"
    ).failure
    assert (failure.message, failure.span.line) == ("'int' object has no attribute 'none'", 3)


def test_a_limit_passes_through_special_methods():
    session = Session(budget=Budget(steps=100_000), write=lambda text: None)
    program = (
        "class A:\n    def __repr__(self):\n        try:\n            while True: pass\n"
        "        except Exception: return 'x'\nrepr(A())"
    )
    assert session.run(program).failure.limit == "steps"


def test_what_is_tried_on_instances_and_classes_has_not_happened():
    from tensorlab.language.running.world import trying

    session = Session(write=lambda text: None)
    session.run("class A:\n    n = 1\n    def f(self): return 1\na = A()\na.x = [1]")
    with trying(session.variables, Budget()) as trier:
        assert trier.run("a.x.append(2)\na.y = 3\nA.n = 5\nA.f = lambda self: 2\na.f()").value == 2
    assert session.run("a.x, hasattr(a, 'y'), A.n, a.f()").value == ([1], False, 1, 1)


def test_the_names_after_an_instance_are_its_own_and_its_class_s():
    session = Session(write=lambda text: None)
    session.run("class A:\n    def f(self): pass\n    def _g(self): pass")
    session.run("class B(A): k = 1\nb = B()\nb.x = 1")
    assert session.attributes_of(session.variables["b"]) == ["x", "k", "f"]
    assert session.attributes_of(session.variables["B"]) == ["__name__", "k", "f"]


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("B().f()", ([1, 2], {"b": [1]})),
        ("[super().f() for n in (1,)]", "super(): __class__ cell not found"),
        ("def g(): return super()\ng()", "super(): no arguments"),
        ("class C:\n    x = super()", "super(): no arguments"),
        ("class C:\n    x = [super().f() for n in (1,)]", "super(): no arguments"),
        ("class C:\n    def f(): return super()\nC.f()", "super(): no arguments"),
    ],
)
def test_super_is_of_the_method_around_it_also_within_a_comprehension(call, answer):
    session = Session(write=lambda text: None)
    session.run(
        "class A:\n    def f(self): return 1\nclass B(A):\n    def f(self): "
        "return [super().f() + n for n in (0, 1)], {n: [super().f() for _ in 'a'] for n in 'b'}"
    )
    outcome = session.run(call)
    assert (outcome.failure.message if outcome.failure else outcome.value) == answer


def test_a_rule_that_goes_forwards_is_the_programs():
    assert in_tensorlab(
        "class Doubled(torch.autograd.Function):\n    @staticmethod\n"
        "    def forward(ctx, x): return x * 2\n    @staticmethod\n"
        "    def jvp(ctx, direction): return direction * 3\n"
        "ad = torch.autograd.forward_ad\nwith ad.dual_level():\n"
        "    print(Doubled.apply(ad.make_dual(torch.ones(1), torch.ones(1))))"
    ) == ("tensor([2.], tangent=tensor([3.]))\n")


def test_a_layer_that_stands_for_a_part_of_it_finds_the_part():
    assert in_tensorlab(
        "class Around(nn.Module):\n    def __init__(self, inner):\n"
        "        super().__init__()\n        self.inner = inner\n"
        "    def __getattr__(self, name):\n"
        "        try: return super().__getattr__(name)\n"
        "        except AttributeError: return getattr(super().__getattr__('inner'), name)\n"
        "around = Around(nn.Linear(2, 3))\nprint(around.in_features, around.bias.shape)\n"
        "try: around.nothing\nexcept AttributeError as e: print(e)"
    ) == ("2 torch.Size([3])\n'Linear' object has no attribute 'nothing'\n")
