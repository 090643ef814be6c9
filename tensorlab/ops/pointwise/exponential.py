"""Exponentials and logarithms."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, INEXACT, Array, Sparse, Tensor, elementwise
from tensorlab.numerics.functions import rounding
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.flat import analytic

# PyTorch's is a step below the nearest
LN_2, LN_10 = math.log(2), 2.3025850929940455


@analytic(plain=rounding.exp, kernel="exp_vml_cpu", related=("log", "expm1", "exp2"),
          words="e to the power of {}")  # fmt: skip
def exp(input: Array) -> Array:
    """Return e to the power of each number.

    >>> torch.exp(torch.tensor([0., 1.]))
    tensor([1.0000, 2.7183])
    """
    return rounding.exp(input)


exp.gradient(input=lambda g, out: g * conjugate(out))
exp.derivative(input="out")


@analytic(aliases=("special.exp2",), kernel="exp2", related=("exp",))
def exp2(input: Array) -> Array:
    """Return 2 to the power of each number.

    >>> torch.exp2(torch.tensor([0., 1., 3.5]))
    tensor([ 1.0000,  2.0000, 11.3137])
    """
    if input.dtype.kind == "f":
        return rounding.exp2(input)
    return np.exp(input * input.dtype.type(LN_2))


exp2.gradient(input=lambda g, out: g * conjugate(out) * LN_2)
exp2.derivative(input="out*log(2)")


@analytic(
    plain=rounding.expm1,
    aliases=("special.expm1",),
    kernel="expm1_vml_cpu",
    related=("exp",),
    sparse=Sparse.VALUES,
)
def expm1(input: Array) -> Array:
    """Return e to the power of each number, minus 1, exact near 0 too.

    >>> torch.expm1(torch.tensor([0., 1e-6]))
    tensor([0.0000e+00, 1.0000e-06])
    """
    return rounding.expm1(input)


expm1.gradient(input=lambda g, out: g * conjugate(out + 1))
expm1.derivative(input="out + 1")


@analytic(plain=rounding.log, kernel="log_vml_cpu", related=("exp", "log2"),
          words="The natural logarithm of {}")  # fmt: skip
def log(input: Array) -> Array:
    """Return the natural logarithm of each number.

    >>> torch.log(torch.tensor([1., 10., 0.]))
    tensor([0.0000, 2.3026,   -inf])
    """
    return rounding.log(input)


log.gradient(input=lambda g, input: g / conjugate(input))
log.derivative(input="1/input")


@analytic(plain=rounding.log2, kernel="log2_vml_cpu", related=("log",))
def log2(input: Array) -> Array:
    """Return the logarithm to base 2 of each number.

    >>> torch.log2(torch.tensor([1., 8., 10.]))
    tensor([0.0000, 3.0000, 3.3219])
    """
    return rounding.log2(input)


log2.gradient(input=lambda g, input: g / conjugate(input * LN_2))
log2.derivative(input="1/(input*log(2))")


@analytic(plain=rounding.log10, kernel="log10_vml_cpu", related=("log",))
def log10(input: Array) -> Array:
    """Return the logarithms to base 10.

    >>> torch.log10(torch.tensor([1., 1000., 2.]))
    tensor([0.0000, 3.0000, 0.3010])
    """
    return rounding.log10(input)


log10.gradient(input=lambda g, input: g / conjugate(input * LN_10))
log10.derivative(input="1/(input*log(10))")


@analytic(
    plain=rounding.log1p,
    aliases=("special.log1p",),
    kernel="log1p_vml_cpu",
    related=("log",),
    sparse=Sparse.VALUES,
)
def log1p(input: Array) -> Array:
    """Return the natural logarithms of 1 plus each number, exact near 0 too.

    >>> torch.log1p(torch.tensor([0., 1e-6]))
    tensor([0.0000e+00, 1.0000e-06])
    """
    return rounding.log1p(input)


log1p.gradient(input=lambda g, input: g / conjugate(input + 1))
log1p.derivative(input="1/(input + 1)")


@elementwise(passes=True, takes=INEXACT, related=("logaddexp2", "logsumexp"), copies=4)
def logaddexp(input: Array, other: Array) -> Array:
    """Return log(exp(input) + exp(other)), without overflow.

    >>> torch.logaddexp(torch.tensor([0., 1000.]), torch.tensor([0., 1000.]))
    tensor([6.9315e-01, 1.0007e+03])
    """
    if input.dtype.kind == "c":
        return log_of_sum(input, other)
    high = np.maximum(input, other)
    apart = np.where(input == other, input.dtype.type(0), -np.absolute(input - other))
    return high + rounding.log1p(rounding.exp(apart))


def log_of_sum(input: Any, other: Any) -> Any:
    """Return log(exp(input) + exp(other)) of complex numbers."""
    low = np.where(input.real < other.real, input, other)
    high = np.where(input.real < other.real, other, input)
    return high + rounding.log1p(rounding.exp(low - high))


@elementwise(takes=FLOATS, related=("logaddexp",))
def logaddexp2(input: Array, other: Array) -> Array:
    """Return log2(2 ** input + 2 ** other), without overflow.

    >>> torch.logaddexp2(torch.tensor([0., 1000.]), torch.tensor([0., 1000.]))
    tensor([1.0000e+00, 1.0010e+03])
    """
    return np.logaddexp2(input, other)


def share(g: Tensor, ratio: Tensor) -> Any:
    """Return the gradient of a logarithm of a sum: one operand's share of the sum."""
    return g / conjugate(1 + ratio)


logaddexp.gradient(
    input=lambda g, input, other: share(g, (other - input).exp()),
    other=lambda g, input, other: share(g, (input - other).exp()),
)
logaddexp.derivative(input="1/(1 + exp(other - input))", other="1/(1 + exp(input - other))")
logaddexp2.gradient(
    input=lambda g, input, other: share(g, (other - input).exp2()),
    other=lambda g, input, other: share(g, (input - other).exp2()),
)
logaddexp2.derivative(input="1/(1 + 2**(other - input))", other="1/(1 + 2**(input - other))")
