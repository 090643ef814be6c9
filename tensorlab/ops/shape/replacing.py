"""Copies of a tensor with one part replaced: what undoes a view."""

from typing import Any

import numpy as np

from tensorlab.engine.calling.in_place import lies_apart
from tensorlab.engine.declaring import Array, Casts, Tensor, selecting
from tensorlab.engine.layout import copy_with_gaps
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.out_types import USUAL
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.parts import cut, select
from tensorlab.ops.shape.windows import diagonal, window_of


def written(input: np.ndarray, part: Any, src: np.ndarray) -> np.ndarray:
    """Return a copy of input in which a part, found by a function, is replaced.

    Raises:
        RuntimeError: the replacement has another shape than the part.
    """
    if src.dtype != input.dtype:
        raise TypeError
    filled: np.ndarray = copy_with_gaps(input)
    target = part(filled)
    if src.shape != target.shape:
        raise RuntimeError(in_full("expected src to have a", list(src.shape), list(target.shape)))
    if lies_apart(target):
        target[...] = src
    else:  # the last one stays that is written to a place
        order = sorted(range(src.ndim), key=lambda n: (target.strides[n], src.shape[n], -n))[::-1]
        target.transpose(order).flat = src.transpose(order)
    return filled


@selecting(casts=Casts.FIRST, stored=True, real_gradient=True,
           wrong_out=USUAL, related=("select_scatter", "narrow"))  # fmt: skip
def slice_scatter(
    input: Array, src: Array, dim: int = 0, start: int | None = None, end: int | None = None,
    step: int = 1,
) -> Array:  # fmt: skip
    """Return input with the slice from start to end along a dimension replaced by src.

    >>> torch.slice_scatter(torch.zeros(4), torch.ones(2), start=1, end=3)
    tensor([0., 1., 1., 0.])
    """
    if input.ndim == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    axis = wrap_dim(dim, input.ndim)
    if step < 1:
        raise RuntimeError("slice step must be positive")
    first, last, _ = slice(start, end).indices(input.shape[axis])
    return written(input, lambda whole: cut(whole, axis, first, max(first, last), step), src)


def slice_of(
    g: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    """Return the slice of a gradient."""
    return g[(slice(None),) * wrap_dim(dim, g.ndim) + (slice(start, end, step),)]


def without_slice(g: Tensor, dim: int, start: int | None, end: int | None, step: int) -> Any:
    """Return a gradient with zeros in place of the slice."""
    part = slice_of(g, dim, start, end, step)
    return g.slice_scatter(part.new_zeros(part.shape), dim, start, end, step)


slice_scatter.gradient(input=without_slice, src=slice_of)


@selecting(casts=Casts.FIRST, stored=True, out=False, real_gradient=True,
           related=("slice_scatter", "select"))  # fmt: skip
def select_scatter(input: Array, src: Array, dim: int, index: int) -> Array:
    """Return input with the slice at an index along a dimension replaced by src.

    >>> torch.select_scatter(torch.zeros(2, 2), torch.ones(2), 0, 0)
    tensor([[1., 1.],
            [0., 0.]])
    """
    return written(input, lambda whole: select.operation.forward(whole, dim, index), src)


select_scatter.gradient(
    input=lambda g, dim, index: g.select_scatter(
        g.new_zeros(g.select(dim, index).shape), dim, index
    ),
    src=lambda g, dim, index: g.select(dim, index),
)


@selecting(casts=Casts.FIRST, stored=True, out=False, related=("diagonal",))
def diagonal_scatter(
    input: Array, src: Array, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Array:
    """Return input with a diagonal replaced by src.

    >>> torch.diagonal_scatter(torch.zeros(2, 2), torch.ones(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    return written(input, lambda whole: diagonal.operation.forward(whole, offset, dim1, dim2), src)


diagonal_scatter.gradient(
    input=lambda g, offset, dim1, dim2: g.diagonal_scatter(
        g.new_zeros(g.diagonal(offset, dim1, dim2).shape), offset, dim1, dim2
    ),
    src=lambda g, offset, dim1, dim2: g.diagonal(offset, dim1, dim2),
)


@selecting(casts=Casts.FIRST, stored=True, out=False, related=("as_strided",))
def as_strided_scatter(
    input: Array,
    src: Array,
    size: tuple[int, ...],
    stride: tuple[int, ...],
    storage_offset: int | None = None,
) -> Array:
    """Return input with the elements of a strided view replaced by src.

    >>> filled = torch.as_strided_scatter(torch.zeros(3), torch.ones(2), (2,), (2,))
    >>> filled
    tensor([1., 0., 1.])
    """
    return written(input, lambda whole: window_of(whole, size, stride, storage_offset or 0), src)


as_strided_scatter.gradient(
    # PyTorch's own rule keeps what was overwritten.
    input=lambda g, size, stride, storage_offset: g.new_zeros(g.shape).as_strided_scatter(
        g.contiguous().as_strided(size, stride, storage_offset), size, stride, storage_offset
    ),
    src=lambda g, size, stride, storage_offset: g.contiguous().as_strided(
        size, stride, storage_offset
    ),
)
