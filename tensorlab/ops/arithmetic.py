"""Addition and its kin: one declaration per function."""

from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import elementwise
from tensorlab.engine.dtypes import FLOATING, bool_
from tensorlab.engine.signature import Array, Factor, Number, Operand
from tensorlab.engine.support import BOOLEAN, EVERY, INEXACT, REAL
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.complex_numbers import conjugate
from tensorlab.ops.creation import zeros_like
from tensorlab.ops.selection import where


def scaled(array: Any, alpha: Any) -> Any:
    """Return an array times a number of no higher category.

    Raises:
        RuntimeError: the number would change the array's type.
    """
    kind = array.dtype.kind
    if isinstance(alpha, bool) and kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if isinstance(alpha, float) and kind in "iub":
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number."
        )
    if isinstance(alpha, complex) and kind != "c":
        raise RuntimeError(
            "For non-complex input tensors, argument alpha must not be a complex number."
        )
    if kind in "iu":
        alpha = np.array(alpha).astype(array.dtype)
    return np.multiply(array, alpha, dtype=array.dtype)


@elementwise(symbol="+", inplace=True, plain=np.add, related=("sub", "mul"))
def add(input: Operand, other: Operand, *, alpha: Factor = 1) -> Array:
    """Return input plus other, cell by cell; alpha multiplies other first.

    Shapes broadcast: they are aligned at their last dimensions, and a size of 1 is stretched.

    >>> torch.add(torch.tensor([1, 2]), torch.tensor([10, 20]))
    tensor([11, 22])
    >>> torch.tensor([1., 2.]) + 0.5
    tensor([1.5000, 2.5000])
    """
    return np.add(input, other if alpha == 1 else scaled(other, alpha))


add.gradient(
    input=lambda g: g,
    other=lambda g, alpha: g if alpha == 1 else g * conjugate(alpha),
)


def refuse_bool(input: Any, other: Any) -> None:
    """Refuse to subtract truth values.

    Raises:
        RuntimeError: an operand is one.
    """
    bools = [
        isinstance(part, bool) or (isinstance(part, Tensor) and part.dtype is bool_)
        for part in (input, other)
    ]
    if all(bools):
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead."
        )
    if any(bools):
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
            "to invert a mask, use the `~` or `logical_not()` operator instead."
        )


@elementwise(
    symbol="-", inplace=True, plain=np.subtract, aliases=("subtract",), check=refuse_bool, related=("add", "rsub")
)
def sub(input: Operand, other: Operand, *, alpha: Factor = 1) -> Array:
    """Return input minus other, cell by cell; alpha multiplies other first.

    >>> torch.sub(torch.tensor([10, 20]), torch.tensor([1, 2]), alpha=3)
    tensor([ 7, 14])
    """
    return np.subtract(input, other if alpha == 1 else scaled(other, alpha))


sub.gradient(
    input=lambda g: g,
    other=lambda g, alpha: -g if alpha == 1 else g * -conjugate(alpha),
)


@elementwise(
    symbol="reflected -", method=False, out=False, check=refuse_bool, related=("sub",),
    node=lambda other: "RsubBackward0" if isinstance(other, Tensor) else "RsubBackward1",
)  # fmt: skip
def rsub(input: Array, other: Operand, *, alpha: Factor = 1) -> Array:
    """Return other minus input, what `2 - x` means; alpha multiplies input first.

    >>> torch.rsub(torch.tensor([1, 2]), 10)
    tensor([9, 8])
    """
    return np.subtract(other, input if alpha == 1 else scaled(input, alpha))


rsub.gradient(
    input=lambda g, alpha: -g if alpha == 1 else g * -conjugate(alpha),
    other=lambda g: g,
)


@elementwise(
    symbol="*", inplace=True, plain=np.multiply, aliases=("multiply",), rounds_numbers=False, related=("div", "add")
)
def mul(input: Operand, other: Operand) -> Array:
    """Return input times other, cell by cell.

    >>> torch.mul(torch.tensor([[1.], [2.]]), torch.tensor([10., 100.]))
    tensor([[ 10., 100.],
            [ 20., 200.]])
    """
    return np.multiply(input, other)


mul.gradient(
    input=lambda g, other: g * conjugate(other),
    other=lambda g, input: g * conjugate(input),
)


def refuse_bool_negation(input: Any) -> None:
    """Refuse to negate truth values.

    Raises:
        RuntimeError: the tensor holds some.
    """
    if isinstance(input, Tensor) and input.dtype is bool_:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead."
        )


@elementwise(
    symbol="unary -", inplace=True, aliases=("negative",), check=refuse_bool_negation,
    related=("abs", "sign"),
)  # fmt: skip
def neg(input: Array) -> Array:
    """Return minus input.

    >>> torch.neg(torch.tensor([1., -2.]))
    tensor([-1.,  2.])
    """
    return np.negative(input)


neg.gradient(input=lambda g: -g)


@composite()
def positive(input: Array) -> Tensor:
    """Return input itself: what `+x` means.

    >>> torch.positive(torch.tensor([1., -2.]))
    tensor([ 1., -2.])
    """
    if input.dtype is bool_:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input  # type: ignore[no-any-return]


Tensor.__pos__ = positive  # type: ignore[operator]


@elementwise(
    symbol="abs",
    inplace=True,
    aliases=("absolute",),
    takes=EVERY - BOOLEAN,
    kernel="abs_cpu",
    related=("sign", "neg"),
)
def abs(input: Array) -> Array:
    """Return each number without its sign; of a complex number its length.

    >>> torch.abs(torch.tensor([-1.5, 2.]))
    tensor([1.5000, 2.0000])
    >>> torch.abs(torch.tensor([3 + 4j]))
    tensor([5.])
    """
    return np.absolute(input)


abs.gradient(input=lambda g, input: g * input.sgn())


@elementwise(inplace=True, takes=REAL, check=lambda input: refuse_complex(input), related=("sgn",))
def sign(input: Array) -> Array:
    """Return -1, 0 or 1, as each number is negative, zero or positive.

    >>> torch.sign(torch.tensor([-2.5, 0., 3.]))
    tensor([-1.,  0.,  1.])
    """
    if input.dtype.kind == "b":
        return input.copy()
    return without_nan(np.sign(input))


def refuse_complex(input: Any) -> None:
    """Refuse the sign of a complex number.

    Raises:
        RuntimeError: the tensor holds some.
    """
    if isinstance(input, Tensor) and input.dtype.is_complex:
        raise RuntimeError(
            "Unlike NumPy, torch.sign doesn't allow complex tensors: use torch.sgn instead."
        )


def without_nan(signs: Any) -> Any:
    """Return signs in which what is no number has the sign 0."""
    if signs.dtype.kind == "f" and np.isnan(np.add.reduce(signs, None)):
        return np.where(np.isnan(signs), signs.dtype.type(0), signs)
    return signs


sign.gradient(input=lambda g: zeros_like(g))


@elementwise(inplace=True, related=("sign", "abs"))
def sgn(input: Array) -> Array:
    """Return the sign; of a complex number the number of length 1 in its direction.

    >>> torch.sgn(torch.tensor([3 + 4j, 0]))
    tensor([0.6000+0.8000j, 0.0000+0.0000j])
    """
    if input.dtype.kind == "b":
        return input.copy()
    return np.sign(input) if input.dtype.kind == "c" else without_nan(np.sign(input))


def direction_gradient(g: Any, input: Any, out: Any) -> Any:
    """Return how the direction of a complex number turns; a real sign does not move."""
    if not input.dtype.is_complex:
        return zeros_like(g)
    length = input.abs()
    turned = (g - out * (out.conj() * g).real) / length
    return where(length == 0, 0.0, turned)


sgn.gradient(input=direction_gradient)


def addcdiv_type(input: Any, tensor1: Any, tensor2: Any) -> None:
    """Refuse to divide whole numbers.

    Raises:
        RuntimeError: both factors are whole.
    """
    if tensor1.dtype.category < FLOATING and tensor2.dtype.category < FLOATING:
        raise RuntimeError(INTEGER_ADDCDIV)


INTEGER_ADDCDIV = (
    "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will "
    "perform a true division of tensor1 and tensor2. The historic addcdiv behavior can be "
    "implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer "
    "inputs and as (input + value * tensor1 / tensor2) for float inputs. The future addcdiv "
    "behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all "
    "dtypes."
)


@elementwise(inplace=True, kernel="addcmul_cpu_out", related=("addcdiv", "add"))
def addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """Return input + value * tensor1 * tensor2.

    >>> torch.addcmul(torch.zeros(2), torch.tensor([1., 2.]), torch.tensor([3., 4.]), value=0.5)
    tensor([1.5000, 4.0000])
    """
    return input + like(input, value) * tensor1 * tensor2


addcmul.gradient(
    input=lambda g: g,
    tensor1=lambda g, tensor2, value: g * conjugate(tensor2 * value),
    tensor2=lambda g, tensor1, value: g * conjugate(tensor1 * value),
)


@elementwise(inplace=True, check=addcdiv_type, kernel="addcdiv_cpu_out", related=("addcmul", "div"))
def addcdiv(input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """Return input + value * tensor1 / tensor2.

    >>> torch.addcdiv(torch.zeros(2), torch.tensor([1., 2.]), torch.tensor([4., 5.]), value=2)
    tensor([0.5000, 0.8000])
    """
    return input + like(input, value) * tensor1 / tensor2


addcdiv.gradient(
    input=lambda g: g,
    tensor1=lambda g, tensor2, value: g * conjugate(value / tensor2),
    tensor2=lambda g, tensor1, tensor2, value: (
        -g * conjugate(value * tensor1 / (tensor2 * tensor2))
    ),
)


def like(array: Any, number: Any) -> Any:
    """Return a number in an array's type, as whole-number types wrap or refuse it."""
    return array.dtype.type(number)


@elementwise(inplace=True, takes=INEXACT, kernel="lerp_kernel", related=("add", "where"))
def lerp(input: Array, end: Array, weight: Operand) -> Array:
    """Return the number between input and end at a weight: input + weight * (end - input).

    >>> torch.lerp(torch.tensor([1., 2.]), torch.tensor([10., 10.]), 0.5)
    tensor([5.5000, 6.0000])
    """
    step = end - input
    return np.where(np.absolute(weight) < HALF, input + weight * step, end - step * (1 - weight))


HALF = 0.5

lerp.gradient(
    input=lambda g, weight: g * conjugate(1 - weight),
    end=lambda g, weight: g * conjugate(weight),
    weight=lambda g, input, end: g * conjugate(end - input),
)
