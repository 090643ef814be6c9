"""PyTorch's indexing in terms of numpy's: which cells an index means, and what it refuses."""

from typing import Any

import numpy as np

from tensorlab.engine.dtypes import BOOLEAN, INTEGER
from tensorlab.engine.tensor import Tensor

BASIC = (int, slice, type(None), type(Ellipsis))


def numpy_index(index: Any, shape: tuple[int, ...]) -> tuple[tuple[Any, ...], bool]:
    """Return the index as numpy takes it, and whether it only looks (a view) or gathers (a copy).

    Raises:
        IndexError: an index is out of range, of a type that can't index, or one too many.
        ValueError: a slice goes backwards.
    """
    parts = index if index.__class__ is tuple else (index,)
    if len(parts) == 1 and parts[0].__class__ is list:
        parts = (list_index(parts[0]),)
    taken: list[Any] = []
    views = True
    for part in parts:
        kind = part.__class__
        if kind is int or kind is slice or part is None or part is Ellipsis:
            taken.append(slice_of(part) if kind is slice else part)
        else:
            converted = array_index(part)
            views = views and converted.__class__ in (int, bool) and converted.__class__ is int
            taken.append(converted)
    check(taken, shape)
    if views and Ellipsis not in [part for part in taken if part is Ellipsis]:
        taken.append(Ellipsis)  # so that numpy answers a full index with a 0-d view
    return tuple(taken), views


def list_index(part: list[Any]) -> Any:
    """Return a list as an index: numbers choose, anything else is taken part by part."""
    return part


def slice_of(part: slice) -> slice:
    """Return a slice with whole numbers.

    Raises:
        ValueError: it goes backwards.
    """
    start, stop, step = (bound(one) for one in (part.start, part.stop, part.step))
    if step is not None and step <= 0:
        raise ValueError("step must be greater than zero")
    return slice(start, stop, step)


def bound(value: Any) -> int | None:
    """Return a slice's bound as a number."""
    if value is None or value.__class__ is int:
        return value  # type: ignore[no-any-return]
    try:
        return int(value.__index__())
    except (AttributeError, TypeError):
        raise TypeError(
            "slice indices must be integers or None or have an __index__ method"
        ) from None


def array_index(part: Any) -> Any:
    """Return a tensor, list or array that chooses cells.

    Raises:
        IndexError: its type can't index.
    """
    if isinstance(part, Tensor):
        if part.dtype.category == INTEGER:
            return part.array if part.shape or part.dtype.name == "uint8" else int(part.array)
        if part.dtype.category == BOOLEAN:
            return part.array
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    if isinstance(part, bool):
        return np.array(part)
    if isinstance(part, np.ndarray):
        return part
    if isinstance(part, np.integer):
        return int(part)
    if isinstance(part, list | tuple | range):
        array = np.array(part, dtype=None if len(part) else np.int64)
        if array.dtype.kind in "bi":
            return array
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
        f"indices (got {type(part).__name__})"
    )


def check(parts: list[Any], shape: tuple[int, ...]) -> None:
    """Refuse an index that does not fit the shape.

    Raises:
        IndexError: it names too many dimensions or a cell that is not there.
    """
    used = sum(dimensions_used(part) for part in parts)
    if used > len(shape):
        if not shape:
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
            )
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
    dim = 0
    for place, part in enumerate(parts):
        if part is Ellipsis:
            dim = len(shape) - sum(dimensions_used(rest) for rest in parts[place + 1 :])
            continue
        if part.__class__ is int:
            size = shape[dim]
            if not -size <= part < size:
                raise IndexError(
                    f"index {part} is out of bounds for dimension {dim} with size {size}"
                )
        elif isinstance(part, np.ndarray):
            check_array(part, shape, dim)
        dim += dimensions_used(part)


def check_array(part: np.ndarray[Any, Any], shape: tuple[int, ...], dim: int) -> None:
    """Refuse a mask of another shape and numbers of cells that are not there."""
    if part.dtype.kind == "b":
        for offset, size in enumerate(part.shape):
            if size != shape[dim + offset]:
                raise IndexError(
                    f"The shape of the mask {list(part.shape)} at index {offset} does not match "
                    f"the shape of the indexed tensor {list(shape)} at index {dim + offset}"
                )
        return
    if part.size:
        size = shape[dim]
        for extreme in (part.min(), part.max()):
            if not -size <= extreme < size:
                raise IndexError(
                    f"index {extreme} is out of bounds for dimension {dim} with size {size}"
                )


def dimensions_used(part: Any) -> int:
    """Return how many dimensions of the tensor a part of an index stands for."""
    if part is None or part is Ellipsis:
        return 0
    if isinstance(part, np.ndarray) and part.dtype.kind == "b":
        return part.ndim
    return 1
