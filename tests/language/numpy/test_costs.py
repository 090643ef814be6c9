"""What a call of numpy's is said to cost: no less than it makes, and not many times as much."""

from operator import attrgetter
from pathlib import Path

import numpy as np
import pytest

from tensorlab.errors import LimitReached
from tensorlab.language.limits.limits import Budget, Limits
from tensorlab.language.limits.meter import AT_ONCE
from tensorlab.language.numpy import gate
from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.declaring import ELEMENTS_PER_STEP
from tensorlab.language.numpy.taking import DEEPEST, WIDEST, Taken

ROWS, WIDE, TALL = np.ones((10, 100)), np.ones((2, 300)), np.ones((300, 2))
CALLS = [
    ("linalg.svd", (WIDE,), {}), ("linalg.svd", (TALL,), {}),
    ("linalg.svd", (np.ones((60, 60)),), {}), ("linalg.qr", (TALL,), {"mode": "complete"}),
    ("tril_indices", (80,), {"m": 40}), ("tril_indices", (40,), {"m": 80}),
    ("triu_indices", (90,), {}), ("tri", (3, 400), {}), ("eye", (90,), {}), ("identity", (90,), {}),
    ("sort", (np.arange(1000.0),), {}), ("unique", (np.arange(1000),), {}),
    ("repeat", (np.ones((30, 40)), 5), {"axis": 0}), ("repeat", (np.arange(99), np.arange(99)), {}),
    ("repeat", (ROWS, np.arange(10)), {"axis": 0}), ("repeat", (np.arange(99), 7), {}),
    ("insert", (np.arange(100), 3, np.arange(50)), {}),
    ("insert", (np.zeros((10, 50)), [1, 2, 3], 7), {"axis": 0}),
    ("append", (np.ones((10, 20)), np.ones((30, 20))), {"axis": 0}),
    ("arange", (500,), {}), ("arange", (10, 500), {}), ("arange", (10, 500, None), {}),
    ("arange", (-500, 500), {}), ("arange", (0, 10, 0.01), {}), ("round", (np.arange(1000.0),), {}),
    ("einsum", ("ij,jk->ik", np.ones((20, 3)), np.ones((3, 40))), {}),
    ("add", (np.ones((90, 1)), np.ones((1, 80))), {}),
    ("matmul", (np.ones((50, 30)), np.ones((30, 70))), {}), ("gradient", (np.ones((9, 5, 4)),), {}),
    ("unravel_index", (np.arange(60), (3, 4, 5)), {}), ("unravel_index", (7, (2,) * 20), {}),
]  # fmt: skip
MOST = 16  # times what is given and made


def cost_of(name, given, named):
    declared = DECLARED[name]
    bound = dict(named)
    for place, value in enumerate(given):
        parameter = declared.parameter_at(place)
        if parameter == declared.rest:
            bound.setdefault(parameter, []).append(value)
        else:
            bound[parameter] = value
    return declared.cost(bound, elements_of(given))


def elements_of(values):
    return sum(np.size(value) for value in values if not isinstance(value, str))


@pytest.mark.parametrize(("name", "given", "named"), CALLS)
def test_as_many_elements_are_paid_for_as_are_made(name, given, named):
    result = attrgetter(name)(np)(*given, **named)
    made = elements_of(result) if isinstance(result, tuple) else np.size(result)
    told, _ = cost_of(name, given, named)
    assert made <= told <= MOST * (made + elements_of(given)) + MOST


COSTS = (Path(__file__).parent / "costs.txt").read_text(encoding="utf-8").splitlines()


def cost_of_call(name, arguments):
    """Return what a call is said to cost whose arguments are written as in a program."""
    known = {"call": lambda *given, **named: (given, named), "ones": lambda *shape: np.ones(shape)}
    return cost_of(name, *eval(f"call({arguments})", {**known, "inf": np.inf}))  # noqa: S307


@pytest.mark.parametrize("line", COSTS)
def test_a_call_costs_what_is_written(line):
    name, arguments, cost = line.split(" | ")
    assert "{} {}".format(*cost_of_call(name, arguments)) == cost


def test_work_that_makes_nothing_is_paid_for():
    assert cost_of("round", (np.ones(3), 10**6), {})[1] >= 10**6
    assert cost_of("sort", (np.ones(1024),), {})[1] >= 1024 * 10
    chain = ("ij,jk,kl,lm->im", *[np.ones((2, 2))] * 4)
    assert cost_of("einsum", chain, {"optimize": True})[1] > 20 * cost_of("einsum", chain, {})[1]


def test_work_in_one_piece_is_refused_that_nothing_could_interrupt():
    with Limits(Budget(steps=None), 0), pytest.raises(LimitReached, match="in one piece"):
        gate.pay(0, ELEMENTS_PER_STEP * (AT_ONCE + 1))


def test_many_new_elements_are_taken_from_the_memory_left():
    with Limits(Budget(memory=1 << 20), 0), pytest.raises(LimitReached, match="more"):
        gate.pay(1 << 20, 0)


def test_wide_elements_take_more_memory(monkeypatch):
    asked = []
    monkeypatch.setattr(gate.memory, "reserve_memory", asked.append)
    for kind in (float, complex):
        gate.call(DECLARED["zeros"], np.zeros, (5000, np.dtype(kind)), {})
    assert asked == [5000 * 8, 5000 * 16]


def test_texts_count_for_as_wide_as_they_may_be():
    taken = Taken()
    taken.data_type("U60")
    assert taken.width == WIDEST


def test_what_is_too_deep_or_too_long_does_not_come_to_numpy():
    deep = 1.0
    for _ in range(DEEPEST + 1):
        deep = [deep]
    with pytest.raises(ValueError, match="more than 64 deep"):
        Taken().value(deep)
    with pytest.raises(TypeError, match="strings of more than 64"):
        Taken().value("a" * 65)


@pytest.mark.parametrize("text", ["i;j", "a" * 300, "i->\x00"])
def test_an_equation_is_read_before_numpy_reads_it(text):
    with pytest.raises(ValueError, match="an equation is made of"):
        Taken().equation_or_value(text)
