"""Smooth activations: gelu, silu, mish and softplus."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import composite, elementwise
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import FLOATS, INEXACT
from tensorlab.engine.tensor import as_array, wrap
from tensorlab.numerics.functions import slopes, vectors
from tensorlab.numerics.functions.error_function import BENT_OF_NORMAL, bent
from tensorlab.numerics.functions.gelu import is_in_library, slope
from tensorlab.numerics.functions.gelu import value as gelu_in_library
from tensorlab.numerics.machine.blocks import are_many, in_steps
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.activation import activation
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.compound import addcmul

F = "torch.nn.functional"


@elementwise(namespace=F, takes=FLOATS, kernel="GeluKernelImpl", slope_once=True,
             related=("relu", "erf"), copies=3)  # fmt: skip
def gelu(input: Array, *, approximate: str = "none") -> Array:
    """Return each number times the part of a normal distribution below it.

    >>> torch.nn.functional.gelu(torch.tensor([-1., 0., 2.]))
    tensor([-0.1587,  0.0000,  1.9545])
    """
    number = input.dtype.type
    if approximate == "tanh":
        if are_many(input):
            return in_steps(bent_by_tanh, input)
        if slopes.are_few(input, input):
            inner = slopes.inner_of_tanh(input)
        else:
            inner = number(math.sqrt(2 / math.pi)) * (input + number(0.044715) * input**3)
        return number(0.5) * input * (1 + vectors.tanh(inner, input))
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    if are_many(input) and number is np.float32:
        return in_steps(parts_below, input)
    if is_in_library(input):
        return gelu_in_library(input)
    below = vectors.erf(input * number(math.sqrt(0.5)), input)
    return input * number(0.5) * (1 + below)


def parts_below(x: Any, out: Any) -> None:
    """Put each of many numbers times the part of a normal distribution below it into `out`."""
    bent(x, out, BENT_OF_NORMAL)
    out += np.float32(1)
    out *= np.float32(0.5)
    out *= x


def bent_by_tanh(x: Any, out: Any) -> None:
    """Put gelu by its hyperbolic tangent, of many numbers, into `out`."""
    number = x.dtype.type
    np.multiply(x, x, out)
    out *= x
    out *= number(0.044715)
    out += x
    out *= number(math.sqrt(2 / math.pi))
    np.tanh(out, out)
    out += number(1)
    out *= number(0.5) * x


def steepness(x: Any, out: Any) -> None:
    """Put the slope of gelu into `out`: the part below x, and x times the density."""
    bent(x, out, BENT_OF_NORMAL)
    out += np.float32(1)
    out *= np.float32(0.5)
    density = x * x
    density *= np.float32(-0.5)
    np.exp(density, density)
    density *= np.float32(1 / math.sqrt(2 * math.pi))
    density *= x
    out += density


def is_quick(g: Any, input: Any) -> bool:
    """Return whether a slope is worked out on arrays, in the steps of PyTorch's kernels."""
    return not Recording.enabled and slopes.are_few(g.array, input.array)


def gelu_gradient(g: Any, input: Any, approximate: str) -> Any:
    """Return the slope of gelu times a gradient."""
    if approximate == "tanh":
        if is_quick(g, input):
            return wrap(slopes.gelu_by_tanh(g.array, input.array), g.dtype)
        scale = math.sqrt(2 / math.pi)
        inner = scale * (input + 0.044715 * input.pow(3))
        bend = inner.tanh() if Recording.enabled else vector_tanh(inner, input)
        steep = (1 - bend * bend) * (scale * (1 + 3 * 0.044715 * input * input))
        return g * (0.5 * (1 + bend) + 0.5 * input * steep)
    kind = input.array.dtype
    if are_many(input.array) and kind == np.float32 and not Recording.enabled:
        return wrap(in_steps(steepness, input.array) * g.array, g.dtype)
    if is_in_library(input.array) and not Recording.enabled:
        return wrap(slope(input.array) * g.array, g.dtype)
    below = 0.5 * (1 + (input * math.sqrt(0.5)).erf())
    density = (input * input * -0.5).exp() * (1 / math.sqrt(2 * math.pi))
    return g * (below + input * density)


gelu.gradient(input=gelu_gradient)
gelu.slope(
    input=(
        "(1 + erf(input/sqrt(2)))/2 + input*exp(-input*input/2)/sqrt(2*3.141592653589793)",
        "(1 + tanh(u))/2 + input*(1 - tanh(u)**2)*(a + b*input**2)/2, with u what tanh was given",
    )
)
gelu.quantity(
    a=lambda: 0.7978846,
    b=lambda: 0.1070322,
    u=lambda input: 0.7978846 * input + 0.0356774 * input**3,
)


@activation(slope_once=True, takes=INEXACT, related=("sigmoid",))
def silu(input: Array) -> Array:
    """Return each number times its sigmoid.

    >>> torch.nn.functional.silu(torch.tensor([-1., 2.]))
    tensor([-0.2689,  1.7616])
    """
    if are_many(input):
        return in_steps(shared, input)
    share = as_array(vectors.exp(np.negative(input), input))
    share += 1
    return np.true_divide(input, share, share)


def shared(x: Any, out: Any) -> None:
    """Put silu of many numbers into `out`."""
    np.negative(x, out)
    np.exp(out, out)
    out += 1
    np.true_divide(x, out, out)


def silu_gradient(g: Any, input: Any) -> Any:
    """Return the slope of silu times a gradient."""
    if is_quick(g, input):
        return wrap(slopes.silu(g.array, input.array), g.dtype)
    part = input.sigmoid()
    steep = addcmul(input.new_ones(()), input, 1 - part)  # 1 + input * (1 - part), rounded once
    return g * conjugate(part) * conjugate(steep)


silu.gradient(input=silu_gradient)
silu.slope(input="(1 + input*(1 - 1/(1 + exp(-input))))/(1 + exp(-input))")


@activation(slope_once=True, related=("nn.functional.softplus",))
def mish(input: Array) -> Array:
    """Return each number times tanh of its softplus.

    >>> torch.nn.functional.mish(torch.tensor([-1., 2.]))
    tensor([-0.3034,  1.9440])
    """
    return input * bend_of(input)


def vector_tanh(inner: Any, input: Any) -> Any:
    """Return hyperbolic tangents of what is made of an input, in the steps of PyTorch's kernels."""
    return wrap(vectors.tanh(inner.array, input.array), inner.dtype)


def bend_of(x: Any) -> Any:
    """Return the hyperbolic tangents of softplus, in the steps of PyTorch's kernels."""
    return vectors.tanh(vectors.log1p(vectors.exp(x, x), x), x)


def mish_gradient(g: Any, input: Any) -> Any:
    """Return the slope of mish times a gradient."""
    if is_quick(g, input):
        return wrap(slopes.mish(g.array, input.array), g.dtype)
    bend = softplus(input).tanh() if Recording.enabled else wrap(bend_of(input.array), input.dtype)
    return g * (bend + input * input.sigmoid() * (1 - bend * bend))


mish.gradient(input=mish_gradient)
mish.slope(
    input="tanh(log(1 + exp(input))) + input*(1 - tanh(log(1 + exp(input)))**2)/(1 + exp(-input))"
)


@elementwise(slope_once=True, namespace=F, takes=FLOATS, related=("relu",))
def softplus(input: Array, beta: float = 1, threshold: float = 20) -> Array:
    """Return log(1 + exp(beta * x)) / beta: relu with its corner rounded.

    Beyond the threshold the numbers themselves are returned, so that exp cannot overflow.

    >>> torch.nn.functional.softplus(torch.tensor([-1., 0., 2.]))
    tensor([0.3133, 0.6931, 2.1269])
    """
    number = input.dtype.type
    scaled = input * number(beta)
    soft = vectors.log1p(vectors.exp(scaled, input), input) / number(beta)
    return np.where(scaled > threshold, input, soft)


def softplus_gradient(g: Any, input: Any, beta: float, threshold: float) -> Any:
    """Return softplus's gradient; at the threshold itself the slope moves no more."""
    if is_quick(g, input):
        return wrap(slopes.softplus(g.array, input.array, beta, threshold), g.dtype)
    scaled = input * beta
    power = where(scaled >= threshold, threshold, scaled).exp()
    return where(scaled > threshold, g, g * power / (power + 1))


softplus.gradient(input=softplus_gradient)
softplus.slope(input="1/(1 + exp(-beta*input))")


@composite(namespace=F, related=("tanh",))
def softsign(input: Array) -> Array:
    """Return x / (1 + abs(x)): numbers squeezed between -1 and 1.

    >>> torch.nn.functional.softsign(torch.tensor([-1., 3.]))
    tensor([-0.5000,  0.7500])
    """
    return input / (input.abs() + 1)


@composite(namespace=F, related=("tanh",))
def tanhshrink(input: Array) -> Array:
    """Return each number minus its tanh.

    >>> torch.nn.functional.tanhshrink(torch.tensor([-1., 3.]))
    tensor([-0.2384,  2.0049])
    """
    return input - input.tanh()
