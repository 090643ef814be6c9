"""Losses that ask for a margin: scores of the right class, and distances, apart by so much."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tensorlab.engine.autograd.recording import refuse_gradients_of, under_name
from tensorlab.engine.calling.refusing import require_cast, require_shape
from tensorlab.engine.declaring import FLOATS, HALVES, Array, Tensor, composite, not_implemented
from tensorlab.engine.dtypes import int64
from tensorlab.engine.promotion import floating_of, promote_types
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.binary_loss import soft_loss
from tensorlab.ops.nn.loss import finished, known_reduction
from tensorlab.ops.nn.similarity import pairwise_distance
from tensorlab.ops.nn.smooth import logsigmoid
from tensorlab.ops.pointwise.comparison import minimum
from tensorlab.ops.pointwise.flat import once_only

F = "torch.nn.functional"
LEAST_SQUARE = 1e-12  # so that no vector has the length 0


@composite(autocast="full", namespace=F, related=("nn.functional.margin_ranking_loss",))
def hinge_embedding_loss(
    input: Array, target: Array, margin: float = 1.0, size_average: bool | None = None,
    reduce: bool | None = None, reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the mean of input where target is 1, and margin - input, if positive, where -1.

    >>> distances = torch.tensor([0.5, 0.25])
    >>> torch.nn.functional.hinge_embedding_loss(distances, torch.tensor([1., -1.]))
    tensor(0.6250)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    zero = input.new_zeros(())
    margin = margin if input.is_floating_point() else int(margin)  # PyTorch fills a tensor with it
    lacking = where(target != 1, (input.new_full((), margin) - input).clamp_min(0), zero)
    return finished(lacking + where(target != -1, input, zero), reduction)


@composite(autocast="full", namespace=F, related=("nn.functional.hinge_embedding_loss",))
def margin_ranking_loss(
    input1: Array, input2: Array, target: Array, margin: float = 0,
    size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the mean of max(0, margin - target * (input1 - input2)): target 1 wants input1 larger.

    >>> first, second = torch.tensor([1., 2.]), torch.tensor([3., 1.])
    >>> torch.nn.functional.margin_ranking_loss(first, second, torch.tensor([1., 1.]))
    tensor(1.)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError(in_full("margin_ranking_loss", input1.shape, input2.shape, target.shape))
    return ranked(input1, input2, target, margin, reduction)


def ranked(input1: Any, input2: Any, target: Any, margin: float, reduction: str) -> Any:
    """Return the loss of pairs that broadcast."""
    return finished((-target * (input1 - input2) + float(margin)).clamp_min(0), reduction)


@composite(autocast="full", namespace=F, related=("cosine_similarity",))
@alike(margin_ranking_loss)
def cosine_embedding_loss(given: dict[str, Any]) -> Array:
    """Return the mean of 1 - cosine where target is 1, and cosine - margin, if positive, where -1.

    >>> first, second = torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]])
    >>> torch.nn.functional.cosine_embedding_loss(first, second, torch.tensor([1]))
    tensor(0.2929)
    """
    input1, input2, target, margin, *asked, reduction = given.values()
    reduction = known_reduction(reduction, *asked)
    dims = target.ndim
    if dims > 1:
        raise RuntimeError(in_full("0D or 1D target tensor expected, multi"))
    if input1.ndim != dims + 1 or input2.ndim != dims + 1:
        raise RuntimeError(
            f"{dims}D target tensor expects {dims + 1}D input tensors, but found inputs with sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    product = (input1 * input2).sum(dims)
    squares = [(part * part).sum(dims) + LEAST_SQUARE for part in (input1, input2)]
    cosine = product / (squares[0] * squares[1]).sqrt()
    zero = cosine.new_zeros(())
    unlike = where(target == 1, 1 - cosine, zero)
    near = (cosine - float(margin)).clamp_min(0)
    return finished(unlike + where(target == -1, near, zero), reduction)


@composite(
    autocast="full", namespace=F, related=("nn.functional.binary_cross_entropy_with_logits",)
)
def soft_margin_loss(
    input: Array, target: Array, size_average: bool | None = None, reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:  # fmt: skip
    """Return the mean of log(1 + exp(-target * input)), for targets that are 1 or -1.

    >>> torch.nn.functional.soft_margin_loss(torch.tensor([0., 2.]), torch.tensor([1., -1.]))
    tensor(1.4100)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    refuse_gradients_of("soft_margin_loss", target=target)
    kind = (-input).dtype  # of truth values that is refused
    require_shape(input, broadcast_shapes(input.shape, target.shape))
    if not input.dtype.is_complex:
        require_cast(floating_of(promote_types(kind, target.dtype)), input)
    return soft_loss(input, target.to(input.dtype), reduction)


@composite(namespace=F, related=("nn.functional.multilabel_margin_loss",))
def multilabel_soft_margin_loss(
    input: Array, target: Any, weight: Any = None, size_average: bool | None = None,
    reduce: bool | None = None, reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the mean over classes of the binary cross entropy of their logits.

    >>> logits = torch.tensor([[1., -1.]])
    >>> torch.nn.functional.multilabel_soft_margin_loss(logits, torch.tensor([[1., 0.]]))
    tensor(0.3133)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        losses = losses * weight
    classes = input.ndim - 1  # of the input: losses that were stretched may have more dimensions
    return finished(losses.sum(classes) / input.size(classes), reduction)


def require_samples(input: Tensor) -> None:
    """Refuse scores that are neither of one sample nor of a batch.

    Raises:
        RuntimeError: there are neither one nor two dimensions.
    """
    if input.ndim > 2 or 0 in input.shape[-1:]:
        raise RuntimeError(in_full("Expected non-empty", list(input.shape)))


def require_long(input: Tensor, target: Tensor, kernel: str) -> None:
    """Refuse scores of a type that the kernel does not know, and classes that are not int64.

    Raises:
        NotImplementedError: the kernel does not know the scores' type.
        RuntimeError: the classes are of another type.
    """
    if input.dtype not in FLOATS - HALVES:
        raise not_implemented(kernel, input.dtype)
    if target.dtype is not int64:
        raise RuntimeError(f"expected scalar type Long but found {target.dtype.scalar_name}")


def require_class(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """Refuse classes that are not one for each sample, and weights that are not one for each class.

    Raises:
        RuntimeError: a size differs.
    """
    require_samples(input)
    count = input.shape[0] if input.ndim == 2 else 1
    classes = input.shape[-1] if input.ndim else 1
    if target.numel() != count or target.ndim > 1:
        raise RuntimeError(
            in_full("multi_margin_loss: target", count, list(target.shape), list(input.shape))
        )
    if weight is not None and weight.numel() != classes:
        raise RuntimeError(
            f"inconsistent weight size, expected {classes} but got {list(weight.shape)}"
        )
    require_long(input, target, "multi_margin_loss_cpu_kernel")
    if ((target < 0) | (target >= classes)).any():
        raise RuntimeError("target out of range")


def require_classes(input: Tensor, target: Tensor) -> None:
    """Refuse rows of classes that are not one for each sample, as long as its scores.

    Raises:
        RuntimeError: a shape differs.
    """
    require_samples(input)
    if target.shape != input.shape:
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}"
        )
    classes = input.shape[-1] if input.ndim else 1
    require_long(input, target, "multilabel_margin_loss_forward_out_frame")
    if ((target < -1) | (target >= classes)).any():
        raise RuntimeError("argument #2 'target' is out of range")


by_class = once_only("multi_margin_loss_backward")
by_classes = once_only("multilabel_margin_loss_backward")


@composite(autocast="full", namespace=F, related=("nn.functional.cross_entropy",))
def multi_margin_loss(
    input: Array, target: Array, p: float | bool = 1, margin: float = 1.0, weight: Array = None,
    size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
) -> Tensor:  # fmt: skip
    """Return the mean of how far right classes' scores fall short of margin above the others.

    >>> scores = torch.tensor([[1., 2., 0.]])
    >>> torch.nn.functional.multi_margin_loss(scores, torch.tensor([1]))
    tensor(0.)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    require_class(input, target, weight)
    refuse_gradients_of("multi_margin_loss", weight=weight)
    input = by_class(input)
    rows, places = (input, target) if input.ndim == 2 else (input.reshape(1, -1), target.reshape(1))
    right = rows.gather(1, places[:, None])
    short = margin - right + rows
    lacking = where(short > 0, short, 0.0) ** p  # NaN is no lack
    if weight is not None:
        lacking = lacking * weight[places][:, None]
    found = lacking.scatter(1, places[:, None], 0.0).sum(1) / rows.shape[1]
    losses = found if input.ndim == 2 else found[0]
    return under_name(finished(losses, reduction), "MultiMarginLossBackward0")


@composite(autocast="full", namespace=F, related=("nn.functional.multilabel_soft_margin_loss",))
@alike(soft_margin_loss)
def multilabel_margin_loss(given: dict[str, Any]) -> Tensor:
    """Return the mean of how far right classes' scores fall short of 1 above the wrong ones.

    A row of targets names the right classes; -1 ends it.

    >>> scores = torch.tensor([[0.1, 0.2, 0.4, 0.8]])
    >>> torch.nn.functional.multilabel_margin_loss(scores, torch.tensor([[3, 0, -1, 1]]))
    tensor(0.8500)
    """
    input, target, *asked, reduction = given.values()
    reduction = known_reduction(reduction, *asked)
    require_classes(input, target)
    input = by_classes(input)
    rows, places = [part if part.ndim == 2 else part.reshape(1, -1) for part in (input, target)]
    named = (places >= 0).long().cumprod(1).bool()
    safe = places.clamp_min(0)
    right = (rows.new_zeros(rows.shape).scatter_add(1, safe, named.to(rows.dtype))) > 0
    short = 1 - rows.gather(1, safe)[:, :, None] + rows[:, None, :]
    lacking = where((short > 0) & named[:, :, None] & ~right[:, None, :], short, 0.0)
    found = lacking.sum((1, 2)) / rows.shape[1]
    losses = found if input.ndim == 2 else found[0]
    return under_name(finished(losses, reduction), "MultilabelMarginLossBackward0")


@composite(autocast="full", namespace=F, related=("pairwise_distance",))
def triplet_margin_loss(
    anchor: Array, positive: Array, negative: Array, margin: float = 1.0, p: float = 2,
    eps: float = 1e-6, swap: bool = False, size_average: bool | None = None,
    reduce: bool | None = None, reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the mean of max(0, distance to the positive - distance to the negative + margin).

    >>> anchor, near, far = torch.tensor([[0.]]), torch.tensor([[1.]]), torch.tensor([[1.5]])
    >>> torch.nn.functional.triplet_margin_loss(anchor, near, far)
    tensor(0.5000)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = partial(pairwise_distance, p=p, eps=eps)
    return nearer(anchor, positive, negative, distance, margin, swap, reduction)


def nearer(
    anchor: Tensor, positive: Tensor, negative: Tensor, distance: Callable[..., Any],
    margin: float, swap: bool, reduction: str,
) -> Any:  # fmt: skip
    """Return the loss of triplets under any distance.

    Raises:
        RuntimeError: the tensors differ in their number of dimensions.
    """
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            in_full("The anchor, positive,", anchor.ndim, positive.ndim, negative.ndim)
        )
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = minimum(far, distance(positive, negative))
    return finished((margin + near - far).clamp_min(0), reduction)


@composite(namespace=F, related=("nn.functional.triplet_margin_loss",))
def triplet_margin_with_distance_loss(
    anchor: Array, positive: Array, negative: Array, *, distance_function: Any = None,
    margin: float = 1.0, swap: bool = False, reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the same as triplet_margin_loss, with any function of two tensors as the distance.

    >>> anchor, near, far = torch.tensor([[0.]]), torch.tensor([[1.]]), torch.tensor([[1.5]])
    >>> torch.nn.functional.triplet_margin_with_distance_loss(anchor, near, far)
    tensor(0.5000)
    """
    reduction = known_reduction(reduction, None, None)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = pairwise_distance if distance_function is None else distance_function
    return nearer(anchor, positive, negative, distance, margin, swap, reduction)
