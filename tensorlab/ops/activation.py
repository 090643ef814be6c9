"""The functions between a network's layers: relu and its kin, sigmoid, softmax."""

from typing import Any

import numpy as np

from tensorlab.engine.declaration import elementwise, operation
from tensorlab.engine.dtypes import FLOATING
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signature import Array
from tensorlab.engine.support import FLOATS, INEXACT, NUMBERS, not_implemented
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


def check_softmax(input: Any, dim: int, dtype: Any) -> None:
    """Refuse types that softmax has no kernel for.

    Raises:
        NotImplementedError: the type is one.
    """
    require_floats("softmax", input, dim, dtype)


def check_log_softmax(input: Any, dim: int, dtype: Any) -> None:
    """Refuse types that log_softmax has no kernel for.

    Raises:
        NotImplementedError: the type is one.
    """
    require_floats("log_softmax", input, dim, dtype)


def require_floats(name: str, input: Any, dim: int, dtype: Any) -> None:
    """Refuse types that a kernel does not know; there is one for the last dimension.

    Raises:
        NotImplementedError: the type is none of the kernel's.
    """
    asked = dtype or input.dtype
    if asked.category != FLOATING:
        last = input.ndim > 0 and wrap_dim(dim, input.ndim) == input.ndim - 1
        raise not_implemented(
            f"{name}_lastdim_kernel_impl" if last else f"{name}_kernel_impl", asked
        )


@operation(
    casts="promote", takes=FLOATS, check=check_softmax, dtype=True,
    related=("log_softmax", "sigmoid"),
)  # fmt: skip
def softmax(input: Array, dim: int) -> Array:
    """Return exponentials that sum to 1 along a dimension: exp(x) / sum(exp(x)).

    >>> torch.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    exponentials = np.exp(below_zero(input, dim))
    return exponentials / total(exponentials, dim)


def below_zero(input: Any, dim: int) -> Any:
    """Return the numbers minus their maximum along a dimension, so that exp can't overflow."""
    if input.ndim == 0:
        wrap_dim(dim, 0)
        return input - input
    return input - np.maximum.reduce(input, dim, keepdims=True, initial=-np.inf)


def total(array: Any, dim: int) -> Any:
    """Return the sums along a dimension, which stays with size 1."""
    return np.add.reduce(array, dim, keepdims=True) if array.ndim else array


softmax.gradient(input=lambda g, out, dim: out * (g - (out * g).sum(dim, True)))


@operation(
    casts="promote", takes=FLOATS, check=check_log_softmax, dtype=True,
    related=("softmax", "logsumexp"),
)  # fmt: skip
def log_softmax(input: Array, dim: int) -> Array:
    """Return the logarithms of softmax: x - log(sum(exp(x))) along a dimension.

    >>> torch.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    shifted = below_zero(input, dim)
    return shifted - np.log(total(np.exp(shifted), dim))


log_softmax.gradient(input=lambda g, out, dim: g - out.exp() * g.sum(dim, True))
