"""Methods of sparse tensors that differ from those of dense ones."""

from typing import Any

import numpy as np

from tensorlab.engine.dtypes import int64
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import OF_BLOCKS, SPARSE_COO
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import methods_of
from tensorlab.ops.sparse.arithmetic import answer, cat, changed
from tensorlab.ops.sparse.coalescing import coalesce
from tensorlab.ops.sparse.layouts import as_stored, index_beside, made

method = methods_of(SparseTensor)


@method("to")
def converted(self: SparseTensor, *targets: Any, **settings: Any) -> Any:
    """Return the tensor with its values in another data type."""
    entries = self.entries.to(*targets, **settings)
    return self if entries is self.entries else changed(self, entries, "to_copy")


@method("detach")
def detached(self: SparseTensor) -> SparseTensor:
    """Return the same parts, unknown to autograd."""
    entries = self.entries.detach()
    return as_stored(made(self.coordinates, entries, self.size_, coalesced=self.coalesced), self)


def refuse_compressed(sparse: SparseTensor, what: str) -> None:
    """Refuse what only tensors stored as coordinates have an answer for.

    Raises:
        RuntimeError: the tensor is stored in a compressed layout.
    """
    if sparse.layout is not SPARSE_COO:
        name = sparse.layout.name.removeprefix("sparse_").upper()
        raise RuntimeError(f"Sparse {name} tensors do not have {what}")


def refuse_blocks(sparse: SparseTensor) -> None:
    """Refuse to look at a part of a matrix stored in blocks.

    Raises:
        RuntimeError: it is stored so.
    """
    if sparse.layout in OF_BLOCKS:
        raise RuntimeError(
            "select(): no view exists for the given input, consider using torch.select_copy."
        )


@method("stride")
def stride(self: SparseTensor, dim: int | None = None) -> Any:
    """Return zeros: a sparse tensor has no strides."""
    refuse_compressed(self, "strides")
    return (0,) * self.ndim if dim is None else 0


@method("is_contiguous")
def is_contiguous(self: SparseTensor, memory_format: Any = None) -> bool:
    """Return False: the elements don't lie in memory."""
    refuse_compressed(self, "is_contiguous")
    return False


@method("storage_offset")
def storage_offset(self: SparseTensor) -> int:
    """Return 0."""
    return 0


@method("numpy")
def numpy(self: SparseTensor, *, force: bool = False) -> Any:
    """Refuse: numpy knows no sparse arrays."""
    raise TypeError(
        f"can't convert {self.layout.kind} layout tensor to numpy. Use Tensor.to_dense() first."
    )


@method("data_ptr")
@method("tolist")
def tolist(self: SparseTensor) -> Any:
    """Refuse: there is no storage to read."""
    raise RuntimeError(in_full("Cannot access data"))


@method("reshape")
def reshape(self: SparseTensor, *shape: Any) -> Any:
    """Refuse, as PyTorch does."""
    raise RuntimeError("reshape is not implemented for sparse tensors")


@method("item")
def item(self: SparseTensor) -> Any:
    """Return the one number in the tensor."""
    count = self.shape.numel()
    if count != 1:
        raise RuntimeError(f"a Tensor with {count} elements cannot be converted to Scalar")
    return self.to_dense().item()


@method("__len__")
def length(self: SparseTensor) -> int:
    """Return the size of the first dimension."""
    if not self.size_:
        raise TypeError("len() of a 0-d tensor")
    return self.size_[0]


@method("__getitem__")
def picked(self: SparseTensor, index: Any) -> Any:
    """Return the slice at an index of the first dimension, still sparse; or an element."""
    refuse_blocks(self)
    found: Any = coalesce(self)
    parts = index if isinstance(index, tuple) else (index,)
    dim = 0
    for place, part in enumerate(parts):
        if not isinstance(found, SparseTensor):
            return found[parts[place:]]
        if part is ...:
            dim = found.ndim - sum(one is not None for one in parts[place + 1 :])
        elif part is None or (isinstance(part, slice) and part == slice(None)):
            found = unsqueeze(found, dim) if part is None else found
            dim += 1
        elif isinstance(part, int):
            found = select(found, dim, part)
        else:
            raise no_kernel("as_strided", "SparseCPU")
    return found


@method("select")
def select(self: SparseTensor, dim: int, index: int) -> Any:
    """Return the slice at an index along a dimension."""
    refuse_blocks(self)
    sparse: Any = coalesce(self)
    dim = wrap_dim(dim, self.ndim)
    size = sparse.size_[dim]
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")
    columns = sparse.coordinates._array
    chosen = np.flatnonzero(columns[dim] == index % size)
    entries = sparse.entries[index_beside(chosen, sparse.entries)]
    if len(columns) == 1:
        return entries.sum(0, dtype=entries.dtype)
    rest = index_beside(row_major(np.delete(columns[:, chosen], dim, 0)), entries)
    sizes = np.delete(sparse.size_, dim)
    return made(rest, entries, sizes, coalesced=True, step="SelectBackward0")


@answer("unbind")
def unbind(input: Any, dim: int = 0) -> Any:
    """Return all slices along a dimension, each without that dimension."""
    count = input.shape[wrap_dim(dim, input.ndim)]
    return tuple(select(input, dim, place) for place in range(count))


@answer("unsqueeze")
def unsqueeze(input: Any, dim: int) -> Any:
    """Return the tensor with a dimension of size 1 put in."""
    axis = wrap_dim(dim, input.ndim + 1)
    size = [*input.size_[:axis], 1, *input.size_[axis:]]
    columns = index_beside(np.insert(input.coordinates._array, axis, 0, axis=0), input.entries)
    step = "UnsqueezeBackward0"
    return made(columns, input.entries, size, coalesced=input.coalesced, step=step)


@answer("stack")
def stack(tensors: Any, dim: int = 0, **rest: Any) -> Any:
    """Return sparse tensors side by side along a new dimension."""
    return cat([unsqueeze(tensor, dim) for tensor in tensors], dim)


@answer("index_select")
def index_select(input: Any, dim: int, index: Any, **rest: Any) -> Any:
    """Return the slices at the indices along a dimension."""
    if not input.ndim:
        raise IndexError("index_select() cannot be applied to a 0-dim tensor.")
    if index.ndim != 1 or index.dtype is not int64 or index.is_sparse:
        raise IndexError(
            "index_select() argument index must be 1-D strided (non-sparse) long-tensor."
        )
    axis = wrap_dim(dim, input.ndim)
    sparse: Any = coalesce(input)
    line, most = sparse.coordinates._array[axis], sparse.size_[axis]
    wanted = index.tolist()
    if wrong := [one for one in wanted if not -most <= one < most]:
        raise IndexError(in_full("index_select(): index", wrong[0], list(sparse.size_), axis))
    hits = [(place, np.flatnonzero(line == one % most)) for place, one in enumerate(wanted)]
    chosen = np.concatenate([found for _, found in hits] or [np.zeros(0, np.int64)])
    columns = np.ascontiguousarray(sparse.coordinates._array[:, chosen])
    columns[axis] = np.repeat([place for place, _ in hits], [len(found) for _, found in hits])
    size = list(sparse.size_)
    size[axis] = len(hits)
    entries = sparse.entries[index_beside(chosen.astype(np.int64), sparse.entries)]
    return made(index_beside(columns, entries), entries, size, step="IndexSelectBackward0")


@method("_array")  # type: ignore[misc, prop-decorator]  # of a class elsewhere
@property
def array(self: SparseTensor) -> Any:
    """Refuse: there is no array of all elements."""
    raise no_kernel("as_strided", "SparseCPU")


@answer("narrow_copy")
def narrow_copy(input: Any, dim: int, start: int, length: int, **rest: Any) -> Any:
    """Return a copy of the part from start on, length long, along a dimension."""
    if not 0 <= dim < input.ndim:
        raise RuntimeError(f"Dimension {dim} out of range. Expecting 0 <= dim < {input.ndim}.")
    size = list(input.size_)
    if not 0 <= start <= start + length <= size[dim]:
        raise RuntimeError(in_full("Invalid range to narrow.", size[dim]))
    size[dim] = length
    columns, entries = input.coordinates._array, input.entries
    stored = len(columns)
    if dim >= stored:
        within = entries.narrow(dim - stored + 1, start, length).clone()
        return made(input.coordinates, within, size, coalesced=input.coalesced)
    kept = np.flatnonzero((columns[dim] >= start) & (columns[dim] < start + length))
    columns = np.ascontiguousarray(columns[:, kept])
    columns[dim] -= start
    chosen = entries[index_beside(kept.astype(np.int64), entries)]
    return made(index_beside(columns, entries), chosen, size, coalesced=input.coalesced)
