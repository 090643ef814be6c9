"""Floats as they are made: signs, neighbours, mantissas, and what is not a number."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Casts, Sparse, composite, elementwise, operation, return_type
from tensorlab.engine.dtypes import DTYPES, UNSIGNED
from tensorlab.engine.promotion import result_type
from tensorlab.engine.signatures.signature import Array, Operand
from tensorlab.engine.signatures.support import BUT_COMPLEX32, FLOATS, REAL, not_implemented
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.functions import rounding
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.flat import analytic, flat, without_derivative
from tensorlab.ops.pointwise.powers import pow


@analytic(
    passes=True,
    takes=FLOATS,
    related=("sign", "abs"),
    node=lambda other: f"CopysignBackward{int(not isinstance(other, Tensor))}",
)
def copysign(input: Array, other: Operand) -> Array:
    """Return input's magnitude with other's sign, element by element.

    >>> torch.copysign(torch.tensor([1., -2.]), torch.tensor([-1., 3.]))
    tensor([-1.,  2.])
    """
    return np.copysign(input, other)


copysign.gradient(
    input=lambda g, input, out: g * where(input == 0, 0.0, out / input), other=lambda g: flat(g)
)
copysign.derivative(input="1 if input == out else -1")


UNLIKE = "heaviside is not yet implemented for tensors with different dtypes."


def refuse_types(input: Tensor, values: Any) -> None:
    """Refuse two types, and complex numbers.

    Raises:
        RuntimeError: the types differ, or are complex.
    """
    if input.dtype.is_complex or values.dtype.is_complex:
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    if input.dtype is not values.dtype:
        raise RuntimeError(UNLIKE)


@elementwise(
    passes=True,
    inplace=True,
    takes=REAL,
    check=refuse_types,
    node="NotImplemented",
    related=("sign",),
    wrong_out=UNLIKE,
)
def heaviside(input: Array, values: Array) -> Array:
    """Return 0 where input is negative, 1 where it is positive, and values where it is 0.

    >>> torch.heaviside(torch.tensor([-1.5, 0., 2.]), torch.tensor([0.5]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    return np.where(input == 0, values, (input > 0).astype(input.dtype))


heaviside.gradient(input=without_derivative("heaviside"), values=without_derivative("heaviside"))


@elementwise(
    passes=True, inplace=True, takes=FLOATS, rounds_intermediates=True, related=("copysign",)
)
def nextafter(input: Array, other: Array) -> Array:
    """Return the float next to input on the way to other.

    >>> torch.nextafter(torch.tensor([1.]), torch.tensor([2.])) > 1
    tensor([True])
    """
    return np.nextafter(input, other)


nextafter.gradient(
    input=lambda g, input, other: where(input == other, 0.0, g), other=lambda g: flat(g)
)


@operation(
    passes=True,
    elementwise=True,
    casts=Casts.PROMOTE,
    inplace=True,
    takes=BUT_COMPLEX32 | UNSIGNED,
    kernel="nan_to_num",
    real_gradient=True,
    wrong_out="nan_to_num: dtype of out: {given} should be same as input: {own}",
    related=("isnan", "isinf", "clamp"),
    sparse=Sparse.VALUES,
)
def nan_to_num(
    input: Array, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
) -> Array:
    """Return the numbers with NaN and the infinities replaced: by 0 and the type's limits.

    >>> torch.nan_to_num(torch.tensor([1., float("nan"), float("inf")]), posinf=9.)
    tensor([1., 0., 9.])
    """
    if input.dtype.kind == "c":
        numbers = np.empty_like(input)
        numbers.real = replaced(input.real, nan, posinf, neginf)
        numbers.imag = replaced(input.imag, nan, posinf, neginf)
        return numbers
    return replaced(input, nan, posinf, neginf)


def replaced(input: NDArray[Any], nan: object, posinf: object, neginf: object) -> Any:
    """Return real numbers with what is not finite replaced."""
    if input.dtype.kind != "f" or np.isfinite(np.add.reduce(input, None)):
        return input.copy()
    limits = np.finfo(input.dtype)
    number = input.dtype.type
    result = np.where(np.isnan(input), number(nan or 0), input)
    top = limits.max if posinf is None else number(posinf)
    result = np.where(input == np.inf, top, result)
    return np.where(input == -np.inf, limits.min if neginf is None else number(neginf), result)


nan_to_num.gradient(input=lambda g, input: g * input.isfinite())
nan_to_num.derivative(input="1 where it is a finite number, else 0")


MANTISSA = "torch.frexp() expects mantissa to have dtype {c_name} but got {c_given}"


@operation(casts=Casts.PROMOTE, related=("ldexp",), wrong_out=MANTISSA)
def frexp(input: Array) -> Array:
    """Return mantissas and exponents: input is mantissa * 2 ** exponent.

    >>> torch.frexp(torch.tensor([8., 0.3]))
    torch.return_types.frexp(
    mantissa=tensor([0.5000, 0.6000]),
    exponent=tensor([ 4, -1], dtype=torch.int32))
    """
    if input.dtype.kind != "f":
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    mantissa, exponent = np.frexp(input)
    # C leaves open what infinity has
    return Frexp(mantissa, exponent * np.isfinite(input))


Frexp = return_type("frexp", "mantissa", "exponent")
frexp.gradient(input=lambda g, out: g[0] / (2.0 ** out[1]))
frexp.derivative(input="1/2**exponent")
frexp.quantity(exponent=lambda out: out[1])


NOT_SCALED = "ldexp can't be cast to the desired output type {given}"


def check_ldexp(input: Tensor, other: Any) -> None:
    """Refuse truth values as exponents of floats.

    Raises:
        NotImplementedError: they are some.
    """
    truths = isinstance(other, Tensor) and other.dtype.name == "bool"
    if truths and input.dtype.is_floating_point:
        raise not_implemented("ldexp_cpu_exp", other.dtype)


@analytic(passes=True, twins=("ldexp_",), takes=BUT_COMPLEX32, kernel="pow", related=("frexp",),
          check=check_ldexp, wrong_cast=NOT_SCALED, rounds_intermediates=True)  # fmt: skip
def ldexp(input: Array, other: Array) -> Array:
    """Return input * 2 ** other.

    >>> torch.ldexp(torch.tensor([1., 3.]), torch.tensor([1, 2]))
    tensor([ 2., 12.])
    """
    return input * rounding.power(np.array(2, input.dtype), other)


ldexp.gradient(
    input=lambda g, other: g * conjugate(2.0**other),
    other=lambda g, out: g * conjugate(out) * math.log(2),
)
ldexp.derivative(input="2**other", other="out*log(2)")


@composite(
    out=True, related=("pow",), wrong_out=(
        "the output given to float_power has dtype {given} but the operation's result requires "
        "dtype {own}"
    ),
)  # fmt: skip
def float_power(input: Operand, exponent: Operand) -> Tensor:
    """Return input to the power of exponent, computed in double precision.

    >>> torch.float_power(torch.tensor([1, 2, 3]), 2)
    tensor([1., 4., 9.], dtype=torch.float64)
    """
    found = result_type((input, exponent))
    dtype = DTYPES["complex128" if found.is_complex else "float64"]
    base, power = (
        part if isinstance(part, int | float | complex) else part.to(dtype)
        for part in (input, exponent)
    )
    return pow(base, power)


@composite(function=False, related=("float_power", "pow_"))
def float_power_(input: Array, exponent: Operand) -> Array:
    """Overwrite the tensor, which holds double precision, with itself to the power of exponent.

    >>> torch.tensor([1., 3.], dtype=torch.float64).float_power_(2)
    tensor([1., 9.], dtype=torch.float64)
    """
    wanted = DTYPES["complex128" if result_type((input, exponent)).is_complex else "float64"]
    if input.dtype is not wanted:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {input.dtype.scalar_name} but the "
            f"operation's result requires dtype {wanted.scalar_name}"
        )
    return input.pow_(exponent)
