"""Long lists are walked piece by piece, which nobody can tell from the results."""

import subprocess
import sys
from random import Random

import pytest

from tensorlab.language.limits import contents
from tensorlab.language.limits.contents import PIECE, SORTED_AT_ONCE
from tensorlab.language.running.session import Session

EXPRESSIONS = [
    "sum(x)", "sum(x, 0.5)", "max(x)", "min(x)", "max(x, key=lambda v: -v)", "any(x)", "all(x)",
    "len(set(x))", "set(x) == set(y)", "sorted(x)", "sorted(x, reverse=True)",
    "sorted(y, key=lambda v: v[0])", "sorted(y, key=lambda v: -v[0], reverse=True)",
    "x.count(3)", "x.index(3)", "x.index(3, 5000)", "x.index(3, -5000, -10)", "x.index(-1)",
    "x.index(3, 10, 11)", "tuple(x).index(3)", "tuple(x).count(3)", "tuple(x).index(-1)",
    "3 in x", "-1 in x", "[*x][-1]", "list(dict.fromkeys(x))", "x == list(x)", "x < x + [1]",
    "x.remove(3) or x", "x.remove(-1)", "list(filter(None, x))[:9]", "frozenset(x) == set(x)",
    "set(x) | set(range(9000))", "dict.fromkeys(x) == dict.fromkeys(sorted(x))", "{*x} == set(x)",
    "x.extend(range(10)) or x[-12:]", "x[:] == x", "set(x).issubset(range(100))",
    "dict(zip(x, y)).keys() & range(50)", "math.fsum(x)", "math.gcd(*x)", "math.gcd()",
    "math.lcm(*x[:9])", "math.lcm()", "math.lcm(0, 5)", "math.hypot(3, 4)", "math.gcd(1.5)",
]  # fmt: skip


def outcome(expression, names):
    try:
        return eval(expression, dict(names))  # noqa: S307  of this file's own text
    except (ValueError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


LONG = pytest.param(SORTED_AT_ONCE + 5, marks=pytest.mark.slow)


@pytest.mark.parametrize("length", [PIECE - 1, PIECE + 1, 3 * PIECE, LONG])
def test_pieces_give_what_python_gives(length, monkeypatch):
    import math

    if length == 3 * PIECE:  # what is sorted in two runs
        monkeypatch.setattr(contents, "SORTED_AT_ONCE", 2 * PIECE)
    draw = Random(length)  # noqa: S311  nothing secret
    x = [draw.randrange(1, 100) for _ in range(length)]
    y = [(draw.randrange(50), i) for i in range(length)]
    session = Session(write=lambda text: None)
    session.run("import math")
    for expression in EXPRESSIONS:
        session.names.update(x=list(x), y=list(y))
        found = session.run(expression)
        wanted = outcome(expression, {"x": list(x), "y": list(y), "math": math})
        failure = found.failure and f"{found.failure.type}: {found.failure.message}".split(" in `")
        assert (failure[0] if failure else found.value) == wanted, expression


def test_what_is_sorted_at_once_takes_no_longer_than_can_be_waited_for(monkeypatch):
    paid = []
    monkeypatch.setattr(contents, "SORTED_AT_ONCE", 9)
    monkeypatch.setattr(
        contents, "pay_to_sort", lambda items, rounds: paid.append((len(items), rounds))
    )
    assert contents.in_order([*range(18, 0, -1)]) == [*range(1, 19)]
    assert paid == [(9, 4), (9, 4), (18, 1)]


SEARCHES = ["range(3, 30, 3).index({})", "range(3, 30, 3).count({})", "{} in range(3, 30, 3)"]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("value", ["6", "7", "6.0", "6.5", "True", "'a'", "6+0j", "1j", "None"])
def test_ranges_are_searched_as_python_searches_them(search, value):
    expression = search.format(value)
    found = Session(write=lambda text: None).run(expression)
    wanted = outcome(expression, {})
    failure = found.failure
    assert (f"{failure.type}: {failure.message}" if failure else found.value) == wanted


LET_GO = [
    "s = {}\nfor i in range(3 * 10**5): s = {}".format(*pair)
    for pair in [
        ("[]", "[s]"), ("()", "(s,)"), ("{}", "{1: s}"), ("None", "lambda s=s: s"),
        ("[1]", "map(str, s)"), ("[1]", "zip(s)"), ("[1]", "enumerate(s)"),
        ("[1]", "filter(None, s)"),
        ("[1]", "(x for x in s)"), ("{}", "{1: s}.values()"), ("None", "ValueError(s)"),
        ("[]", "[s].append"), ("slice(1)", "[s, slice(1)]"),
    ]
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("program", LET_GO)
def test_what_lies_very_deep_can_be_let_go(program):
    """A crash would take the tests with it: hence another process."""
    ended = subprocess.run(
        [sys.executable, "-m", "tensorlab", "eval", "--timeout", "60", "--max-memory", "4GB",
         f"{program}\ns = 0\n7"],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (0, "7\n"), ended.stderr


def test_a_slice_holds_no_slice():
    session = Session(write=lambda text: None)
    for program in ("slice(slice(1))", "slice(1, [slice(2)])", "slice('a')"):
        assert session.run(program).failure.type == "TypeError"
    assert session.run("slice(None, torch.tensor(2), 1) and [1, 2, 3][slice(1)]").value == [1]
