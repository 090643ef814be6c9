"""How far predictions are from what they should be: one number, or one for each element."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.calling.refusing import require_cast
from tensorlab.engine.declaring import FLOATS, Array, Tensor, composite, elementwise
from tensorlab.engine.promotion import promote_types
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.warning import in_full, warn
from tensorlab.numerics.functions.rounding import widened
from tensorlab.numerics.machine.blocks import kept_within
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.reduction.totals import reduce

F = "torch.nn.functional"
REDUCTIONS = ("none", "mean", "sum")


def reduced(values: Any, reduction: str) -> Any:
    """Return the elements, their mean or their sum."""
    if reduction == "none":
        return values
    kind = values.dtype
    total = reduce(np.add, widened(values), None, False)
    return (total / total.dtype.type(values.size) if reduction == "mean" else total).astype(kind)


def finished(losses: Tensor, reduction: str) -> Any:
    """Return losses, their mean or their sum."""
    return losses if reduction == "none" else getattr(losses, reduction)()


def share(g: Tensor, count: int, reduction: str) -> Any:
    """Return the part of a reduced loss's gradient that belongs to each of the elements."""
    return g / count if reduction == "mean" else g


def apart(input: NDArray[Any], target: NDArray[Any], rounded: str) -> Any:
    """Return how far elements are apart: of one 16-bit type rounded, and float32 of either one."""
    if input.dtype.name == rounded:
        return widened(np.absolute(np.subtract(input, target)))
    return np.absolute(np.subtract(widened(input), widened(target)))


def bent(size: NDArray[Any], limit: object) -> Any:
    """Return half the squares of sizes up to a limit, and a straight line from there on."""
    near = kept_within(size, None, limit)
    return near * (size - size.dtype.type(0.5) * near)


def part(factor: float, count: int, reduction: str) -> float:
    """Return a factor of each element's gradient: of a mean its part for one of the elements."""
    return factor / count if count and reduction == "mean" else factor


def known_reduction(reduction: str, size_average: bool | None, reduce: bool | None) -> str:
    """Return how to reduce, said in the new way or in the old one.

    Raises:
        ValueError: there is no such way.
    """
    if size_average is not None or reduce is not None:
        reduction = "mean" if size_average is None or size_average else "sum"
        reduction = reduction if reduce is None or reduce else "none"
        warn(in_full("size_average and reduce", reduction))
    if reduction not in REDUCTIONS and reduction != "elementwise_mean":
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return "mean" if reduction == "elementwise_mean" else reduction  # as it was called once


def of_one_size(input: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Return input and target, stretched to one size where they differ, of which it warns.

    So a target of one number is promoted with the input as a tensor of several is.
    """
    if input.shape != target.shape:
        warn(in_full("Using a target size", target.shape, input.shape))
        shape = broadcast_shapes(input.shape, target.shape)  # says what does not fit
        input, target = input.expand(shape), target.expand(shape)
    return input, target


def weighted(
    values: Tensor, weight: Tensor, input: Tensor, reduction: str, *, by_weight: bool = True
) -> Any:
    """Return losses times weights, reduced; their mean is over the weights or over the elements.

    Raises:
        ValueError: there is not one weight for each element.
    """
    if weight.shape != input.shape:
        raise ValueError("Weights and input must have the same size.")
    losses = values * weight
    if reduction == "mean" and by_weight:
        return losses.sum() / weight.sum()
    return finished(losses, reduction)


@elementwise(name="mse_loss", inner=True, takes=FLOATS, kernel="mse_cpu", rounds_intermediates=True)
def squared_error(input: Array, target: Array, reduction: str = "mean") -> Array:
    """Return the squared differences, reduced."""
    return reduced(np.square(np.subtract(input, target)), reduction)


def mse_loss_backward(g: Tensor, input: Tensor, target: Tensor, reduction: str) -> Any:
    """Return the gradient of squared differences."""
    difference = input - target
    return difference * difference.new_tensor(part(2.0, difference.numel(), reduction)) * g


squared_error.gradient(
    input=mse_loss_backward,
    target=lambda g, input, target, reduction: mse_loss_backward(g, target, input, reduction),
)
squared_error.derivative(input="2*(input - target)/n", target="-2*(input - target)/n")


@composite(autocast="full", namespace=F, related=("nn.functional.l1_loss",), copies=2)
def mse_loss(
    input: Array, target: Array, size_average: bool | None = None, reduce: bool | None = None,
    reduction: str = "mean", weight: Array = None,
) -> Array:  # fmt: skip
    """Return the mean squared error: the mean of (input - target) ** 2.

    reduction is "mean", "sum" or "none".

    >>> torch.nn.functional.mse_loss(torch.tensor([1., 2.]), torch.tensor([1., 4.]))
    tensor(2.)
    """
    input, target = of_one_size(input, target)
    reduction = known_reduction(reduction, size_average, reduce)
    if weight is not None:
        return weighted((input - target) ** 2, weight, input, reduction)
    return squared_error(input, target, reduction)


@composite(autocast="full", namespace=F, related=("nn.functional.mse_loss",))
def l1_loss(
    input: Array, target: Array, size_average: bool | None = None, reduce: bool | None = None,
    reduction: str = "mean", weight: Array = None,
) -> Array:  # fmt: skip
    """Return the mean absolute error: the mean of abs(input - target).

    reduction is "mean", "sum" or "none".

    >>> torch.nn.functional.l1_loss(torch.tensor([1., 2.]), torch.tensor([1., 4.]))
    tensor(1.)
    """
    input, target = of_one_size(input, target)
    reduction = known_reduction(reduction, size_average, reduce)
    errors = (input - target).abs()
    if weight is not None:
        return weighted(errors, weight, input, reduction)
    return finished(errors, reduction)


@elementwise(name="smooth_l1_loss", inner=True, takes=FLOATS, kernel="smooth_l1_cpu",
             rounds_intermediates=True, gradient_once=True)  # fmt: skip
def smooth_error(input: Array, target: Array, reduction: str = "mean", beta: float = 1.0) -> Array:
    """Return the differences, squared near 0, reduced."""
    size = apart(input, target, "float16")
    number = size.dtype.type
    errors = bent(size, number(beta)) / number(beta)
    return reduced(errors.astype(input.dtype, copy=False), reduction)


def smooth_l1_loss_backward(
    g: Tensor, input: Tensor, target: Tensor, reduction: str, beta: float
) -> Any:
    """Return the gradient of differences squared near 0."""
    difference = input - target
    straight = difference.abs() >= beta
    slope = where(straight, difference.sign(), difference)
    slope = slope * part(1.0, difference.numel(), reduction) * g
    return where(straight, slope, slope / beta)


smooth_error.gradient(
    input=smooth_l1_loss_backward,
    target=lambda g, input, target, reduction, beta: smooth_l1_loss_backward(
        g, target, input, reduction, beta
    ),
)
NEAR = "-beta < input - target < beta"
smooth_error.derivative(
    input=f"(input - target)/(beta*n) if {NEAR} else 1/n if input > target else -1/n",
    target=f"(target - input)/(beta*n) if {NEAR} else -1/n if input > target else 1/n",
)


@composite(autocast="full", namespace=F, related=("nn.functional.huber_loss",))
def smooth_l1_loss(
    input: Array, target: Array, size_average: bool | None = None, reduce: bool | None = None,
    reduction: str = "mean", beta: float = 1.0,
) -> Array:  # fmt: skip
    """Return the mean of errors that are squared where they are smaller than beta.

    >>> torch.nn.functional.smooth_l1_loss(torch.tensor([1., 2.]), torch.tensor([1.5, 5.]))
    tensor(1.3125)
    """
    input, target = of_one_size(input, target)
    reduction = known_reduction(reduction, size_average, reduce)
    if not beta >= 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    return smooth_error(input, target, reduction, beta)


@elementwise(
    name="huber_loss",
    inner=True,
    takes=FLOATS,
    kernel="huber_cpu",
    quantized_kernel="huber_loss",
    rounds_intermediates=True,
)
def huber_error(input: Array, target: Array, reduction: str = "mean", delta: float = 1.0) -> Array:
    """Return the differences, squared up to delta and straight beyond, reduced."""
    size = apart(input, target, "bfloat16")
    number = size.dtype.type
    return reduced(bent(size, number(delta)).astype(input.dtype, copy=False), reduction)


def huber_loss_backward(
    g: Tensor, input: Tensor, target: Tensor, reduction: str, delta: float
) -> Any:
    """Return the gradient of differences that are straight beyond delta."""
    difference = input - target
    straight = difference.abs() >= delta
    slope = where(straight, difference.sign(), difference)
    slope = slope * part(1.0, difference.numel(), reduction) * g
    return where(straight, slope * delta, slope)


huber_error.gradient(
    input=huber_loss_backward,
    target=lambda g, input, target, reduction, delta: huber_loss_backward(
        g, target, input, reduction, delta
    ),
)
NEAR_ENOUGH = "-delta < input - target < delta"
huber_error.derivative(
    input=f"(input - target)/n if {NEAR_ENOUGH} else delta/n if input > target else -delta/n",
    target=f"(target - input)/n if {NEAR_ENOUGH} else -delta/n if input > target else delta/n",
)


@composite(autocast="full", namespace=F, related=("nn.functional.smooth_l1_loss",))
def huber_loss(
    input: Array, target: Array, reduction: str = "mean", delta: float = 1.0, weight: Array = None
) -> Array:
    """Return the mean of errors that are squared up to delta and straight lines beyond.

    >>> torch.nn.functional.huber_loss(torch.tensor([1., 2.]), torch.tensor([1.5, 5.]))
    tensor(1.3125)
    """
    input, target = of_one_size(input, target)
    if not delta > 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    reduction = known_reduction(reduction, None, None)
    if weight is not None:
        losses = huber_error(input, target, "none", delta)
        return weighted(losses, weight, input, reduction, by_weight=False)
    require_cast(promote_types(input.dtype, target.dtype), input)
    return huber_error(input, target.to(input.dtype), reduction, delta)  # in input's type
