"""One number of many: sums, means, extremes, and what they pass by on the way."""

from typing import Any, Final

from tensorlab.language.numpy.counting import count, number, shape_of
from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import declares

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
def gradients(f: Any) -> int:
    """Return the elements of a gradient: as many arrays as there are dimensions."""
    return (len(shape_of(f)) + 2) * count(f)


@declares(
    "cov(m, y, rowvar, bias, ddof, fweights, aweights, *, dtype)",
    "corrcoef(m, y, rowvar, *, dtype)",
)
def covariances(m: Any, y: Any = None) -> tuple[int, int]:
    """Return the elements of a matrix with a number for each pair of rows."""
    elements = count(m) + (0 if y is None else count(y))
    rows = max(max(shape_of(m), default=1), 1) + (0 if y is None else max(shape_of(y), default=1))
    return COPIES * (elements + rows * rows), elements * rows // 64
