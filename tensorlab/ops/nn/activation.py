"""The functions between a network's layers: relu and its kin, elu and its kin."""

from functools import cache, partial
from typing import Any, Unpack

import numpy as np

from tensorlab.engine.autograd.recording import is_at_once
from tensorlab.engine.declaring import Array, Declaration, Facts, Sparse, elementwise, pairwise
from tensorlab.engine.dtypes import BOOLEAN
from tensorlab.engine.signatures.support import FLOATS, NUMBERS, leave_to_check, refuse_two_types
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.machine.blocks import kept_within
from tensorlab.numerics.passes import choose
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.pointwise.complex_numbers import conjugate
from tensorlab.ops.pointwise.flat import analytic, held_back

F = "torch.nn.functional"


@cache
def zero_of(kind: object) -> Any:
    """Return 0 as an array of a type: it meets another array in half the time of a number."""
    return np.zeros((), kind)


@cache
def one_of(kind: object) -> Any:
    """Return 1 likewise."""
    return np.ones((), kind)


# How a function between layers is declared.
activation = partial(elementwise, namespace=F, inplace="argument", takes=FLOATS)


def known_twice(name: str, /, **facts: Unpack[Facts]) -> Declaration:
    """Declare a unit that torch has, too, and functions that write in place."""
    own: Facts = {"method": False, "inplace": "argument", "takes": FLOATS, "step_in_place": True,
                  "aliases": (f"nn.functional.{name}",),
                  "twins": (f"{name}_", f"nn.functional.{name}_"), **facts}  # fmt: skip
    return elementwise(**own)


def refuse_unordered(words: str) -> Any:
    """Return the check that numbers have an order and are no truth values, of which words tell."""

    def check(input: Tensor) -> None:
        if input.dtype.is_complex:
            raise NotImplementedError("clamp is not supported for complex types")
        if input.dtype.category == BOOLEAN:
            raise RuntimeError(words)

    return check


check_relu = refuse_unordered("Boolean inputs not supported for relu")


@elementwise(twins=("nn.functional.relu_",), out=False, inplace=True, takes=NUMBERS,
             check=check_relu, kernel="clamp_min_scalar_cpu",
             related=("clamp", "nn.functional.gelu"), sparse=Sparse.VALUES)  # fmt: skip
def relu(input: Array) -> Array:
    """Return each number, or 0 where it is negative.

    >>> torch.relu(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    return kept_within(input, zero_of(input.dtype), None)


@activation(name="relu", takes=NUMBERS, kernel="clamp_min_scalar_cpu", check=check_relu,
            related=("relu",))  # fmt: skip
def functional_relu(input: Array) -> Array:
    """Return each number, or 0 where it is negative.

    >>> torch.nn.functional.relu(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    return kept_within(input, zero_of(input.dtype), None)


for unit in (relu, functional_relu):
    unit.gradient(input=lambda g, out: held_back(g, out, out <= 0))
    unit.derivative(input="1 if out > 0 else 0")


@analytic(passes=True, gradient_once="bfloat16",
          aliases=("special.expit", "nn.functional.sigmoid"),
          related=("tanh", "logit"))  # fmt: skip
def sigmoid(input: Array) -> Array:
    """Return 1 / (1 + exp(-x)): numbers squeezed between 0 and 1.

    >>> torch.sigmoid(torch.tensor([-1., 0., 1.]))
    tensor([0.2689, 0.5000, 0.7311])
    """
    one = one_of(input.dtype)
    return one / (one + rounding.exp(np.negative(input)))


def sigmoid_backward(g: Tensor, out: Tensor) -> Any:
    """Return the gradient times out * (1 - out)."""
    if is_at_once(g, out):
        part = out._array
        return wrap(g._array * np.subtract(one_of(part.dtype), part) * part, g.dtype)
    return g * conjugate(1 - out) * conjugate(out)


sigmoid.gradient(input=sigmoid_backward)
sigmoid.derivative(input="out*(1 - out)")


@activation(
    passes=True, step_in_place=True, twins=("nn.functional.leaky_relu_",), related=("relu",)
)
def leaky_relu(input: Array, negative_slope: float = 0.01) -> Array:
    """Return each number, times a small slope where it is negative.

    >>> torch.nn.functional.leaky_relu(torch.tensor([-1., 2.]))
    tensor([-0.0100,  2.0000])
    """
    bent = np.multiply(input, input.dtype.type(negative_slope))
    if 0 <= negative_slope <= 1:
        return np.maximum(bent, input)  # in this order, -0. stays
    return np.where(input > 0, input, bent)


leaky_relu.gradient(
    input=lambda g, input, negative_slope: held_back(g, input, ~(input > 0), negative_slope)
)
leaky_relu.derivative(input="1 if input > 0 else negative_slope")


def check_prelu(input: Tensor, weight: Tensor) -> None:
    """Refuse weights of another type, and those that are neither one nor one per channel.

    Raises:
        RuntimeError: the weight has another type, or another number of elements.
    """
    refuse_two_types(input, weight, "prelu: Type promoting not supported. Got {} and {}")
    count = weight.shape.numel()
    channels = input.shape[1] if input.ndim > 1 else 1
    if count != 1 and not input.ndim:
        raise RuntimeError("Not allow zero-dim input tensor.")
    if count not in (1, channels):
        raise RuntimeError(in_full("Mismatch of parameter", count, channels))
    if weight.ndim > 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}"
        )


@pairwise(autocast="down", out=False, aliases=("nn.functional.prelu",), check=check_prelu,
          takes=FLOATS, kernel="prelu_cpu", node="PreluKernelBackward0",
          related=("nn.functional.leaky_relu",))  # fmt: skip
def prelu(input: Array, weight: Array) -> Array:
    """Return each number, or weight times it where it is negative; one weight, or one per channel.

    >>> torch.nn.functional.prelu(torch.tensor([-1., 2.]), torch.tensor([0.5]))
    tensor([-0.5000,  2.0000])
    """
    leave_to_check(weight.ndim > 1 or (weight.size > 1 and weight.shape != input.shape[1:2]))
    return choose(input > 0, input, input * along_channels(weight, input))


def along_channels(weight: Any, input: Any) -> Any:
    """Return weights in the shape that lays them along the second dimension."""
    if input.ndim < 2 or weight.ndim == 0:
        return weight.reshape(()) if input.ndim == 0 else weight
    return weight.reshape((1, -1) + (1,) * (input.ndim - 2))


prelu.gradient(
    input=lambda g, input, weight: where(input > 0, g, g * along_channels(weight, input)),
    weight=lambda g, input, weight: channel_sums(
        where(input >= 0, 0.0, g * where(input >= 0, 0.0, input)), weight
    ),
)
prelu.derivative(
    input="d out[i] / d input[j] = 1 if input[j] > 0 else out[j]/input[j]",
    weight="d out[i] / d weight[c] = input[i]",
)


def channel_sums(moved: Tensor, weight: Tensor) -> Any:
    """Return the sums over all dimensions but the channels'."""
    if weight.numel() == 1:
        return moved.sum().reshape(weight.shape)
    if moved.ndim < 2:
        return moved
    dims = tuple(dim for dim in range(moved.ndim) if dim != 1)
    return moved.sum(dims).reshape(weight.shape)


SELU_ALPHA, SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


@activation(
    passes=True,
    gradient_once=True,
    step_in_place=True,
    twins=("nn.functional.elu_",),
    related=("relu",),
)
def elu(input: Array, alpha: float = 1.0) -> Array:
    """Return each number, or alpha * (exp(x) - 1) where it is negative.

    >>> torch.nn.functional.elu(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """
    number = input.dtype.type
    low = number(alpha) * rounding.expm1(np.minimum(number(0), input))
    return choose(input >= 0, input, low)


def below(input: Tensor) -> Any:
    """Return the negative numbers, and 0 for the others: what bends an elu; 0 itself does not."""
    return where(input < 0, input, 0.0)


elu.gradient(input=lambda g, input, alpha: where(input <= 0, g * alpha * below(input).exp(), g))
elu.derivative(input="1 if input > 0 else alpha*exp(input)")


@known_twice("selu", passes=True, gradient_once=True, kernel="elu_cpu", node="EluBackward0",
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


@known_twice("celu", passes=True, gradient_once=True, kernel="elu_cpu",
             related=("nn.functional.elu",), quantized_kernel="elu.out")  # fmt: skip
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


celu.gradient(input=lambda g, input, alpha: where(input <= 0, g * (below(input) / alpha).exp(), g))
celu.derivative(input="1 if input > 0 else exp(input/alpha)")
