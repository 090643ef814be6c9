"""Sines and their kin, circular and hyperbolic."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import Array, Declaration, Facts, Sparse, elementwise
from tensorlab.engine.signatures.support import FLOATS, refusing_complex
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.functions.rounding import multiply_add
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.flat import analytic


@analytic(plain=rounding.sin, kernel="sin_vml_cpu", related=("cos",), sparse=Sparse.VALUES)
def sin(input: Array) -> Array:
    """Return the sine of each angle in radians.

    >>> torch.sin(torch.tensor([0., 1.5707963]))
    tensor([0., 1.])
    """
    return rounding.sin(input)


@analytic(plain=rounding.cos, kernel="cos_vml_cpu", related=("sin",))
def cos(input: Array) -> Array:
    """Return the cosine of each angle in radians.

    >>> torch.cos(torch.tensor([0., 3.1415927]))
    tensor([ 1., -1.])
    """
    return rounding.cos(input)


@analytic(plain=rounding.tan, kernel="tan_vml_cpu", related=("sin",), sparse=Sparse.VALUES)
def tan(input: Array) -> Array:
    """Return the tangent of each angle in radians.

    >>> torch.tan(torch.tensor([0., 0.7853982]))
    tensor([0., 1.])
    """
    return rounding.tan(input)


@analytic(kernel="asin_vml_cpu", aliases=("arcsin",), related=("sin",), sparse=Sparse.VALUES)
def asin(input: Array) -> Array:
    """Return the angles, in radians, of which the numbers are the sines.

    >>> torch.asin(torch.tensor([0., 0.5, -0.5]))
    tensor([ 0.0000,  0.5236, -0.5236])
    """
    return rounding.asin(input)


@analytic(kernel="acos_vml_cpu", aliases=("arccos",), related=("cos",))
def acos(input: Array) -> Array:
    """Return the angles, in radians, of which the numbers are the cosines.

    >>> torch.acos(torch.tensor([0., 0.5, -0.5]))
    tensor([1.5708, 1.0472, 2.0944])
    """
    return rounding.acos(input)


@analytic(
    kernel="atan_vml_cpu", aliases=("arctan",), related=("tan", "atan2"), sparse=Sparse.VALUES
)
def atan(input: Array) -> Array:
    """Return the angles, in radians, of which the numbers are the tangents.

    >>> torch.atan(torch.tensor([0., 1.]))
    tensor([0.0000, 0.7854])
    """
    return rounding.atan(input)


@analytic(takes=FLOATS, aliases=("arctan2",), related=("atan",))
def atan2(input: Array, other: Array) -> Array:
    """Return the angle of the point with the coordinates (other, input), in its quadrant.

    >>> torch.atan2(torch.tensor([1., -1.]), torch.tensor([1., -1.]))
    tensor([ 0.7854, -2.3562])
    """
    return rounding.atan2(input, other)


@analytic(plain=rounding.sinh, related=("cosh",), sparse=Sparse.VALUES)
def sinh(input: Array) -> Array:
    """Return the hyperbolic sines: (exp(x) - exp(-x)) / 2.

    >>> torch.sinh(torch.tensor([0., 1.]))
    tensor([0.0000, 1.1752])
    """
    return rounding.sinh(input)


@analytic(plain=rounding.cosh, related=("sinh",))
def cosh(input: Array) -> Array:
    """Return the hyperbolic cosines: (exp(x) + exp(-x)) / 2.

    >>> torch.cosh(torch.tensor([0., 1.]))
    tensor([1.0000, 1.5431])
    """
    return rounding.cosh(input)


@analytic(
    gradient_once=True,
    plain=rounding.tanh,
    aliases=("nn.functional.tanh",),
    kernel="tanh_vml_cpu",
    related=("sigmoid",),
    sparse=Sparse.VALUES,
)
def tanh(input: Array) -> Array:
    """Return the hyperbolic tangents: numbers squeezed between -1 and 1.

    >>> torch.tanh(torch.tensor([-1., 0., 1.]))
    tensor([-0.7616,  0.0000,  0.7616])
    """
    return rounding.tanh(input)


@analytic(aliases=("arcsinh",), step_in_place="unwritten", related=("sinh",), sparse=Sparse.VALUES)
def asinh(input: Array) -> Array:
    """Return the numbers of which the input are the hyperbolic sines.

    >>> torch.asinh(torch.tensor([0., 1.]))
    tensor([0.0000, 0.8814])
    """
    return rounding.asinh(input)


@analytic(aliases=("arccosh",), step_in_place="unwritten", related=("cosh",))
def acosh(input: Array) -> Array:
    """Return the numbers of which the input are the hyperbolic cosines.

    >>> torch.acosh(torch.tensor([1.5, 2.]))
    tensor([0.9624, 1.3170])
    """
    return rounding.acosh(input)


@analytic(aliases=("arctanh",), step_in_place="unwritten", related=("tanh",), sparse=Sparse.VALUES)
def atanh(input: Array) -> Array:
    """Return the numbers of which the input are the hyperbolic tangents.

    >>> torch.atanh(torch.tensor([0., 0.5]))
    tensor([0.0000, 0.5493])
    """
    return rounding.atanh(input)


def inverse_square(input: Tensor, other: Tensor) -> Any:
    """Return 1 / (input ** 2 + other ** 2), or 0 at the origin, where there is no angle."""
    size = input * input + other * other
    return size.reciprocal().masked_fill(size == 0, 0)


def acosh_derivative(input: Tensor) -> Any:
    """Return the slope of acosh; one root serves real numbers, complex ones take a branch each."""
    if input.dtype.is_complex:
        return (input - 1).rsqrt() * (input + 1).rsqrt()
    return (input * input - 1).rsqrt()


sin.gradient(input=lambda g, input: g * conjugate(input.cos()))
sin.derivative(input="cos(input)")
cos.gradient(input=lambda g, input: g * conjugate(-input.sin()))
cos.derivative(input="-sin(input)")
tan.gradient(input=lambda g, out: g * conjugate(1 + out * out))
tan.derivative(input="1 + out**2")
asin.gradient(input=lambda g, input: g * conjugate((1 - input * input).rsqrt()))
asin.derivative(input="1/sqrt(1 - input**2)")
acos.gradient(input=lambda g, input: g * -conjugate((1 - input * input).rsqrt()))
acos.derivative(input="-1/sqrt(1 - input**2)")
atan.gradient(input=lambda g, input: g / conjugate(input * input + 1))
atan.derivative(input="1/(1 + input**2)")
atan2.gradient(
    input=lambda g, input, other: g * other * inverse_square(input, other),
    other=lambda g, input, other: g * -input * inverse_square(input, other),
)
atan2.derivative(input="other/(input**2 + other**2)", other="-input/(input**2 + other**2)")
sinh.gradient(input=lambda g, input: g * conjugate(input.cosh()))
sinh.derivative(input="cosh(input)")
cosh.gradient(input=lambda g, input: g * conjugate(input.sinh()))
cosh.derivative(input="sinh(input)")


def tanh_derivative(out: Tensor) -> Any:
    """Return 1 - out * out, rounded once where no gradient of it is recorded."""
    if out.__class__ is Tensor and out._array.dtype.char in "fd" and not Recording.enabled:
        array = out._array
        return wrap(multiply_add(-array, array, np.array(1, array.dtype)), out.dtype)
    return conjugate(1 - out * out)


tanh.gradient(input=lambda g, out: g * tanh_derivative(out))
tanh.derivative(input="1 - out**2")
asinh.gradient(input=lambda g, input: g * conjugate((input * input + 1).rsqrt()))
asinh.derivative(input="1/sqrt(input**2 + 1)")
acosh.gradient(input=lambda g, input: g * conjugate(acosh_derivative(input)))
acosh.derivative(input="1/sqrt(input**2 - 1)")
atanh.gradient(input=lambda g, input: g / conjugate(1 - input * input))
atanh.derivative(input="1/(1 - input**2)")


def turning(name: str, other: str) -> Declaration:
    """Declare what makes one measure of angles another."""
    check = refusing_complex(f"{name} is not supported for complex tensors.")
    facts: Facts = {"takes": FLOATS, "check": check, "related": (other,),
                    "quantized_kernel": "mul.out", "sparse": Sparse.LINEAR}  # fmt: skip
    return analytic(**facts)


@turning("deg2rad", "rad2deg")
def deg2rad(input: Array) -> Array:
    """Return angles in radians for angles in degrees.

    >>> torch.deg2rad(torch.tensor([180., -90.]))
    tensor([ 3.1416, -1.5708])
    """
    return np.multiply(input, input.dtype.type(math.pi / 180))


@turning("rad2deg", "deg2rad")
def rad2deg(input: Array) -> Array:
    """Return angles in degrees for angles in radians.

    >>> torch.rad2deg(torch.tensor([3.1415927, -1.5707963]))
    tensor([180., -90.])
    """
    return np.multiply(input, input.dtype.type(180 / math.pi))


deg2rad.gradient(input=lambda g: g * (math.pi / 180))
rad2deg.gradient(input=lambda g: g * (180 / math.pi))
deg2rad.derivative(input="0.017453292519943295")
rad2deg.derivative(input="57.29577951308232")


@elementwise(takes=FLOATS, inplace=True, related=("abs",))
def hypot(input: Array, other: Array) -> Array:
    """Return the length of the hypotenuse over two legs: sqrt(input ** 2 + other ** 2).

    >>> torch.hypot(torch.tensor([3.]), torch.tensor([4., 5.]))
    tensor([5.0000, 5.8310])
    """
    return np.hypot(input, other)


hypot.gradient(
    input=lambda g, input, out: g * input / out,
    other=lambda g, other, out: g * other / out,
)
hypot.derivative(input="input/out", other="other/out")
