"""Division: true, rounded, what remains, and greatest common divisors."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Operand, Tensor, composite, elementwise
from tensorlab.engine.meta import MetaArray
from tensorlab.engine.signatures.support import INEXACT, NUMBERS, WHOLE
from tensorlab.numerics.passes import choose
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.flat import analytic, flat, underived, without_derivative


def refuse_zero(divisor: NDArray[Any]) -> None:
    """Refuse to divide whole numbers by zero.

    Raises:
        RuntimeError: a divisor is zero.
    """
    if divisor.dtype.kind not in "iu":
        return
    # counting takes a fifth of the time of asking for all
    if divisor.__class__ is np.ndarray:
        has_zero = bool(np.count_nonzero(divisor) < divisor.size)
    else:
        has_zero = not divisor.all() and not isinstance(divisor, MetaArray)
    if has_zero:
        raise RuntimeError("ZeroDivisionError")


MANY = 64
# of smaller quotients of float32 numbers, double precision knows every bit
EXACT = 2.0**28


def whole_quotients(input: NDArray[Any], other: NDArray[Any], rounding: np.ufunc) -> Any:
    """Return rounded quotients of many float32 numbers in double precision, or None.

    That is exact and many times quicker than C's fmod, which numpy calls for each number.
    """
    if input.dtype != np.float32 or max(input.size, other.size) < MANY:
        return None
    quotients = rounding(np.true_divide(input, other, dtype=np.float64))
    return quotients if np.maximum.reduce(np.absolute(quotients), None, initial=0) < EXACT else None


def floored(input: NDArray[Any], other: NDArray[Any]) -> Any:
    """Return the quotients rounded down."""
    refuse_zero(other)
    quotients = whole_quotients(input, other, np.floor)
    if quotients is not None:
        return quotients.astype(np.float32)
    return np.floor_divide(input, other)


def truncated(input: NDArray[Any], other: NDArray[Any]) -> Any:
    """Return the quotients rounded towards zero."""
    if other.dtype.kind not in "iu":
        return np.trunc(np.true_divide(input, other))
    refuse_zero(other)
    return np.floor_divide(input - np.fmod(input, other), other)


def rest(input: NDArray[Any], other: NDArray[Any], rounding: np.ufunc) -> Any:
    """Return what remains of floats divided by floats: +0. or -0. as the dividend is."""
    quotients = whole_quotients(input, other, rounding)
    if quotients is not None:
        remainders = (input - quotients * other).astype(np.float32)
    else:
        remainders = np.fmod(input, other) if rounding is np.trunc else np.remainder(input, other)
    if remainders.all():
        return remainders
    return choose(remainders == 0, np.copysign(remainders, input), remainders)


ROUNDINGS: dict[str | None, Any] = {None: np.true_divide, "floor": floored, "trunc": truncated}
KERNELS = {"floor": "div_floor_cpu", "trunc": "div_trunc_cpu"}


def check_rounding(rounding_mode: object) -> None:
    """Refuse unknown ways to round.

    Raises:
        RuntimeError: the way is not one of PyTorch's.
    """
    if rounding_mode not in ROUNDINGS:
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
            f"'{rounding_mode}'"
        )


@elementwise(
    symbol="/", inplace=True, aliases=("divide",), rounds_numbers=False, related=("mul", "fmod"),
    casts=lambda rounding_mode: "promote" if rounding_mode else "floating", check=check_rounding,
    kernel=lambda rounding_mode: KERNELS.get(rounding_mode, "div_cpu"),
    takes=lambda rounding_mode: NUMBERS if rounding_mode else INEXACT,
    node=lambda rounding_mode: f"DivBackward{2 * (rounding_mode is not None)}",
    rounds_intermediates=lambda rounding_mode: rounding_mode is not None, numbers_alone=True,
    takes_numbers=True,
)  # fmt: skip
def div(input: Operand, other: Operand, *, rounding_mode: str | None = None) -> Array:
    """Return input divided by other, element by element; whole numbers give floats.

    rounding_mode "floor" rounds the quotients down, "trunc" towards zero, and keeps whole numbers.

    >>> torch.div(torch.tensor([7, -7]), 2)
    tensor([ 3.5000, -3.5000])
    >>> torch.div(torch.tensor([7, -7]), 2, rounding_mode="floor")
    tensor([ 3, -4])
    """
    return ROUNDINGS[rounding_mode](input, other)


div.gradient(
    input=lambda g, other, rounding_mode: flat(g) if rounding_mode else g / conjugate(other),
    other=lambda g, input, other, rounding_mode: (
        flat(g) if rounding_mode else -g * conjugate((input / other) / other)
    ),
)
div.derivative(input="1/other", other="-input/other**2")


@composite(out=True, related=("div",), numbers_alone=True)
def true_divide(input: Operand, other: Operand) -> Tensor:
    """Return input divided by other, element by element: div without rounding.

    >>> torch.true_divide(torch.tensor([1, 2]), 2)
    tensor([0.5000, 1.0000])
    """
    return div(input, other)


@composite(function=False, related=("div",), numbers_alone=True)
def true_divide_(input: Array, other: Operand) -> Array:
    """Write input divided by other over input."""
    return input.div_(other)


@analytic()
def reciprocal(input: Array) -> Array:
    """Return 1 divided by each number.

    >>> torch.reciprocal(torch.tensor([2., 4.]))
    tensor([0.5000, 0.2500])
    """
    return np.true_divide(1, input)


reciprocal.gradient(input=lambda g, out: -g * conjugate(out * out))
reciprocal.derivative(input="-out**2")


def over(input: Tensor, other: object) -> Any:
    """Return other divided by input, what `2 / x` means: other times 1 / input."""
    if isinstance(other, Tensor | int | float | complex | np.generic | np.ndarray):
        return input.reciprocal() * other
    return NotImplemented


# Only operators with numbers at the left lack it.
Tensor.__rtruediv__ = Tensor.__rdiv__ = over  # type: ignore[attr-defined]


@elementwise(passes=True, symbol="//", inplace=True, takes=NUMBERS, kernel="div_floor_cpu",
             rounds_intermediates=True, related=("div", "remainder"), node="NotImplemented",
             numbers_alone=True, quantized_kernel="floor_divide")  # fmt: skip
def floor_divide(input: Operand, other: Operand) -> Array:
    """Return input divided by other, rounded down.

    >>> torch.floor_divide(torch.tensor([7, -7]), 2)
    tensor([ 3, -4])
    """
    return floored(input, other)


floor_divide.gradient(
    input=without_derivative("floor_divide"), other=without_derivative("floor_divide")
)


def remainder_step(input: object, other: object) -> str:
    """Return PyTorch's name of a remainder's backward step."""
    if not isinstance(input, Tensor):
        return "NotImplemented"
    return f"RemainderBackward{int(isinstance(other, Tensor))}"


@elementwise(passes=True, symbol="%", inplace=True, takes=NUMBERS, related=("fmod",),
             node=remainder_step, quantized_kernel="remainder.Tensor_out",
             takes_numbers=True)  # fmt: skip
def remainder(input: Operand, other: Operand) -> Array:
    """Return what remains of a division rounded down: it has the divisor's sign.

    >>> torch.remainder(torch.tensor([-7, 7]), 3)
    tensor([2, 1])
    >>> torch.tensor([-7.5, 7.5]) % -2
    tensor([-1.5000, -0.5000])
    """
    if input.dtype.kind != "f":
        refuse_zero(other)
        return np.remainder(input, other)
    return rest(input, other, np.floor)


@elementwise(passes=True, inplace=True, takes=NUMBERS, related=("remainder",),
             node=lambda other: f"FmodBackward{int(isinstance(other, Tensor))}",
             quantized_kernel="fmod.Tensor_out", takes_numbers=True)  # fmt: skip
def fmod(input: Array, other: Operand) -> Array:
    """Return what remains of a division rounded towards zero: it has the dividend's sign.

    >>> torch.fmod(torch.tensor([-7, 7]), 3)
    tensor([-1,  1])
    """
    if input.dtype.kind != "f":
        refuse_zero(other)
        return np.fmod(input, other)
    return rest(input, other, np.trunc)


def remainder_other_backward(g: Tensor, input: Any, other: Tensor) -> Tensor:
    """Return the gradient of a divisor; PyTorch has none where a number is divided."""
    if not isinstance(input, Tensor):
        raise underived("remainder")
    return -g * div(input, other, rounding_mode="floor")


remainder.gradient(
    input=lambda g: g, other=lambda g, input, other: remainder_other_backward(g, input, other)
)
remainder.derivative(input="1")
fmod.gradient(
    input=lambda g: g, other=lambda g, input, other: -g * div(input, other, rounding_mode="trunc")
)
fmod.derivative(input="1")


@elementwise(twins=("gcd_",), inplace=True, takes=WHOLE, plain=np.gcd, related=("lcm",))
def gcd(input: Array, other: Array) -> Array:
    """Return the greatest whole number that divides both input and other.

    >>> torch.gcd(torch.tensor([5, 10, 15]), torch.tensor([3, 4, 5]))
    tensor([1, 2, 5])
    """
    return np.gcd(input, other)


@elementwise(twins=("lcm_",), inplace=True, takes=WHOLE, plain=np.lcm, related=("gcd",))
def lcm(input: Array, other: Array) -> Array:
    """Return the least positive whole number that both input and other divide.

    >>> torch.lcm(torch.tensor([5, 10, 15]), torch.tensor([3, 4, 5]))
    tensor([15, 20, 15])
    """
    return np.lcm(input, other)
