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


@pytest.mark.filterwarnings("error")
def test_where_warnings_are_errors_nan_and_inf_are_still_answered_without_a_word() -> None:
    x = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
    x.log().sum().backward()
    assert str(x.grad) == "tensor([-1.0000,     inf,  0.5000])"
    assert str(x.sqrt() / 0) == "tensor([nan, nan, inf], grad_fn=<DivBackward0>)"
    assert torch.linalg.norm(torch.zeros(2), -1).item() == 0
    assert torch.tensor([7e4, torch.nan]).half().isfinite().sum() == 0
    assert torch.zeros(2).div_(0).isnan().all()
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


def test_what_numpy_is_to_raise_is_the_program_s_own_affair():
    x = torch.tensor([1e30, 1e-30, 0.0])
    with np.errstate(all="raise"):
        assert torch.exp(x).tolist() == [float("inf"), 1.0, 1.0]
        assert (x / 0).isnan().tolist() == [False, False, True]
        assert x.clone().mul_(1e-20).mul_(1e-20).tolist() == [*(x * 1e-20 * 1e-20).tolist()]
        assert x.clone().div_(torch.zeros(3))._version == 1
        assert x.softmax(0).tolist() == [1.0, 0.0, 0.0]
        with pytest.raises(FloatingPointError):
            np.exp(np.array([1e30]))
