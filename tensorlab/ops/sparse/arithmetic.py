"""What functions answer for sparse tensors: arithmetic on the values, moves of the coordinates."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from tensorlab.engine.calling.closures import ANSWERS
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring import OPERATIONS, Array, Dims, Sparse, Tensor, composite
from tensorlab.engine.dtypes import DType, int64
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import COMPRESSED, OF_BLOCKS, SPARSE_COO, SPARSE_CSC, SPARSE_CSR
from tensorlab.engine.operation import Operation
from tensorlab.engine.shapes import broadcast_shapes, wrap_dim
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.sparse.coalescing import coalesce, distinct
from tensorlab.ops.sparse.construction import to_dense
from tensorlab.ops.sparse.layouts import as_stored, in_order, index_beside, made, places_in


def changed(input: SparseTensor, entries: Tensor, name: str) -> SparseTensor:
    """Return a sparse tensor with other values at the same coordinates."""
    step = name.title().replace("_", "") + "Backward0"
    result = made(input.coordinates, entries, input.size_, coalesced=input.coalesced, step=step)
    return as_stored(result, input)


def answer(
    name: str, *, blocks: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare what a function answers where one of its operands is sparse, perhaps in blocks."""

    def enter(variant: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(variant)
        def of_elements(*args: object, **settings: object) -> Any:
            for given in (*args, *settings.values()):
                for part in given if isinstance(given, list | tuple) else (given,):
                    if isinstance(part, SparseTensor) and part.layout in OF_BLOCKS:
                        raise RuntimeError(f"unsupported tensor layout: {part.layout.kind}")
            return variant(*args, **settings)

        OPERATIONS[f"torch.{name}"].variants[SparseTensor] = variant if blocks else of_elements
        return variant

    return enter


def on_values(operation: Operation) -> Callable[..., Any]:
    """Return the variant of a function that turns zeros into zeros."""
    name, linear = operation.name, operation.facts.get("sparse") is Sparse.LINEAR

    def variant(input: SparseTensor, **settings: object) -> SparseTensor:
        settings.pop("out", None)
        sparse: Any = input if linear else coalesce(input)
        return changed(sparse, getattr(sparse.entries, name)(**settings), name)

    return variant


ANSWERS.update(dict.fromkeys(Sparse, on_values))


@answer("add", blocks=True)
def add(input: Any, other: Any, alpha: Any = 1, **rest: Any) -> Any:
    """Return a sum; only the second operand may be sparse beside a dense one."""
    if not isinstance(input, SparseTensor):
        dense: Any = to_dense(other)
        return input + (dense if alpha == 1 else dense * alpha)
    if not isinstance(other, SparseTensor) and input.layout in (SPARSE_CSR, SPARSE_CSC):
        whole: Any = to_dense(input)
        return whole + other * alpha
    if not isinstance(other, SparseTensor):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    if input.size_ != other.size_:
        raise RuntimeError(in_full("add: expected sizes", list(input.size_), list(other.size_)))
    if input.layout is not SPARSE_COO:
        input, other = (kept_as(in_order(part, 0), input) for part in (input, other))
    return as_stored(merged(input, other, alpha), input)


def kept_as(ordered: SparseTensor, input: SparseTensor) -> SparseTensor:
    """Return a matrix whose values are row by row, under the layout of another one."""
    ordered._stored_in = input.layout
    return ordered


def merged(first: SparseTensor, second: SparseTensor, alpha: object) -> SparseTensor:
    """Return the sum of two sparse tensors: their columns merged as two sorted lists are."""
    rests = [sparse.coordinates._array.T.tolist()[::-1] for sparse in (first, second)]
    columns: list[list[int]] = []
    places: tuple[list[int], list[int]] = ([], [])
    while any(rests):
        least = min(rest[-1] for rest in rests if rest)
        for rest, taken in zip(rests, places, strict=True):
            if rest and rest[-1] == least:
                rest.pop()
                taken.append(len(columns))
        columns.append(least)
    shape = (len(columns), *first.entries.shape[1:])
    total = (first.entries[:0] + second.entries[:0]).new_zeros(shape)
    for place, entries in zip(places, (first.entries, second.entries * alpha), strict=True):
        rows = index_beside(np.array(place, np.int64), entries)
        total = total.index_add(0, rows, entries.to(total.dtype))
    table = np.array(columns, np.int64).reshape(len(columns), len(first.coordinates)).T
    moved = index_beside(np.ascontiguousarray(table), total)
    both = first.coalesced and second.coalesced
    return made(moved, total, first.size_, coalesced=both, step="AddBackward0")


@answer("sub", blocks=True)
def sub(input: Any, other: Any, alpha: Any = 1, **rest: Any) -> Any:
    """Return a difference."""
    return add(input, other, -alpha)


@answer("mul", blocks=True)
def mul(input: Any, other: Any, **rest: Any) -> Any:
    """Return a product: sparse where one of its factors is."""
    if not isinstance(input, SparseTensor):
        input, other = other, input
    if input.layout in OF_BLOCKS and isinstance(other, Tensor) and other.ndim:
        raise RuntimeError(in_full("empty_sparse_compressed", input.layout.kind))
    if isinstance(other, SparseTensor):
        return as_stored(intersection(coalesce(input), coalesce(other)), input)
    if isinstance(other, Tensor) and other.ndim:
        broadcast_shapes(input.size_, other.shape)
        sparse: Any = coalesce(input)
        places = places_in(sparse.coordinates._array, sparse.entries)
        return changed(sparse, sparse.entries * other.expand(sparse.size_)[places], "mul")
    return changed(input, input.entries * other, "mul")


def intersection(first: Any, second: Any) -> SparseTensor:
    """Return the product of two coalesced sparse tensors: elements that both have values for."""
    broadcast_shapes(first.size_, second.size_)
    both = np.concatenate([first.coordinates._array, second.coordinates._array], 1)
    _, place = distinct(both, first.size_)
    count = len(first.entries)
    _, left, right = np.intersect1d(place[:count], place[count:], return_indices=True)
    chosen = [index_beside(side.astype(np.int64), first.entries) for side in (left, right)]
    entries = first.entries[chosen[0]] * second.entries[chosen[1]]
    columns = index_beside(row_major(first.coordinates._array[:, left]), entries)
    return made(columns, entries, first.size_, coalesced=True, step="MulBackward0")


@answer("div")
def div(input: Any, other: Any, rounding_mode: str | None = None, **rest: Any) -> Any:
    """Return a quotient by a number."""
    if isinstance(other, Tensor) and other.ndim:
        raise RuntimeError(in_full("Sparse division requires", list(other.shape)))
    settings = {} if rounding_mode is None else {"rounding_mode": rounding_mode}
    return changed(input, input.entries.div(other, **settings), "div")


answer("pow")(on_values(OPERATIONS["torch.pow"]))


@answer("clone", blocks=True)
def clone(input: Any, **rest: Any) -> Any:
    """Return a copy."""
    parts = input.coordinates.clone(), input.entries.clone(), input.size_
    return as_stored(made(*parts, coalesced=input.coalesced, step="CloneBackward0"), input)


@answer("sum", blocks=True)
def total(
    input: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None, **rest: Any
) -> Any:
    """Return the sum of all values, or the sums over some dimensions."""
    entries = input.entries if dtype is None else input.entries.to(dtype)
    if dim is None or (isinstance(dim, tuple | list) and not dim):
        return entries.sum()
    if input.layout in COMPRESSED and input.layout is not SPARSE_CSR:
        raise RuntimeError(in_full("Currently the only", input.layout.kind))
    gone = {wrap_dim(place, input.ndim) for place in ((dim,) if isinstance(dim, int) else dim)}
    count = len(input.coordinates)
    kept = [place for place in range(count) if place not in gone]
    within = tuple(place - count + 1 for place in gone if place >= count)
    if within:
        entries = entries.sum(within)
    if not kept:
        return entries.sum(0)
    size = [length for place, length in enumerate(input.size_) if place not in gone]
    columns = wrap(row_major(input.coordinates._array[kept]), int64)
    summed: Any = coalesce(made(columns, entries, size))
    return made(summed.coordinates, summed.entries, size, coalesced=True, step="SparseSumBackward0")


@composite(namespace="torch.sparse", name="sum")
def sparse_sum(input: Array, dim: Dims | None = None, dtype: DType | None = None) -> Any:
    """Return the sum of a sparse tensor's values, or the sums over some of its dimensions.

    >>> torch.sparse.sum(torch.tensor([[1., 0.], [2., 3.]]).to_sparse())
    tensor(6.)
    """
    if not isinstance(input, SparseTensor):
        raise RuntimeError("coalesce expected sparse coordinate tensor layout but got Strided")
    return total(input, dim, dtype=dtype)


@answer("cat")
def cat(tensors: Any, dim: int = 0, **rest: Any) -> Any:
    """Return sparse tensors joined along a sparse dimension."""
    dense = [at for at, one in enumerate(tensors) if not isinstance(one, SparseTensor)]
    if dense:
        raise RuntimeError(
            f"Concatenating sparse tensors, but a dense tensor was found at position {dense[0]}."
        )
    axis = wrap_dim(dim, tensors[0].ndim)
    columns, start = [], 0
    for one in tensors:
        shifted = one.coordinates._array.copy()
        shifted[axis] += start
        columns.append(shifted)
        start += one.size_[axis]
    size = list(tensors[0].size_)
    size[axis] = start
    entries = function_of(OPERATIONS["torch.cat"])([one.entries for one in tensors])
    joined = index_beside(np.concatenate(columns, 1), entries)
    return made(joined, entries, size, step="CatBackward0")
