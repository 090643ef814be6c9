"""Indexing on a GPU by numpy's rules: CuPy wraps indices that are out of range, numpy refuses."""

from typing import Any

import numpy as np

from tensorlab.engine.cuda.cupy_backend import guarded, library
from tensorlab.engine.device import GpuArray


def elements(inner: Any, index: Any) -> Any:
    """Return the elements of CuPy's array at an index.

    Raises:
        IndexError: the index is out of range, in numpy's words.
    """
    with guarded:
        return inner[placed(inner, index)]


def write(inner: Any, index: Any, value: Any) -> None:
    """Overwrite the elements of CuPy's array at an index.

    Raises:
        IndexError: the index is out of range.
    """
    chosen = placed(inner, index)
    with guarded:
        parts = part_of(chosen)
        if hasattr(value, "ndim") and any(hasattr(part, "get") for part in parts):
            chosen = tuple(without_masks(parts))
        inner[chosen] = value


def placed(inner: Any, index: object) -> Any:
    """Return an index whose arrays are on the GPU, once it was found to be in range."""
    parts = part_of(index)
    if not any(isinstance(part, np.ndarray | list | GpuArray) for part in parts):
        return index
    require_in_range(inner.shape, parts)
    return tuple(on_gpu(part) for part in parts)


def part_of(index: object) -> tuple[Any, ...]:
    """Return the parts of an index."""
    return index if isinstance(index, tuple) else (index,)


def on_gpu(part: object) -> Any:
    """Return one part of an index as CuPy takes it."""
    if isinstance(part, GpuArray):
        return part.inner
    return library().asarray(np.asarray(part)) if isinstance(part, np.ndarray | list) else part


def require_in_range(shape: tuple[int, ...], parts: tuple[Any, ...]) -> None:
    """Ask numpy for the same elements of an array that takes no memory: it knows what is wrong.

    An index on the GPU stands for its smallest and its largest number, the only ones that matter.

    Raises:
        IndexError: an index is out of range, or a mask does not fit.
    """
    hollow = np.broadcast_to(np.zeros((), np.bool_), shape)
    hollow[tuple(outermost(part) for part in parts)]


def outermost(part: object) -> Any:
    """Return an index of few elements that is in range if the given one is."""
    if not isinstance(part, GpuArray):
        return part
    inner = part.inner
    if inner.dtype.kind == "b":
        return np.broadcast_to(np.zeros((), np.bool_), inner.shape)
    if not inner.size:
        return np.zeros((0,), np.intp)
    return np.array([int(inner.min()), int(inner.max())])


def without_masks(parts: tuple[Any, ...]) -> Any:
    """Yield the parts of an index, a mask as the places where it is true."""
    for part in parts:
        if hasattr(part, "get") and part.dtype.kind == "b" and part.ndim:
            yield from part.nonzero()
        else:
            yield part
