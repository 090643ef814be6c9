import numpy as np
import pytest

import tensorlab as torch
from tensorlab.engine.calling.falling import Falls, fallen

OPERATION = torch.add.operation


@pytest.fixture(autouse=True)
def counted(monkeypatch):
    monkeypatch.setattr(Falls, "counts", Falls.counts.__class__())


def test_a_fast_path_that_fails_where_the_slow_one_answers_is_counted() -> None:
    assert fallen(OPERATION, KeyError("broken"), lambda x: x + 1, 1) == 2
    assert Falls.counts == {("add", "KeyError"): 1}


def test_a_call_that_is_handed_over_or_refused_is_not() -> None:
    assert fallen(OPERATION, TypeError(), lambda: 3) == 3
    with pytest.raises(RuntimeError, match="must match the size"):
        torch.add(torch.ones(2), torch.ones(3))
    assert not Falls.counts


def test_a_forward_that_breaks_on_arrays_shows_in_the_count(monkeypatch) -> None:
    calls = []

    def broken_once(*operands, **settings):
        calls.append(operands)
        if len(calls) == 1:
            raise AttributeError("no such thing")
        return np.add(*operands[:2])

    x = torch.ones(2)
    assert (x + x).tolist() == [2, 2]  # from the first call on the type of the answer is known
    closure = torch.Tensor.__add__
    elements = dict(zip(closure.__code__.co_freevars, closure.__closure__, strict=True))
    monkeypatch.setattr(elements["plain"], "cell_contents", broken_once)
    assert (x + x).tolist() == [2, 2]
    assert Falls.counts == {("add", "AttributeError"): 1}
