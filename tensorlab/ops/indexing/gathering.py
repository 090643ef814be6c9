"""Reading elements by index along a dimension."""

from functools import lru_cache, partial, reduce
from math import prod
from typing import Any

import numpy as np

from tensorlab.engine.declaring import USUAL, Quantized, composite, selecting
from tensorlab.engine.dtypes import DTYPES, from_numpy_dtype, int64
from tensorlab.engine.layout import empty_beside
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.shapes import broadcast_shapes, wrap_dim
from tensorlab.engine.signatures.signature import Array, Index
from tensorlab.engine.signatures.support import BUT_COMPLEX32, EVERY
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.indexing.index_writing import first_outside

REMEMBERED = 1 << 12  # elements of an index for whose shape places are kept
INT64, UINT64, HUGE = np.dtype(np.int64), np.dtype(np.uint64), 1 << 63
INDEX_TYPES = (DTYPES["int32"], DTYPES["int64"])


def check_index_select(input: Tensor, dim: int, index: Tensor) -> None:
    """Refuse an index that is no vector of whole numbers.

    Raises:
        IndexError: it has dimensions to spare.
        RuntimeError: it has another data type.
    """
    wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.dtype not in INDEX_TYPES:
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")


@selecting(
    takes=EVERY,
    stored=True,
    check=check_index_select,
    related=("gather", "take"),
    wrong_out="index_select(): self and result must have the same scalar type",
    quantized=Quantized.MOVES,
    copies=0,
)
def index_select(input: Array, dim: int, index: Index) -> Array:
    """Return the slices of input at the indices along a dimension.

    >>> torch.index_select(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([1, 1, 0]))
    tensor([[2, 2, 1],
            [4, 4, 3]])
    """
    axis = wrap_dim(dim, input.ndim)
    size = input.shape[axis] if input.ndim else 1
    if index.ndim > 1 or index.dtype.kind != "i" or index.dtype.itemsize < 4:
        raise TypeError
    if not in_range(index, size):
        if not size and input.ndim > 1:
            raise RuntimeError("index_select(): self indexing axis dim should be positive")
        if axis == 1:
            wrong = int(index[(index < 0) | (index >= size)].reshape(-1)[0])
            raise RuntimeError(f"INDICES element is out of DATA bounds, id={wrong} axis_dim={size}")
        raise IndexError("index out of range in self")
    if not input.ndim:
        return input.reshape(1).take(index.reshape(-1)).reshape(())
    reserve_memory(input.nbytes // max(size, 1) * index.size)
    return input.take(index.reshape(-1), axis)


index_select.gradient(
    input=lambda g, sizes, dim, index: g.new_zeros(sizes).index_add(dim, index, g)
)


def in_range(index: np.ndarray, size: int) -> bool:
    """Return whether all indices are elements of a dimension, none counted from its end."""
    return not index.size or largest(index) < size


def largest(index: np.ndarray) -> int:
    """Return the largest of some indices, a huge number where one is negative."""
    places = index.astype(INT64, copy=False).view(UINT64).ravel()
    return int(places[int(places.argmax())])  # in half the time of a reduction


def flat_places(index: np.ndarray, axis: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return the places of the elements in a row of all elements of a shape.

    The index says where they are along one axis; along the others they are where they stand.
    """
    if len(shape) == 1:
        return index
    begins = row_begins if index.size <= REMEMBERED else row_begins.__wrapped__
    step = prod(shape[axis + 1 :])
    steps_of_index = index if step == 1 else index * step
    return steps_of_index + begins(index.shape, axis, shape)  # type: ignore[no-any-return]  # of methods


@lru_cache(maxsize=16)
def row_begins(sizes: tuple[int, ...], axis: int, shape: tuple[int, ...]) -> Any:
    """Return the places of what is first along an axis in a row of all elements of a shape."""
    ends = [max(size, 1) for size in shape[1:]]
    steps = [prod(ends[dim:]) for dim in range(len(shape))]
    counts = (*sizes[:axis], 1, *sizes[axis + 1 :])
    grid = np.ogrid[
        *[slice(0, count * step, step) for count, step in zip(counts, steps, strict=True)]
    ]
    begins = reduce(np.add, grid)
    # Laid out, if they are kept: numpy adds arrays of one shape in a third of the time.
    return np.broadcast_to(begins, sizes).copy() if prod(sizes) <= REMEMBERED else begins


def require_in_range(index: np.ndarray, axis: int, size: int) -> None:
    """Refuse an index beyond a dimension's size, in the words of gather and scatter.

    Raises:
        RuntimeError: the index is larger in some dimension.
    """
    if in_range(index, size):
        return
    wrong = next(int(part) for part in np.asarray(index).flat if not 0 <= part < size)
    raise RuntimeError(f"index {wrong} is out of bounds for dimension {axis} with size {size}")


def require_index(name: str, index: Tensor, ndim: int, whose: str = "input") -> None:
    """Refuse an index of another type or with another number of dimensions.

    Raises:
        RuntimeError: the index is not int64, or has another number of dimensions.
    """
    if index.shape.numel() and index.dtype not in INDEX_TYPES:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if index.shape.numel() and max(index.ndim, 1) != max(ndim, 1):
        raise RuntimeError(
            f"Index tensor must have the same number of dimensions as {whose} tensor"
        )


def fits_beside(index: tuple[int, ...], shape: tuple[int, ...], axis: int) -> bool:
    """Return whether an index is no larger than a shape, apart from one dimension."""
    sizes = enumerate(zip(index, shape, strict=True))
    return all(have <= room or place == axis for place, (have, room) in sizes)


def check_gather(input: Tensor, dim: int, index: Tensor) -> None:
    """Refuse an index that does not fit.

    Raises:
        RuntimeError: its type, number of dimensions or size is wrong.
    """
    axis = wrap_dim(dim, input.ndim)
    require_index("gather", index, input.ndim)
    if not index.shape.numel():
        return
    for other in range(min(index.ndim, input.ndim)):
        if other != axis and index.shape[other] > input.shape[other]:
            raise RuntimeError(
                f"Size does not match at dimension {other} expected index {list(index.shape)} to "
                f"be no larger than self {list(input.shape)} apart from dimension {axis}"
            )


# How a function that reads or writes where an index says is declared.
by_places = partial(
    selecting,
    takes=BUT_COMPLEX32,
    kernel="scatter_gather_tensor_cpu",
    structured=True,
    wrong_out=USUAL,
)


@by_places(stored=True, check=check_gather, related=("index_select", "scatter", "take_along_dim"),
           copies=0)  # fmt: skip
def gather(input: Array, dim: int, index: Index, *, sparse_grad: bool = False) -> Array:
    """Return the elements that the index names along a dimension.

    In two dimensions with dim=1: out[i, j] is input[i, index[i, j]].

    >>> torch.gather(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([[0, 0], [1, 0]]))
    tensor([[1, 1],
            [4, 3]])
    """
    reserve_memory(index.size * (input.itemsize + 8))
    axis = wrap_dim(dim, input.ndim)
    if not index.size:
        return empty_beside(index, index.shape, input.dtype)
    if index.ndim != input.ndim:
        index, input, shape = np.atleast_1d(index), np.atleast_1d(input), index.shape
        return gather.operation.forward(input, axis, index).reshape(shape)
    if (
        index.dtype.kind != "i"
        or index.dtype.itemsize < 4
        or (index.shape != input.shape and not fits_beside(index.shape, input.shape, axis))
    ):
        raise TypeError
    if not input.ndim:
        require_in_range(index, 0, 1)
        return input.copy()
    require_in_range(index, axis, input.shape[axis])
    return input.reshape(-1).take(flat_places(index, axis, input.shape))


gather.gradient(
    input=lambda g, input, dim, index: g.new_zeros(input.shape).scatter_add(dim, index, g)
)


@selecting(
    stored=True,
    takes=BUT_COMPLEX32,
    kernel="take_cpu",
    related=("take_along_dim", "put_"),
    wrong_out=(
        "take(): self and out expected to have the same dtype, but got self.dtype = {own} and"
        " out.dtype = {given}"
    ),
    quantized_kernel="take",
    copies=0,
)
def take(input: Array, index: Index) -> Array:
    """Return the elements at the indices into flattened input.

    >>> torch.take(torch.tensor([[1, 2], [3, 4]]), torch.tensor([0, 3]))
    tensor([1, 4])
    """
    reserve_memory(index.size * (input.itemsize + 8))
    return input.reshape(-1)[row_index("take", index, input.size)]


def row_index(name: str, index: np.ndarray, count: int) -> np.ndarray:
    """Return the indices into a row, negative ones counted from the end.

    Raises:
        RuntimeError: they are not int64.
        IndexError: there is no such element.
    """
    if index.dtype != np.int64:
        kind = from_numpy_dtype(index.dtype).scalar_name
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {kind}")
    if index.size and not count:
        done = "tried to take from" if name == "take" else "Tried to put elements into"
        raise IndexError(f"{name}(): {done} an empty tensor")
    wrong = first_outside(index, -count, count)
    if wrong is not None:
        raise IndexError(in_full("out of range: tried", wrong, count))
    return index


take.gradient(
    input=lambda g, input, index: (
        g.new_zeros(input.numel()).put(index, g, True).reshape(input.shape)
    )
)


@composite(out=True, apart=True, related=("gather", "argsort"), wrong_out=USUAL)
def take_along_dim(input: Array, indices: Index, dim: int | None = None) -> Tensor:
    """Return the elements that the indices name along a dimension; both broadcast.

    >>> x = torch.tensor([[10, 30, 20]])
    >>> torch.take_along_dim(x, torch.argsort(x), dim=1)
    tensor([[10, 20, 30]])
    """
    if dim is not None and input.ndim != indices.ndim:
        raise RuntimeError(in_full("torch.take_along_dim(): input", input.ndim, indices.ndim))
    if dim is None:
        return gather(input.view(-1), 0, indices.view(-1))
    if indices.dtype is not DTYPES["int64"]:
        raise RuntimeError(in_full("torch.take_along_dim(): dtype", indices.dtype.scalar_name))
    axis = wrap_dim(dim, input.ndim)

    def with_size(tensor: Tensor, size: int) -> tuple[int, ...]:
        return (*tensor.shape[:axis], size, *tensor.shape[axis + 1 :])

    size = input.shape[axis]
    if not in_range(indices._array, size) and size:
        indices = wrap(indices._array % size, int64)
    shape = broadcast_shapes(with_size(input, indices.shape[axis]), indices.shape)
    wide = broadcast_shapes(with_size(indices, size), input.shape)
    return gather(input.expand(wide), axis, indices.expand(shape))
