"""Functions that work element by element, and those that make one number of many."""

from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import broadcast, count, declares, number, shape_of

FEW: Final = 32  # elements, of which it costs more to reckon than to work
# Of all that numpy calls so, what works on elements one by one: matmul, say, has a signature.
UFUNCS: Final = [
    name for name, made in vars(np).items() if isinstance(made, np.ufunc) and not made.signature
]


@declares(
    "clip(a, a_min, a_max, out, *, min, max, where, dtype, casting)",
    "ndarray.clip(a, min, max, out, *, where, dtype, casting)",
    "nan_to_num(x, *, nan, posinf, neginf)", "sinc(x)", "isreal(x)", "iscomplex(x)",
    "angle(z, deg)", "fix(x, out)", "ndarray.conj(a)",
    "copyto(dst!, src, casting, where)", "ndarray.fill(a!, value)",
    "interp(x, xp, fp, left, right, period)", "select(condlist, choicelist, default)",
    "cross(a, b, axisa, axisb, axisc, axis)", "fill_diagonal(a!, val, wrap)",
    "average(a, axis, weights, returned, *, keepdims)", "trapezoid(y, x, dx, axis)",
    "ufunc.reduce(array, axis, dtype, out, keepdims, initial, where)",
    "ufunc.accumulate(array, axis, dtype, out)", "ufunc.at(a!, indices, b)",
)  # fmt: skip
def stretched(operands: Any, elements: int) -> int:
    """Return the elements of operands broadcast with one another, and of copies on the way."""
    if elements <= FEW:
        return elements**2
    return COPIES * max(broadcast(operands), elements)


@declares("round(a, decimals, out)", "around(a, decimals, out)")
def rounded(a: Any, decimals: Any = 0) -> tuple[int, int]:
    """Return the elements of a copy; the power of ten is found by counting."""
    return COPIES * count(a), COPIES * count(a) + abs(int(decimals))


def signature_of(name: str) -> str:
    """Return the signature of a function that works element by element."""
    function = getattr(np, name)
    places = [f"x{place + 1}" for place in range(function.nin)]
    further = [f"out{place + 1}!" for place in range(1, function.nout)]
    words = ", ".join((*places, "out", *further))
    return f"{name}({words}, *, where, casting, order, dtype)"


declares(*map(signature_of, UFUNCS))(stretched)


@declares("ufunc.outer(A, B, *, out, dtype)", "outer(a, b, out)", "kron(a, b)")
def every_pair(operands: Any) -> int:
    """Return the elements where every element meets every other."""
    first, second = operands[:2]
    return count(first) * count(second)


STEPS_OF_ROUND: Final = 1 << 10


@declares(
    *(f"{name}(a, axis, dtype, out, keepdims, initial, where)" for name in ("sum", "prod")),
    *(f"{name}(a, axis, out, keepdims, initial, where)" for name in ("max", "min", "amax", "amin")),
    *(f"{name}(a, axis, out, keepdims, *, where)" for name in ("all", "any")),
    *(f"{name}(a, axis, out, *, keepdims)" for name in ("argmax", "argmin")),
    "cumsum(a, axis, dtype, out)", "cumprod(a, axis, dtype, out)",
    "mean(a, axis, dtype, out, keepdims, *, where)", "count_nonzero(a, axis, *, keepdims)",
    "trace(a, offset, axis1, axis2, dtype, out)",
)  # fmt: skip
def reduced(elements: int) -> int:
    """Return the elements of a result that has at most as many as the operand."""
    return elements


@declares(
    *(f"{name}(a, axis, dtype, out, ddof, keepdims, *, where, mean, correction)"
      for name in ("std", "var")),
    *(f"{name}(a, axis, dtype, out, ddof, keepdims, *, where)" for name in ("nanstd", "nanvar")),
    *(f"{name}(a, axis, dtype, out, keepdims, initial, where)" for name in ("nansum", "nanprod")),
    *(f"{name}(a, axis, out, keepdims, initial, where)" for name in ("nanmax", "nanmin")),
    *(f"{name}(a, axis, out, *, keepdims)" for name in ("nanargmax", "nanargmin")),
    "nanmean(a, axis, dtype, out, keepdims, *, where)", "ptp(a, axis, out, keepdims)",
    "nancumsum(a, axis, dtype, out)", "nancumprod(a, axis, dtype, out)",
)  # fmt: skip
def reduced_with_copies(elements: int) -> int:
    """Return the elements of copies on the way to a result."""
    return COPIES * elements


@declares(
    *(f"{name}(a, axis, out, *, keepdims)" for name in ("median", "nanmedian")),
    *(f"{name}(a, q, axis, out, *, method, keepdims, weights)"
      for name in ("quantile", "percentile", "nanquantile", "nanpercentile")),
)  # fmt: skip
def ranked(a: Any, q: Any = 0) -> tuple[int, int]:
    """Return the elements of results that are found by putting elements in order."""
    made = COPIES * count(a) * max(count(q), 1)
    return made, made * max(count(a).bit_length(), 1)


@declares("diff(a, n, axis, prepend, append)")
def differences(elements: int, n: Any = 1) -> tuple[int, int]:
    """Return the elements of differences, which are taken in rounds."""
    made = COPIES * elements
    return made, number(n) * (STEPS_OF_ROUND + made)


@declares("gradient(f, *varargs, axis, edge_order)")
def slopes(f: Any, elements: int) -> int:
    """Return the elements of differences along every dimension."""
    return COPIES * elements + len(shape_of(f)) * count(f)


@declares(
    "cov(m, y, rowvar, bias, ddof, fweights, aweights, *, dtype)",
    "corrcoef(m, y, rowvar, *, dtype)",
)
def covariances(m: Any, y: Any = None) -> tuple[int, int]:
    """Return the elements of a matrix with a number for each pair of rows."""
    elements = count(m) + (0 if y is None else count(y))
    rows = max(max(shape_of(m), default=1), 1) + (0 if y is None else max(shape_of(y), default=1))
    return COPIES * (elements + rows * rows), elements * rows // 64
