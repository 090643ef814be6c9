"""Smooth activations: gelu, silu, mish and softplus, the logarithm of sigmoid, gated units."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, INEXACT, Array, composite, elementwise, operation
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.out_types import FOUND
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.functions.error_function import erf_of_normal
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.activation import activation, one_of
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.compound import addcmul

F = "torch.nn.functional"


@elementwise(passes=True, namespace=F, takes=FLOATS, kernel="GeluKernelImpl", gradient_once=True,
             related=("relu", "erf"), copies=3)  # fmt: skip
def gelu(input: Array, *, approximate: str = "none") -> Array:
    """Return each number times the probability that a standard normal one lies below it.

    >>> torch.nn.functional.gelu(torch.tensor([-1., 0., 2.]))
    tensor([-0.1587,  0.0000,  1.9545])
    """
    number = input.dtype.type
    half = number(0.5) * input
    if approximate == "tanh":
        cube = input * input * input  # numpy's powers take five times as long
        inner = number(math.sqrt(2 / math.pi)) * (input + number(0.044715) * cube)
        return half * (1 + rounding.tanh(inner))
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return half * (1 + erf_of_normal(input))


def gelu_gradient(g: Tensor, input: Tensor, approximate: str) -> Any:
    """Return the slope of gelu times a gradient."""
    if approximate == "tanh":
        scale = math.sqrt(2 / math.pi)
        bend = (scale * (input + 0.044715 * input.pow(3))).tanh()
        steep = (1 - bend * bend) * (scale * (1 + 3 * 0.044715 * input * input))
        return g * (0.5 * (1 + bend) + 0.5 * input * steep)
    below = 0.5 * (1 + (input * math.sqrt(0.5)).erf())
    density = (input * input * -0.5).exp() * (1 / math.sqrt(2 * math.pi))
    return g * (below + input * density)


gelu.gradient(input=gelu_gradient)
gelu.derivative(
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


@activation(
    passes=True, gradient_once=True, real_gradient=True, takes=INEXACT, related=("sigmoid",)
)
def silu(input: Array) -> Array:
    """Return each number times its sigmoid.

    >>> torch.nn.functional.silu(torch.tensor([-1., 2.]))
    tensor([-0.2689,  1.7616])
    """
    one = one_of(input.dtype)
    return input / (one + rounding.exp(np.negative(input)))


def silu_gradient(g: Tensor, input: Tensor) -> Any:
    """Return the slope of silu times a gradient."""
    part = input.sigmoid()
    # 1 + input * (1 - part), rounded once
    steep = addcmul(input.new_ones(()), input, 1 - part)
    return g * conjugate(part) * conjugate(steep)


silu.gradient(input=silu_gradient)
silu.derivative(input="(1 + input*(1 - 1/(1 + exp(-input))))/(1 + exp(-input))")


@activation(passes=True, gradient_once=True, related=("nn.functional.softplus",))
def mish(input: Array) -> Array:
    """Return each number times tanh of its softplus.

    >>> torch.nn.functional.mish(torch.tensor([-1., 2.]))
    tensor([-0.3034,  1.9440])
    """
    return input * rounding.tanh(rounding.log1p(rounding.exp(input)))


def mish_gradient(g: Tensor, input: Tensor) -> Any:
    """Return the slope of mish times a gradient."""
    bend = softplus(input).tanh()
    return g * (bend + input * input.sigmoid() * (1 - bend * bend))


mish.gradient(input=mish_gradient)
mish.derivative(
    input="tanh(log(1 + exp(input))) + input*(1 - tanh(log(1 + exp(input)))**2)/(1 + exp(-input))"
)


@elementwise(passes=True, gradient_once=True, namespace=F, takes=FLOATS, related=("relu",))
def softplus(input: Array, beta: float = 1, threshold: float = 20) -> Array:
    """Return log(1 + exp(beta * x)) / beta: relu with its corner rounded.

    Beyond the threshold the numbers themselves are returned, so that exp cannot overflow.

    >>> torch.nn.functional.softplus(torch.tensor([-1., 0., 2.]))
    tensor([0.3133, 0.6931, 2.1269])
    """
    number = input.dtype.type
    scaled = input * number(beta)
    soft = rounding.log1p(rounding.exp(scaled)) / number(beta)
    return np.where(scaled > threshold, input, soft)


def softplus_gradient(g: Tensor, input: Tensor, beta: float, threshold: float) -> Any:
    """Return softplus's gradient; at the threshold itself the slope moves no more."""
    scaled = input * beta
    power = where(scaled >= threshold, threshold, scaled).exp()
    return where(scaled > threshold, g, g * power / (power + 1))


softplus.gradient(input=softplus_gradient)
softplus.derivative(input="1/(1 + exp(-beta*input))")


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


FORWARD = "log_sigmoid_forward"


@elementwise(passes=True, namespace=F, takes=FLOATS, kernel="log_sigmoid_cpu",
             node="LogSigmoidBackward0", related=("sigmoid",), builtin="log_sigmoid",
             wrong_out=FOUND, out_step=FORWARD, quantized_kernel=FORWARD)  # fmt: skip
def logsigmoid(input: Array) -> Array:
    """Return the logarithm of the sigmoid, without underflow.

    >>> torch.nn.functional.logsigmoid(torch.tensor([-1., 0., 5.]))
    tensor([-1.3133, -0.6931, -0.0067])
    """
    return rounding.log_sigmoid(input)


def widened(x: Tensor) -> Any:
    """Return 16-bit floats as float32, in which PyTorch's kernels work slopes out."""
    return x if x.dtype.native else x.float()


def logsigmoid_gradient(g: Tensor, input: Tensor) -> Any:
    """Return the slope of logsigmoid times a gradient."""
    power = widened(where(input < 0, input, -input).exp())
    part = power / (1 + power)
    return (where(input < 0, 1 - part, part) * widened(g)).to(g.dtype)


logsigmoid.gradient(input=logsigmoid_gradient)
logsigmoid.derivative(input="1/(1 + exp(input))")


def check_glu(input: Tensor, dim: int) -> None:
    """Refuse a dimension that has no two halves.

    Raises:
        RuntimeError: its size is odd, or the input has no dimension.
    """
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    place = wrap_dim(dim, input.ndim)
    if input.shape[place] % 2:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {place} is size {input.shape[place]}"
        )


@operation(
    namespace=F, takes=FLOATS, kernel="glu_cpu", out=False, check=check_glu, related=("sigmoid",)
)
def glu(input: Array, dim: int = -1) -> Array:
    """Return the first half of a dimension times the sigmoid of its second half.

    >>> torch.nn.functional.glu(torch.tensor([1., 2., 0., 100.]))
    tensor([0.5000, 2.0000])
    """
    first, gate = np.split(input, 2, wrap_dim(dim, input.ndim))
    return first * (1 / (1 + rounding.exp(np.negative(gate))))


def glu_gradient(g: Tensor, input: Tensor, dim: int) -> Any:
    """Return the gradients of both halves, joined."""
    from tensorlab.ops.shape.joining import cat  # noqa: PLC0415  only gradients need it

    first, gate = input.chunk(2, dim)
    part = gate.sigmoid()
    steep = (1 - widened(part)) * widened(part)
    return cat([part * g, (steep * widened(first) * widened(g)).to(g.dtype)], dim)


glu.gradient(input=glu_gradient)
glu.derivative(
    input="d out[i] / d input[j] = 1/(1 + exp(-input[i + half])) if i == j else "
    "input[i]*exp(-input[i + half])/(1 + exp(-input[i + half]))**2"
)
glu.quantity(half=lambda input, dim: input.shape[dim] // 2)
