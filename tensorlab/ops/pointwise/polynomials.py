"""Orthogonal polynomials of torch.special."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import FLOATS, HALVES, Array, Casts, Operand, elementwise
from tensorlab.engine.work import Work
from tensorlab.numerics.functions.polynomials import chebyshev_polynomial
from tensorlab.numerics.functions.polynomials import polynomial as kernel

SPECIAL = "torch.special"
POINTS = "torch.tensor([0.5, 2.])"
STEPS_PER_DEGREE = 16  # each is made of the two before it


def highest(degrees: NDArray[Any]) -> int:
    """Return the highest of some degrees, as far as 64 bits count."""
    return int(np.clip(np.nan_to_num(degrees), 0, 2.0**62).max(initial=0))


def declared(
    forward: Callable[..., Any], name: str, says: str, example: str, values: str, *related: str
) -> None:
    """Declare a function of torch.special under a name; the example shows its values."""
    forward.__name__ = name
    forward.__doc__ = (
        f"Return {says}.\n\n    >>> torch.special.{name}({example})\n    tensor({values})\n    "
    )
    takes, kernel_name = FLOATS - HALVES, f"{name}_cpu"
    elementwise(
        namespace=SPECIAL, casts=Casts.FLOATING, takes=takes, kernel=kernel_name, related=related
    )(forward)


def polynomial(name: str, says: str, values: str, compute: Any) -> None:
    """Declare a family of polynomials; the example shows degree 3 at 0.5 and 2."""

    def forward(input: Operand, n: Operand) -> Array:
        Work.spend(STEPS_PER_DEGREE * highest(n))
        n = np.where(np.isfinite(n), n, -1)
        return compute(input, n)

    others = "special.chebyshev_polynomial_t", "special.legendre_polynomial_p"
    declared(forward, name, f"{says} of degree n", f"{POINTS}, 3", values, *others)


# The letter, what it is called, the values of degree 3 at 0.5 and 2, plain and shifted, and the
# degrees beyond which angles are taken.
CHEBYSHEV = (
    ("t", "of the first kind", "[-1., 26.]", "[-0., 99.]", 6, 6),
    ("u", "of the second kind", "[-1., 56.]", "[ -0., 204.]", 8, 6),
    ("v", "of the third kind", "[-1., 41.]", "[  1., 169.]", 8, 6),
    ("w", "of the fourth kind", "[-1., 71.]", "[ -1., 239.]", 8, 4),
)
for letter, kind, values, shifted, waves_beyond, shifted_waves_beyond in CHEBYSHEV:
    compute = partial(chebyshev_polynomial, f"chebyshev_{letter}", waves_beyond=waves_beyond)
    polynomial(f"chebyshev_polynomial_{letter}", f"Chebyshev's polynomial {kind}", values, compute)
    polynomial(
        f"shifted_chebyshev_polynomial_{letter}",
        f"Chebyshev's polynomial {kind} at 2 * x - 1",
        shifted,
        lambda x, n, letter=letter, beyond=shifted_waves_beyond: chebyshev_polynomial(
            f"chebyshev_{letter}", x + x - 1, n, beyond
        ),
    )
for name, says, values in (
    ("hermite_polynomial_h", "the physicist's Hermite polynomial", "[-5., 40.]"),
    ("hermite_polynomial_he", "the probabilist's Hermite polynomial", "[-1.3750,  2.0000]"),
    ("laguerre_polynomial_l", "Laguerre's polynomial", "[-0.1458, -0.3333]"),
    ("legendre_polynomial_p", "Legendre's polynomial", "[-0.4375, 17.0000]"),
):
    polynomial(name, says, values, partial(kernel, name.replace("_polynomial", "")))
