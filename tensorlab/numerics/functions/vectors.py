"""Functions that PyTorch computes two vectors at a time, of cells that lie side by side.

A vector's exponential is a polynomial's, its other functions are rounded to the nearest nearly
always. What is left over of each row, and cells with gaps between, the C library computes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics.functions import c_library, error_function, exponential, rounding
from tensorlab.numerics.functions.gelu import erf_from
from tensorlab.numerics.limits import ROUNDED_ONCE

FLOAT32 = np.dtype(np.float32)
ONE, NEARLY_ONE = (np.array(number, FLOAT32) for number in (1, 8.664339742))
PAIR = 16  # cells of two vectors
LARGE = np.float32(2.0**126)
Function = Callable[[Any], Any]


def tanh_of_vectors(x: Any) -> Any:
    """Return the hyperbolic tangent as vectors compute it: 1 a little early."""
    return np.where(np.absolute(x) > NEARLY_ONE, np.copysign(ONE, x), rounding.tanh(x))


def erf_of_vectors(x: Any) -> Any:
    """Return the error function likewise: a polynomial that gelu's slope has, too."""
    return erf_from(x, exponential.exp(np.negative(x * x)))


def log1p_of_vectors(x: Any) -> Any:
    """Return log(1 + x) likewise; exponentials of large numbers are larger than its steps hold."""
    found = exponential.log1p(x)
    if not np.fmax.reduce(x, None) <= LARGE:
        np.copyto(found, rounding.log1p(x), where=x > LARGE)
    return found


def side_by_side(inputs: tuple[Any, ...]) -> int:
    """Return how many cells of arrays lie side by side, in the same order."""
    flags = [input.flags for input in inputs]
    if all(each.c_contiguous for each in flags) or all(each.f_contiguous for each in flags):
        return int(inputs[0].size)
    return min(map(in_a_row, inputs))


def in_a_row(input: Any) -> int:
    """Return how many cells of an array lie side by side, its last dimension first."""
    count = 1
    for size, stride in zip(reversed(input.shape), reversed(input.strides), strict=True):
        if size > 1 and stride != count * input.itemsize:
            break
        count *= size
    return count


def by_vectors(of_vectors: Function, one_by_one: Function) -> Callable[..., Any]:
    """Return a function of an array x that is made of inputs, which tell how the cells lie."""

    def function(x: Any, *inputs: Any) -> Any:
        if x.__class__ is not np.ndarray or x.dtype is not FLOAT32 or x.size > ROUNDED_ONCE:
            return one_by_one(x)
        row = side_by_side(inputs) if x.size >= PAIR else 0
        whole = row & -PAIR
        if not whole:
            return one_by_one(x)
        if whole == row:
            return of_vectors(x)
        turned = row == x.size and not x.flags.c_contiguous
        lines = (x.T if turned else x).reshape(-1, row)
        parts = [of_vectors(lines[:, :whole]), one_by_one(lines[:, whole:])]
        found = np.concatenate(parts, 1)
        return found.reshape(x.shape[::-1]).T if turned else found.reshape(x.shape)

    return function


exp = by_vectors(exponential.exp, rounding.exp)
expm1 = by_vectors(rounding.expm1, c_library.expm1)
log1p = by_vectors(log1p_of_vectors, c_library.log1p)
sinh = by_vectors(rounding.sinh, c_library.sinh)
cosh = by_vectors(rounding.cosh, c_library.cosh)
tanh = by_vectors(tanh_of_vectors, c_library.tanh)
erf = by_vectors(erf_of_vectors, error_function.erf)
atanh = by_vectors(rounding.atanh, c_library.atanh)
