"""Operators asked as methods, with a number in the place of their own tensor."""

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
