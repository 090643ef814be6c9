"""Bags of embeddings: the sum, the mean or the largest of some rows of a table."""

from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Index, Tensor, composite
from tensorlab.engine.naming import class_text
from tensorlab.engine.warning import in_full, warn_once
from tensorlab.ops.creation.sequences import arange
from tensorlab.ops.nn.layers import PLACES, require_kind, rows_at, shrink
from tensorlab.ops.pointwise.flat import once_only
from tensorlab.ops.shape.joining import cat, stack

by_samples = once_only("_embedding_bag_per_sample_weights_backward")
MODES = ("sum", "mean", "max")


def require_bags(
    input: Tensor, offsets: Tensor | None, mode: str, weights: Tensor | None, by_frequency: bool
) -> None:
    """Refuse bags that are none.

    Raises:
        ValueError: the dimensions or the way of putting rows together.
        NotImplementedError: weights for anything but a sum.
    """
    if weights is not None and input.size() != weights.size():
        raise ValueError(in_full("embedding_bag: If", weights.shape, input.shape))
    if input.dim() == 2 and offsets is not None:
        raise ValueError(in_full("if input is 2D, then", class_text(offsets)))
    if input.ndim not in (1, 2):
        raise ValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}"
        )
    if input.ndim == 1 and offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets is not None and offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    if mode not in MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and by_frequency:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if weights is not None and mode != "sum":
        raise NotImplementedError(in_full("embedding_bag: per_sample_weights", mode))


def require_places(input: Any, offsets: Any, rows: int) -> None:
    """Refuse rows and bags that there are not.

    Raises:
        RuntimeError: an index or an offset lies outside.
    """
    require_kind("embedding_bag", "#1 'indices'", input, PLACES)
    require_kind("embedding_bag", "#1 'indices'", offsets, PLACES)
    if len(offsets) and int(offsets[0]) != 0:
        kind = offsets.dtype.scalar_name
        raise RuntimeError(in_full("offsets[0] has to be 0,", int(offsets[0]), kind))
    if len(offsets) and int(offsets[-1]) > len(input):
        raise RuntimeError(in_full("offsets[-1] can not", len(input), int(offsets[-1])))
    for number, place in enumerate(input.tolist()):
        if not 0 <= place < rows:
            raise RuntimeError(in_full("Index {} of input", number, place, rows))


def winners(found: Tensor, bags: Tensor, zeros: Tensor) -> Any:
    """Return which row has the largest element of each bag first; of no bag the one behind all."""
    places: Any = bags[:, None].expand(-1, found.shape[1])
    largest = zeros.scatter_reduce(0, places, found, "amax", include_self=False)[bags]
    numbers = arange(len(found))[:, None].expand_as(found)
    wins = numbers.masked_fill(found < largest, len(found))
    behind = bags.new_full(zeros.shape, len(found))
    return behind.scatter_reduce(0, places, wins, "amin")


def joined(found: Tensor, bags: Tensor, count: int, mode: str) -> Any:
    """Return the rows of each bag put together."""
    zeros = found.new_zeros(count, found.shape[1])
    if mode == "max":
        rows = winners(found.detach(), bags, zeros)
        return cat([found, zeros[:1]]).gather(0, rows)
    sums = zeros.index_add(0, bags, found)
    if mode == "sum":
        return sums
    return sums / bags.bincount(minlength=count).clamp_min(1)[:, None].to(sums.dtype)


@composite(
    namespace="torch.nn.functional", related=("nn.functional.embedding",), choices={"mode": MODES}
)
def embedding_bag(
    input: Index, weight: Array, offsets: Any = None, max_norm: float | None = None,
    norm_type: float = 2, scale_grad_by_freq: bool = False, mode: str = "mean",
    sparse: bool = False, per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False, padding_idx: int | None = None,
) -> Tensor:  # fmt: skip
    """Return the sum, the mean or the largest of each bag of rows; offsets say where bags begin.

    >>> table = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])
    >>> torch.nn.functional.embedding_bag(torch.tensor([[0, 2]]), table)
    tensor([[3., 4.]])
    """
    if weight.dtype.name == "int64" and input.dtype.is_floating_point:
        warn_once(in_full("Argument order of nn.functional.embedding_bag"))
        input, weight = weight, input
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    require_bags(input, offsets, mode, per_sample_weights, scale_grad_by_freq)
    if input.ndim == 2:
        offsets = arange(0, input.numel(), max(input.shape[1], 1))
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
        input = input.reshape(-1)
        include_last_offset = False
    require_places(input, offsets, weight.shape[0])
    require_kind("embedding_bag", "#1 'weight'", weight, ("Half", "BFloat16", "Float", "Double"))
    if max_norm is not None:
        shrink(weight, input, max_norm, norm_type)
    # Given, or made above, by now.
    starts = offsets[:-1] if include_last_offset else offsets
    ends = cat([starts[1:].long(), starts.new_full((1,), len(input)).long()])
    bags = arange(len(starts)).repeat_interleave(ends - starts.long())
    found: Any = rows_at(weight, input, -1, scale_grad_by_freq, sparse)
    if per_sample_weights is not None:
        found = found * by_samples(per_sample_weights)[:, None]
    if padding_idx is not None:
        kept = input != padding_idx % weight.shape[0]
        found, bags = found[kept], bags[kept]
    return under_name(joined(found, bags, len(starts), mode), "EmbeddingBagBackward0")


def of_bags(
    weight: Tensor, indices: Tensor, offsets: Tensor, mode: int, include_last_offset: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Return what PyTorch's kernel hands out beside the bags: what it needs on the way back.

    That is the bag of each row, the size of each bag, and of the largest elements which rows they
    are of; of sums it is nothing.
    """
    starts = offsets[:-1] if include_last_offset else offsets
    sizes = cat([starts[1:], starts.new_full((1,), len(indices))]) - starts
    if mode == 0:
        return starts.new_zeros(0), sizes.new_zeros(sizes.shape), sizes.new_zeros(sizes.shape)
    numbers = arange(len(starts)).repeat_interleave(sizes)
    if mode == 1:
        return numbers, sizes, sizes.clone()
    rows: Any = weight.detach()[indices]
    bags = [
        (rows[first : first + size], indices[first : first + size])
        for first, size in zip(starts.tolist(), sizes.tolist(), strict=True)
    ]
    nothing = starts.new_zeros(weight.shape[1:])
    largest = [where[elements.argmax(0)] if len(where) else nothing for elements, where in bags]
    return numbers, sizes, stack(largest)
