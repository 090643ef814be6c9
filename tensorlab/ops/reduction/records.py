"""Running records: the largest or smallest element so far; and running sums in logarithms."""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import (
    INEXACT,
    REAL,
    Array,
    Declaration,
    Tensor,
    operation,
    unless_idle,
)
from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.numbers import LARGEST
from tensorlab.engine.shapes import wrap_dim
from tensorlab.ops.reduction.scan import WIDE, accumulate


def record_places(values: NDArray[Any], input: NDArray[Any], dim: int) -> Any:
    """Return where each running record was last set; each NaN sets a new one."""
    if input.ndim == 0:
        return np.zeros((), np.int64)
    size = input.shape[dim]
    set_here = input == values
    if input.dtype.kind == "f":
        set_here |= input != input  # noqa: PLR0124  NaN
    if dim == input.ndim - 1 and input.size >= WIDE:
        records = np.flatnonzero(set_here)  # each row's first element is one
        lengths = np.diff(records, append=input.size)
        return np.repeat(records % size, lengths).reshape(input.shape)
    shape = [1] * input.ndim
    shape[dim] = -1
    places = np.arange(size, dtype=np.int64).reshape(shape)
    return accumulate(np.maximum, np.multiply(set_here, places), dim)  # where() would branch


def running(ufunc: np.ufunc, name: str, input: NDArray[Any], dim: int) -> Any:
    """Return the running extreme along a dimension, and where it was set."""
    if not input.size:
        return return_type(name, "values", "indices")(input.copy(), np.zeros(input.shape, np.int64))
    if not input.ndim and dim not in (0, -1):
        raise IndexError(f"{name}(): Expected reduction dim -1 or 0 for scalar but got {dim}")
    axis = wrap_dim(dim, input.ndim)
    values = accumulate(ufunc, input, axis, exact=True)
    return return_type(name, "values", "indices")(values, record_places(values, input, axis))


def to_records(g: Tensor, sizes: object, indices: Tensor, dim: int) -> Tensor:
    """Return a gradient added up at the elements that set the records."""
    return g.new_zeros(sizes).scatter_add(dim, indices, g) if sizes else g


NOT_OF_TYPE = "expected scalar_type {own} but found {given}"


def recording(name: str, *related: str) -> Declaration:
    """Declare the extremes so far along a dimension."""
    kernel, helper = f"{name}_cpu", f"_{name}_helper"
    return operation(
        takes=unless_idle(REAL, alone=True),
        kernel=kernel,
        related=related,
        skips_overlap_check=True,
        quantized_kernel=helper,
        wrong_out=NOT_OF_TYPE,
    )


@recording("cummax", "cummin", "max")
def cummax(input: Array, dim: int) -> Any:
    """Return the running maximum along a dimension, and where each was found.

    >>> torch.cummax(torch.tensor([1, 3, 2, 5]), dim=0)
    torch.return_types.cummax(
    values=tensor([1, 3, 3, 5]),
    indices=tensor([0, 1, 1, 3]))
    """
    return running(np.maximum, "cummax", input, dim)


@recording("cummin", "cummax", "min")
def cummin(input: Array, dim: int) -> Any:
    """Return the running minimum along a dimension, and where each was found.

    >>> torch.cummin(torch.tensor([3, 4, 2, 5]), dim=0)
    torch.return_types.cummin(
    values=tensor([3, 3, 2, 2]),
    indices=tensor([0, 0, 2, 2]))
    """
    return running(np.minimum, "cummin", input, dim)


for scanned in (cummax, cummin):
    scanned.gradient(input=lambda g, input, out, dim: to_records(g[0], input.shape, out[1], dim))
    scanned.derivative(input="1 where it is the record, else 0")


@operation(
    takes=INEXACT,
    kernel="logcumsumexp_out_cpu",
    related=("logsumexp", "cumsum"),
    wrong_out=NOT_OF_TYPE,
    quantized_kernel="_logcumsumexp",
)
def logcumsumexp(input: Array, dim: int) -> Array:
    """Return the logarithm of the running sum of exponentials along a dimension.

    >>> torch.logcumsumexp(torch.tensor([0., 0., 0.]), dim=0)
    tensor([0.0000, 0.6931, 1.0986])
    """
    axis = wrap_dim(dim, input.ndim)
    if input.ndim == 0:
        return input.copy()
    if input.dtype.kind == "c":
        return step_by_step(input, axis)
    wide = input.astype(np.float64, "C")
    return np.logaddexp.accumulate(wide, axis).astype(input.dtype)


def step_by_step(input: NDArray[Any], axis: int) -> Any:
    """Return the running logarithm of a sum of complex exponentials.

    The larger term is taken out, and its angle is not brought back below a half turn.
    """
    terms = np.moveaxis(input, axis, 0).copy()
    for k in range(1, len(terms)):
        before, term = terms[k - 1], terms[k]
        larger = before.real >= term.real
        top, rest = np.where(larger, before, term), np.where(larger, term, before)
        terms[k] = top + np.log1p(np.exp(rest - top))
    return row_major(np.moveaxis(terms, 0, axis))


def reversed_in_logarithms(terms: Tensor, dim: int) -> Tensor:
    """Return the logarithm of the running sum of exponentials from the far end."""
    return terms.flip(dim).logcumsumexp(dim).flip(dim) if terms.ndim else terms


def logcumsumexp_gradient(g: Tensor, input: Tensor, out: Tensor, dim: int) -> Tensor:
    """Return sum over k >= i of g[k] * exp(input[i] - out[k]), summed in logarithms."""
    if not input.ndim:
        return g
    if input.dtype.is_complex:
        terms = g.conj().log() - out
        return (reversed_in_logarithms(terms, dim) + input).exp().conj()
    nothing = g.new_full((), -(LARGEST.get(g.dtype.name) or sys.float_info.max))
    size = g.abs().log()
    positive = reversed_in_logarithms(size.where(g > 0, nothing) - out, dim) + input
    negative = reversed_in_logarithms(size.where(g < 0, nothing) - out, dim) + input
    return positive.exp() - negative.exp()


logcumsumexp.gradient(input=logcumsumexp_gradient)
logcumsumexp.derivative(input="d out[i] / d input[j] = exp(input[j] - out[i])")
