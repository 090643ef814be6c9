"""Activations made of straight lines: hard versions of smooth functions, shrinking, thresholds."""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.calling.writing import written_under_name
from tensorlab.engine.declaring import Array, Number, Tensor, Truth, composite, elementwise
from tensorlab.engine.dtypes import float16
from tensorlab.engine.numbers import LARGEST
from tensorlab.engine.signatures.support import FLOATS, NUMBERS, leave_to_check, not_implemented
from tensorlab.engine.warning import in_full
from tensorlab.numerics.machine.blocks import kept_within
from tensorlab.numerics.passes import choose
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.activation import activation, known_twice, refuse_unordered
from tensorlab.ops.pointwise.flat import differentiable_once, held_back, underived

F = "torch.nn.functional"
# PyTorch's slope is rounded to float32 for every type
SIXTH = float(np.float32(1 / 6))
check_ordered = refuse_unordered("Bool inputs not supported for hardtanh")


def check_limits(min_val: float, max_val: float, input: Tensor) -> None:
    """Refuse limits in the wrong order, or that the type does not hold.

    Raises:
        ValueError: min_val is above max_val.
        RuntimeError: a limit is negative and the type has no negative numbers.
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    check_ordered(input)
    if min_val < 0 and not input.dtype.is_signed:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")


@activation(twins=("nn.functional.hardtanh_",), takes=NUMBERS,
            kernel="clamp_scalar_cpu", check=check_limits, related=("tanh", "clamp"))  # fmt: skip
def hardtanh(input: Array, min_val: float = -1.0, max_val: float = 1.0) -> Array:
    """Return each number, or the limit that it lies beyond: min_val or max_val.

    >>> torch.nn.functional.hardtanh(torch.tensor([-2., 0.5, 3.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if min_val > max_val:
        raise ValueError
    number = input.dtype.type
    return kept_within(input, number(min_val), number(max_val))


hardtanh.gradient(
    input=lambda g, input, min_val, max_val: held_back(
        g, input, (input <= min_val) | (input >= max_val)
    )
)
hardtanh.derivative(input="1 if min_val < input < max_val else 0")


@activation(takes=NUMBERS, check=check_ordered, kernel="clamp_scalar_cpu",
            node="HardtanhBackward0", related=("relu",))  # fmt: skip
def relu6(input: Array) -> Array:
    """Return each number, but at least 0 and at most 6.

    >>> torch.nn.functional.relu6(torch.tensor([-2., 3., 8.]))
    tensor([0., 3., 6.])
    """
    return kept_within(input, 0, 6)


relu6.gradient(input=lambda g, input: held_back(g, input, (input <= 0) | (input >= 6)))
relu6.derivative(input="1 if 0 < input < 6 else 0")


@activation(passes=True, related=("sigmoid",))
def hardsigmoid(input: Array) -> Array:
    """Return x / 6 + 1/2, but at least 0 and at most 1.

    >>> torch.nn.functional.hardsigmoid(torch.tensor([-4., 0., 1.5]))
    tensor([0.0000, 0.5000, 0.7500])
    """
    number = input.dtype.type
    return kept_within(input + number(3), number(0), number(6)) / number(6)


hardsigmoid_back = differentiable_once("NotImplemented", underived("hardsigmoid_backward"))
hardsigmoid.gradient(
    input=lambda g, input: hardsigmoid_back(
        where((input > -3) & (input < 3), g * SIXTH, 0.0), input
    )
)
hardsigmoid.derivative(input="1/6 if -3 < input < 3 else 0")


def hardswish_derivative(input: Tensor) -> Any:
    """Return the slope of hardswish."""
    return where(input <= -3, 0.0, where(input < 3, input / 3 + 0.5, 1.0))


@activation(passes=True, gradient_once=True, related=("nn.functional.silu",),
            quantized_kernel="hardswish")  # fmt: skip
def hardswish(input: Array) -> Array:
    """Return each number times its hardsigmoid.

    >>> torch.nn.functional.hardswish(torch.tensor([-4., 1., 4.]))
    tensor([-0.0000, 0.6667, 4.0000])
    """
    number = input.dtype.type
    return input * kept_within(input + number(3), number(0), number(6)) / number(6)


hardswish.gradient(input=lambda g, input: where(input <= -3, 0.0, g * hardswish_derivative(input)))
hardswish.derivative(input="input/3 + 0.5 if -3 < input < 3 else 0 if input <= -3 else 1")


@known_twice("threshold", passes=True, out=True, wrong_out="", takes=NUMBERS, related=("relu",))
def threshold(input: Array, threshold: Number, value: Number) -> Array:
    """Return each number that is above the threshold, and value in place of the others.

    >>> torch.nn.functional.threshold(torch.tensor([-1., 0.5, 2.]), 1, 20)
    tensor([20., 20.,  2.])
    """
    number = input.dtype.type
    return choose(input <= number(threshold), number(value), input)


threshold.gradient(input=lambda g, input, threshold: held_back(g, input, input <= threshold))
threshold.derivative(input="1 if input > threshold else 0")


@elementwise(
    passes=True,
    aliases=("nn.functional.hardshrink",),
    takes=FLOATS,
    related=("nn.functional.softshrink",),
)
def hardshrink(input: Array, lambd: float = 0.5) -> Array:
    """Return each number, or 0 where it lies between -lambd and lambd.

    >>> torch.nn.functional.hardshrink(torch.tensor([-1., 0.3, 2.]))
    tensor([-1.,  0.,  2.])
    """
    return choose(np.absolute(input) <= lambd, input.dtype.type(0), input)


hardshrink.gradient(input=lambda g, input, lambd: held_back(g, input, input.abs() <= lambd))
hardshrink.derivative(input="0 if -lambd <= input <= lambd else 1")


def check_softshrink(input: Tensor, lambd: float) -> None:
    """Refuse a step back, or one that the type does not hold.

    Raises:
        RuntimeError: the step is not positive, or does not fit the type.
    """
    limit = LARGEST.get(input.dtype.name, sys.float_info.max)
    if input.dtype in FLOATS and not 0 <= lambd <= limit:
        raise RuntimeError(in_full("lambda must be in", limit, input.dtype.scalar_name, lambd))


def nothing(input: NDArray[Any]) -> Any:
    """Return zeros: positive ones in vectors of elements, and with the sign of single elements."""
    zeros = input * input.dtype.type(0)
    if isinstance(input, np.ndarray) and input.flags.forc:
        vectors = 64 // input.dtype.itemsize
        elements = zeros.reshape(-1, order="A")
        elements[: elements.size // vectors * vectors] = 0
        return elements.reshape(zeros.shape, order="C" if zeros.flags.c_contiguous else "F")
    return zeros


@elementwise(passes=True, namespace=F, takes=FLOATS, kernel="softshrink_check",
             check=check_softshrink, related=("hardshrink",))  # fmt: skip
def softshrink(input: Array, lambd: float = 0.5) -> Array:
    """Return each number moved towards 0 by lambd, no further than to 0.

    >>> torch.nn.functional.softshrink(torch.tensor([-1., 0.3, 2.]))
    tensor([-0.5000,  0.0000,  1.5000])
    """
    leave_to_check(not 0 <= lambd <= np.finfo(input.dtype).max)
    step = input.dtype.type(lambd)
    moved = input - choose(input > step, step, -step)
    return choose(np.absolute(input) <= step, nothing(input), moved)


softshrink.gradient(input=lambda g, input, lambd: held_back(g, input, input.abs() <= lambd))
softshrink.derivative(input="0 if -lambd <= input <= lambd else 1")


@elementwise(inner=True, node="RreluWithNoiseBackward0")
def sloped(input: Array, slopes: Array) -> Array:
    """Return each number times its slope."""
    return np.multiply(input, slopes)


sloped.gradient(input=lambda g, slopes: g * slopes)


@composite(namespace=F, related=("nn.functional.leaky_relu",))
def rrelu(
    input: Array, lower: float = 1 / 8, upper: float = 1 / 3, training: bool = False,
    inplace: Truth = False,
) -> Tensor:  # fmt: skip
    """Return each number, times a slope where it is negative: a random one in training.

    >>> torch.nn.functional.rrelu(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if input.dtype not in FLOATS or (training and input.dtype is float16):
        raise not_implemented(
            "rrelu_with_noise_out_cpu" if training else "leaky_relu_cpu", input.dtype
        )
    falling = ~(input.detach() > 0)
    slopes = input.new_ones(input.shape)
    if training:
        count = int(falling.sum())
        low, high = input.new_tensor([lower, upper]).tolist()  # rounded to the type
        slopes[falling] = slopes.new_empty(count).double().uniform_(low, high).to(input.dtype)
    else:
        slopes = where(falling, (lower + upper) / 2, slopes)
    result = sloped(input, slopes)
    return written_under_name(input, result, "RreluWithNoiseBackward1") if inplace else result
