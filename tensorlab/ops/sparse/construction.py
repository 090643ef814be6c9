"""Sparse tensors: coordinates and values in place of all elements."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Tensor, composite, warn_once
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType, int64, require_differentiable
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.naming import COMPRESSED, OF_BLOCKS, SPARSE_COO, SPARSE_CSR, Layout
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.from_values import tensor, zeros
from tensorlab.ops.devices.cuda import is_available
from tensorlab.ops.sparse.layouts import (
    SparseStep,
    as_stored,
    by_elements,
    index_beside,
    made,
    places_in,
    taken_from,
)

UNCHECKED = (
    "Sparse invariant checks are implicitly disabled. Memory errors (e.g. SEGFAULT) will occur "
    "when operating on a sparse tensor which violates the invariants, but checks incur performance "
    "overhead. To silence this warning, explicitly opt in or out. See "
    "`torch.sparse.check_sparse_tensor_invariants.__doc__` for guidance. "
)


def tracked(self: SparseTensor) -> bool:
    """Whether operations on the values are recorded."""
    return self.entries._tracked


def track(self: SparseTensor, wanted: bool) -> None:
    """Start or stop to record operations on the values."""
    if wanted and not self.entries._tracked:
        self.made_by = ""  # the tensor itself is the leaf
    self.entries._tracked = wanted


def step_of(self: SparseTensor) -> SparseStep | None:
    """The recorded operation that made the tensor."""
    if not self.made_by or not self.entries._tracked:
        return None
    kind: type[SparseStep] = type(self.made_by, (SparseStep,), {})
    return kind(self.made_by, self.entries)


def gradient_of(self: SparseTensor) -> Any:
    """The gradient, at the same coordinates and in the same layout."""
    if self._grad is not None:
        return self._grad
    grad = self.entries.grad
    return None if grad is None else self.filled(grad)


def filled(self: SparseTensor, values: Tensor) -> Any:
    """Return other values at the same coordinates, in the same layout."""
    return as_stored(made(self.coordinates, values, self.size_, coalesced=True), self)


def set_gradient(self: SparseTensor, grad: Tensor | None) -> None:
    """Put another gradient, or none, in the place of the one that was worked out."""
    Tensor.grad.fset(self, grad)
    self.entries._grad = None


# Other properties than Tensor's.
SparseTensor._tracked = property(tracked, track)  # type: ignore[assignment]
SparseTensor.grad_fn = property(step_of)
SparseTensor.grad = property(gradient_of, set_gradient)
SparseTensor.filled = filled
# A property has a setter. Its value is the same parts, unknown to autograd.
SparseTensor.data = property(lambda self: self.detach(), Tensor.data.fset)  # type: ignore[assignment, attr-defined]


@composite(method=False, related=("to_sparse", "to_dense"))
def sparse_coo_tensor(
    indices: Any = None, values: Any = None, size: Any = None, *, dtype: DType | None = None,
    device: Any = None, requires_grad: bool = False, check_invariants: bool | None = None,
    is_coalesced: bool | None = None,
) -> Tensor:  # fmt: skip
    """Return a sparse tensor: values at the coordinates in the columns of indices, else zeros.

    Values at one coordinate add up. Without a size it is as small as the indices allow.

    >>> torch.sparse_coo_tensor([[0, 1]], [3., 4.], (3,), check_invariants=False).to_dense()
    tensor([3., 4., 0.])
    """
    if device is not None and Device(device).type == "cuda" and not is_available():
        raise RuntimeError("PyTorch is not linked with support for cuda devices")
    if values is None:
        shape = sizes_alone(indices if size is None else size)
        return made(
            zeros((len(shape), 0), dtype=int64), zeros(0, dtype=dtype), shape, coalesced=True
        )
    indices = as_indices(indices)
    entries: Any = values if isinstance(values, Tensor) else tensor(values, dtype=dtype)
    if dtype is not None:
        entries = entries.to(dtype)
    if check_invariants is None:
        warn_once(UNCHECKED)
    shape = full_size(indices, entries, size, check=check_invariants)
    step = "SparseCooTensorWithDimsAndTensorsBackward0" if entries._tracked else ""
    if requires_grad:
        require_differentiable(entries.dtype)
        entries, step = entries.detach(), ""
        entries._tracked = True
    return made(indices, entries, shape, coalesced=is_coalesced or False, step=step)


def sizes_alone(size: object) -> tuple[int, ...]:
    """Return the size of a sparse tensor without values.

    Raises:
        TypeError: it is missing, or no tuple of whole numbers.
    """
    if isinstance(size, (list, tuple)):
        for place, each in enumerate(size):
            if isinstance(each, bool) or not hasattr(each, "__index__"):
                raise TypeError(in_full("sparse_coo_tensor():", type(each).__name__, place))
        return tuple(map(int, size))
    if isinstance(size, Tensor):
        raise TypeError(
            "sparse_coo_tensor(): argument 'size' (position 1) must be tuple of ints, not Tensor"
        )
    raise TypeError


def as_indices(indices: object) -> Array:
    """Return coordinates as a matrix of int64.

    Raises:
        RuntimeError: they are no matrix.
    """
    found: Any = indices if isinstance(indices, Tensor) else tensor(indices, dtype=int64)
    if len(found._array.shape) != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(found.shape)}")
    return found if found.dtype is int64 else found.to(int64)


def full_size(
    indices: Tensor, entries: Tensor, size: object, *, check: bool | None
) -> tuple[int, ...]:
    """Return the size of a sparse tensor, found from the greatest coordinates if not given.

    Raises:
        RuntimeError: the parts don't fit together, or, if checked, a coordinate is outside.
    """
    columns = indices._array
    dims, count = columns.shape
    sizes = entries._array.shape
    have = sizes[0] if sizes else 1
    if count != have:
        raise RuntimeError(in_full("indices and values", count, have))
    rest = sizes[1:]
    if size is None:
        greatest = columns.max(1) + 1 if count else np.zeros(dims, np.int64)
        shape = (*map(int, greatest), *rest)
    else:
        shape = sizes_alone(size)
    require_room(shape, dims, sizes, have)
    if check or size is None:
        check_columns(columns, shape)
    return shape


def require_room(shape: tuple[int, ...], dims: int, sizes: tuple[int, ...], count: int) -> None:
    """Refuse a size that has no room for entries of other sizes.

    Raises:
        RuntimeError: the size is smaller than the entries need.
    """
    rest = sizes[1:]
    if shape and min(shape) < 0:
        raise RuntimeError("numel: integer multiplication overflow")
    if len(shape) != dims + len(rest):
        raise RuntimeError(in_full("'len(size) == sparse_dim", len(shape), dims, len(rest)))
    if shape[dims:] != rest:
        wanted = [count, *shape[dims:]]
        raise RuntimeError(f"values has incorrect size, expected {wanted}, got {list(sizes)}")


def check_columns(columns: np.ndarray, shape: tuple[int, ...]) -> None:
    """Refuse coordinates outside a shape.

    Raises:
        RuntimeError: an index lies outside.
    """
    if not columns.size:
        return
    for dim, line in enumerate(columns):
        if line.min() < 0:
            raise RuntimeError(f"found negative index {int(line.min())} for dim {dim}")
        if line.max() >= shape[dim]:
            raise RuntimeError(in_full("size is inconsistent", dim, shape[dim], line.max()))


def require_sparse(name: str, input: Tensor, kind: str = "coordinate ") -> SparseTensor:
    """Return a sparse tensor.

    Raises:
        RuntimeError: it is none.
    """
    if not isinstance(input, SparseTensor):
        raise RuntimeError(f"{name} expected sparse {kind}tensor layout but got Strided")
    return input


def compressed(input: Tensor, layout: Layout, blocksize: object, dense_dim: int | None) -> Tensor:
    """Return a matrix stored by rows or columns, of elements or blocks.

    Raises:
        RuntimeError: it cannot be stored so.
    """
    if blocksize is not None and layout not in OF_BLOCKS:
        raise RuntimeError(in_full("dense_to_sparse: conversion", layout.kind))
    sizes = (blocksize,) if layout in OF_BLOCKS else ()
    try:
        found: Tensor = getattr(input, f"to_{layout.name}")(*sizes, dense_dim=dense_dim)
    except RuntimeError as error:
        text = str(error).replace(f"dense_to_{layout.name}:", "dense_to_sparse:")
        raise RuntimeError(text) from None
    return found


@composite(function=False, related=("sparse_coo_tensor", "to_dense"))
def to_sparse(
    input: Array, sparse_dim: int | None = None, *, layout: Layout | None = None,
    blocksize: Any = None, dense_dim: int | None = None,
) -> Tensor:  # fmt: skip
    """Return the tensor as coordinates and values of its elements that are not zero.

    >>> torch.tensor([0., 7.]).to_sparse()
    tensor(indices=tensor([[1]]),
           values=tensor([7.]),
           size=(2,), nnz=1, layout=torch.sparse_coo)
    """
    if layout in COMPRESSED or blocksize is not None:
        return compressed(input, layout or SPARSE_COO, blocksize, dense_dim)
    if layout not in (None, SPARSE_COO):
        return to_dense(input)  # type: ignore[no-any-return]  # of methods
    if isinstance(input, SparseTensor):
        if input.layout is SPARSE_COO:
            return input
        elements = by_elements(input)
        ordered = input.layout is SPARSE_CSR
        return made(elements.coordinates, elements.entries, input.size_, coalesced=ordered)
    dims = input.ndim - (dense_dim or 0) if sparse_dim is None else sparse_dim
    if not 0 <= dims <= input.ndim:
        raise RuntimeError(in_full("dense_to_sparse: sparse_dim", input.ndim, dims))
    whole = input.dtype.decode(input._array) != 0
    filled = whole.any(tuple(range(dims, input.ndim))) if dims < input.ndim else whole
    step = "ToSparseBackward0" if sparse_dim is not None else "ToSparseBackward1"
    if dims:
        return taken_from(input, filled, input.shape, step)
    count = int(filled.any())
    nowhere = index_beside(np.zeros((0, count), np.int64), input)
    return made(nowhere, input.unsqueeze(0)[:count], input.shape, coalesced=True, step=step)


@composite(function=False, related=("to_sparse",))
def to_dense(input: Array, dtype: DType | None = None, *, masked_grad: bool | None = None) -> Array:
    """Return the tensor with all its elements.

    >>> torch.sparse_coo_tensor([[1]], [7.], (3,), check_invariants=False).to_dense()
    tensor([0., 7., 0.])
    """
    if not isinstance(input, SparseTensor):
        return input.to(dtype) if dtype is not None else input
    if dtype is not None:
        raise RuntimeError("dtype argument is not supported by sparse_to_dense")
    reserve_memory(input.shape.numel() * input.dtype.itemsize)
    input = by_elements(input)
    check_columns(input.coordinates._array, input.size_)
    blank: Any = zeros(input.shape, dtype=input.dtype, device=input.device)
    places = places_in(input.coordinates._array, input.entries)
    if not places:
        return input.entries.sum(0, dtype=input.dtype)
    return blank.index_put(places, input.entries, True)
