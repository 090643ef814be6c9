"""Softmax and its kin: numbers made into parts of one whole."""

import warnings
from functools import partial
from typing import Any

import numpy as np

from tensorlab.engine.autograd.at_once import is_at_once
from tensorlab.engine.declaring import USUAL, Casts, composite, operation
from tensorlab.engine.dtypes import FLOATING, DType
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import FLOATS, not_implemented
from tensorlab.engine.tensor import Tensor, as_array, wrap
from tensorlab.numerics.few import few_rows
from tensorlab.numerics.functions import exponential, rounding, shares_of_few
from tensorlab.numerics.fused import multiply_add
from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.machine.blocks import by_rows, has_many_rows
from tensorlab.numerics.sums.product_sums import product_totals, products_in_order
from tensorlab.numerics.sums.summation import is_ordered
from tensorlab.numerics.sums.sums_by_halves import column_totals
from tensorlab.ops.nn.steps.shares import (
    are_short,
    as_rows,
    below_zero,
    columns_below_zero,
    is_last,
    log_of_parts,
    logarithms_of_shares,
    shares,
    total,
)
from tensorlab.ops.pointwise.compound import addcmul

F = "torch.nn.functional"


def check_softmax(input: Any, dim: int, dtype: Any) -> None:
    """Refuse types that softmax has no kernel for.

    Raises:
        NotImplementedError: the type is one.
    """
    require_floats("softmax", input, dim, dtype)


def check_log_softmax(input: Any, dim: int, dtype: Any) -> None:
    """Refuse types that log_softmax has no kernel for.

    Raises:
        NotImplementedError: the type is one.
    """
    require_floats("log_softmax", input, dim, dtype)


def require_floats(name: str, input: Any, dim: int, dtype: Any) -> None:
    """Refuse types that a kernel does not know; there is one for the last dimension.

    Raises:
        NotImplementedError: the type is none of the kernel's.
    """
    asked = dtype or input.dtype
    if asked.category != FLOATING:
        last = input.ndim > 0 and wrap_dim(dim, input.ndim) == input.ndim - 1
        raise not_implemented(
            f"{name}_lastdim_kernel_impl" if last else f"{name}_kernel_impl", asked
        )


@operation(inner=True, casts=Casts.PROMOTE, takes=FLOATS)
def whole(input: Array, dim: int) -> Array:
    """Return the sums along a dimension, which stays, as softmax adds up."""
    return total(input, dim)


whole.gradient(input=lambda g, sizes: g.expand(sizes))


@operation(inner=True, casts=Casts.PROMOTE, takes=FLOATS)
def whole_of_products(input: Array, other: Array, dim: int) -> Array:
    """Return the sums of products along a dimension, which stays, as softmax's slope adds up."""
    return sums_of_products(input, other, dim)


def sums_of_products(input: Any, other: Any, dim: int) -> Any:
    """Return the same of arrays."""
    if not is_ordered(input) or not is_ordered(other):
        return total(input * other, dim)
    if is_last(dim, input.ndim):
        return product_totals(input, other)
    sums = products_in_order(np.moveaxis(input, dim, 0), np.moveaxis(other, dim, 0))
    return np.expand_dims(sums, dim)


whole_of_products.gradient(input=lambda g, other: g * other, other=lambda g, input: g * input)


@operation(inner=True, casts=Casts.PROMOTE, takes=FLOATS)
def power(input: Array, dim: int) -> Array:
    """Return exponentials as the kernels of softmax along a dimension compute them."""
    return exponential.exp_beside(input, dim)


power.gradient(input=lambda g, out: g * out)


@operation(slope_once=True, casts=Casts.PROMOTE, takes=FLOATS, check=check_softmax, dtype=True,
           aliases=("special.softmax",), related=("log_softmax", "sigmoid"), structured=True,
           wrong_out=USUAL, quantized_kernel="_softmax.out", copies=2)  # fmt: skip
def softmax(input: Array, dim: int) -> Array:
    """Return exponentials that sum to 1 along a dimension: exp(x) / sum(exp(x)).

    >>> torch.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    found = few_rows(shares_of_few.shares, input, dim)
    if found is not None:
        return found
    if are_short(input, dim):
        powers = exponential.exp(columns_below_zero(input))
        sums = column_totals(powers)
        return as_rows(powers * np.reciprocal(sums), input.shape)
    if is_last(dim, input.ndim) and has_many_rows(input):
        return by_rows(shares, input)
    shifted = below_zero(row_major(input), dim)
    powers = as_array(exponential.exp_beside(shifted, dim))
    sums = total(powers, dim)
    if is_ordered(powers) and is_last(dim, input.ndim):
        return powers * np.reciprocal(sums)
    return np.true_divide(powers, sums, powers)


def softmax_slope(g: Any, out: Any, dim: int) -> Any:
    """Return what a gradient is above its mean over the parts, times these."""
    if not is_at_once(g, out):
        return out * (g - whole_of_products(g, out, dim))
    apart = g.array - sums_of_products(g.array, out.array, dim)
    return wrap(out.array * apart, out.dtype)


softmax.gradient(input=softmax_slope)
softmax.slope(input="d out[i] / d input[j] = out[i]*((i == j) - out[j])")


@operation(slope_once=True, casts=Casts.PROMOTE, takes=FLOATS, check=check_log_softmax, dtype=True,
           stepwise=True, aliases=("special.log_softmax",), related=("softmax", "logsumexp"),
           structured=True, wrong_out=USUAL, quantized_kernel="_log_softmax.out",
           copies=2)  # fmt: skip
def log_softmax(input: Array, dim: int) -> Array:
    """Return the logarithms of softmax: x - log(sum(exp(x))) along a dimension.

    >>> torch.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    if input.dtype.itemsize == 2:
        return log_of_parts(row_major(input), dim)
    found = few_rows(shares_of_few.logarithms_of_shares, input, dim)
    if found is not None:
        return found
    if are_short(input, dim):
        shifted = columns_below_zero(input)
        shifted -= exponential.log(column_totals(exponential.exp(shifted)))
        return as_rows(shifted, input.shape)
    if is_last(dim, input.ndim) and has_many_rows(input):
        few = input.size // input.shape[-1] <= ROUNDED_ONCE  # rows, whose logarithms are rounded
        return by_rows(partial(logarithms_of_shares, rounding.log if few else np.log), input)
    shifted = below_zero(row_major(input), dim)
    return np.subtract(
        shifted,
        exponential.log(total(as_array(exponential.exp_beside(shifted, dim)), dim)),
        shifted,
    )


def log_softmax_slope(g: Any, out: Any, dim: int) -> Any:
    """Return the gradient less its share of the sum: by arrays where nothing is recorded."""
    if not is_at_once(g, out):
        return addcmul(g, power(out, dim), whole(g, dim), value=-1)
    shares = as_array(exponential.exp_beside(out.array, dim))
    sums = as_array(total(g.array, dim))
    return wrap(multiply_add(np.negative(shares), sums, g.array), out.dtype)


log_softmax.gradient(input=log_softmax_slope)
log_softmax.slope(input="d out[i] / d input[j] = (i == j) - exp(out[j])")


def implied_dim(name: str, ndim: int) -> int:
    """Return the dimension that softmax takes when it is told none, and warn of it."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.",
        UserWarning,
        stacklevel=4,
    )
    return 0 if ndim in {0, 1, 3} else 1


def soft_function(name: str, input: Any, dim: int | None, dtype: DType | None) -> Tensor:
    """Return softmax or log_softmax along a dimension that may be implied."""
    function = softmax if name != "log_softmax" else log_softmax
    place = implied_dim(name, input.ndim) if dim is None else dim
    signed = -input if name == "softmin" else input
    return function(signed, place, dtype=dtype) if dtype else function(signed, place)


@composite(name="softmax", namespace=F, related=("softmax",), copies=2)
def functional_softmax(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """Return exponentials that sum to 1 along a dimension: exp(x) / sum(exp(x)).

    >>> torch.nn.functional.softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.0900, 0.2447, 0.6652])
    """
    if dim is not None and dtype is None:
        return softmax(input, dim)
    return soft_function("softmax", input, dim, dtype)


@composite(name="log_softmax", namespace=F, related=("log_softmax",), copies=2)
def functional_log_softmax(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """Return the logarithms of softmax along a dimension.

    >>> torch.nn.functional.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    if dim is not None and dtype is None:
        return log_softmax(input, dim)
    return soft_function("log_softmax", input, dim, dtype)


@composite(namespace=F, related=("softmax",))
def softmin(
    input: Array, dim: int | None = None, _stacklevel: int = 3, dtype: DType | None = None
) -> Tensor:
    """Return softmax of minus the numbers: the smallest get the largest parts.

    >>> torch.nn.functional.softmin(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.6652, 0.2447, 0.0900])
    """
    return soft_function("softmin", input, dim, dtype)


@composite(namespace=F, related=("softmax",))
def gumbel_softmax(
    logits: Array, tau: float | Tensor = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """Return shares drawn at random, of a sharpness 1 / tau; with `hard` one of them is all.

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
    chosen: Tensor = one - soft.detach() + soft
    return chosen
