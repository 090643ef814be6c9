"""Addition and its kin: one declaration per function."""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import EVERY, Sparse, composite, elementwise
from tensorlab.engine.dtypes import bool_
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.signatures.signature import Array, Factor, Operand
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.numerics.functions.rounding import IN_MAIN_MEMORY, ROUNDED_ONCE, multiply_add
from tensorlab.ops.pointwise.complex_numbers import conjugate


def scaled(array: NDArray[Any], alpha: Any) -> Any:
    """Return an array times a number of no higher category.

    Raises:
        RuntimeError: the number would change the array's type.
    """
    if alpha.__class__ is int and alpha == 1:
        return array
    kind = array.dtype.kind
    if isinstance(alpha, bool) and kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if isinstance(alpha, float | complex) and kind in "iub":
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number."
        )
    if isinstance(alpha, complex) and kind != "c":
        raise RuntimeError(
            "For non-complex input tensors, argument alpha must not be a complex number."
        )
    if kind in "iub":
        alpha = np.array(alpha).astype(array.dtype)
    return np.multiply(array, alpha, dtype=array.dtype)


def with_scaled(ufunc: Any, input: Any, other: Any, alpha: Any) -> Any:
    """Return a sum or difference with alpha times other, which PyTorch rounds once.

    It works on 32 of the 16-bit floats at a time and rounds once; of what is left over at the
    end of a row it rounds alpha * other, too.
    """
    if alpha.__class__ is float and input.dtype.char in "fd" and isinstance(other, np.ndarray):
        factor = np.array(alpha if ufunc is np.add else -alpha, input.dtype)
        return multiply_add(other, factor, input)
    if input.dtype.itemsize > 2 or input.dtype.kind in "iub" or alpha == 1:
        return ufunc(input, scaled(other, alpha))
    alpha = np.asarray(alpha, np.float32)
    apart = ufunc(input, (other * alpha).astype(input.dtype))
    at_once = ufunc(input.astype(np.float32), other * alpha).astype(input.dtype)
    if not isinstance(input, np.ndarray):  # a GPU has no such ends
        return at_once
    flat = all(part.flags.c_contiguous and part.size in (1, apart.size) for part in (input, other))
    rows = (apart.reshape(-1), at_once.reshape(-1)) if flat or not apart.ndim else (apart, at_once)
    vectors = rows[0].shape[-1] // VECTORS * VECTORS
    rows[0][..., :vectors] = rows[1][..., :vectors]
    return apart


VECTORS = 32


def by_vectors(alpha: object) -> bool:
    """Return whether the scaled operand may be rounded on its own."""
    return bool(alpha != 1)


# How a sum or a difference is declared.
summing = partial(elementwise, takes=EVERY, kernel="add_stub", takes_numbers=True)


@summing(symbol="+", plain=np.add, inplace=True, rounds_intermediates=by_vectors,
         related=("sub", "mul"), numbers_alone=True)  # fmt: skip
def add(input: Operand, other: Operand, *, alpha: Factor = 1) -> Array:
    """Return input plus other, element by element; alpha multiplies other first.

    Shapes broadcast: they are aligned at their last dimensions, and a size of 1 is stretched.

    >>> torch.add(torch.tensor([1, 2]), torch.tensor([10, 20]))
    tensor([11, 22])
    >>> torch.tensor([1., 2.]) + 0.5
    tensor([1.5000, 2.5000])
    """
    return with_scaled(np.add, input, other, alpha)


add.gradient(input=lambda g: g, other=lambda g, alpha: g if alpha == 1 else g * conjugate(alpha))
add.derivative(input="1", other="alpha")


def refuse_bool(input: object, other: object) -> None:
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
        raise RuntimeError(in_full("Subtraction, the `-`"))


@summing(symbol="-", plain=np.subtract, inplace=True, rounds_intermediates=by_vectors,
         aliases=("subtract",), check=refuse_bool, related=("add", "rsub"),
         numbers_alone=True)  # fmt: skip
def sub(input: Operand, other: Operand, *, alpha: Factor = 1) -> Array:
    """Return input minus other, element by element; alpha multiplies other first.

    >>> torch.sub(torch.tensor([10, 20]), torch.tensor([1, 2]), alpha=3)
    tensor([ 7, 14])
    """
    return with_scaled(np.subtract, input, other, alpha)


sub.gradient(input=lambda g: g, other=lambda g, alpha: -g if alpha == 1 else g * -conjugate(alpha))
sub.derivative(input="1", other="-alpha")


def check_rsub(input: Tensor, other: object) -> None:
    """Refuse to subtract truth values, and other shapes, in the order of the subtraction.

    Raises:
        RuntimeError: the operands are truth values, or do not fit.
    """
    refuse_bool(input, other)
    if isinstance(other, Tensor):
        broadcast_shapes(other.shape, input.shape)


@summing(symbol="reflected -", method=False, out=False, check=check_rsub, related=("sub",),
         node=lambda other: f"RsubBackward{int(not isinstance(other, Tensor))}")  # fmt: skip
def rsub(input: Array, other: Operand, *, alpha: Factor = 1) -> Array:
    """Return other minus input, the other way round than sub; alpha multiplies input first.

    >>> torch.rsub(torch.tensor([1, 2]), 10)
    tensor([9, 8])
    """
    if isinstance(other, np.ndarray) and other.dtype == input.dtype:
        return with_scaled(np.subtract, other, input, alpha)
    return np.subtract(other, scaled(input, alpha))


rsub.gradient(input=lambda g, alpha: -g if alpha == 1 else g * -conjugate(alpha), other=lambda g: g)
rsub.derivative(input="-alpha", other="1")


@elementwise(symbol="*", inplace=True, plain=np.multiply, plain_reals=True, aliases=("multiply",),
             rounds_numbers=False, related=("div", "add"), numbers_alone=True,
             takes_numbers=True)  # fmt: skip
def mul(input: Operand, other: Operand) -> Array:
    """Return input times other, element by element.

    >>> torch.mul(torch.tensor([[1.], [2.]]), torch.tensor([10., 100.]))
    tensor([[ 10., 100.],
            [ 20., 200.]])
    """
    found = np.multiply(input, other)
    few = found.size <= ROUNDED_ONCE and isinstance(found, IN_MAIN_MEMORY)
    return rounded_terms(found, input, other) if few and found.dtype.kind == "c" else found


def rounded_terms(*operands: Any) -> Any:
    """Return complex products, of the rest, each of whose terms is rounded: z * conj(z) is real.

    So PyTorch's vectors compute, and the last of an odd count. For the rest numpy's are the same.
    """
    found, *factors = map(np.asarray, operands)
    single, count = found.itemsize == 8, found.size
    whole = count - count % (8 if single else 4)
    layouts = ((), ()), (found.shape, found.strides)
    if found.flags.forc and all((each.shape, each.strides) in layouts for each in factors):
        flat, *parts = (each.reshape(-1, order="A") for each in (found, *factors))
        for part in (slice(whole), slice(count - 1 if single and count % 2 else count, count)):
            if flat[part].size:
                a, b = (each[part] if len(each) == count else each for each in parts)
                flat.real[part] = a.real * b.real - a.imag * b.imag
                flat.imag[part] = a.real * b.imag + a.imag * b.real
    return found


mul.gradient(
    input=lambda g, other: g * conjugate(other), other=lambda g, input: g * conjugate(input)
)
mul.derivative(input="other", other="input")


def refuse_bool_negation(input: object) -> None:
    """Refuse to negate truth values.

    Raises:
        RuntimeError: the tensor holds some.
    """
    if isinstance(input, Tensor) and input.dtype is bool_:
        raise RuntimeError(in_full("Negation, the `-`"))


@elementwise(plain=np.negative, symbol="unary -", takes=EVERY, inplace=True, aliases=("negative",),
             check=refuse_bool_negation, related=("abs", "sign"), sparse=Sparse.LINEAR,
             words="Minus {}")  # fmt: skip
def neg(input: Array) -> Array:
    """Return minus each number.

    >>> torch.neg(torch.tensor([1., -2.]))
    tensor([-1.,  2.])
    """
    return np.negative(input)


neg.gradient(input=lambda g: -g)
neg.derivative(input="-1")


@composite(symbol="unary +")
def positive(input: Array) -> Array:
    """Return input itself: what `+x` means.

    >>> torch.positive(torch.tensor([1., -2.]))
    tensor([ 1., -2.])
    """
    if input.dtype is bool_:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input
