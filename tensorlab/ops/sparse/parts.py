"""The parts of sparse tensors, and their sizes."""

from tensorlab.engine.declaring import composite
from tensorlab.engine.formats import SPARSE_COO
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.sparse.construction import require_sparse


def require_coordinates(name: str, input: Tensor) -> SparseTensor:
    """Return a sparse tensor that is stored as coordinates.

    Raises:
        RuntimeError: it is stored by rows, or not sparse.
    """
    sparse = require_sparse(name, input)
    if sparse.layout is not SPARSE_COO:
        raise RuntimeError(
            f"{name} expected sparse coordinate tensor layout but got {sparse.layout.kind}"
        )
    return sparse


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
