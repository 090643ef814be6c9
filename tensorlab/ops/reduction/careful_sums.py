"""Sums that pass over NaN, and sums of exponentials that do not overflow."""

import numpy as np

from tensorlab.engine.declaring import INEXACT, REAL, Array, Casts, Dims, composite, operation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import row_major
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.shapes import wrap_dims
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.numerics.functions import rounding
from tensorlab.numerics.sums.reducing import reduced, sums_along
from tensorlab.ops.reduction.totals import reduce, restore_reduced_dims


def check_nansum(input: Tensor, dim: Dims | None) -> None:
    """Refuse complex numbers.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: the input is complex.
    """
    wrap_dims(dim, input.ndim)
    if input.dtype.is_complex:
        raise RuntimeError("nansum on CPU does not support complex inputs")


@operation(casts=Casts.SUM, dtype=True, takes=REAL, check=check_nansum,
           kernel="nansum_cpu", related=("sum", "nanmean"), skips_overlap_check=True,
           quantized_kernel="nansum")  # fmt: skip
def nansum(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return the sum of the elements that are not NaN, overall or along dimensions.

    >>> torch.nansum(torch.tensor([1., float("nan"), 2.]))
    tensor(3.)
    """
    if input.dtype.kind == "f" and np.isnan(input).any():
        input = np.where(np.isnan(input), input.dtype.type(0), input)
    return reduce(np.add, input, dim, keepdim)


nansum.gradient(
    input=lambda g, input, dim, keepdim: (
        restore_reduced_dims(g, input.shape, dim, keepdim).expand(input.shape)
        * input.isnan().logical_not()
    )
)
nansum.derivative(input="1 where it is a number, else 0")


def check_nanmean(input: Tensor, dtype: DType | None) -> None:
    """Refuse the mean of whole numbers.

    Raises:
        RuntimeError: the input is of whole numbers.
    """
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(in_full("nanmean(): expected", input.dtype.scalar_name))
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(
            in_full("{}: could not infer", "nanmean()", "Optional", dtype.scalar_name)
        )


@composite(out=True, related=("mean", "nansum"))
def nanmean(
    input: Array, dim: Dims | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """Return the mean of the elements that are not NaN, overall or along dimensions.

    >>> torch.nanmean(torch.tensor([1., float("nan"), 2.]))
    tensor(1.5000)
    """
    check_nanmean(input, dtype)
    settings = {} if dtype is None else {"dtype": dtype}
    total = nansum(input, dim, keepdim, **settings)
    missing = input.isnan().logical_not()
    count = missing.sum() if dim is None else missing.sum(dim, keepdim)
    return total / count


@operation(casts=Casts.FLOATING, takes=INEXACT, kernel="exp_vml_cpu", copies=0,
           rounds_intermediates=True, aliases=("special.logsumexp",),
           related=("logcumsumexp", "softmax"), wrong_cast=(
               "logsumexp(): Expected floating point type for result tensor, but got: {given}"
           ))  # fmt: skip
def logsumexp(input: Array, dim: Dims, keepdim: bool = False) -> Array:
    """Return the logarithm of the sum of the exponentials along dimensions, without overflow.

    >>> torch.logsumexp(torch.tensor([0., 0.]), dim=0)
    tensor(0.6931)
    """
    if not input.size:
        return np.log(reduce(np.add, input, dim, keepdim))
    reserve_memory(2 * input.size * input.itemsize)
    axes = wrap_dims(dim, input.ndim)
    top = reduced(np.maximum, row_major(input.real), axes, keepdims=True)
    top = np.where(np.isfinite(top), top, top.dtype.type(0))
    found = rounding.log(sums_along(np.exp(input - top), axes)) + top
    return found if keepdim else found.squeeze(axes)


def logsumexp_gradient(g: Tensor, input: Tensor, out: Tensor, dim: object, keepdim: bool) -> Tensor:
    """Return the softmax times the gradient."""
    g, out = (restore_reduced_dims(each, input.shape, dim, keepdim) for each in (g, out))
    return g * (input - out).exp().conj()


logsumexp.gradient(input=logsumexp_gradient)
logsumexp.derivative(input="exp(input - out)")
