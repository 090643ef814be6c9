"""Differences of neighbours, areas below lines, and bounded norms."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import USUAL, Array, Number, Tensor, composite, operation
from tensorlab.engine.dtypes import BOOLEAN
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import existing_dim, wrap_dim
from tensorlab.engine.signatures.support import COMPLEX32, INEXACT, leave_to_check
from tensorlab.engine.warning import in_full
from tensorlab.numerics.functions.rounding import widened
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.linear_algebra.norms import norm_gradient, vector_norm
from tensorlab.ops.linear_algebra.squares import require_inexact
from tensorlab.ops.reduction.slopes import over, times
from tensorlab.ops.shape.joining import cat


def require_neighbours(input: Tensor, other: Tensor | None, dim: int) -> None:
    """Refuse to put before or behind a tensor what has another shape.

    Raises:
        RuntimeError: a size differs in another dimension.
    """
    if other is None:
        return
    if other.ndim != input.ndim:
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for place, (size, wanted) in enumerate(zip(other.shape, input.shape, strict=True)):
        if place != dim and size != wanted:
            raise RuntimeError(in_full("diff expects the shape", place, wanted, size))


@composite(out=True, related=("cumsum", "gradient"))
def diff(
    input: Array, n: int = 1, dim: int = -1, prepend: Tensor | None = None,
    append: Tensor | None = None,
) -> Array:  # fmt: skip
    """Return the differences of neighbours along a dimension, taken n times.

    >>> torch.diff(torch.tensor([1, 3, 2]))
    tensor([ 2, -1])
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    place = wrap_dim(dim, input.ndim)
    for other in (prepend, append):
        require_neighbours(input, other, place)
    if n == 0:
        return under_name(input.clone(), "CopyBackwards")
    parts = [part for part in (prepend, input, append) if part is not None]
    found = cat(parts, place) if len(parts) > 1 else input
    for _ in range(min(n, found.shape[place])):
        size = found.shape[place]
        left, right = found.narrow(place, 0, size - 1), found.narrow(place, 1, size - 1)
        found = left ^ right if found.dtype.category == BOOLEAN else right - left
    return found


def require_samples(name: str, y: Tensor, x: Tensor | None, dim: int, dx: Any = 1) -> int:
    """Return the dimension; refuse what has no area below it.

    Raises:
        RuntimeError: the samples are truth values, or there is not one x for each.
        IndexError: there is no dimension.
    """
    if x is not None and dx != 1:
        raise TypeError  # the engine knows PyTorch's words
    if isinstance(dx, complex | bool):
        raise RuntimeError(f"{name}: Currently, we only support dx as a real number.")
    if x is None and not y.ndim and name.startswith("cumulative"):
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    place = existing_dim(dim if x is None else wrap_dim(dim, y.ndim), y.ndim)
    if BOOLEAN in (y.dtype.category, y.dtype.category if x is None else x.dtype.category):
        letters = "`y`" if x is None else "`x` or `y`"
        raise RuntimeError(
            f"{name}: received a bool input for {letters}, but bool is not supported"
        )
    if x is not None and x.ndim == 1 and x.shape[0] != y.shape[place]:
        raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
    return place


def strips(y: Tensor, x: Tensor | None, dx: object, place: int) -> Tensor:
    """Return twice the areas between neighbours."""
    count = max(y.shape[place] - 1, 0)
    both = y.narrow(place, 0, count) + y.narrow(place, y.shape[place] - count, count)
    if x is None:
        return both * dx if isinstance(dx, Tensor) else both
    if x.ndim == 1:
        x = x.view([-1 if n == place else 1 for n in range(y.ndim)])
    elif x.ndim < y.ndim:
        x = x.view([1] * (y.ndim - x.ndim) + list(x.shape))
    size = x.shape[place] - 1
    return both * (x.narrow(place, 1, size) - x.narrow(place, 0, size))


@composite(method=False, aliases=("trapz",), related=("cumulative_trapezoid",))
def trapezoid(y: Array, x: Tensor | None = None, *, dx: Number = 1, dim: int = -1) -> Array:
    """Return the area below the lines that join the samples.

    >>> torch.trapezoid(torch.tensor([1., 2., 3.]))
    tensor(4.)
    """
    place = require_samples("trapezoid", y, x, dim, dx)
    if not y.shape[place]:
        return y.sum(place)
    if x is None:
        ends = y.select(place, 0) + y.select(place, -1)
        return under_name(times(y.sum(place) - times(ends, 0.5), dx), "MulBackward1")
    return under_name(over(strips(y, x, dx, place).sum(place), 2), "DivBackward1")


@composite(method=False, related=("trapezoid", "cumsum"))
def cumulative_trapezoid(
    y: Array, x: Tensor | None = None, *, dx: Number = 1, dim: int = -1
) -> Any:
    """Return the running area below the lines that join the samples.

    >>> torch.cumulative_trapezoid(torch.tensor([1., 2., 3.]))
    tensor([1.5000, 4.0000])
    """
    place = require_samples("cumulative_trapezoid", y, x, dim, dx)
    if x is None:
        return times(strips(y, x, dx, place), dx / 2).cumsum(place)
    return under_name(over(strips(y, x, dx, place).cumsum(place), 2), "DivBackward1")


def check_renorm(input: Tensor, p: Number, dim: int, maxnorm: Number) -> None:
    """Refuse bounds and norms that there are not, and types that have no norm.

    Raises:
        RuntimeError: a bound, the norm or the type has no meaning here.
        IndexError: there is no such dimension.
    """
    if isinstance(p, complex):
        raise RuntimeError("renorm: p must be real-valued")
    if not p > 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if isinstance(maxnorm, complex):
        raise RuntimeError("renorm: maxnorm must be real-valued")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input.ndim < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions"
        )
    wrap_dim(dim, input.ndim)
    require_inexact("linalg.vector_norm", input)
    if input.dtype in COMPLEX32:
        raise RuntimeError(f"Unrecognized ScalarType: {input.dtype.scalar_name}")


def all_but(dim: int, ndim: int) -> tuple[int, ...]:
    """Return the other dimensions."""
    place = wrap_dim(dim, ndim)
    return tuple(n for n in range(ndim) if n != place)


@operation(
    takes=INEXACT,
    inplace=True,
    rounds_intermediates=True,
    check=check_renorm,
    related=("norm",),
    wrong_out=USUAL,
    methods_only=("renorm_",),
)
def renorm(input: Array, p: Number, dim: int, maxnorm: Number) -> Array:
    """Return the slices along a dimension, those with a norm above the maximum scaled down to it.

    >>> torch.renorm(torch.tensor([[3., 4.], [0., 1.]]), p=2, dim=0, maxnorm=1)
    tensor([[0.6000, 0.8000],
            [0.0000, 1.0000]])
    """
    # Complex bounds are refused before.
    leave_to_check(input.ndim < 2 or isinstance(p, complex) or not (p > 0 and maxnorm >= 0))  # type: ignore[operator]
    lengths = vector_norm.operation.forward(widened(input), p, all_but(dim, input.ndim), True)
    number = lengths.dtype.type
    scaled = number(maxnorm) / (lengths + number(TINY))
    factors = np.where(lengths > maxnorm, scaled, number(1))
    return row_major(input * (factors if input.dtype.kind == "c" else factors.astype(input.dtype)))


TINY = 1e-7


def renorm_gradient(g: Tensor, input: Tensor, p: Any, dim: int, maxnorm: object) -> Any:
    """Return a bounded slice's gradient: without what would only change its length."""
    dims = all_but(dim, input.ndim)
    lengths = vector_norm(input, p, dims, True)
    moved = input.conj() * g
    moved = (moved.real if moved.dtype.is_complex else moved).sum(dims, True)
    inverse = (lengths + TINY).reciprocal()
    along = norm_gradient(moved, input, lengths, p, dims, True)
    return where(lengths > maxnorm, maxnorm * inverse * (g - inverse * along), g)


renorm.gradient(input=renorm_gradient)
renorm.derivative(
    input="in words: a longer row is input*maxnorm/norm, and the norm moves with each element"
)
