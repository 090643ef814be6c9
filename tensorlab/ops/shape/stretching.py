"""Tensors repeated: by stride 0, where one cell is read many times, or by copying."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.reducing import sum_to_shape
from tensorlab.engine.declaring import Quantized, composite, operation, view
from tensorlab.engine.dtypes import from_numpy_dtype
from tensorlab.engine.layout import empty_beside, strided_view
from tensorlab.engine.shapes import broadcast_shapes as shape_of_all
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.size import Size
from tensorlab.engine.storage_sizes import LONG, WORD, claim_cells, unviewable
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.threads import MANY, copied
from tensorlab.ops.tensor.conversion import packed


@view(
    function=False, variadic="size", related=("repeat", "broadcast_to"), quantized=Quantized.MOVES
)
def expand(input: Array, size: tuple[int, ...], *, implicit: bool = False) -> Array:
    """Return input with dimensions of size 1 stretched: the copies share one cell (stride 0).

    >>> x = torch.tensor([[1], [2]])
    >>> x.expand((2, 3))
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    extra = len(size) - input.ndim
    if extra < 0:
        raise RuntimeError(
            f"expand(torch.{from_numpy_dtype(input.dtype).scalar_name}Tensor"
            f"{{{list(input.shape)}}}, size={list(size)}): the number of sizes provided "
            f"({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({input.ndim})"
        )
    old = input.shape
    if old != size[extra:] or min(size, default=0) < 0:
        size = stretched_shape(old, tuple(size), extra)
    strides = [0] * extra
    for before, stride, after in zip(old, input.strides, size[extra:], strict=True):
        strides.append(stride if before == after else 0)
    return strided_view(input, size, strides)


expand.gradient(input=lambda g: g)  # the engine sums what was stretched


def stretched_shape(old: tuple[int, ...], size: tuple[int, ...], extra: int) -> tuple[int, ...]:
    """Return the sizes asked for, with -1 standing for the old size.

    Raises:
        RuntimeError: an old size is neither 1 nor the new one.
    """
    shape = list(size)
    for dim in reversed(range(len(size))):
        before = old[dim - extra] if dim >= extra else 1
        if size[dim] == -1:
            if dim < extra:
                raise RuntimeError(
                    f"The expanded size of the tensor (-1) isn't allowed in a leading, "
                    f"non-existing dimension {dim}"
                )
            shape[dim] = before
        elif before not in (1, size[dim]):
            raise RuntimeError(
                f"The expanded size of the tensor ({size[dim]}) must match the existing size "
                f"({before}) at non-singleton dimension {dim}.  Target sizes: {list(size)}.  "
                f"Tensor sizes: {list(old)}"
            )
    if min(shape, default=0) < 0:
        raise unviewable(shape)
    return tuple(shape)


@composite(function=False, related=("expand",), quantized=Quantized.MOVES)
def expand_as(input: Array, other: Array) -> Tensor:
    """Return input stretched to the shape of other.

    >>> torch.tensor([1, 2]).expand_as(torch.zeros(2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, other.shape)


@composite(variadic="size", related=("expand",), quantized=Quantized.MOVES)
def broadcast_to(input: Array, size: tuple[int, ...]) -> Tensor:
    """Return input stretched to a shape.

    >>> torch.broadcast_to(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, size)


@composite(method=False, related=("broadcast_shapes",))
def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """Return the tensors, each stretched to the shape that all of them broadcast to.

    >>> torch.broadcast_tensors(torch.tensor([1, 2]), torch.tensor([[3]]))
    (tensor([[1, 2]]), tensor([[3, 3]]))
    """
    given = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
    shape = shape_of_all(*(tensor.shape for tensor in given))
    return tuple(
        tensor if tuple(tensor.shape) == shape else expand(tensor, shape) for tensor in given
    )


@composite(method=False, related=("broadcast_tensors",))
def broadcast_shapes(*shapes: Any) -> Size:
    """Return the shape that all shapes broadcast to.

    >>> torch.broadcast_shapes((2, 1), (3,))
    torch.Size([2, 3])
    """
    for shape in shapes:
        if not isinstance(shape, int | tuple | list):
            raise RuntimeError(
                "Input shapes should be of type ints, a tuple of ints, or a list of ints, got "
                f"{shape}"
            )
    given = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    result = [1] * max(map(len, given), default=0)
    for number, shape in enumerate(given):
        for place in range(-1, -1 - len(shape), -1):
            if shape[place] in (1, result[place]):
                continue
            if shape[place] < 0 and result[place] == 1:
                raise ValueError("Attempting to broadcast a dimension with negative length!")
            if result[place] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {shape[place]} at {place}! "
                    f"Mismatching argument at index {number} had {shape}; but expected shape "
                    f"should be broadcastable to {result}"
                )
            result[place] = shape[place]
    return Size(result)


@operation(
    function=False,
    variadic="repeats",
    stored=True,
    out=False,
    related=("tile", "expand"),
    quantized=Quantized.MOVES,
)
def repeat(input: Array, repeats: tuple[int, ...]) -> Array:
    """Return input copied so many times along each dimension.

    >>> x = torch.tensor([1, 2])
    >>> x.repeat((2, 2))
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    extra = len(repeats) - input.ndim
    if extra < 0:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    shape = (1,) * extra + input.shape
    sizes = [count * size for count, size in zip(repeats, shape, strict=True)]
    if min(repeats, default=1) < 0 or max(sizes, default=0) >= LONG:
        sizes = [(size + LONG) % WORD - LONG for size in sizes]  # as 64 bits hold them
        wrong = next((size for size in sizes if size < 0), 0)
        raise RuntimeError(f"Trying to create tensor with negative dimension {wrong}: {sizes}")
    claim_cells(sizes, input.itemsize)
    # One axis for the copies before each axis: (copies, size, copies, size, ...).
    spread = input.reshape([part for size in shape for part in (1, size)])
    between = [part for pair in zip(repeats, shape, strict=True) for part in pair]
    whole = empty_beside(input, between, input.dtype)
    copied(np.broadcast_to(spread, between) if whole.size >= MANY else spread, whole)
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


@composite(related=("repeat",))
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
        if input.ndim != 1:
            raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
        return places(input, len(input), 0, output_size)
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
    claim_cells((len(chosen), *input.shape[:axis], *input.shape[axis + 1 :]), input.itemsize)
    return input.index_select(axis, chosen)


def places(repeats: Any, size: int, axis: int, length: int | None) -> Tensor:
    """Return which slice each slice of the result, of a length if one is given, is a copy of.

    Raises:
        RuntimeError: the counts are negative, or not one for each slice, or another length is due.
    """
    from tensorlab.ops.creation.from_values import tensor  # noqa: PLC0415

    if not isinstance(repeats, Tensor | list | tuple):
        raise TypeError
    counts = repeats.array if isinstance(repeats, Tensor) else np.array(repeats, np.int64)
    if counts.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if counts.dtype not in (np.int32, np.int64):
        raise RuntimeError("repeats has to be Long or Int tensor")
    if counts.size == 1:
        counts = np.broadcast_to(counts.reshape(1), (size,))
    if len(counts) != size:
        raise RuntimeError(
            f"repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{len(counts)} and input.size({axis}) = {size}"
        )
    if counts.size and counts.min() < 0:
        raise RuntimeError("repeats can not be negative")
    total = total_of(counts)
    claim_cells((total if length is None else length,), 8)
    if length not in (None, total):
        raise RuntimeError("allocated size does not match required size")
    device = repeats.device if isinstance(repeats, Tensor) else None
    return tensor(np.repeat(np.arange(size, dtype=np.int64), counts), device=device)


def total_of(counts: np.ndarray) -> int:
    """Return the sum of counts, none negative: numpy's would wrap around, np.repeat's too."""
    if counts.size and int(counts.max()) >= LONG // counts.size:
        return sum(counts.reshape(-1).tolist())
    return int(counts.sum(dtype=np.int64))


@composite(function=False, variadic="size", related=("expand", "sum"))
def sum_to_size(input: Array, size: tuple[int, ...]) -> Array:
    """Return input summed over the dimensions in which a broadcast would stretch the size.

    >>> torch.ones(2, 3).sum_to_size((1, 3))
    tensor([[2., 2., 2.]])
    """
    extra = input.ndim - len(size)
    fits = extra >= 0 and all(
        small in (1, large) for small, large in zip(size, input.shape[extra:], strict=True)
    )
    if not fits:
        raise RuntimeError(
            f"size {{{list(size)}}} is not expandable to size {{{list(input.shape)}}}."
        )
    if not size:
        return input.sum()
    if input.shape == tuple(size):
        return input
    return sum_to_shape(input, tuple(size))
