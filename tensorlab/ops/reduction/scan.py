"""Running totals, products and records along a dimension."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import Casts, operation
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import BOOLEAN, BUT_COMPLEX32
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.machine.threads import share_out
from tensorlab.numerics.sums.running_sums import RunningSums
from tensorlab.numerics.sums.sums_of_few import running_of_few
from tensorlab.ops.shape.joining import cat

# From so many cells on, adding two slices costs less than numpy's walk over them.
WIDE = 256
SOME = 1 << 12  # cells whose rows are worked off some at a time
EXTREMES = (np.maximum, np.minimum)  # of which parts may overlap, and any order is right
MANY_ROWS = 1 << 15  # cells of so many rows
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
ZERO = np.zeros(())  # sums begin with it, so that none of them is -0.


def accumulate(ufunc: np.ufunc, input: Any, dim: int, *, exact: bool = False) -> Any:
    """Return the running result of a ufunc along a dimension.

    Floats accumulate in double precision, as PyTorch's CPU kernels do, unless nothing is rounded.
    """
    few = None if exact else running_of_few(input, dim, ufunc is np.add)
    if few is not None:
        return few
    input = row_major(input)
    if input.dtype is FLOAT32 and 0 < input.size < WIDE and input.ndim and not exact:
        running = np.add(input, ZERO) if ufunc is np.add else input.astype(FLOAT64)
        return ufunc.accumulate(running, dim).astype(FLOAT32)
    dim = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        return input.copy()
    kind = np.float64 if input.dtype == np.float32 and not exact else input.dtype
    size = input.shape[dim]
    if dim == input.ndim - 1 and input.size >= SOME and input.__class__ is np.ndarray:
        return along_rows(ufunc, input, np.dtype(kind))
    if size and input.size >= WIDE * size:
        return row_by_row(ufunc, input, dim, kind)
    if kind is input.dtype and not (ufunc is np.add and kind.kind in "fc"):
        return ufunc.accumulate(input, dim, kind)
    running = begun(ufunc, input, kind)
    return ufunc.accumulate(running, dim, out=running).astype(input.dtype, copy=False)


def begun(ufunc: np.ufunc, cells: Any, kind: Any) -> Any:
    """Return a copy of cells in a type, to which sums have added the 0 that they begin with."""
    return np.add(cells, 0, dtype=kind) if ufunc is np.add else cells.astype(kind)


def along_rows(ufunc: np.ufunc, input: Any, kind: Any) -> Any:
    """Return the same along the last axis, a few rows at a time, whose steps stay in the cache."""
    summed = ufunc is np.add and input.dtype is FLOAT32 and kind == FLOAT64
    if input.ndim == 1:
        return sums_along_line(input) if summed else along_line(ufunc, input, kind)
    rows = input.reshape(-1, input.shape[-1])
    result = np.empty(rows.shape, input.dtype)
    doubling = ufunc in EXTREMES and rows.shape[1] <= SOME
    few = max(1, (4 * MANY_ROWS if doubling else MANY_ROWS) // rows.shape[1])

    def work(begin: int, end: int) -> None:
        put = RunningSums(min(few, end - begin), rows.shape[1]).put if summed else None
        for first in range(begin, end, few):
            part = slice(first, min(first + few, end))
            if doubling:
                result[part] = extremes_so_far(ufunc, rows[part])
            elif put is None or put(rows[part], result[part]) is None:
                running = begun(ufunc, rows[part], kind)
                result[part] = ufunc.accumulate(running, 1, out=running)

    share_out(len(rows), work, input.size)
    return result.reshape(input.shape)


def extremes_so_far(ufunc: np.ufunc, rows: Any) -> Any:
    """Return the running extremes of rows: each pass over columns looks back twice as far.

    Of 300 cells nine passes take half of the time in which numpy waits for each cell.
    """
    columns = np.ascontiguousarray(rows.T)
    back = 1
    while back < len(columns):
        found = np.empty_like(columns)
        found[:back] = columns[:back]
        ufunc(columns[:-back], columns[back:], out=found[back:])
        columns, back = found, 2 * back
    return columns.T


def sums_along_line(line: Any) -> Any:
    """Return the running sums of one long row of floats, piece by piece."""
    result = np.empty_like(line)
    pieces = RunningSums(1, MANY_ROWS)
    begun: Any = 0.0
    for begin in range(0, line.size, MANY_ROWS):
        piece = line[begin : begin + MANY_ROWS].reshape(1, -1)
        if piece.size < MANY_ROWS:
            pieces = RunningSums(1, piece.size)
        begun = pieces.put(piece, result[begin : begin + MANY_ROWS].reshape(1, -1), begun)
        if begun is None:
            return along_line(np.add, line, FLOAT64)
    return result


def along_line(ufunc: np.ufunc, line: Any, kind: Any) -> Any:
    """Return the same of one long row, piece by piece: each begins with the last one's end."""
    result = np.empty_like(line)
    carried = None
    for begin in range(0, line.size, MANY_ROWS):
        piece = begun(ufunc, line[begin : begin + MANY_ROWS], kind)
        if carried is not None:
            piece[0] = ufunc(carried, piece[0])
        ufunc.accumulate(piece, out=piece)
        carried = piece[-1]
        result[begin : begin + MANY_ROWS] = piece
    return result


def row_by_row(ufunc: np.ufunc, input: Any, dim: int, kind: Any) -> Any:
    """Return the same, a whole slice at a time: quicker where slices are wide."""
    rows = np.array(np.moveaxis(input, dim, 0), kind, order="C")
    if ufunc is np.add:
        rows[0] += 0
    before = rows[0]
    for row in rows[1:]:
        ufunc(before, row, out=row)
        before = row
    return np.ascontiguousarray(np.moveaxis(rows, 0, dim), input.dtype)


@operation(casts=Casts.SUM, dtype=True, inplace=True, takes=BUT_COMPLEX32 - BOOLEAN,
           kernel="cumsum_out_cpu", related=("cumprod", "sum"),
           methods_only=("cumsum_",), copies=3)  # fmt: skip
def cumsum(input: Array, dim: int) -> Array:
    """Return the running sum along a dimension: out[k] is input[0] + ... + input[k].

    >>> torch.cumsum(torch.tensor([[1, 2, 3], [4, 5, 6]]), dim=1)
    tensor([[ 1,  3,  6],
            [ 4,  9, 15]])
    """
    return accumulate(np.add, input, dim)


def reversed_cumsum(input: Tensor, dim: int) -> Tensor:
    """Return the running sum from the far end."""
    return input.flip(dim).cumsum(dim).flip(dim) if input.ndim else input


cumsum.gradient(input=lambda g, dim: reversed_cumsum(g, dim))
cumsum.slope(input="d out[i] / d input[j] = (i >= j)")


@operation(casts=Casts.SUM, dtype=True, inplace=True, takes=BUT_COMPLEX32 - BOOLEAN,
           kernel="cumprod_out_cpu", related=("cumsum", "prod"),
           methods_only=("cumprod_",))  # fmt: skip
def cumprod(input: Array, dim: int) -> Array:
    """Return the running product along a dimension: out[k] is input[0] * ... * input[k].

    >>> torch.cumprod(torch.tensor([[2, 3, 4], [5, 2, 1]]), dim=1)
    tensor([[ 2,  6, 24],
            [ 5, 10, 10]])
    """
    return accumulate(np.multiply, input, dim)


def cumprod_gradient(g: Tensor, input: Tensor, out: Tensor, dim: int) -> Tensor:
    """Return sum over k >= i of g[k] * out[k] / input[i], also where cells are 0."""
    if input.shape.numel() <= 1:
        return g
    zeros = input == 0
    if not zeros.any():
        return reversed_cumsum(g * out.conj(), dim) / input.conj()
    return term_by_term(g, input, dim) if Recording.enabled else around_zeros(g, input, zeros, dim)


def term_by_term(g: Tensor, input: Tensor, dim: int) -> Tensor:
    """Return cumprod's gradient as products without the cell itself: slow, but differentiable."""
    size = input.shape[dim]
    parts = []
    for k in range(size):
        before = input.narrow(dim, 0, k).prod(dim, keepdim=True)
        after = input.narrow(dim, k + 1, size - k - 1).cumprod(dim)
        products = before * cat([before.new_ones(before.shape), after], dim)
        parts.append((g.narrow(dim, k, size - k) * products.conj()).sum(dim, keepdim=True))
    return cat(parts, dim)


def around_zeros(g: Tensor, input: Tensor, zeros: Tensor, dim: int) -> Tensor:
    """Return cumprod's gradient where cells are 0.

    Before the first zero nothing changes. At it, its own factor is left out of the products. Behind
    it each product holds a zero that its cell cannot lift.
    """
    count = zeros.cumsum(dim)
    first = zeros & (count == 1)
    lifted = input.masked_fill(first, 1)  # the first zero as 1: products without that factor
    before = (
        reversed_cumsum(g * input.cumprod(dim).conj(), dim)
        / lifted.masked_fill(lifted == 0, 1).conj()
    )
    at = reversed_cumsum((g * lifted.cumprod(dim).conj()).masked_fill(count == 0, 0), dim)
    return before.masked_fill(count > 0, 0) + at.masked_fill(~first, 0)


cumprod.gradient(input=cumprod_gradient)
cumprod.slope(input="d out[i] / d input[j] = out[i]/input[j]")
