"""Functions that PyTorch computes two vectors at a time, of cells without gaps.

A vector's exponential is a polynomial's, its other functions are rounded to the nearest nearly
always. What is left over, and cells with gaps between, the C library computes one by one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.numerics import c_library, error_function, exponential, rounding
from tensorlab.numerics.gelu import erf_from
from tensorlab.numerics.limits import ROUNDED_ONCE

FLOAT32 = np.dtype(np.float32)
ONE, NEARLY_ONE = (np.array(number, FLOAT32) for number in (1, 8.664339742))
Function = Callable[[Any], Any]


def tanh_of_vectors(x: Any) -> Any:
    """Return the hyperbolic tangent as vectors compute it: 1 a little early."""
    return np.where(np.absolute(x) > NEARLY_ONE, np.copysign(ONE, x), rounding.tanh(x))


def erf_of_vectors(x: Any) -> Any:
    """Return the error function likewise: a polynomial that gelu's slope has, too."""
    return erf_from(x, exponential.exp(np.negative(x * x)))


def are_dense(inputs: tuple[Any, ...]) -> bool:
    """Return whether the cells of arrays lie side by side, in the same order."""
    flags = [input.flags for input in inputs]
    return all(each.c_contiguous for each in flags) or all(each.f_contiguous for each in flags)


def by_vectors(of_vectors: Function, one_by_one: Function) -> Callable[..., Any]:
    """Return a function of an array x that is made of inputs, which tell how the cells lie."""

    def function(x: Any, *inputs: Any) -> Any:
        few = x.__class__ is np.ndarray and x.dtype is FLOAT32 and x.size <= ROUNDED_ONCE
        whole = x.size & -16 if few else 0
        if not whole or not are_dense(inputs):
            return one_by_one(x)
        if whole == x.size:
            return of_vectors(x)
        line, found = x.ravel("K"), np.empty_like(x)
        cells = found.ravel("K") if found.flags.c_contiguous else found.T.reshape(-1)
        cells[:whole] = of_vectors(line[:whole])
        cells[whole:] = one_by_one(line[whole:])
        return found

    return function


exp = by_vectors(exponential.exp, rounding.exp)
expm1 = by_vectors(rounding.expm1, c_library.expm1)
log1p = by_vectors(exponential.log1p, c_library.log1p)
sinh = by_vectors(rounding.sinh, c_library.sinh)
cosh = by_vectors(rounding.cosh, c_library.cosh)
tanh = by_vectors(tanh_of_vectors, c_library.tanh)
erf = by_vectors(erf_of_vectors, error_function.erf)
atanh = by_vectors(rounding.atanh, c_library.atanh)
