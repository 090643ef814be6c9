"""Powers and roots."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.recording import is_at_once
from tensorlab.engine.declaring import Array, Casts, Operand, Sparse, elementwise
from tensorlab.engine.dtypes import FLOATING, DType, bfloat16
from tensorlab.engine.signatures.support import BOOLEAN, BUT_COMPLEX32, EVERY
from tensorlab.engine.tensor import DENSE, Tensor, wrap
from tensorlab.numerics.functions import rounding
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.flat import analytic, flat


def inverse_root(x: NDArray[Any]) -> Any:
    """Return 1 divided by the square root of each number."""
    return np.true_divide(x.dtype.type(1), np.sqrt(x))


# The powers that have a shorter way.
SHORT: dict[complex, Callable[[Any], Any]] = {
    2: np.square,
    3: lambda x: x * x * x,
    0.5: np.sqrt,
    -1: np.reciprocal,
    -0.5: inverse_root,
    -2: lambda x: np.reciprocal(np.square(x)),
}


def rounds_power(input: Any, exponent: Any) -> bool:
    """Return whether a power is rounded after each step: bfloat16's shorter ways."""
    return exponent.__class__ not in DENSE and exponent in {3, -0.5, -2} and input.dtype is bfloat16


NEGATIVE = "Integers to negative integer powers are not allowed."


def check_power(input: object, exponent: object) -> None:
    """Refuse negative powers of whole numbers.

    Raises:
        RuntimeError: the exponent is a negative whole number.
    """
    if (
        isinstance(exponent, int)
        and exponent < 0
        and isinstance(input, Tensor)
        and input.dtype.category < FLOATING
    ):
        raise RuntimeError(NEGATIVE)


def power_step(input: object, exponent: object) -> str:
    """Return PyTorch's name of a power's backward step."""
    if not isinstance(exponent, Tensor):
        return "PowBackward0"
    return "PowBackward1" if isinstance(input, Tensor) else "PowBackward2"


def powers_taken(exponent: object) -> frozenset[DType]:
    """Return the types that have powers: the powers 0 and 1 need no arithmetic."""
    if isinstance(exponent, int | float | complex) and exponent in {0, 1}:
        return EVERY
    return BUT_COMPLEX32 - BOOLEAN


@elementwise(symbol="**", inplace=True, takes=powers_taken, kernel="pow", check=check_power,
             node=power_step, related=("square", "sqrt", "exp"),
             quantized_kernel="pow.Tensor_Scalar_out", rounds_intermediates=rounds_power,
             wide_number="exponent")  # fmt: skip
def pow(input: Operand, exponent: Operand) -> Array:
    """Return input to the power of exponent, element by element.

    >>> torch.pow(torch.tensor([1., 2., 3.]), 2)
    tensor([1., 4., 9.])
    >>> 2 ** torch.tensor([1, 2, 3])
    tensor([2, 4, 8])
    """
    kind = input.dtype.kind
    if exponent.ndim == 0:
        power = exponent.item()
        if power == 1:
            return input.copy()
        if power in SHORT and (kind not in "iu" or power == 2):
            return SHORT[power](input)
    if kind in "iu":
        return whole_power(input, exponent)
    return complex_power(input, exponent) if kind == "c" else rounding.power(input, exponent)


def complex_power(input: NDArray[Any], exponent: NDArray[Any]) -> Any:
    """Return complex numbers to complex powers: exp(exponent * log(input)), of 0 as in C."""
    if exponent.ndim == 0 and exponent == 0:
        return np.power(input, exponent)
    return np.exp(exponent * np.log(input))


def whole_power(input: NDArray[Any], exponent: NDArray[Any]) -> Any:
    """Return whole numbers to whole powers; of a negative power only 1 and -1 have one."""
    if exponent.dtype.kind == "u" or np.minimum.reduce(exponent, None, initial=0) >= 0:
        return np.power(input, exponent)
    powers = np.power(input, np.maximum(exponent, 0))
    inverted = np.where(input == -1, 1 - 2 * (exponent % 2), input == 1)
    return np.where(exponent < 0, inverted, powers).astype(input.dtype)


def base_gradient(g: Tensor, input: Tensor, exponent: Any) -> Any:
    """Return exponent * input ** (exponent - 1), and 0 where the exponent is 0."""
    if exponent.__class__ is int and exponent == 2 and is_at_once(g, input):
        return wrap(g._array * (input._array + input._array), g.dtype)
    if isinstance(exponent, int | float | complex):
        return flat(g) if exponent == 0 else g * conjugate(input.pow(exponent - 1) * exponent)
    return where(exponent == 0, 0.0, g * conjugate(exponent * input.pow(exponent - 1)))


def exponent_gradient(g: Tensor, out: Tensor, input: Any, exponent: Tensor) -> Any:
    """Return out * log(input), and 0 where input is 0 and the exponent is not negative."""
    if not isinstance(input, Tensor):
        if isinstance(input, int | float) and input > 0:
            return g * conjugate(out * math.log(input))
        from tensorlab.ops.creation.from_values import tensor  # noqa: PLC0415

        input = tensor(input, dtype=out.dtype)
    flat = input == 0
    if exponent.dtype.is_complex:
        flat, exponent = flat & (exponent.imag == 0), exponent.real
    flat = flat & (exponent >= 0)
    return g * where(flat, 0.0, conjugate(out * input.to(out.dtype).log()))


pow.gradient(input=base_gradient, exponent=exponent_gradient)
pow.derivative(input="exponent*input**(exponent - 1)", exponent="out*log(input)")


@elementwise(inplace=True, takes=BUT_COMPLEX32, kernel="pow", node="PowBackward0",
             casts=Casts.WHOLE, related=("pow", "sqrt"), quantized_kernel="pow.Tensor_Scalar_out",
             sparse=Sparse.VALUES, words="{} times itself")  # fmt: skip
def square(input: Array) -> Array:
    """Return input times itself.

    >>> torch.square(torch.tensor([-3., 1.5]))
    tensor([9.0000, 2.2500])
    """
    return np.multiply(input, input)


square.gradient(input=lambda g, input: g * conjugate(input * 2))
square.derivative(input="2*input")


@analytic(plain=np.sqrt, kernel="sqrt_vml_cpu", sparse=Sparse.VALUES, words="The square root of {}")
def sqrt(input: Array) -> Array:
    """Return the square root of each number.

    >>> torch.sqrt(torch.tensor([4., 2.]))
    tensor([2.0000, 1.4142])
    """
    return np.sqrt(input)


sqrt.gradient(input=lambda g, out: g / conjugate(out * 2))
sqrt.derivative(input="1/(2*out)")


@analytic(passes=True, rounds_intermediates=True, related=("sqrt",))
def rsqrt(input: Array) -> Array:
    """Return 1 divided by the square root of each number.

    >>> torch.rsqrt(torch.tensor([4., 2.]))
    tensor([0.5000, 0.7071])
    """
    return inverse_root(input)


rsqrt.gradient(input=lambda g, out: g * conjugate(out.pow(3)) * -0.5)
rsqrt.derivative(input="-out**3/2")
