"""Operators: wherever variables are kept, values and errors are Python's."""

from itertools import product

import pytest

from tensorlab.language.limits.limits import Budget
from tensorlab.language.running.session import Session

OPERATIONS = ("+", "-", "*", "%", "//", "<", "==", ">=")
SIDES = ("1", "-3", "True", "2.5", "3 + 1j", "10**30", "'ab'", "[1]", "None")
IN_FUNCTION = "def f():\n    a = {}\n    b = {}\n    return {}\nf()"
AT_TOP = "a = {}\nb = {}\n{}"


def told_by_python(program):
    *body, last = program.split("\n")
    names = {}
    try:
        exec("\n".join(body), names)  # noqa: S102  programs of this file
        return eval(last, names)  # noqa: S307  likewise
    except Exception as error:  # noqa: BLE001  whatever it is, it is compared
        return type(error).__name__, str(error)


def told(program):
    outcome = Session().run(program)
    failure = outcome.failure
    return outcome.value if failure is None else (failure.type, failure.message)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("form", [IN_FUNCTION, AT_TOP])
def test_values_and_errors_are_pythons(form, operation):
    for a, b in product(SIDES, SIDES):
        for text in (f"a {operation} b", f"a {operation} {b}", f"a {operation} (b)"):
            program = form.format(a, b, text)
            if ("10**30" in (a, b) and "'ab'" in (a, b)) or "[1]" in (a, b):
                continue  # too large: told in words of ours
            assert told(program) == told_by_python(program), program


@pytest.mark.parametrize(
    "program",
    [
        "b = 1\na + b", "a = 1\na + b", "a + 1", "a % 2", "a // 2", "a < 1", "a < b", "a += 1",
        "b = 1\na += b", "b = 1\na < b",
    ],
)  # fmt: skip
def test_a_variable_that_is_not_there_is_named(program):
    kind, message = told(program)
    assert (kind, message[:26]) == ("NameError", f"name '{message[6]}' is not defined"[:26])
    inside = "def f():\n    " + program.replace("\n", "\n    ") + "\n    a = b = 2\nf()"
    kind, message = told(inside)
    assert kind == "UnboundLocalError"
    assert message.startswith("cannot access local variable")


def test_sides_are_worked_out_from_left_to_right():
    assert told("a = 1\na + (a := 5) * a") == 26
    assert told("def f():\n    a = 1\n    return a - (a := 5)\nf()") == -4


@pytest.mark.parametrize(
    "program",
    [
        "[x * x for x in range(9) if x % 3]",
        "[x for x in range(5) if 0]",
        "[(x, y) for x in range(3) for y in range(x)]",
        "[f() for f in [lambda: x for x in range(3)]]",
        "x = 7\n[x for x in 'ab'] + [x]",
        "[x / 0 for x in [1]]",
        "[y for x in [1]]",
        "[x for x in 5]",
    ],
)
def test_comprehensions_are_pythons(program):
    assert told(program) == told_by_python("\n" + program)


@pytest.mark.parametrize("form", [IN_FUNCTION, AT_TOP])
def test_remainders_and_appended_values_are_pythons(form):
    for a, b in product(SIDES, SIDES):
        for text in ("a % 2 == 1", "a % 3 < 2", "(a + b) % 7", "[a].append(b)", "a.append(b)"):
            if ("10**30" in (a, b) and "'ab'" in (a, b)) or "[1]" in (a, b):
                continue
            program = form.format(a, b, text)
            assert told(program) == told_by_python(program), program


def test_a_list_is_found_before_what_is_appended_to_it():
    assert told("a = b = []\na.append((a := 5))\nb") == [5]
    assert told("a = {1}\na.append(2)")[0] == "AttributeError"


FILLED = "x = [1] * {n}\nfor j in {items}:\n    x[j] = 0\n"


@pytest.mark.parametrize(
    "items", ["range(5)", "range(8, 1, -3)", "range(0)", "[0, 2]", "range(-3, 9)"]
)
@pytest.mark.parametrize("form", ["j = 'none'\n{}", "def f():\n    j = 'none'\n    {}"])
def test_a_list_is_filled_as_python_fills_it(items, form):
    inside = "\n    " if "def" in form else "\n"
    program = form.format(FILLED.format(n=9, items=items).replace("\n", inside))
    program += "x, j" if inside == "\n" else "return x, j\nf()"
    assert told(program) == told_by_python(program)


def test_filling_beyond_a_list_tells_the_place_and_keeps_it():
    session = Session()
    outcome = session.run(FILLED.format(n=4, items="range(9)"))
    assert outcome.failure.message == "list assignment index out of range"
    assert outcome.failure.span.line == 3
    assert session.run("j, x").value == (4, [0, 0, 0, 0])


def test_filling_stops_at_the_step_at_which_rounds_one_by_one_stop():
    stopped = []
    for items in ("numbers", "listed"):  # one of them is taken many rounds at once
        session = Session(budget=Budget(steps=300_000, memory=None, output=None, seconds=None))
        session.run("numbers = range(200_000)\nlisted = list(numbers)")
        outcome = session.run(FILLED.format(n=200_000, items=items))
        assert outcome.failure.limit == "steps"
        stopped.append(session.names["j"])
    assert stopped[0] == stopped[1] > 10_000


def test_what_stands_behind_an_operator_of_tensors_is_called_by_its_name():
    session = Session(write=lambda text: None)
    session.run("x = torch.tensor([1., 2.])")
    for call, meant in (
        ("x.__len__()", "len(x)"), ("x.__add__(1)", "x + 1"), ("x.__rsub__(1)", "1 - x"),
        ("x.__getitem__(0)", "x[0]"), ("x.__contains__(1.)", "1. in x"), ("x.__lt__(2)", "x < 2"),
        ("x.__matmul__(x)", "x @ x"), ("x.__neg__()", "-x"),
        ("x[0].__float__()", "float(x[0])"), ("hasattr(x, '__len__')", "True"),
    ):  # fmt: skip
        assert session.run(f"repr({call})").value == session.run(f"repr({meant})").value
    session.run("x.__setitem__(0, 5)")
    assert session.run("x[0].item()").value == 5


def test_a_module_says_its_name():
    assert Session().run("torch.nn.functional.__name__").value == "torch.nn.functional"


def test_operators_are_methods_that_leave_what_is_no_operand_to_others():
    text = []
    program = (
        "x = torch.tensor([1, 2])\n"
        "print(x.__add__(other=2), x.__rsub__(1), x.__add__('a'), x.__eq__(None))\n"
        "print(x.__iadd__(1), x, hasattr(x, '__imatmul__'))"
    )
    assert Session(write=text.append).run(program).failure is None
    first, second = "".join(text).splitlines()
    assert first == "tensor([3, 4]) tensor([ 0, -1]) NotImplemented NotImplemented"
    assert second == "tensor([2, 3]) tensor([2, 3]) False"
