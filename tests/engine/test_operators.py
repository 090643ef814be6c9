"""Operators asked as methods, with a number in the place of their own tensor."""

import numpy as np
import pytest

import tensorlab as torch


@pytest.mark.parametrize("name", ["add", "radd", "sub", "mul", "rmul", "truediv", "mod", "eq"])
@pytest.mark.parametrize("other", [3, torch.tensor([1, 2])])
def test_no_method_of_a_number(name: str, other: object) -> None:
    words = f"descriptor '__{name}__' for 'torch._C.TensorBase' objects doesn't apply to a 'int'"
    with pytest.raises(TypeError, match=words):
        getattr(torch.Tensor, f"__{name}__")(2, other)


@pytest.mark.parametrize("name", ["rsub", "pow", "rmod", "rpow", "rmatmul", "rlshift", "rrshift"])
def test_methods_written_in_python_give_way(name: str) -> None:
    assert getattr(torch.Tensor, f"__{name}__")(2, 3) is NotImplemented


def test_swapped_operands() -> None:
    other = torch.tensor([1, 2])
    assert torch.Tensor.__rpow__(2, other).tolist() == [1, 4]
    assert torch.Tensor.__floordiv__(2, other).tolist() == [2, 1]
    with pytest.raises(AttributeError, match="'int' object has no attribute 'reciprocal'"):
        torch.Tensor.__rdiv__(2, other)


def test_the_other_operand_can_be_given_by_name() -> None:
    x = torch.tensor([1, 2])
    assert x.__add__(other=np.int64(2)).tolist() == [3, 4]
    assert x.__rsub__(other=1).tolist() == [0, -1]
    assert x.__add__(other="a") is NotImplemented
