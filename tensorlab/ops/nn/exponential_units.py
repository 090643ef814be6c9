"""Units that bend below 0 along an exponential: elu and its kin."""

from typing import Any

import numpy as np

from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.choosing import choose
from tensorlab.numerics.functions import rounding
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.activation import activation, known_twice

SELU_ALPHA, SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


@activation(passes=True, slope_once=True, twins=("nn.functional.elu_",), related=("relu",))
def elu(input: Array, alpha: float = 1.0) -> Array:
    """Return each number, or alpha * (exp(x) - 1) where it is negative.

    >>> torch.nn.functional.elu(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    number = input.dtype.type
    low = number(alpha) * rounding.expm1(np.minimum(number(0), input))
    return choose(input > 0, input, low)


def below(input: Tensor) -> Any:
    """Return the negative numbers, and 0 for the others: what bends an elu; 0 itself does not."""
    return where(input < 0, input, 0.0)


def elu_gradient(g: Tensor, input: Tensor, alpha: float) -> Any:
    """Return the slope of elu times a gradient."""
    return where(input <= 0, g * alpha * below(input).exp(), g)


elu.gradient(input=elu_gradient)
elu.derivative(input="1 if input > 0 else alpha*exp(input)")


@known_twice("selu", passes=True, slope_once=True, kernel="elu_cpu", node="EluBackward0",
             related=("nn.functional.elu",), quantized_kernel="elu.out")  # fmt: skip
def selu(input: Array) -> Array:
    """Return elu scaled so that layers keep mean 0 and variance 1.

    >>> torch.nn.functional.selu(torch.tensor([-1., 2.]))
    tensor([-1.1113,  2.1014])
    """
    scale, slope = input.dtype.type(SELU_SCALE), input.dtype.type(SELU_SCALE * SELU_ALPHA)
    low = slope * rounding.expm1(np.minimum(input.dtype.type(0), input))
    return choose(input > 0, scale * input, low)


def selu_gradient(g: Tensor, input: Tensor) -> Any:
    """Return the slope of selu times a gradient."""
    low = SELU_SCALE * SELU_ALPHA
    return where(input <= 0, g * low * below(input).exp(), g * SELU_SCALE)


selu.gradient(input=selu_gradient)
selu.derivative(input="1.0507009873554805 if input > 0 else 1.7580993408473766*exp(input)")


@known_twice("celu", passes=True, slope_once=True, kernel="elu_cpu", related=("nn.functional.elu",),
             quantized_kernel="elu.out")  # fmt: skip
def celu(input: Array, alpha: float = 1.0) -> Array:
    """Return each number, or alpha * (exp(x / alpha) - 1) where it is negative.

    >>> torch.nn.functional.celu(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    number = input.dtype.type
    low = rounding.expm1(np.minimum(number(0), input) * number(1 / alpha))
    return choose(input > 0, input, number(alpha) * low)


def celu_gradient(g: Tensor, input: Tensor, alpha: float) -> Any:
    """Return the slope of celu times a gradient."""
    return where(input <= 0, g * (below(input) / alpha).exp(), g)


celu.gradient(input=celu_gradient)
celu.derivative(input="1 if input > 0 else exp(input/alpha)")
