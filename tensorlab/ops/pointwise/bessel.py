"""Bessel's functions and Airy's: none has a gradient in PyTorch."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import FLOATS, HALVES, Array, Casts, elementwise
from tensorlab.numerics.functions import airy, modified_bessel, oscillating
from tensorlab.numerics.functions.series import in_double

SPECIAL = "torch.special"


def bessel_function(name: str, says: str, values: str, compute: Any) -> None:
    """Declare a function; the example shows 0.5 and 2."""

    def forward(input: Array) -> Array:
        return compute(input)

    forward.__name__ = name
    forward.__doc__ = (
        f"Return {says}.\n\n"
        f"    >>> torch.special.{name}(torch.tensor([0.5, 2.]))\n    tensor({values})\n    "
    )
    elementwise(
        namespace=SPECIAL, casts=Casts.FLOATING, takes=FLOATS - HALVES, kernel=f"{name}_cpu",
        related=("special.i0", "special.bessel_j0"),
    )(forward)  # fmt: skip


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
    return undefined_at_infinity(x, modified_bessel.i0(x))


def first_kind_one(x: NDArray[Any]) -> Any:
    """Return the modified function of the first kind of order 1."""
    return undefined_at_infinity(x, modified_bessel.i1(x))


for name, says, values, compute in (
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
     "[0.2579, 1.5906]", first_kind_one),
    ("modified_bessel_k0", "the modified Bessel function of the second kind of order 0",
     "[0.9244, 0.1139]", modified_bessel.k0),
    ("modified_bessel_k1", "the modified Bessel function of the second kind of order 1",
     "[1.6564, 0.1399]", modified_bessel.k1),
    ("scaled_modified_bessel_k0", "modified_bessel_k0(x) * exp(x)", "[1.5241, 0.8416]",
     modified_bessel.k0e),
    ("scaled_modified_bessel_k1", "modified_bessel_k1(x) * exp(x)", "[2.7310, 1.0335]",
     modified_bessel.k1e),
    ("spherical_bessel_j0", "the spherical Bessel function of order 0: sin(x) / x",
     "[0.9589, 0.4546]", sine_over),
):  # fmt: skip
    bessel_function(name, says, values, compute)
