"""Losses of probabilities: cross entropy of two classes, and how far distributions lie apart."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import refuse_gradients_of
from tensorlab.engine.calling.devices import require_broadcast
from tensorlab.engine.calling.refusing import require_cast
from tensorlab.engine.declaring import (
    FLOATS,
    INEXACT,
    Array,
    Tensor,
    composite,
    not_implemented,
    pairwise,
    refuse_two_types,
)
from tensorlab.engine.dtypes import BOOLEAN, FLOATING, INTEGER
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.tensor import DENSE
from tensorlab.engine.warning import in_full, warn
from tensorlab.numerics.functions import rounding
from tensorlab.ops.nn.loss import F, finished, known_reduction, reduced, share

LEAST_LOGARITHM = -100.0  # so that a certain mistake costs a finite amount
LEAST_VARIANCE = 1e-12


def check_chances(input: Tensor, target: Tensor) -> None:
    """Refuse two types.

    Raises:
        RuntimeError: the types differ.
    """
    refuse_two_types(target, input, "Found dtype {} but expected {}")


def require_array(weight: object) -> None:
    """Raise where a weight is still a tensor, so that the engine promotes it first."""
    if weight.__class__ in DENSE:
        raise TypeError


@pairwise(name="binary_cross_entropy", inner=True, takes=FLOATS, kernel="binary_cross_entropy",
          check=check_chances, rounds_intermediates=True,
          quantized_kernel="binary_cross_entropy")  # fmt: skip
def chance_loss(
    input: Array, target: Array, weight: Array = None, reduction: str = "mean"
) -> Array:
    """Return minus the logarithms of the probabilities of what came true, weighted and reduced."""
    require_array(weight)
    for name, part in (("input", input), ("target", target)):
        if not ((part >= 0) & (part <= 1)).all():
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    number = input.dtype.type
    least = number(LEAST_LOGARITHM)
    no = np.maximum(rounding.log1p(-input), least)
    losses = (target - number(1)) * no - target * np.maximum(rounding.log(input), least)
    return reduced(losses if weight is None else losses * weight, reduction)


def within(input: Tensor, *weights: Tensor | None) -> list[Any]:
    """Return weights in the type of the losses, which they are multiplied into.

    Raises:
        RuntimeError: with one of them the shape would be another.
    """
    for weight in weights:
        shape = input.shape if weight is None else broadcast_shapes(input.shape, weight.shape)
        if shape != input.shape:
            raise RuntimeError(in_full("output with shape", list(input.shape), list(shape)))
    return [weight if weight is None else weight.to(input.dtype) for weight in weights]


def binary_cross_entropy_backward(
    g: Tensor, input: Tensor, target: Tensor, weight: object, reduction: str
) -> Any:
    """Return the gradient of a binary cross entropy with respect to the probabilities."""
    slope = g * (input - target) / ((1 - input) * input).clamp_min(LEAST_VARIANCE)
    return share(slope if weight is None else slope * weight, input.numel(), reduction)


def target_backward(
    g: Tensor, input: Tensor, target: Tensor, weight: object, reduction: str
) -> Any:
    """Return the gradient of a binary cross entropy with respect to the targets."""
    slope = -input.logit()
    slope = slope if weight is None else slope * weight
    return share(slope * g, input.numel(), reduction)


chance_loss.gradient(input=binary_cross_entropy_backward, target=target_backward)
chance_loss.derivative(input="(input - target)/(input*(1 - input)*n)")


@composite(
    autocast="full",
    namespace=F,
    related=("nn.functional.binary_cross_entropy_with_logits",),
    copies=3,
)
def binary_cross_entropy(
    input: Array, target: Array, weight: Array = None, size_average: bool | None = None,
    reduce: bool | None = None, reduction: str = "mean",
) -> Tensor:  # fmt: skip
    """Return the mean of -(target * log(input) + (1 - target) * log(1 - input)).

    >>> torch.nn.functional.binary_cross_entropy(torch.tensor([0.9, 0.2]), torch.tensor([1., 0.]))
    tensor(0.1643)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size "
            f"({input.shape}) is deprecated. Please ensure they have the same size."
        )
    refuse_gradients_of("binary_cross_entropy", weight=weight)
    if weight is not None:
        require_broadcast([target.shape, weight.shape])
    (weight,) = within(input, weight)
    return chance_loss(input, target, weight, reduction)


@pairwise(name="binary_cross_entropy_with_logits", inner=True, takes=FLOATS,
          kernel="log_sigmoid_cpu", rounds_intermediates=True,
          quantized_kernel="log_sigmoid_forward")  # fmt: skip
def logit_loss(
    input: Array, target: Array, weight: Array = None, pos_weight: Array = None,
    reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the binary cross entropy of logits, without overflow, weighted and reduced."""
    require_array(weight)
    require_array(pos_weight)
    chances = rounding.log_sigmoid(input)
    if pos_weight is not None:
        chances *= (pos_weight - 1) * target + 1
    losses = (1 - target) * input - chances
    return reduced(losses if weight is None else losses * weight, reduction)


def with_logits_backward(
    g: Tensor, input: Tensor, target: Tensor, weight: object, pos_weight: object, reduction: str
) -> Any:
    """Return the gradient of a binary cross entropy with respect to the logits."""
    if pos_weight is None:
        slope = input.sigmoid() - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * input.sigmoid() - positive
    slope = slope * g
    return share(slope if weight is None else slope * weight, slope.numel(), reduction)


def with_logits_target_backward(
    g: Tensor, input: Tensor, weight: object, pos_weight: object, reduction: str
) -> Any:
    """Return the gradient of a binary cross entropy with logits with respect to the targets."""
    from tensorlab.ops.nn.smooth import logsigmoid  # noqa: PLC0415  only gradients need it

    if pos_weight is None:
        slope = -input * g
    else:
        slope = (logsigmoid(-input) - pos_weight * logsigmoid(input)) * g
    return share(slope if weight is None else slope * weight, slope.numel(), reduction)


logit_loss.gradient(input=with_logits_backward, target=with_logits_target_backward)
logit_loss.derivative(input="(1/(1 + exp(-input)) - target)/n")


@composite(autocast="full", namespace=F, related=("nn.functional.binary_cross_entropy",))
def binary_cross_entropy_with_logits(
    input: Array, target: Array, weight: Array = None, size_average: bool | None = None,
    reduce: bool | None = None, reduction: str = "mean", pos_weight: Array = None,
) -> Tensor:  # fmt: skip
    """Return the binary cross entropy of sigmoid(input), computed without overflow.

    pos_weight counts positive targets several times.

    >>> F = torch.nn.functional
    >>> F.binary_cross_entropy_with_logits(torch.tensor([2., -1.]), torch.tensor([1., 0.]))
    tensor(0.2201)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(
            f"Target size ({target.shape}) must be the same as input size ({input.shape})"
        )
    if input.dtype.category < FLOATING:
        raise not_implemented("log_sigmoid_cpu", input.dtype)
    if target.dtype.category == BOOLEAN:
        target.sub(target)  # it is taken from truth values, too, which is refused
    if target.dtype.category == INTEGER and input.dtype.category == FLOATING:
        require_cast(input.dtype, target)
    name = "binary_cross_entropy_with_logits"
    refuse_gradients_of(name, weight=weight, pos_weight=pos_weight)
    if pos_weight is not None:
        broadcast_shapes(pos_weight.shape, target.shape)
    weight, pos_weight = within(input, weight, pos_weight)
    loss = logit_loss(input, target, weight, pos_weight, reduction)
    return loss if target.dtype is input.dtype else loss.to(target.dtype)


@pairwise(name="soft_margin_loss", inner=True, takes=INEXACT, rounds_intermediates=True)
def soft_loss(input: Array, target: Array, reduction: str = "mean") -> Array:
    """Return log(1 + exp(-target * input)), reduced."""
    return reduced(rounding.log1p(np.exp(-input * target)), reduction)


def soft_margin_loss_backward(g: Tensor, input: Tensor, target: Tensor, reduction: str) -> Any:
    """Return the gradient of a soft margin loss."""
    grown = (-input * target).exp()
    return share(-target * grown / (grown + 1) * g, input.numel(), reduction)


soft_loss.gradient(input=soft_margin_loss_backward)
soft_loss.derivative(input="-target/(1 + exp(target*input))/n")


def refuse_divergence(*parts: Tensor) -> None:
    """Refuse the divergence of what are no logarithms.

    Raises:
        RuntimeError: the input is of whole numbers.
    """
    for part in parts:
        if part.dtype not in FLOATS:
            kind = "Complex" if part.dtype.is_complex else "Integral"
            raise RuntimeError(f"kl_div: {kind} inputs not supported.")


@composite(autocast="full", namespace=F, related=("nn.functional.cross_entropy",), copies=3)
def kl_div(
    input: Array, target: Array, size_average: bool | None = None, reduce: bool | None = None,
    reduction: str = "mean", log_target: bool = False,
) -> Array:  # fmt: skip
    """Return the divergence of target from exp(input): target * (log(target) - input), reduced.

    reduction "batchmean" divides the sum by the size of the first dimension.

    >>> p = torch.tensor([[0.5, 0.5]])
    >>> torch.nn.functional.kl_div(p.log(), torch.tensor([[0.25, 0.75]]), reduction="batchmean")
    tensor(0.1308)
    """
    if reduction == "mean" and size_average is None and reduce is None:
        warn(in_full("reduction: 'mean'"))
    refuse_divergence(input, target)
    by_batch = reduction == "batchmean"
    reduction = known_reduction("sum" if by_batch else reduction, size_average, reduce)
    if log_target:
        losses = target.exp() * (target - input)
    else:  # in this order, so that the gradients of target come the other way round
        product = target * input
        losses = target.xlogy(target) - product
    found = finished(losses, reduction)
    return found / len(input) if by_batch and input.ndim else found
