"""Tensors repeated by copying their numbers."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import (
    Array,
    Quantized,
    Tensor,
    composite,
    not_implemented,
    operation,
)
from tensorlab.engine.dtypes import from_numpy_dtype
from tensorlab.engine.layout import empty_beside
from tensorlab.engine.shapes import LONG, WORD, reserve_elements, wrap_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.stretching import expand
from tensorlab.ops.tensor.conversion import packed


@operation(
    function=False,
    variadic="repeats",
    stored=True,
    out=False,
    related=("tile", "expand"),
    quantized=Quantized.MOVES,
)
def repeat(input: Array, repeats: tuple[int, ...]) -> Array:
    """Return input copied the given number of times along each dimension.

    >>> x = torch.tensor([1, 2])
    >>> x.repeat((2, 2))
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    extra = len(repeats) - input.ndim
    if extra < 0:
        raise RuntimeError(in_full("Number of dimensions of"))
    shape = (1,) * extra + input.shape
    sizes = [count * size for count, size in zip(repeats, shape, strict=True)]
    if min(repeats, default=1) < 0 or max(sizes, default=0) >= LONG:
        sizes = [(size + LONG) % WORD - LONG for size in sizes]  # as 64 bits hold them
        wrong = next((size for size in sizes if size < 0), 0)
        raise RuntimeError(in_full("Trying to create tensor", wrong, sizes))
    reserve_elements(sizes, input.itemsize)
    # One axis for the copies before each axis: (copies, size, copies, size, ...).
    spread = input.reshape([part for size in shape for part in (1, size)])
    between = [part for pair in zip(repeats, shape, strict=True) for part in pair]
    whole = empty_beside(input, between, input.dtype)
    whole[...] = spread
    return whole.reshape(sizes)


def gather_copies(g: Tensor, sizes: tuple[int, ...], repeats: Any) -> Tensor:
    """Return the gradients of all copies, summed."""
    if 0 in repeats:
        return g.new_zeros(sizes)
    extra = len(repeats) - len(sizes)
    shape = (1,) * extra + tuple(sizes)
    between = [part for pair in zip(repeats, shape, strict=True) for part in pair]
    if not between:
        return g
    gone = (*range(0, len(between), 2), *range(1, 2 * extra, 2))
    return g.reshape(between).sum(tuple(sorted(gone)))


repeat.gradient(input=gather_copies)


@composite(variadic="dims", related=("repeat",), quantized=Quantized.MOVES)
def tile(input: Array, dims: tuple[int, ...]) -> Tensor:
    """Return input copied along its last dimensions; missing counts are 1.

    >>> torch.tile(torch.tensor([1, 2]), (2,))
    tensor([1, 2, 1, 2])
    """
    return repeat(input, (1,) * (input.ndim - len(dims)) + tuple(dims))


@composite(related=("repeat",), asked="repeats")
def repeat_interleave(
    input: Array,
    repeats: int | Tensor | None = None,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> Array:
    """Return input with each element, or each slice along dim, repeated in its place.

    >>> torch.repeat_interleave(torch.tensor([1, 2]), 2)
    tensor([1, 1, 2, 2])
    """
    if repeats is None:
        if dim is not None:
            raise TypeError  # the engine knows PyTorch's words
        if input.ndim != 1:
            require_counts(input._array.dtype)
            raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
        return places(input, len(input), 0, output_size).to(input.dtype)
    if isinstance(repeats, Tensor) and repeats.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if dim is None:
        input, dim = input.flatten(), 0
    axis = wrap_dim(dim, input.ndim)
    if isinstance(repeats, int):
        if repeats < 0:
            raise RuntimeError("Repeats must be non-negative")
        length = repeats * input.shape[axis]
        if output_size not in (None, length):
            raise RuntimeError(
                f"repeat_interleave: Invalid output_size, expected {length} but got {output_size}"
            )
        shape = (*input.shape[: axis + 1], repeats, *input.shape[axis + 1 :])
        copied: Any = packed(expand(input.unsqueeze(axis + 1), shape))
        return copied.flatten(axis, axis + 1)
    chosen = places(repeats, input.shape[axis], axis, output_size)
    reserve_elements((len(chosen), *input.shape[:axis], *input.shape[axis + 1 :]), input.itemsize)
    return input.index_select(axis, chosen)


def require_counts(kind: Any) -> None:
    """Refuse counts of a type of numpy's that PyTorch's kernel does not count in.

    Raises:
        NotImplementedError: they are neither int32 nor int64.
    """
    if kind not in (np.int32, np.int64):
        raise not_implemented("repeat_interleave_cpu", from_numpy_dtype(kind))


def places(repeats: object, size: int, axis: int, length: int | None) -> Tensor:
    """Return which slice each slice of the result, of a length if one is given, is a copy of.

    Raises:
        RuntimeError: the counts are negative, or not one for each slice, or another length is due.
    """
    from tensorlab.ops.creation.from_values import tensor  # noqa: PLC0415

    counts = repeats._array if isinstance(repeats, Tensor) else np.array(repeats, np.int64)
    if counts.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if counts.size == 1:
        counts = np.broadcast_to(counts.reshape(1), (size,))
    if len(counts) != size:
        raise RuntimeError(in_full("repeats must have the same", len(counts), axis, size))
    require_counts(counts.dtype)
    if counts.size and counts.min() < 0:
        raise RuntimeError("repeats can not be negative")
    total = total_of(counts)
    reserve_elements((total if length is None else length,), 8)
    if length not in (None, total):
        raise RuntimeError("allocated size does not match required size")
    device = repeats.device if isinstance(repeats, Tensor) else None
    return tensor(np.arange(size, dtype=np.int64).repeat(counts.astype(np.intp)), device=device)


def total_of(counts: np.ndarray) -> int:
    """Return the sum of counts, none negative: numpy's would wrap around, np.repeat's too."""
    if counts.size and int(counts.max()) >= LONG // counts.size:
        return sum(counts.reshape(-1).tolist())
    return int(counts.sum(dtype=np.int64))
