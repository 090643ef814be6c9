"""The functions between a network's layers: relu and its kin, sigmoid, softmax."""

from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import elementwise, operation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.signature import Array
from tensorlab.engine.support import FLOATS, INEXACT, NUMBERS
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.complex_numbers import conjugate
from tensorlab.ops.selection import where

F = "torch.nn.functional"


@elementwise(inplace=True, takes=NUMBERS, kernel="clamp_min_scalar_cpu", related=("clamp", "gelu"))
def relu(input: Array) -> Array:
    """Return each number, or 0 where it is negative.

    >>> torch.relu(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    return np.maximum(input, input.dtype.type(0))


relu.gradient(input=lambda g, out: where(out > 0, g, 0.0))


@elementwise(
    inplace=True, casts="floating", takes=INEXACT, kernel="sigmoid_cpu", related=("tanh", "logit")
)
def sigmoid(input: Array) -> Array:
    """Return 1 / (1 + exp(-x)): numbers squeezed between 0 and 1.

    >>> torch.sigmoid(torch.tensor([-1., 0., 1.]))
    tensor([0.2689, 0.5000, 0.7311])
    """
    return np.reciprocal(1 + np.exp(np.negative(input)))


sigmoid.gradient(input=lambda g, out: g * conjugate((1 - out) * out))


@operation(
    casts=None, takes=FLOATS, kernel="softmax_lastdim_kernel_impl", dtype=True,
    related=("log_softmax", "sigmoid"),
)  # fmt: skip
def softmax(input: Array, dim: int) -> Array:
    """Return exponentials that sum to 1 along a dimension: exp(x) / sum(exp(x)).

    >>> torch.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    axis = dim if input.ndim else None
    shifted = np.exp(input - np.maximum.reduce(input, axis, keepdims=True, initial=-np.inf))
    return np.divide(shifted, np.add.reduce(shifted, axis, keepdims=True), out=shifted)


softmax.gradient(input=lambda g, out, dim: out * (g - (out * g).sum(dim, True)))


@operation(
    casts=None, takes=FLOATS, kernel="log_softmax_lastdim_kernel_impl", dtype=True,
    related=("softmax", "logsumexp"),
)  # fmt: skip
def log_softmax(input: Array, dim: int) -> Array:
    """Return the logarithms of softmax: x - log(sum(exp(x))) along a dimension.

    >>> torch.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    axis = dim if input.ndim else None
    shifted = input - np.maximum.reduce(input, axis, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.add.reduce(np.exp(shifted), axis, keepdims=True))


log_softmax.gradient(input=lambda g, out, dim: g - out.exp() * g.sum(dim, True))
