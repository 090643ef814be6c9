"""Bessel's functions and Airy's, element by element."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import FLOATS, Array, Tensor, not_implemented
from tensorlab.numerics.functions import airy, oscillating
from tensorlab.numerics.functions.series import in_double
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.pointwise.flat import analytic, special
from tensorlab.ops.pointwise.polynomials import POINTS, declared
from tensorlab.ops.tensor.type_limits import finfo


@analytic(
    passes=True,
    takes=FLOATS,
    kernel="i0_vml_cpu",
    aliases=("special.i0",),
    related=("special.i0e",),
)
def i0(input: Array) -> Array:
    """Return the modified Bessel function of the first kind of order 0.

    >>> torch.i0(torch.tensor([0., 1., 5.]))
    tensor([ 1.0000,  1.2661, 27.2399])
    """
    return oscillating.i0(input)


@special(passes=True, related=("i0",))
def i0e(input: Array) -> Array:
    """Return i0(x) * exp(-abs(x)).

    >>> torch.special.i0e(torch.tensor([0., 1., 5.]))
    tensor([1.0000, 0.4658, 0.1835])
    """
    return oscillating.i0e(input)


@special(passes=True, related=("i0",))
def i1(input: Array) -> Array:
    """Return the modified Bessel function of the first kind of order 1.

    >>> torch.special.i1(torch.tensor([0., 1., 5.]))
    tensor([ 0.0000,  0.5652, 24.3356])
    """
    return oscillating.i1(input)


@special(passes=True, related=("special.i1",))
def i1e(input: Array) -> Array:
    """Return i1(x) * exp(-abs(x)).

    >>> torch.special.i1e(torch.tensor([0., 1., 5.]))
    tensor([0.0000, 0.2079, 0.1640])
    """
    return oscillating.i1e(input)


def order_one_derivative(input: Tensor, out: Tensor, order_zero: Any, sinks: bool) -> Any:
    """Return the derivative of a function of order 1: order 0 minus itself divided by x.

    Near 0, where that is 0 / 0, it is 1/2. `sinks` tells the function that is divided by exp(|x|).
    """
    if input.dtype.itemsize == 2:
        raise not_implemented("i1e_backward" if sinks else "i1_backward", input.dtype)
    smallest = finfo(input.dtype).eps
    tiny = ~(input.abs() > smallest)
    safe = where(tiny, smallest, input)
    part = safe.reciprocal() + safe.sgn() if sinks else safe.reciprocal()
    return where(tiny, 0.5, order_zero(safe) - out * part)


i0.gradient(input=lambda g, input: g * i1(input))
i0.derivative(input="first, with first = i1(input)")
i0.quantity(first=lambda input: i1(input))
i0e.gradient(input=lambda g, input, out: g * (i1e(input) - input.sgn() * out))
i0e.derivative(input="first - out if input > 0 else first + out, with first = i1e(input)")
i0e.quantity(first=lambda input: i1e(input))
i1.gradient(input=lambda g, input, out: g * order_one_derivative(input, out, i0, sinks=False))
i1.derivative(input="zeroth - out/input, with zeroth = i0(input)")
i1.quantity(zeroth=lambda input: i0(input))
i1e.gradient(input=lambda g, input, out: g * order_one_derivative(input, out, i0e, sinks=True))
i1e.derivative(
    input="zeroth - out*(1 + 1/input) if input > 0 else zeroth + out*(1 - 1/input), "
    "with zeroth = i0e(input)"
)
i1e.quantity(zeroth=lambda input: i0e(input))


def bessel_function(name: str, says: str, values: str, compute: Any) -> None:
    """Declare a function; the example shows 0.5 and 2."""

    def forward(input: Array) -> Array:
        return compute(input)

    declared(forward, name, says, POINTS, values, "special.i0", "special.bessel_j0")


def undefined_at_infinity(x: NDArray[Any], value: NDArray[Any]) -> Any:
    """Return values of x, NaN at both infinities, as PyTorch has it."""
    return np.where(np.isinf(x), x.dtype.type(np.nan), value)


@in_double
def sine_over(x: Any) -> Any:
    """Return sin(x) / x, 1 at 0 and 0 at infinity."""
    plain = np.isfinite(x) & (x != 0)
    inside = np.where(plain, x, 1)
    return np.where(plain, np.sin(inside) / inside, np.where(np.isinf(x), 0, 1 + x))


def first_kind(x: NDArray[Any]) -> Any:
    """Return the modified function of the first kind of order 0."""
    return undefined_at_infinity(x, oscillating.i0(x))


for name, says, values, bessel in (
    ("airy_ai", "Airy's function", "[0.2317, 0.0349]", airy.airy),
    ("bessel_j0", "the Bessel function of the first kind of order 0", "[0.9385, 0.2239]",
     oscillating.j0),
    ("bessel_j1", "the Bessel function of the first kind of order 1", "[0.2423, 0.5767]",
     oscillating.j1),
    ("bessel_y0", "the Bessel function of the second kind of order 0", "[-0.4445,  0.5104]",
     oscillating.y0),
    ("bessel_y1", "the Bessel function of the second kind of order 1", "[-1.4715, -0.1070]",
     oscillating.y1),
    ("modified_bessel_i0", "the modified Bessel function of the first kind of order 0",
     "[1.0635, 2.2796]", first_kind),
    ("modified_bessel_i1", "the modified Bessel function of the first kind of order 1",
     "[0.2579, 1.5906]", lambda x: undefined_at_infinity(x, oscillating.i1(x))),
    ("modified_bessel_k0", "the modified Bessel function of the second kind of order 0",
     "[0.9244, 0.1139]", oscillating.k0),
    ("modified_bessel_k1", "the modified Bessel function of the second kind of order 1",
     "[1.6564, 0.1399]", oscillating.k1),
    ("scaled_modified_bessel_k0", "modified_bessel_k0(x) * exp(x)", "[1.5241, 0.8416]",
     oscillating.k0e),
    ("scaled_modified_bessel_k1", "modified_bessel_k1(x) * exp(x)", "[2.7310, 1.0335]",
     oscillating.k1e),
    ("spherical_bessel_j0", "the spherical Bessel function of order 0: sin(x) / x",
     "[0.9589, 0.4546]", sine_over),
):  # fmt: skip
    bessel_function(name, says, values, bessel)
