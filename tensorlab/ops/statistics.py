"""Statistics of samples: quantiles, covariances, and sums that pass over NaN."""

import math
import warnings
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import operation, view
from tensorlab.engine.dtypes import BOOLEAN, DType, float32, float64
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signature import Array, Dims, Number
from tensorlab.engine.support import INEXACT, REAL
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.creation import tensor
from tensorlab.ops.reduction import reduce, spread


def check_nansum(input: Tensor) -> None:
    """Refuse complex numbers.

    Raises:
        RuntimeError: so it is.
    """
    if input.dtype.is_complex:
        raise RuntimeError("nansum on CPU does not support complex inputs")


@operation(casts="sum", dtype=True, takes=REAL, check=check_nansum,
           related=("sum", "nanmean"))  # fmt: skip
def nansum(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return the sum of the cells that are not NaN, overall or along dimensions.

    >>> torch.nansum(torch.tensor([1., float("nan"), 2.]))
    tensor(3.)
    """
    if input.dtype.kind == "f":
        input = np.where(input != input, input.dtype.type(0), input)
    return reduce(np.add, input, dim, keepdim)


nansum.gradient(
    input=lambda g, input, dim, keepdim: spread(g, input.shape, dim, keepdim).expand(input.shape)
    * input.isnan().logical_not()
)


def check_nanmean(input: Tensor, dtype: DType | None) -> None:
    """Refuse the mean of whole numbers.

    Raises:
        RuntimeError: so it is.
    """
    if dtype is None and not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            f"{input.dtype.scalar_name}"
        )
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(
            "nanmean(): could not infer output dtype. Optional dtype must be either a floating point "
            f"or complex dtype. Got: {dtype.scalar_name}"
        )


@composite(out=True, related=("mean", "nansum"))
def nanmean(
    input: Array, dim: Dims | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """Return the mean of the cells that are not NaN, overall or along dimensions.

    >>> torch.nanmean(torch.tensor([1., float("nan"), 2.]))
    tensor(1.5000)
    """
    check_nanmean(input, dtype)
    settings = {} if dtype is None else {"dtype": dtype}
    total = nansum(input, dim, keepdim, **settings)
    missing = input.isnan().logical_not()
    count = missing.sum() if dim is None else missing.sum(dim, keepdim)
    return total / count


@operation(casts="floating", takes=INEXACT, related=("logcumsumexp", "softmax"))
def logsumexp(input: Array, dim: Dims, keepdim: bool = False) -> Array:
    """Return the logarithm of the sum of the exponentials along dimensions, without overflow.

    >>> torch.logsumexp(torch.tensor([0., 0.]), dim=0)
    tensor(0.6931)
    """
    size = input.real if input.dtype.kind == "c" else input
    if not input.size:
        return np.log(reduce(np.add, np.exp(input), dim, keepdim))
    top = reduce(np.maximum, size, dim, keepdim=True)
    top = np.where(np.isfinite(top), top, top.dtype.type(0))
    total = np.log(reduce(np.add, np.exp(input - top), dim, keepdim))
    return total + (top if keepdim else top.reshape(total.shape))


def logsumexp_gradient(g: Tensor, input: Tensor, out: Tensor, dim: Any, keepdim: bool) -> Tensor:
    """Return the softmax times the gradient."""
    g, out = spread(g, input.shape, dim, keepdim), spread(out, input.shape, dim, keepdim)
    shift = input - out.masked_fill(out.abs() == math.inf, 0)
    return g * shift.exp().conj()


logsumexp.gradient(
    input=lambda g, input, out, dim, keepdim: logsumexp_gradient(g, input, out, dim, keepdim)
)

INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def require_quantile(name: str, input: Tensor, q: Any, interpolation: str) -> Tensor:
    """Return q as a tensor; refuse what has no quantiles.

    Raises:
        RuntimeError: the input is empty or of another type, or q is out of range.
    """
    if not input.shape.numel():
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if input.dtype not in (float32, float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
        q = tensor(float(q), dtype=input.dtype)
    if q.ndim > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if q.dtype is not input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if interpolation not in INTERPOLATIONS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
            f"{interpolation}"
        )
    if bool(((q < 0) | (q > 1)).any()):
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
    return q


def quantiles(
    name: str, input: Tensor, q: Any, dim: int | None, keepdim: bool, interpolation: str
) -> Tensor:
    """Return the cells, or what is between two of them, below which a share q of all cells is."""
    q = require_quantile(name, input, q, interpolation)
    place = wrap_dim(0 if dim is None else dim, input.ndim)
    kept = [1] * input.ndim if dim is None else [1 if n == place else s for n, s in enumerate(input.shape)]
    lines = input.flatten() if dim is None else input.unsqueeze(0) if not input.ndim else input
    lines = lines.movedim(-1 if dim is None or not input.ndim else place, -1)
    ordered = lines.sort(-1).values
    last = (ordered.isnan().logical_not().sum(-1, True) - 1).to(input.dtype)
    missing = ordered.isnan().any(-1, True)
    shares = q.reshape(-1)
    ranks = shares * (last.clamp(min=0) if name == "nanquantile" else float(lines.shape[-1] - 1))
    if name == "quantile":
        ranks = ranks.expand(*lines.shape[:-1], shares.shape[0])
        ranks = ranks.masked_fill(missing, float(lines.shape[-1] - 1))
    found = between(ordered, ranks, interpolation)
    found = found.movedim(-1, 0)
    shape = kept if keepdim else [] if dim is None else list(lines.shape[:-1])
    count = shares.shape if q.ndim else ()
    return without_last(found.reshape(*count, *shape, 1))


@view(function=False, method=False, node="SqueezeBackward4")
def without_last(input: Array) -> Array:
    """Return the input without its last dimension, of size 1."""
    return input[..., 0]


without_last.gradient(input=lambda g: g.unsqueeze(-1))


def between(ordered: Tensor, ranks: Tensor, interpolation: str) -> Tensor:
    """Return what stands at ranks that can lie between two cells."""
    if interpolation in {"lower", "higher", "nearest"}:
        rounding = {"lower": "floor", "higher": "ceil", "nearest": "round"}[interpolation]
        return ordered.gather(-1, getattr(ranks, rounding)().long())
    low = ranks.floor()
    weight = ranks - low if interpolation == "linear" else ranks.new_full((), 0.5).expand(ranks.shape)
    below, above = ordered.gather(-1, low.long()), ordered.gather(-1, ranks.ceil().long())
    return below.lerp(above, weight)


@composite(out=True, related=("nanquantile", "median"))
def quantile(
    input: Array, q: Any, dim: int | None = None, keepdim: bool = False, *,
    interpolation: str = "linear",
) -> Tensor:  # fmt: skip
    """Return what a share q of the cells lies below: 0.5 gives the median.

    >>> torch.quantile(torch.tensor([1., 2., 3., 4.]), 0.5)
    tensor(2.5000)
    """
    return quantiles("quantile", input, q, dim, keepdim, interpolation)


@composite(out=True, related=("quantile", "nanmedian"))
def nanquantile(
    input: Array, q: Any, dim: int | None = None, keepdim: bool = False, *,
    interpolation: str = "linear",
) -> Tensor:  # fmt: skip
    """Return what a share q of the cells that are not NaN lies below.

    >>> torch.nanquantile(torch.tensor([1., float("nan"), 3.]), 0.5)
    tensor(2.)
    """
    return quantiles("nanquantile", input, q, dim, keepdim, interpolation)


def require_weights(name: str, weights: Tensor | None, count: int, *, whole: bool) -> None:
    """Refuse weights that don't fit the observations.

    Raises:
        RuntimeError: so it is.
    """
    if weights is None:
        return
    if weights.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with "
            f"{weights.ndim} dimensions"
        )
    if whole and weights.dtype.category != 1:
        raise RuntimeError(
            f"cov(): expected {name} to have integral dtype but got {name} with "
            f"{weights.dtype.scalar_name} dtype"
        )
    if not whole and not weights.dtype.is_floating_point:
        raise RuntimeError(
            f"cov(): expected {name} to have floating point dtype but got {name} with "
            f"{weights.dtype.scalar_name} dtype"
        )
    if bool((weights < 0).any()):
        raise RuntimeError(f"cov(): {name} cannot be negative")
    if weights.shape.numel() != count:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input but "
            f"got {weights.shape.numel()} != {count}"
        )


@composite(related=("corrcoef", "var"))
def cov(
    input: Array, *, correction: int = 1, fweights: Tensor | None = None,
    aweights: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Return the covariances of variables: a row each, an observation per column.

    >>> torch.cov(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )
    if input.dtype.category == BOOLEAN:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    rows = input if input.ndim == 2 else input.reshape(1, -1)
    count = rows.shape[1]
    require_weights("fweights", fweights, count, whole=True)
    require_weights("aweights", aweights, count, whole=False)
    weights = fweights
    if aweights is not None:
        weights = aweights if fweights is None else fweights * aweights
    inexact = rows if rows.dtype.category > 1 else rows / 1
    if weights is None:
        total: Any = float(count)
        average = inexact.mean(1, True) if count else inexact.sum(1, True) / 0.0
    else:
        total = weights.sum()
        average = (inexact * weights).sum(1, True) / total
    centred = inexact - average
    degrees = total - correction
    if aweights is not None and weights is not None and correction:
        degrees = total - correction * (weights * aweights).sum() / total
    if float(degrees) <= 0:
        warnings.warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the "
                      "number of observations.", UserWarning, stacklevel=2)  # fmt: skip
        degrees = 0.0 if not isinstance(degrees, Tensor) else degrees.clamp(min=0)
    weighted = centred if weights is None else centred * weights
    return (weighted @ centred.mH / degrees).squeeze()


@composite(related=("cov",))
def corrcoef(input: Array) -> Tensor:
    """Return the correlations of variables: their covariances divided by their spreads.

    >>> torch.corrcoef(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            "corrcoef(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )
    found = cov(input)
    if not found.ndim:
        return found / found
    spreads = found.diagonal().sqrt()
    ratios = found / spreads.view(-1, 1) / spreads.view(1, -1)
    if not ratios.dtype.is_complex:
        return ratios.clip(-1, 1)
    return ratios
