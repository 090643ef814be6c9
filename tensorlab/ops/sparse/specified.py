"""Sparse tensors: their parts, and what only looks at the specified elements."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Number, Tensor, composite, no_kernel
from tensorlab.engine.dtypes import DType
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.naming import SPARSE_COO, Layout
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.from_values import full_like
from tensorlab.ops.nn.softmax import log_softmax as log_softmax_of
from tensorlab.ops.nn.softmax import softmax as softmax_of
from tensorlab.ops.sparse.coalescing import coalesce
from tensorlab.ops.sparse.construction import require_sparse, to_dense, to_sparse
from tensorlab.ops.sparse.layouts import as_stored, index_beside, made, places_in
from tensorlab.ops.sparse.rows import to_sparse_csr

S = "torch.sparse"


def places_of(sparse: SparseTensor, name: str, known: str) -> tuple[Any, ...]:
    """Return the index of the specified elements in a dense tensor, for a function of that name.

    Raises:
        NotImplementedError: the tensor is not sparse.
    """
    if not isinstance(sparse, SparseTensor):
        raise no_kernel(name, "CPU", known)
    return places_in(sparse.coordinates._array, sparse.entries)


def among_specified(function: Any, input: Tensor, dim: int, dtype: DType | None, name: str) -> Any:
    """Return what a function along a dimension gives where only the specified elements count."""
    if not isinstance(input, SparseTensor):
        raise no_kernel(f"_sparse_{name}", "CPU", "SparseCPU, SparseMeta")
    sparse: Any = coalesce(input)
    sparse = sparse if dtype is None else sparse.to(dtype)
    places = places_of(sparse, f"_sparse_{name}", "SparseCPU, SparseMeta")
    whole = full_like(to_dense(sparse).detach(), -np.inf).index_put(places, sparse.entries)
    entries = function(whole, wrap_dim(dim, len(sparse.size_)))[places]
    step = f"Sparse{name.title().replace('_', '')}Backward0"
    return made(sparse.coordinates, entries, sparse.size_, coalesced=True, step=step)


@composite(namespace=S, related=("softmax",))
def softmax(input: Array, dim: int, *, dtype: DType | None = None) -> Any:
    """Return e ** input over its sums along a dimension; what is not specified does not count.

    >>> torch.sparse.softmax(torch.eye(2).to_sparse(), 1).values()
    tensor([1., 1.])
    """
    return among_specified(softmax_of, input, dim, dtype, "softmax")


@composite(namespace=S, related=("log_softmax",))
def log_softmax(input: Array, dim: int, *, dtype: DType | None = None) -> Any:
    """Return the logarithm of softmax; what is not specified does not count.

    >>> torch.sparse.log_softmax(torch.eye(2).to_sparse(), 1).values()
    tensor([0., 0.])
    """
    return among_specified(log_softmax_of, input, dim, dtype, "log_softmax")


@composite(function=False, related=("to_sparse",))
def sparse_mask(input: Array, mask: Array) -> Any:
    """Return the elements of input at the specified elements of a sparse tensor.

    >>> torch.tensor([[1., 2.], [3., 4.]]).sparse_mask(torch.eye(2).to_sparse()).values()
    tensor([1., 4.])
    """
    pattern: Any = mask
    if tuple(input.shape) != tuple(mask.shape):
        raise RuntimeError(in_full("sparse_mask(): operands", list(input.shape), list(mask.shape)))
    dense: Any = to_dense(input) if isinstance(input, SparseTensor) else input
    places = places_of(pattern, "sparse_mask", "SparseCPU, SparseMeta")
    entries = dense[places] if places else dense.expand(pattern.entries.shape)
    found = made(pattern.coordinates, entries, pattern.size_, coalesced=pattern.coalesced)
    return as_stored(found, pattern)


@composite(namespace=S, related=("sparse.addmm",))
def sampled_addmm(
    input: Array, mat1: Array, mat2: Array, *, beta: Number = 1.0, alpha: Number = 1.0
) -> Any:
    """Return beta * input + alpha * (mat1 @ mat2) at the specified elements of input alone."""
    pattern: Any = input
    rows, columns = places_of(pattern, "sparse_sampled_addmm", "Meta, SparseCsrCPU")
    products = (mat1[rows] * mat2.t()[columns]).sum(-1)
    entries = products * alpha + pattern.entries * beta
    step = "SparseSampledAddmmBackward0"
    found = made(pattern.coordinates, entries, pattern.size_, coalesced=True, step=step)
    return as_stored(found, pattern)


@composite(namespace=S, related=("diag",))
def spdiags(
    diagonals: Array, offsets: Array, shape: tuple[int, ...], layout: Layout | None = None
) -> Any:
    """Return a sparse matrix with rows of numbers on its diagonals.

    >>> rows = torch.tensor([[1., 2.]])
    >>> torch.sparse.spdiags(rows, torch.tensor([0]), (2, 2)).to_dense()
    tensor([[1., 0.],
            [0., 2.]])
    """
    rows, columns, numbers = [], [], []
    for place, offset in enumerate(offsets.reshape(-1).tolist()):
        for column in range(min(diagonals.shape[-1], shape[1])):
            if 0 <= column - offset < shape[0]:
                rows.append(column - offset)
                columns.append(column)
                numbers.append(place * diagonals.shape[-1] + column)
    entries = diagonals.reshape(-1)[index_beside(np.array(numbers, np.int64), diagonals)]
    places = index_beside(np.array([rows, columns], np.int64).reshape(2, -1), diagonals)
    found = made(places, entries, shape)
    if layout is None or layout is SPARSE_COO:
        return found
    return to_sparse_csr(found)


@composite(function=False, related=("to_sparse",))
def to_sparse_coo(input: Array) -> Any:
    """Return a tensor as coordinates and values of its elements that are not zero.

    >>> torch.tensor([1., 0., 2.]).to_sparse_coo().values()
    tensor([1., 2.])
    """
    return to_sparse(input)


def require_coordinates(name: str, input: Tensor) -> SparseTensor:
    """Return a sparse tensor that is stored as coordinates.

    Raises:
        RuntimeError: it is stored by rows, or not sparse.
    """
    if input.layout is not SPARSE_COO:
        raise RuntimeError(
            f"{name} expected sparse coordinate tensor layout but got {input.layout.kind}"
        )
    return input  # type: ignore[return-value]  # whose layout says so


@composite(function=False)
def is_coalesced(input: Array) -> bool:
    """Return whether the coordinates are known to be in order, each only once.

    >>> torch.tensor([1., 0.]).to_sparse().is_coalesced()
    True
    """
    return require_coordinates("is_coalesced", input).coalesced


def coalesced_part(name: str, input: Tensor, kind: str = "coordinate ") -> SparseTensor:
    """Return a sparse tensor whose parts have one meaning.

    Raises:
        RuntimeError: values at one coordinate may still have to be added up.
    """
    sparse = require_sparse(name, input, kind)
    if not sparse.coalesced and sparse.layout is SPARSE_COO:
        raise RuntimeError(
            f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first"
        )
    return sparse


@composite(function=False, related=("values",))
def indices(input: Array) -> Tensor:
    """Return the coordinates of a coalesced sparse tensor, one column for each value.

    >>> torch.tensor([5., 0., 6.]).to_sparse().indices()
    tensor([[0, 2]])
    """
    require_coordinates("indices", input)
    return coalesced_part("indices", input).coordinates


@composite(function=False, related=("indices",))
def values(input: Array) -> Tensor:
    """Return the values of a coalesced sparse tensor.

    >>> torch.tensor([5., 0., 6.]).to_sparse().values()
    tensor([5., 6.])
    """
    return coalesced_part("values", input, "").entries


@composite(function=False)
def _indices(input: Array) -> Tensor:
    """Return the coordinates of a sparse tensor as they are.

    >>> torch.sparse_coo_tensor([[1, 1]], [3., 4.], (3,), check_invariants=False)._indices()
    tensor([[1, 1]])
    """
    return require_sparse("_indices", input).coordinates


@composite(function=False)
def _values(input: Array) -> Tensor:
    """Return the values of a sparse tensor as they are.

    >>> torch.sparse_coo_tensor([[1, 1]], [3., 4.], (3,), check_invariants=False)._values()
    tensor([3., 4.])
    """
    return require_sparse("_values", input).entries


@composite(function=False)
def _nnz(input: Array) -> int:
    """Return the number of values of a sparse tensor.

    >>> torch.tensor([5., 0., 6.]).to_sparse()._nnz()
    2
    """
    return len(require_sparse("_nnz", input).entries)


@composite(function=False)
def sparse_dim(input: Array) -> int:
    """Return the number of dimensions that the coordinates are for; 0 of a dense tensor.

    >>> torch.zeros(2, 3).to_sparse().sparse_dim()
    2
    """
    return len(input.coordinates) if isinstance(input, SparseTensor) else 0


@composite(function=False)
def dense_dim(input: Array) -> int:
    """Return the number of dimensions that each value has.

    >>> torch.zeros(2, 3).to_sparse().dense_dim()
    0
    """
    dims: int = input.ndim
    return dims - len(input.coordinates) if isinstance(input, SparseTensor) else dims
