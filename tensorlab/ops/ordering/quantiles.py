"""Quantiles: what a share of all elements lies below."""

from typing import Any

from tensorlab.engine.backend import is_array
from tensorlab.engine.declaring import Array, Tensor, composite, view
from tensorlab.engine.dtypes import float32, float64
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.out_types import QUANTILE
from tensorlab.ops.alike import alike
from tensorlab.ops.creation.from_values import tensor

INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def require_quantile(input: Tensor, q: Any, interpolation: str) -> Array:
    """Return q as a tensor; refuse what has no quantiles.

    Raises:
        RuntimeError: the input is empty or of another type, or q is out of range.
    """
    if is_array(q):
        raise TypeError  # the signature has PyTorch's words
    if not isinstance(q, Tensor) and not 0 <= q <= 1:
        raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
    if interpolation not in INTERPOLATIONS:
        raise RuntimeError(
            "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, "
            f"but got {interpolation}"
        )
    if not input.shape.numel():
        raise RuntimeError("quantile() input tensor must be non-empty")
    if input.dtype not in (float32, float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if not isinstance(q, Tensor):
        return tensor(float(q), dtype=input.dtype, device=input.device)
    if q.ndim > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if q.dtype is not input.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    if not q.is_meta and bool(((q < 0) | (q > 1)).any()):
        raise RuntimeError("quantile() q values must be in the range [0, 1]")
    return q


def quantiles(
    name: str, input: Tensor, q: Any, dim: int | None, keepdim: bool, interpolation: str
) -> Tensor:
    """Return the elements, or what is between two of them, below which a share q of all is."""
    q = require_quantile(input, q, interpolation)
    place = wrap_dim(0 if dim is None else dim, input.ndim)
    kept = (
        [1] * input.ndim
        if dim is None
        else [1 if n == place else s for n, s in enumerate(input.shape)]
    )
    lines = input.flatten() if dim is None else input.unsqueeze(0) if not input.ndim else input
    lines = lines.movedim(-1 if dim is None or not input.ndim else place, -1)
    ordered: Tensor = lines.sort(-1)[0]
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


@view(inner=True, node="SqueezeBackward4")
def without_last(input: Array) -> Array:
    """Return the input without its last dimension, of size 1."""
    return input[..., 0]


without_last.gradient(input=lambda g: g.unsqueeze(-1))


def between(ordered: Tensor, ranks: Tensor, interpolation: str) -> Tensor:
    """Return what stands at ranks that can lie between two elements."""
    if interpolation in {"lower", "higher", "nearest"}:
        rounding = {"lower": "floor", "higher": "ceil", "nearest": "round"}[interpolation]
        return ordered.gather(-1, getattr(ranks, rounding)().long())
    low = ranks.floor()
    weight = (
        ranks - low if interpolation == "linear" else ranks.new_full((), 0.5).expand(ranks.shape)
    )
    below, above = ordered.gather(-1, low.long()), ordered.gather(-1, ranks.ceil().long())
    return below.lerp(above, weight)


@composite(
    autocast="full", out=True, related=("nanquantile", "median"), wrong_out=QUANTILE, copies=4
)
def quantile(
    input: Array, q: Any, dim: int | None = None, keepdim: bool = False, *,
    interpolation: str = "linear",
) -> Tensor:  # fmt: skip
    """Return the q-quantile: a share q of the elements lies below it, 0.5 gives the median.

    >>> torch.quantile(torch.tensor([1., 2., 3., 4.]), 0.5)
    tensor(2.5000)
    """
    return quantiles("quantile", input, q, dim, keepdim, interpolation)


@composite(autocast="full", out=True, related=("quantile", "nanmedian"), wrong_out=QUANTILE)
@alike(quantile)
def nanquantile(given: dict[str, Any]) -> Tensor:
    """Return the q-quantile of the elements that are not NaN.

    >>> torch.nanquantile(torch.tensor([1., float("nan"), 3.]), 0.5)
    tensor(2.)
    """
    return quantiles("nanquantile", *given.values())
