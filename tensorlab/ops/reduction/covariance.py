"""Covariances and correlations of variables."""

from typing import Any

from tensorlab.engine.declaring import Array, Tensor, composite, warn_once
from tensorlab.engine.dtypes import BOOLEAN, FLOATING, INTEGER
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.warning import in_full


def require_weights(name: str, weights: Tensor | None, count: int, *, whole: bool) -> None:
    """Refuse weights that don't fit the observations.

    Raises:
        RuntimeError: their number, type or sign does not fit.
    """
    if weights is None:
        return
    if weights.ndim > 1:
        raise RuntimeError(in_full("cov(): expected {} to have one", name, name, weights.ndim))
    if weights.dtype.category != (INTEGER if whole else FLOATING):
        raise RuntimeError(
            f"cov(): expected {name} to have {'integral' if whole else 'floating point'} dtype but "
            f"got {name} with {weights.dtype.scalar_name} dtype"
        )
    if weights.shape.numel() != count:
        raise RuntimeError(
            in_full("cov(): expected {} to have the", name, weights.shape.numel(), count)
        )
    if not (weights >= 0).all():
        raise RuntimeError(f"cov(): {name} cannot be negative")


def require_rows(name: str, input: Tensor) -> None:
    """Refuse more than two dimensions.

    Raises:
        RuntimeError: there are more than two dimensions.
    """
    if input.ndim > 2:
        raise RuntimeError(in_full("{}(): expected", name, input.ndim))


def at_least_none(degrees: Any) -> Any:
    """Return degrees of freedom, none where there would be fewer, which is warned of."""
    if float(degrees) > 0:
        return degrees
    warn_once(in_full("cov(): degrees of freedom"))
    return degrees.clamp(min=0) if isinstance(degrees, Tensor) else 0.0


@composite(related=("corrcoef", "var"), copies=3)
def cov(
    input: Array, *, correction: int = 1, fweights: Tensor | None = None,
    aweights: Tensor | None = None,
) -> Array:  # fmt: skip
    """Return the covariances of variables: a row each, an observation per column.

    >>> torch.cov(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    require_rows("cov", input)
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
        if count and not total:
            raise RuntimeError("cov(): weights sum to zero, can't be normalized")
        average = (inexact * weights).sum(1, True) / total
    centred = inexact - average
    lost: Any = correction
    if aweights is not None and weights is not None and correction:
        lost = correction * (weights * aweights).sum() / total
    degrees = at_least_none(total - lost)
    reserve_memory(len(rows) ** 2 * inexact.dtype.itemsize)
    weighted = centred if weights is None else centred * weights
    return (weighted @ centred.mH / degrees).squeeze()


@composite(related=("cov",), copies=3)
def corrcoef(input: Array) -> Array:
    """Return the correlations of variables: covariances divided by standard deviations.

    >>> torch.corrcoef(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    require_rows("corrcoef", input)
    found = cov(input)
    if not found.ndim:
        return found / found
    reserve_memory(3 * found.nbytes)
    spreads = found.diagonal().sqrt()
    ratios = found / spreads.view(-1, 1) / spreads.view(1, -1)
    return ratios.clip(-1, 1) if not ratios.dtype.is_complex else ratios
