"""Losses of classifiers: cross entropy in its forms, and one-hot classes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.recording import is_at_once, refuse_gradients_of, under_name
from tensorlab.engine.declaring import Array, Casts, Index, Mask, composite, selecting
from tensorlab.engine.dtypes import FLOATING, bool_, int64, uint8
from tensorlab.engine.signatures.support import FLOATS, require_same_type
from tensorlab.engine.tensor import Tensor, as_array, wrap
from tensorlab.engine.warning import in_full
from tensorlab.numerics.sums.reducing import add_up, sum_in_levels
from tensorlab.ops.indexing.gathering import in_range
from tensorlab.ops.nn.loss import known_reduction
from tensorlab.ops.nn.softmax import log_softmax

F = "torch.nn.functional"
INT64 = np.dtype(np.int64)


def check_classes(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """Refuse targets and weights that don't fit the input's classes.

    Raises:
        RuntimeError: a type or a shape is wrong.
        ValueError: the batches differ.
    """
    if input.ndim == 0:
        raise ValueError(f"Expected 1 or more dimensions (got {input.ndim})")
    count = input.shape[1 if input.ndim > 1 else 0]
    if input.ndim > 1 and (target.ndim == 0 or input.shape[0] != target.shape[0]):
        got = target.shape[0] if target.ndim else 0
        raise ValueError(in_full("Expected input batch_size", input.shape[0], got))
    if target.ndim > 1 and input.ndim <= 2:
        raise RuntimeError(in_full("0D or 1D target tensor expected, multi"))
    if input.ndim == 4 and target.ndim != 3:  # images have a kernel of their own
        raise RuntimeError(in_full("only batches of spatial", target.ndim))
    wanted, given = [input.shape[0], *input.shape[2:]], list(target.shape)
    if input.ndim > 2 and given != wanted:
        if input.ndim == 4:
            raise RuntimeError(in_full("size mismatch (got input", list(input.shape), given))
        raise RuntimeError(f"Expected target size {wanted}, got {given}")
    if target.dtype not in (int64, uint8):
        raise RuntimeError(in_full("expected target dtype to be", target.dtype.scalar_name))
    if input.ndim == 1 and target.ndim == 1 and target.shape[0] != 1:
        raise ValueError(in_full("For 1D input, 1D target must", target.shape[0]))
    if weight is not None and (weight.ndim != 1 or weight.shape[0] != count):
        words = in_full("weight tensor should", count, list(weight.shape))
        raise RuntimeError(words if input.ndim < 3 else OF_IMAGES)
    if weight is not None:
        require_same_type(input, weight)


OF_IMAGES = "weight tensor should be defined either for all or no classes"


def class_axis(input: Any) -> int:
    """Return the dimension that counts the classes."""
    return 0 if input.ndim == 1 else 1


def weights_of(
    input: NDArray[Any], target: NDArray[Any], weight: NDArray[Any] | None, ignore_index: int
) -> Any:
    """Return for each target the weight of its class, 0 where the target is to be ignored.

    Raises:
        IndexError: a target is no class.
    """
    count = input.shape[class_axis(input)]
    counted = target != ignore_index
    safe = np.where(counted, target, 0)
    if safe.size and (safe.min() < 0 or safe.max() >= count):
        wrong = (safe < 0) | (safe >= count)
        raise IndexError(f"Target {int(safe[wrong].reshape(-1)[0])} is out of bounds.")
    if weight is None:
        return safe, counted.astype(input.dtype)
    if weight.shape != (count,) or weight.dtype != input.dtype:
        raise TypeError  # the check has the words for it
    return safe, np.where(counted, weight[safe], input.dtype.type(0))


def places_of(
    input: NDArray[Any], target: NDArray[Any], ignore_index: int
) -> tuple[Any, Any] | None:
    """Return the index of the targets in rows of classes; None where some are not to be counted."""
    if input.__class__ is not np.ndarray or input.ndim != 2 or input.dtype.char not in "fd":
        return None
    rows, count = input.shape
    if target.shape != (rows,) or not rows or target.dtype is not INT64:
        return None
    if 0 <= ignore_index < count or not in_range(target, count):
        return None
    return np.arange(rows), target


def step_name(input: Tensor, reduction: str) -> str:
    """Return PyTorch's name of the step: it has a kernel for rows and one for images."""
    if input.ndim in (1, 2):
        return "NllLossBackward0"
    return "NllLoss2DBackward0" if input.ndim == 4 or reduction != "none" else "ViewBackward0"


@selecting(name="nll_loss", inner=True, casts=Casts.PROMOTE, takes=FLOATS,
           kernel=lambda input: f"nll_loss{'2d_forward' * (input.ndim > 2)}_out_frame",
           node=lambda input, reduction: step_name(input, reduction),
           check=check_classes, structured=True)  # fmt: skip
def picked_loss(
    input: Array, target: Index, weight: Mask = None, ignore_index: int = -100,
    reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return minus the numbers at the target classes, weighted and reduced."""
    places = None if weight is not None else places_of(input, target, ignore_index)
    if places is not None:
        return without_weights(input[places], reduction)
    if target.dtype not in (np.int64, np.uint8):
        raise TypeError  # the check has the words for it
    target = target.reshape(()) if input.ndim == 1 and target.ndim < 2 else target
    if target.shape != input.shape[:1][input.ndim == 1 :] + input.shape[2:]:
        raise ValueError  # likewise
    safe, weights = weights_of(input, target, weight, ignore_index)
    axis = class_axis(input)
    picked = np.take_along_axis(input, np.expand_dims(safe, axis), axis).reshape(safe.shape)
    losses = np.where(target == ignore_index, input.dtype.type(0), -picked * weights)
    if reduction == "none" and input.ndim > 1:
        return losses
    total = sum_in_levels(losses.reshape(-1)) + 0.0  # is never -0.
    return total / sum_in_levels(weights.reshape(-1)) if reduction == "mean" else total


def without_weights(picked: NDArray[Any], reduction: str) -> Any:
    """Return minus the numbers, reduced."""
    if reduction == "none":
        return np.negative(picked)
    total = 0.0 - sum_in_levels(picked)  # is never -0.
    return total / len(picked) if reduction == "mean" else total


def nll_loss_backward(
    g: Tensor,
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    ignore_index: int,
    reduction: str,
) -> Any:
    """Return minus the weights of the targets at their places, times the gradient."""
    array = input.dtype.decode(input._array)
    classes = target._array.reshape(()) if input.ndim == 1 else target._array
    axis, slopes = class_axis(array), np.zeros_like(array, order="C")
    quick = weight is None and reduction != "none" and is_at_once(g, input)
    places = places_of(array, classes, ignore_index) if quick else None
    if places is not None:
        slopes[places] = 0 - (g._array / len(array) if reduction == "mean" else g._array)
        return wrap(slopes, input.dtype)
    by_class = None if weight is None else weight.dtype.decode(weight._array)
    safe, weights = weights_of(array, classes, by_class, ignore_index)
    ignored = classes == ignore_index
    if ignored.all():
        return wrap(slopes, input.dtype)
    whole = float(add_up(weights)) if reduction == "mean" else 1
    picked = g / whole * wrap(input.dtype.encode(-weights), input.dtype)
    picked = picked.masked_fill(wrap(as_array(ignored), bool_), 0)
    index = wrap(np.expand_dims(safe, axis), int64)
    return wrap(slopes, input.dtype).scatter(axis, index, picked.unsqueeze(axis))


picked_loss.gradient(input=nll_loss_backward)
WITH_SHARE = ", with share the weight of its class"
picked_loss.derivative(
    input=(
        "-1",
        "-1/rows, with rows those that count",
        f"-share{WITH_SHARE}",
        f"-share/total{WITH_SHARE} and total the sum of these",
    )
)
picked_loss.quantity(
    rows=lambda target, ignore_index: int((target._array != ignore_index).sum()),
    share=lambda input, weight: weight.reshape(-1, *[1] * (input.ndim - 2)).expand(input.shape),
    total=lambda target, weight, ignore_index: float(
        weight[target[target != ignore_index]].sum().item()
    ),
)


@composite(autocast="full", namespace=F, related=("nn.functional.cross_entropy",))
def nll_loss(
    input: Array, target: Array, weight: Array = None, size_average: bool | None = None,
    ignore_index: int = -100, reduce: bool | None = None, reduction: str = "mean",
) -> Tensor:  # fmt: skip
    """Return minus the mean of the log probabilities that input gives the target classes.

    input has the classes in its second dimension; target holds their numbers.

    >>> x = torch.log_softmax(torch.tensor([[1., 2., 3.]]), dim=1)
    >>> torch.nn.functional.nll_loss(x, torch.tensor([2]))
    tensor(0.4076)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    refuse_gradients_of("nll_loss_forward", still=True, weight=weight)
    return picked_loss(input, target, weight, ignore_index, reduction)


@composite(autocast="full", namespace=F, related=("softmax", "nn.functional.nll_loss"), copies=2)
def cross_entropy(
    input: Array, target: Array, weight: Array = None, size_average: bool | None = None,
    ignore_index: int = -100, reduce: bool | None = None, reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Array:  # fmt: skip
    """Return the mean of -log(softmax(input)) at the target classes.

    input has the classes in its second dimension; target holds their numbers, or a probability for
    each class, in input's shape.

    >>> torch.nn.functional.cross_entropy(torch.tensor([[1., 2., 3.]]), torch.tensor([2]))
    tensor(0.4076)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    if label_smoothing > 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    label_smoothing = max(label_smoothing, 0.0)
    axis = class_axis(input)
    if target.ndim == input.ndim and target.shape == input.shape:
        if target.dtype.category != FLOATING:
            raise RuntimeError(in_full("Expected floating point type", target.dtype.scalar_name))
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        return soft_cross_entropy(input, target, weight, reduction, label_smoothing)
    if weight is not None:
        refuse_gradients_of("nll_loss_forward", still=True, weight=weight)
    if input.__class__ is target.__class__ is Tensor and not (input._tracked or label_smoothing):
        places = (
            None if weight is not None else places_of(input._array, target._array, ignore_index)
        )
        if places is not None:
            picked = log_softmax.operation.forward(input._array, axis)[places]
            return wrap(without_weights(picked, reduction), input._element_type)
    chances = log_softmax(input, axis)
    if label_smoothing:
        return smoothed(chances, target, weight, ignore_index, reduction, label_smoothing)
    return picked_loss(chances, target, weight, ignore_index, reduction)


def along_classes(weight: Tensor | None, input: Tensor) -> Any:
    """Return one weight for each class in the shape that lays them along the classes."""
    if weight is None:
        return 1
    return weight if input.ndim == 1 else weight.reshape((1, -1) + (1,) * (input.ndim - 2))


def soft_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None, reduction: str, label_smoothing: float
) -> Array:
    """Return the cross entropy with a probability for each class."""
    axis = class_axis(input)
    count = input.size(axis)
    if weight is not None and weight.shape != (count,):
        raise RuntimeError(in_full("cross_entropy: weight", count, list(weight.shape)))
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / count
    losses = log_softmax(input, axis) * target
    if weight is not None:
        losses = losses * along_classes(weight, input)
    if reduction == "none":
        return -losses.sum(axis)
    if reduction == "sum":
        return -losses.sum()
    mean = -losses.sum() / max(input.numel() // count, 1)
    return under_name(mean, "DivBackward1")


def smoothed(
    chances: Tensor,
    target: Tensor,
    weight: Tensor | None,
    ignore_index: int,
    reduction: str,
    smoothing: float,
) -> Array:
    """Return the cross entropy with a part of the probability spread over all classes."""
    axis = class_axis(chances)
    picked = picked_loss(chances, target, weight, ignore_index, reduction)
    spread = -(chances * along_classes(weight, chances)).sum(axis)
    ignored = target.reshape(spread.shape) == ignore_index
    spread = spread.masked_fill(ignored, 0.0)
    if reduction == "sum":
        spread = spread.sum()
    elif reduction == "mean":
        kept = target.masked_select(~ignored.reshape(target.shape))
        spread = spread.sum() / (len(kept) if weight is None else weight[kept].sum())
    part = smoothing / chances.shape[axis]
    return picked * (1 - smoothing) + spread * part
