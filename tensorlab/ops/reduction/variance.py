"""How far elements lie from their mean: variance and standard deviation."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import COMPLEX32, INEXACT, Array, Dims, Tensor, operation
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import wrap_dims
from tensorlab.engine.tensor import as_array
from tensorlab.engine.warning import in_full, warn
from tensorlab.numerics.functions.rounding import FLOAT32, FLOAT64, ROUNDED_ONCE
from tensorlab.ops.alike import alike
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.reduction.totals import count_reduced, restore_reduced_dims

ALONE = ("var", "std")  # of those that answer with the mean, too, another kernel
LARGEST = float(np.finfo(np.float32).max)


def freedom(shape: Sequence[int], dim: Any, unbiased: Any, correction: float | None) -> float:
    """Return what the squares are divided by: the count less the correction, which is 1 by default.

    The old forms say `unbiased` instead, even in the place of `dim`.
    """
    if dim.__class__ is bool:
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    # PyTorch counts what there is per result, so of nothing it counts nothing.
    return (0 if 0 in shape else count_reduced(shape, dim)) - correction


def variance(
    name: str, input: NDArray[Any], dim: Any, unbiased: Any, keepdim: bool, correction: float | None
) -> tuple[Any, ...]:
    """Return the variance, or its root, and the mean if it is asked for.

    A complex number counts by its size. As in PyTorch float32 is rounded once, from double
    precision.
    """
    degrees = freedom(input.shape, dim, unbiased, correction)
    if degrees <= 0:
        warn(in_full("{name}(): degrees", name=name))
    axes = None if dim is None or dim.__class__ is bool else wrap_dims(dim, input.ndim)
    given, input = input.dtype, row_major(input)
    single = given == FLOAT32
    if single and input.size <= ROUNDED_ONCE:
        input = input.astype(FLOAT64)
    add: Any = np.add.reduce  # of doubles, in any order
    total = add(input, axes, None, None, True)
    if single and total.size == 1 and name in ALONE and abs(total.item()) > LARGEST:
        total = total * math.inf  # PyTorch takes a single result's mean in float32
    average = total / (input.size // max(total.size, 1) or np.nan)
    # a 0-d array is met sooner
    off = input - (average.reshape(()) if axes is None else average)
    if axes is None and not keepdim:
        squares = np.vdot(off, off).real
    else:
        off *= off.conj() if off.dtype.kind == "c" else off
        squares = add(off.real, axes, None, None, keepdim)
    divisor = max(degrees, 0) if input.size else 0  # of nothing there is no variance
    squares = squares / (divisor or squares.dtype.type(0))
    squares = as_array(np.sqrt(squares) if name.startswith("std") else squares)
    found = (squares,) if name in ALONE else (squares, average.reshape(squares.shape))
    return found if input.dtype is given else tuple([part.astype(given) for part in found])


def require_inexact(name: str) -> Any:
    """Return the check that a type has a mean."""

    def check(input: Tensor) -> None:
        if not (input.dtype.is_floating_point or input.dtype.is_complex):
            raise RuntimeError(f"{name} only support floating point and complex dtypes")

    return check


INEXACT_ONLY = {"takes": INEXACT | COMPLEX32, "check": require_inexact("std and var")}


@operation(
    **INEXACT_ONLY,
    related=("std", "mean", "var_mean"),
    skips_overlap_check=True,
    quantized_kernel="var.correction",
)
def var(
    input: Array, dim: Dims | bool | None = None, unbiased: bool | None = None,
    keepdim: bool = False, *, correction: float | None = None,
) -> Array:  # fmt: skip
    """Return the variance: the mean squared distance from the mean, of all elements or along dims.

    The squares' sum is divided by the count minus `correction`, which is 1 by default.

    >>> torch.var(torch.tensor([1., 2., 3., 4.]))
    tensor(1.6667)
    >>> torch.var(torch.tensor([1., 2., 3., 4.]), correction=0)
    tensor(1.2500)
    """
    return variance("var", input, dim, unbiased, keepdim, correction)[0]


@operation(**INEXACT_ONLY, related=("var", "mean", "std_mean"), skips_overlap_check=True)
@alike(var)
def std(given: dict[str, Any]) -> Array:
    """Return the standard deviation: the square root of the variance.

    >>> torch.std(torch.tensor([[1., 3.], [2., 2.]]), dim=1)
    tensor([1.4142, 0.0000])
    """
    return variance("std", *given.values())[0]


@operation(takes=INEXACT | COMPLEX32, check=require_inexact("var_mean"), method=False, out=False,
           related=("var", "mean"), quantized_kernel="var_mean.correction")  # fmt: skip
def var_mean(
    input: Array, dim: Dims | bool | None = None, unbiased: bool | None = None,
    keepdim: bool = False, *, correction: float | None = None,
) -> tuple[Array, Array]:  # fmt: skip
    """Return the variance and the mean, of all elements or along dimensions.

    >>> torch.var_mean(torch.tensor([1., 2., 3., 4.]))
    (tensor(1.6667), tensor(2.5000))
    """
    return variance("var_mean", input, dim, unbiased, keepdim, correction)


@operation(takes=INEXACT | COMPLEX32, check=require_inexact("std_mean"), method=False, out=False,
           related=("std", "mean"), quantized_kernel="std_mean.correction")  # fmt: skip
@alike(var_mean)
def std_mean(given: dict[str, Any]) -> tuple[Array, Array]:
    """Return the standard deviation and the mean, of all elements or along dimensions.

    >>> torch.std_mean(torch.tensor([1., 2., 3.]))
    (tensor(1.), tensor(2.))
    """
    return variance("std_mean", *given.values())


def var_gradient(
    g: Tensor, input: Tensor, dim: Any, unbiased: object, keepdim: bool, correction: float | None
) -> Tensor:
    """Return a variance's gradient: 2 (input - mean) / degrees."""
    degrees = freedom(input.shape, dim, unbiased, correction)
    dim = None if dim.__class__ is bool or dim == () else dim
    average = input.mean(dim, True) if dim is not None else input.mean()
    wide = restore_reduced_dims(g, input.shape, dim, keepdim)
    # infinite but where nothing deviates, of all numbers
    if dim is None and degrees <= 0:
        return wide * where(input == average, math.nan, math.inf)
    return wide * (2 / degrees if degrees else math.inf) * (input - average)


def std_gradient(g: Tensor, out: Tensor, *variance_of: Any) -> Tensor:
    """Return a standard deviation's gradient; none where nothing deviates."""
    return var_gradient((g / (out * 2)).masked_fill(out == 0, 0), *variance_of)


def mean_gradient(g: Tensor, input: Tensor, dim: Any, keepdim: bool) -> Tensor:
    """Return a mean's gradient: spread evenly."""
    dim = None if dim.__class__ is bool else dim
    count = count_reduced(input.shape, dim)
    return restore_reduced_dims(g, input.shape, dim, keepdim).expand(input.shape) / count


var.gradient(input=var_gradient)
std.gradient(
    input=lambda g, out, input, dim, unbiased, keepdim, correction: std_gradient(
        g, out, input, dim, unbiased, keepdim, correction
    )
)
WITH = ", with mean that of the numbers and degrees their count less the correction"
var.derivative(input=f"2*(input - mean)/degrees{WITH}")
std.derivative(input=f"(input - mean)/(degrees*out){WITH}")
var_mean.gradient(
    input=lambda g, input, dim, unbiased, keepdim, correction: (
        var_gradient(g[0], input, dim, unbiased, keepdim, correction)
        + mean_gradient(g[1], input, dim, keepdim)
    )
)
std_mean.gradient(
    input=lambda g, out, input, dim, unbiased, keepdim, correction: (
        std_gradient(g[0], out[0], input, dim, unbiased, keepdim, correction)
        + mean_gradient(g[1], input, dim, keepdim)
    )
)
var_mean.derivative(input=(f"2*(input - mean)/degrees{WITH}", "1/n"))
std_mean.derivative(input=(f"(input - mean)/(degrees*spread){WITH}, spread the deviation", "1/n"))
std_mean.quantity(spread=lambda out: out[0])
