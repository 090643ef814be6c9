"""Softmax and its kin: numbers made into parts of one whole."""

from math import prod
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import USUAL, Array, Casts, Tensor, composite, operation
from tensorlab.engine.dtypes import FLOATING, DType
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import wrap_dim, wrap_dims
from tensorlab.engine.signatures.support import FLOATS, not_implemented, unless_idle
from tensorlab.engine.warning import in_full, warn
from tensorlab.numerics import small_arrays
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.machine.blocks import in_rows
from tensorlab.numerics.sums.reducing import reduced, sums_along
from tensorlab.ops.alike import alike

F = "torch.nn.functional"
FEW = 64  # scores whose powers are rounded once
AT_ONCE = 32  # 16-bit numbers of a vector register


def known_floats(name: str) -> Any:
    """Return the check that a kernel knows a type; there is one for the last dimension."""

    def check(input: Tensor, dim: int, dtype: DType | None) -> None:
        asked = dtype or input.dtype
        if asked.category != FLOATING and input.shape.numel():
            last = "_lastdim" if wrap_dim(dim, input.ndim) >= input.ndim - 1 else ""
            raise not_implemented(f"{name}{last}_kernel_impl", asked)

    return check


def below_largest(input: NDArray[Any], axes: tuple[int, ...]) -> Any:
    """Return the numbers less the largest along an axis, so that exp can't overflow."""
    input = row_major(input)
    return input - reduced(np.maximum, input, axes, keepdims=True)


@operation(gradient_once=True, casts=Casts.PROMOTE, takes=unless_idle(FLOATS), dtype=True,
           check=known_floats("softmax"), rounds_intermediates=True, aliases=("special.softmax",),
           related=("log_softmax", "sigmoid"), structured=True, wrong_out=USUAL,
           quantized_kernel="_softmax.out", copies=2)  # fmt: skip
def softmax(input: Array, dim: int) -> Array:
    """Return each score's share along a dimension: e to the score, divided by the sum of these.

    >>> torch.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    if (few := small_arrays.shares(input, dim)) is not None:
        return few
    return in_rows(powers_over_sum, input, dim)


def powers_over_sum(input: NDArray[Any], dim: int) -> Any:
    """Return e to each number, divided by the sum of these along a dimension."""
    axes = wrap_dims(dim, input.ndim)
    if not input.size:
        return input.copy()
    powers = below_largest(rounding.widened(input), axes)
    powers = rounding.exp(powers) if input.size <= FEW else np.exp(powers, powers)
    sums = sums_along(powers, axes)
    if dim in (-1, input.ndim - 1):  # there PyTorch's kernel multiplies
        powers *= np.reciprocal(sums)
    elif input.itemsize == 2 and prod(input.shape[wrap_dim(dim, input.ndim) + 1 :]) < AT_ONCE:
        powers = rounding.widened(powers.astype(input.dtype)) / sums
    else:
        powers /= sums
    return powers.astype(input.dtype, copy=False)


softmax.gradient(input=lambda g, out, dim: out * (g - (g * out).sum(dim, True)))
softmax.derivative(input="d out[i] / d input[j] = out[i]*((i == j) - out[j])")


@operation(gradient_once=True, casts=Casts.PROMOTE, takes=unless_idle(FLOATS),
           check=known_floats("log_softmax"), dtype=True, rounds_intermediates=True,
           aliases=("special.log_softmax",),
           related=("softmax", "logsumexp"), structured=True, wrong_out=USUAL,
           quantized_kernel="_log_softmax.out", copies=2)  # fmt: skip
def log_softmax(input: Array, dim: int) -> Array:
    """Return the logarithm of each score's share: the score minus log(sum(exp(scores))).

    >>> torch.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    return in_rows(less_logarithm_of_sum, input, dim)


def less_logarithm_of_sum(input: NDArray[Any], dim: int) -> Any:
    """Return each number less the logarithm of the sum of e to these along a dimension."""
    axes = wrap_dims(dim, input.ndim)
    if not input.size:
        return input.copy()
    shifted = below_largest(rounding.widened(input), axes)
    sums = sums_along(np.exp(shifted), axes)
    # there PyTorch's kernel rounds each step
    if input.itemsize == 2 and dim in (-1, input.ndim - 1):
        logs = rounding.log(rounding.widened(sums.astype(input.dtype)))
        shifted -= rounding.widened(logs.astype(input.dtype))
    else:
        shifted -= rounding.log(sums)
    return shifted.astype(input.dtype, copy=False)


log_softmax.gradient(input=lambda g, out, dim: g - out.exp() * g.sum(dim, True))
log_softmax.derivative(input="d out[i] / d input[j] = (i == j) - exp(out[j])")


def implied_dim(name: str, ndim: int, level: int) -> int:
    """Return the dimension that softmax takes when it is told none, and warn of it."""
    index(level)  # refused where it is no whole number, though the warning needs none
    warn(in_full("Implicit dimension", name))
    return 0 if ndim in {0, 1, 3} else 1


def soft_function(
    name: str, input: Tensor, dim: int | None, level: int, dtype: DType | None
) -> Tensor:
    """Return softmax or log_softmax along a dimension that may be implied."""
    function = softmax if name != "log_softmax" else log_softmax
    place = implied_dim(name, input.dim(), level) if dim is None else dim
    signed = -input if name == "softmin" else input
    return function(signed, place, dtype=dtype) if dtype else function(signed, place)


@composite(name="softmax", namespace=F, related=("softmax",), copies=2)
def functional_softmax(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """Return each score's share along a dimension: e to the score, divided by the sum of these.

    >>> torch.nn.functional.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    return soft_function("softmax", input, dim, _stacklevel, dtype)


@composite(name="log_softmax", namespace=F, related=("log_softmax",), copies=2)
def functional_log_softmax(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """Return the logarithm of each score's share: the score minus log(sum(exp(scores))).

    >>> torch.nn.functional.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    return soft_function("log_softmax", input, dim, _stacklevel, dtype)


@composite(namespace=F, related=("softmax",))
@alike(functional_softmax)
def softmin(given: dict[str, Any]) -> Tensor:
    """Return softmax of minus the numbers: the smallest get the largest shares.

    >>> torch.nn.functional.softmin(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.6652, 0.2447, 0.0900])
    """
    return soft_function("softmin", *given.values())


@composite(namespace=F, related=("softmax",))
def gumbel_softmax(
    logits: Array, tau: float | Tensor = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """Return shares drawn at random, sharper for a smaller tau; with `hard`, one-hot rows.

    Source: Jang, Gu and Poole, Categorical reparameterization with Gumbel-softmax (2017).

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.gumbel_softmax(torch.zeros(3), hard=True)
    tensor([0., 0., 1.])
    """
    noise = -logits.detach().new_empty(logits.shape).exponential_().log()
    soft: Tensor = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    place = soft.max(dim, keepdim=True)[1]
    one = logits.detach().new_zeros(logits.shape).scatter_(dim, place, 1.0)
    return one - soft.detach() + soft  # type: ignore[no-any-return]  # of methods
