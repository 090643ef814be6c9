"""Writing whole slices by index along a dimension, and elements by index into a row."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import is_array
from tensorlab.engine.declaring import EVERY, USUAL, Array, Index, Number, Tensor, selecting
from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.support import leave_to_check, refuse_two_types
from tensorlab.engine.warning import in_full

FEW = 32  # elements in a slice from which on one addition of slices is cheaper


WHOLE = ("int32", "int64")  # the types of an index


def slices(dim: int, index: np.ndarray, ndim: int) -> tuple[Any, ...]:
    """Return the coordinates of the slices that an index names along a dimension."""
    return (slice(None),) * wrap_dim(dim, ndim) + (np.atleast_1d(index),)


def check_slices(name: str, input: Tensor, dim: int, index: Tensor, source: Tensor) -> None:
    """Refuse an index that is no vector of whole numbers, and a source that does not fit.

    Raises:
        IndexError: the index has too many dimensions, or names a slice that is not there.
        RuntimeError: the types or sizes don't fit.
    """
    axis = wrap_dim(dim, input.ndim)
    kind = index.dtype.scalar_name
    if index.ndim > 1:
        raise IndexError(in_full("{}(): Index is", name, index.ndim, kind, list(index.shape)))
    if index.dtype.name not in WHOLE:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index but got: {kind}")
    refuse_two_types(
        input, source, f"{name}(): self ({{}}) and source ({{}}) must have the same scalar type"
    )
    if axis and axis >= source.ndim:
        raise RuntimeError(in_full("{}(): Indexing dim", name, axis, source.ndim))
    count, given = index.shape.numel(), source.shape[axis] if source.ndim else 1
    if count != given:
        raise RuntimeError(in_full("{}(): Number of indices", name, count, given, axis))
    lacking = not source.ndim or without(input.shape, axis) != without(source.shape, axis)
    if input.ndim and lacking:
        raise RuntimeError(in_full("source tensor shape", list(input.shape), list(source.shape)))
    size = input.shape[axis] if input.ndim else 1
    wrong = first_outside(index._array, 0, size)
    if wrong is not None:
        raise outside(name, wrong, axis, size)


def outside(name: str, wrong: int, axis: int, size: int) -> Exception:
    """Return PyTorch's complaint about a slice that is not there."""
    if name != "index_add_":
        return IndexError("index out of range in self")
    return RuntimeError(f"index {wrong} is out of bounds for dimension {axis} with size {size}")


def without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    """Return a shape without one of its dimensions."""
    return (*shape[:axis], *shape[axis + 1 :])


def first_outside(index: np.ndarray, low: int, high: int) -> int | None:
    """Return the first number outside the range from low up to, not including, high."""
    outside = index[(index < low) | (index >= high)]
    return int(outside.reshape(-1)[0]) if outside.size else None


def check_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> None:
    """Refuse an index or a source that index_copy can't use.

    Raises:
        IndexError: their dimensions or sizes do not fit, or a slice is not there.
        RuntimeError: their types or slices do not fit.
    """
    axis = wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if index.dtype is not DTYPES["int64"]:
        raise RuntimeError(
            f"index_copy_(): Expected a long tensor for index, but got {index.dtype.scalar_name}"
        )
    if input.dtype is not source.dtype:
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got (self) "
            f"{input.dtype.scalar_name} and (source) {source.dtype.scalar_name}"
        )
    if source.ndim and input.ndim and source.ndim != input.ndim:
        raise IndexError(in_full("index_copy_(): When", source.ndim, input.ndim))
    check_copied_slices(input, axis, index, source)


def check_copied_slices(input: Tensor, axis: int, index: Tensor, source: Tensor) -> None:
    """Refuse slices of another size or number, and indices of slices that are not there."""
    mine, theirs = without(input.shape, axis), without(source.shape, axis)
    if mine != theirs:
        raise RuntimeError(
            in_full(
                "index_copy_(): Source/destination",
                " ".join(map(str, mine)),
                axis,
                " ".join(map(str, theirs)),
            )
        )
    count, given = index.shape.numel(), source.shape[axis] if source.ndim else 1
    if count != given:
        raise IndexError(in_full("index_copy_(): Number", count, given))
    size = input.shape[axis] if input.ndim else 1
    wrong = first_outside(index._array, 0, size)
    if wrong is not None:
        raise IndexError(
            f"index_copy_(): index {wrong} is out of bounds for dimension {axis} with size {size}"
        )


def prepared(
    input: np.ndarray, dim: int, index: np.ndarray, source: np.ndarray
) -> tuple[np.ndarray, tuple[Any, ...]]:
    """Return a copy of input and the coordinates of the slices in it; refuse what does not fit."""
    if source.dtype != input.dtype or index.dtype.name not in WHOLE or index.ndim > 1:
        raise TypeError
    filled = input.copy("K") if input.ndim else input.reshape(1).copy()
    elements = slices(dim, index, input.ndim)
    target = (*input.shape[: len(elements) - 1], index.size, *input.shape[len(elements) :])
    if source.shape != target and (source.ndim or input.ndim > 1 or index.size != 1):
        raise TypeError
    if index.size and (index.min() < 0 or index.max() >= filled.shape[len(elements) - 1]):
        raise IndexError
    return filled, elements


def source_back(g: Tensor, dim: int, index: Tensor, source: Tensor) -> Any:
    """Return the gradient of a source: what arrived at its slices."""
    return g.index_select(dim, index).reshape(source.shape)


@selecting(
    takes=EVERY,
    kernel="index_add_",
    inplace=True,
    check=lambda input, dim, index, source: check_slices("index_add_", input, dim, index, source),
    related=("scatter_add", "index_copy"),
    structured=True,
    wrong_out=USUAL,
)
def index_add(input: Array, dim: int, index: Index, source: Array, *, alpha: Number = 1) -> Array:
    """Return input with the slices of source, times alpha, added at the indices along a dimension.

    >>> torch.index_add(torch.zeros(3), 0, torch.tensor([0, 0, 2]), torch.tensor([1., 2., 3.]))
    tensor([3., 0., 3.])
    """
    leave_to_check(input.ndim and not source.ndim)
    filled, elements = prepared(input, dim, index, source)
    if alpha != 1:
        source = source * np.array(alpha).astype(input.dtype)
    if index.size * FEW < source.size:
        add_slices(filled, elements, source)
    else:
        np.add.at(filled, elements, source)
    return filled.reshape(input.shape)


def add_slices(filled: np.ndarray, elements: tuple[Any, ...], source: np.ndarray) -> None:
    """Add large slices one by one: the adding of elements one by one takes longer."""
    axis = len(elements) - 1
    moved, parts = np.moveaxis(filled, axis, 0), np.moveaxis(source, axis, 0)
    for place, part in zip(elements[axis], parts, strict=True):
        moved[place] += part


index_add.gradient(
    input=lambda g: g,
    source=lambda g, dim, index, source, alpha: source_back(g, dim, index, source) * alpha,
)


@selecting(
    takes=EVERY,
    kernel="index_copy_cpu",
    inplace=True,
    stored=True,
    check=check_copy,
    related=("index_add", "index_fill"),
    wrong_out=USUAL,
)
def index_copy(input: Array, dim: int, index: Index, source: Array) -> Array:
    """Return input with the slices of source written at the indices along a dimension.

    >>> torch.index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([1., 2.]))
    tensor([2., 0., 1.])
    """
    leave_to_check(index.dtype != np.int64)
    filled, elements = prepared(input, dim, index, source)
    filled[elements] = source
    return filled.reshape(input.shape)


index_copy.gradient(input=lambda g, dim, index: g.index_fill(dim, index, 0), source=source_back)


def check_fill(input: Tensor, dim: int, index: Tensor, value: object) -> None:
    """Refuse an index that is no vector of int64, and a value of more than one number.

    Raises:
        IndexError: the index is not of int64.
        RuntimeError: the index is no vector, or the value is more than one number.
    """
    wrap_dim(dim, input.ndim)
    if index.dtype is not DTYPES["int64"]:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(in_full("index_fill_ only supports", value.ndim))
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    size = input.shape[wrap_dim(dim, input.ndim)] if input.ndim else 1
    wrong = first_outside(index._array, -size, size)
    if wrong is not None:
        raise IndexError(in_full("index {} is out of", wrong, wrap_dim(dim, input.ndim), size))
    mixed = isinstance(value, complex) or (isinstance(value, Tensor) and value.dtype.is_complex)
    if mixed and not input.dtype.is_complex:
        raise RuntimeError(
            "index_fill_(): Converting complex Scalar to non-complex type is not supported"
        )


@selecting(
    takes=EVERY,
    kernel="index_fill_cpu",
    inplace=True,
    skips_overlap_check=True,
    out=False,
    check=check_fill,
    node=lambda value: f"IndexFillBackward{int(isinstance(value, Tensor))}",
    related=("index_copy", "masked_fill"),
)
def index_fill(input: Array, dim: int, index: Index, value: Index | complex) -> Array:
    """Return input with a value written to the slices at the indices along a dimension.

    >>> torch.index_fill(torch.zeros(2, 2), 1, torch.tensor([0]), 5.)
    tensor([[5., 0.],
            [5., 0.]])
    """
    if index.dtype != np.int64 or (value.__class__ is complex and input.dtype.kind != "c"):
        raise TypeError
    if index.ndim > 1 or not (is_array(value) or isinstance(value, int | float | complex)):
        raise TypeError
    if is_array(value) and value.ndim:
        raise TypeError
    filled = input.copy("K") if input.ndim else input.reshape(1).copy()
    filled[slices(dim, index, input.ndim)] = value
    return filled.reshape(input.shape)


index_fill.gradient(
    input=lambda g, dim, index: g.index_fill(dim, index, 0),
    value=lambda g, dim, index: g.index_select(dim, index.unique()).sum(),
)
