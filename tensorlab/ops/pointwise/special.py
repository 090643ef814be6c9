"""The error function and its kin, and small functions that keep logarithms finite."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, HALVES, Array, Operand, Sparse, Tensor
from tensorlab.numerics.functions import error_function, rounding
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.flat import analytic, special

TWO_OVER_ROOT_PI = 2 / math.sqrt(math.pi)
HALF_ROOT_PI = math.sqrt(math.pi) / 2
ROOT_OF_HALF = math.sqrt(0.5)
ROOT_TWO_PI = math.sqrt(2 * math.pi)


@analytic(passes=True, takes=FLOATS, kernel="erf_vml_cpu", aliases=("special.erf",),
          related=("erfc", "erfinv"), sparse=Sparse.VALUES)  # fmt: skip
def erf(input: Array) -> Array:
    """Return the error function: 2 / sqrt(pi) times the integral of exp(-t ** 2) from 0 to x.

    >>> torch.erf(torch.tensor([0., 1., -2.]))
    tensor([ 0.0000,  0.8427, -0.9953])
    """
    return error_function.erf(input)


@analytic(
    passes=True, takes=FLOATS, kernel="erfc_vml_cpu", aliases=("special.erfc",), related=("erf",)
)
def erfc(input: Array) -> Array:
    """Return 1 - erf(x), exact for large x too.

    >>> torch.erfc(torch.tensor([0., 1., 5.]))
    tensor([1.0000e+00, 1.5730e-01, 1.5375e-12])
    """
    return error_function.erfc(input)


@analytic(passes=True, takes=FLOATS, kernel="erfinv_vml_cpu", aliases=("special.erfinv",),
          related=("erf",), methods_only=("erfinv_",), sparse=Sparse.VALUES)  # fmt: skip
def erfinv(input: Array) -> Array:
    """Return the inverse of the error function.

    >>> torch.erfinv(torch.tensor([0., 0.5, -0.9]))
    tensor([ 0.0000,  0.4769, -1.1631])
    """
    return error_function.erfinv(input)


@special(passes=True, takes=FLOATS - HALVES, related=("erfc",))
def erfcx(input: Array) -> Array:
    """Return exp(x ** 2) * erfc(x).

    >>> torch.special.erfcx(torch.tensor([0., 1., 10.]))
    tensor([1.0000, 0.4276, 0.0561])
    """
    return error_function.erfcx(input)


@special(
    passes=True,
    kernel="erf_vml_cpu",
    node="MulBackward1",
    rounds_intermediates=True,
    related=("erf",),
)
def ndtr(input: Array) -> Array:
    """Return the probability that a standard normal number lies below x.

    >>> torch.special.ndtr(torch.tensor([-1., 0., 1.]))
    tensor([0.1587, 0.5000, 0.8413])
    """
    return error_function.ndtr(input)


@special(passes=True, takes=FLOATS - HALVES, related=("special.ndtr",))
def log_ndtr(input: Array) -> Array:
    """Return the logarithm of ndtr(x), without underflow.

    >>> torch.special.log_ndtr(torch.tensor([-30., 0., 1.]))
    tensor([-4.5432e+02, -6.9315e-01, -1.7275e-01])
    """
    return error_function.log_ndtr(input)


@special(passes=True, takes=FLOATS - HALVES, related=("special.ndtr",))
def ndtri(input: Array) -> Array:
    """Return the number below which a standard normal one lies with probability x.

    >>> torch.special.ndtri(torch.tensor([0., 0.25, 0.5]))
    tensor([   -inf, -0.6745,  0.0000])
    """
    return error_function.ndtri(input)


erf.gradient(input=lambda g, input: (-(input * input)).exp() * TWO_OVER_ROOT_PI * g)
erf.derivative(input="1.1283791670955126*exp(-input*input)")
erfc.gradient(input=lambda g, input: (-(input * input)).exp() * -TWO_OVER_ROOT_PI * g)
erfc.derivative(input="-1.1283791670955126*exp(-input*input)")
erfinv.gradient(input=lambda g, out: (out * out).exp() * HALF_ROOT_PI * g)
erfinv.derivative(input="exp(out**2)/1.1283791670955126")
erfcx.gradient(input=lambda g, input, out: g * (input * out * 2 - TWO_OVER_ROOT_PI))
erfcx.derivative(input="2*input*out - 1.1283791670955126")


def ndtr_gradient(g: Tensor, input: Tensor) -> Any:
    """Return the slope of ndtr times a gradient, by way of the error function's."""
    scaled = input * ROOT_OF_HALF
    return (-(scaled * scaled)).exp() * TWO_OVER_ROOT_PI * (g * 0.5) * ROOT_OF_HALF


ndtr.gradient(input=ndtr_gradient)
ndtr.derivative(input="exp(-input*input/2)/sqrt(2*3.141592653589793)")
log_ndtr.gradient(input=lambda g, input, out: g / ROOT_TWO_PI * (-(out + input * input / 2)).exp())
log_ndtr.derivative(input="exp(-out - input*input/2)/sqrt(2*3.141592653589793)")
ndtri.gradient(input=lambda g, out: g * ROOT_TWO_PI * (out * out * 0.5).exp())
ndtri.derivative(input="exp(out*out/2)*sqrt(2*3.141592653589793)")


@analytic(passes=True, aliases=("special.sinc",), related=("sin",))
def sinc(input: Array) -> Array:
    """Return sin(pi * x) / (pi * x), which is 1 at 0.

    >>> torch.sinc(torch.tensor([0., 0.5, 1.5]))
    tensor([ 1.0000,  0.6366, -0.2122])
    """
    angle = input * input.dtype.type(math.pi)
    return np.where(input == 0, input.dtype.type(1), rounding.sin(angle) / angle)


def sinc_gradient(g: Tensor, input: Tensor) -> Any:
    """Return the slope of sinc times a gradient: 0 at 0, and where the square vanishes."""
    angle, square = input * math.pi, input * input * math.pi
    slope = (angle * angle.cos() - angle.sin()) / square
    return where(square == 0, 0.0, g * conjugate(slope))


sinc.gradient(input=sinc_gradient)
sinc.derivative(
    input="(cos(3.141592653589793*input) - sin(3.141592653589793*input)/(3.141592653589793*input))"
    "/input"
)


@analytic(passes=True, takes=FLOATS, rounds_intermediates=True, aliases=("special.logit",),
          related=("sigmoid",), quantized_kernel="logit")  # fmt: skip
def logit(input: Array, eps: float | None = None) -> Array:
    """Return log(x / (1 - x)); eps keeps the numbers between eps and 1 - eps first.

    >>> torch.logit(torch.tensor([0.1, 0.5, 0.9]))
    tensor([-2.1972,  0.0000,  2.1972])
    """
    if eps is not None:
        least, most = input.dtype.type(eps), input.dtype.type(1 - eps)
        input = np.where(input < least, least, np.minimum(input, most))  # least first, if above
    return rounding.log(input / (input.dtype.type(1) - input))


def logit_gradient(g: Tensor, input: Tensor, eps: float | None) -> Any:
    """Return the slope of logit times a gradient: none beyond eps, NaN beyond 0 and 1 without."""
    slope = g / (input * (1 - input))
    if eps is None:
        return where((input < 0) | (input > 1), math.nan, slope)
    return where((input < eps) | (input > 1 - eps), 0.0, slope)


logit.gradient(input=logit_gradient)
logit.derivative(input="1/(input*(1 - input))")


def term_step(name: str) -> Any:
    """Return the fact that numbers a product's backward step by which operand is a number."""

    def step(input: object, other: object) -> str:
        if not isinstance(input, Tensor):
            return f"{name}Backward1"
        return f"{name}Backward{0 if isinstance(other, Tensor) else 2}"

    return step


@analytic(passes=True, takes=FLOATS, rounds_intermediates=True, aliases=("special.xlogy",),
          node=term_step("Xlogy"), twins=("xlogy_",), related=("log",),
          quantized_kernel="xlogy.OutTensor")  # fmt: skip
def xlogy(input: Operand, other: Operand) -> Array:
    """Return input * log(other), which is 0 where input is 0.

    >>> torch.xlogy(torch.tensor([0., 1., 2.]), torch.tensor([0., 2., 3.]))
    tensor([0.0000, 0.6931, 2.1972])
    """
    return np.where(
        (input == 0) & ~np.isnan(other), input.dtype.type(0), input * rounding.log(other)
    )


@special(
    passes=True,
    rounds_intermediates=True,
    node=term_step("SpecialXlog1Py"),
    related=("xlogy", "log1p"),
)
def xlog1py(input: Operand, other: Operand) -> Array:
    """Return input * log(1 + other), which is 0 where input is 0.

    >>> torch.special.xlog1py(torch.tensor([0., 1., 2.]), torch.tensor([-1., 2., 3.]))
    tensor([0.0000, 1.0986, 2.7726])
    """
    return np.where(
        (input == 0) & ~np.isnan(other), input.dtype.type(0), input * rounding.log1p(other)
    )


def as_tensor(value: Any, like: Tensor) -> Any:
    """Return a number as a tensor of the type of another, so that rules can treat both alike."""
    return value if isinstance(value, Tensor) else like.new_full((), value)


xlogy.gradient(
    input=lambda g, input, other: (
        g * where((input == 0) & (as_tensor(other, input) <= 0), 0.0, as_tensor(other, input).log())
    ),
    other=lambda g, input, other: g * input / other,
)
xlogy.derivative(input="log(other)", other="input/other")
xlog1py.gradient(
    input=lambda g, input, other: where(
        (input == 0) & (as_tensor(other, input) <= -1), 0.0, xlog1py(g, other)
    ),
    other=lambda g, input, other: g * input / (other + 1),
)
xlog1py.derivative(input="log(1 + other)", other="input/(1 + other)")


@special(passes=True, rounds_intermediates=True, related=("xlogy",))
def entr(input: Array) -> Array:
    """Return -x * log(x), 0 at 0 and minus infinity below.

    >>> torch.special.entr(torch.tensor([0.25, 0.5, 2.]))
    tensor([ 0.3466,  0.3466, -1.3863])
    """
    positive = -input * rounding.log(input)
    rest = np.where(input == 0, input.dtype.type(0), input.dtype.type(-np.inf))
    return np.where((input > 0) | np.isnan(input), positive, rest)


entr.gradient(input=lambda g, input: g * where(input.isnan(), input, -(input.log() + 1)))
entr.derivative(input="-(log(input) + 1)")
