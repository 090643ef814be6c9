"""Bits of whole numbers; of truth values and, or, xor and not."""

from collections.abc import Callable
from typing import Any, Unpack

import numpy as np

from tensorlab.engine.declaring import Array, Declaration, Declared, Facts, Operand, elementwise
from tensorlab.engine.dtypes import UNSIGNED
from tensorlab.engine.signatures.support import INTEGRAL, WHOLE
from tensorlab.engine.tensor import Tensor


def bitwise(**facts: Unpack[Facts]) -> Declaration:
    """Declare an operator of the bits of two operands."""

    def decorate(forward: Callable[..., Any]) -> Declared[Any]:
        quantized = f"{forward.__name__}.Tensor_out"
        own: Facts = {"inplace": True, "takes": INTEGRAL, "quantized_kernel": quantized, **facts}
        return elementwise(**own)(forward)

    return decorate


@bitwise(plain=np.bitwise_and, symbol="&", takes=INTEGRAL | UNSIGNED, related=("logical_and",))
def bitwise_and(input: Operand, other: Operand) -> Array:
    """Return the bits that are set in both input and other.

    >>> torch.bitwise_and(torch.tensor([6, 5]), 3)
    tensor([2, 1])
    >>> torch.tensor([True, False]) & torch.tensor([True, True])
    tensor([ True, False])
    """
    return np.bitwise_and(input, other)


@bitwise(plain=np.bitwise_or, symbol="|", takes=INTEGRAL | UNSIGNED, related=("logical_or",))
def bitwise_or(input: Operand, other: Operand) -> Array:
    """Return the bits that are set in input or other or both.

    >>> torch.bitwise_or(torch.tensor([6, 5]), 3)
    tensor([7, 7])
    """
    return np.bitwise_or(input, other)


@bitwise(plain=np.bitwise_xor, symbol="^", takes=INTEGRAL | UNSIGNED, related=("logical_xor",))
def bitwise_xor(input: Operand, other: Operand) -> Array:
    """Return the bits that are set in just one of input and other.

    >>> torch.bitwise_xor(torch.tensor([6, 5]), 3)
    tensor([5, 6])
    """
    return np.bitwise_xor(input, other)


@elementwise(
    plain=np.invert,
    symbol="~",
    inplace=True,
    takes=INTEGRAL,
    related=("logical_not",),
    methods_only=("bitwise_not_",),
)
def bitwise_not(input: Array) -> Array:
    """Return all bits inverted, of truth values the opposite.

    >>> torch.bitwise_not(torch.tensor([0, 5]))
    tensor([-1, -6])
    >>> ~torch.tensor([True, False])
    tensor([False,  True])
    """
    return np.invert(input)


def invert(input: Tensor) -> Tensor:
    """Return `~input`, which speaks of the operator where it refuses a type."""
    if input.dtype not in INTEGRAL | UNSIGNED:
        raise TypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type tensors"
        )
    return bitwise_not(input)


# The class promises no result type.
Tensor.__invert__ = invert  # type: ignore[method-assign,assignment]


@bitwise(symbol="<<", takes=WHOLE, kernel="lshift_cpu", related=("bitwise_right_shift",))
def bitwise_left_shift(input: Operand, other: Operand) -> Array:
    """Return the bits of input moved to the left by other places.

    >>> torch.bitwise_left_shift(torch.tensor([1, 3]), 2)
    tensor([ 4, 12])
    """
    beyond, shifted = out_of_range(input, other), np.left_shift(input, other)
    if input.ndim and not beyond.any():
        return shifted
    return np.where(beyond, input.dtype.type(0), shifted)


@bitwise(symbol=">>", takes=WHOLE, kernel="rshift_cpu", related=("bitwise_left_shift",))
def bitwise_right_shift(input: Operand, other: Operand) -> Array:
    """Return the bits of input moved to the right by other places; the sign stays.

    >>> torch.bitwise_right_shift(torch.tensor([8, -8]), 2)
    tensor([ 2, -2])
    """
    most = input.dtype.type(8 * input.dtype.itemsize - 1)
    shift = np.where(out_of_range(input, other), most, other)
    shifted = np.right_shift(input, shift)
    if input.dtype.kind == "u":
        return np.where(out_of_range(input, other), input.dtype.type(0), shifted)
    return shifted


def out_of_range(input: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return where a shift is negative or leaves no bit."""
    return (other < 0) | (other >= 8 * input.dtype.itemsize)
