"""Activations of sigmoids: their logarithm, and gated linear units."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import elementwise, operation
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import FLOATS
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.functions import rounding
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.smooth import F


@elementwise(passes=True, namespace=F, takes=FLOATS, kernel="log_sigmoid_cpu",
             node="LogSigmoidBackward0", related=("sigmoid",),
             quantized_kernel="log_sigmoid_forward")  # fmt: skip
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


@operation(namespace=F, takes=FLOATS, kernel="glu_cpu", related=("sigmoid",))
def glu(input: Array, dim: int = -1) -> Array:
    """Return the first half of a dimension times the sigmoid of its second half.

    >>> torch.nn.functional.glu(torch.tensor([1., 2., 0., 100.]))
    tensor([0.5000, 2.0000])
    """
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    place = wrap_dim(dim, input.ndim)
    if input.shape[place] % 2:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {place} is size {input.shape[place]}"
        )
    first, gate = np.split(input, 2, place)
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
