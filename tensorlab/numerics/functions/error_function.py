"""The error function and its kin: erfc, erfcx, erfinv, and the normal distribution."""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.few import few_first
from tensorlab.numerics.functions.c_library import log1p
from tensorlab.numerics.functions.chebyshev import chebyshev, piecewise
from tensorlab.numerics.functions.exponential_of_few import rounded
from tensorlab.numerics.functions.rounding import log
from tensorlab.numerics.functions.series import Polynomial
from tensorlab.numerics.halves import widened
from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.numerics.machine.blocks import are_few, in_steps, one_by_one

# erf(x) / x between -1 and 1, in 2 * x ** 2 - 1.
ERF = (
    0.9754769393826541, -0.14226120510371365, 0.010035582187599796, -0.0005768764699767485,
    2.741993125219606e-05, -1.1043175507344507e-06, 3.8488755420345036e-08,
    -1.1808582533875466e-09, 3.2334215826050907e-11, -7.991015947004549e-13,
    1.7990725113961456e-14, -3.718635487818693e-16,
)  # fmt: skip

# The same in powers of x ** 2 up to `WHOLE`, as MKL has it for float32: its digits are PyTorch's.
# Beyond, it is 1.
ERF_OF_FLOAT32 = (
    1.12837916373623, -0.376126269411556, 0.112837186266835, -0.0268643618786375,
    0.00522157236219602, -0.00085285644067551, 0.000119463042926177, -1.44992573640367e-05,
    1.52345724941209e-06, -1.3691242813608e-07, 1.02995261066025e-08, -6.30078716997637e-10,
    3.02391219744059e-11, -1.08676744715985e-12, 2.73286445837896e-14, -4.26859560339933e-16,
    3.10646868162826e-18,
)  # fmt: skip
ODD, FROM_HIGHEST = Polynomial(ERF_OF_FLOAT32), ERF_OF_FLOAT32[::-1]
FEW = 6  # numbers for which Python is done before numpy
WHOLE, ROUNDED_TO_1 = 3.832506895, 3.855  # beyond the one, it is 1, as the polynomial at the other

# (1 + 2 * x) * exp(x ** 2) * erfc(x) for x >= 0, in (x - 3.75) / (x + 3.75).
# Source of this form: Shepherd and Laframboise, Chebyshev approximation of (1 + 2x) exp(x^2) erfc x
# in 0 <= x < infinity (1981).
ERFCX = (
    1.1775789345674017, -0.004590054580646478, -0.08424913336651792, 0.05920993999819189,
    -0.026658668435305753, 0.009074997670705265, -0.002413163540417608, 0.0004907758365258086,
    -6.916973302501207e-05, 4.13902798607301e-06, 7.74038306619849e-07, -2.1886401049234397e-07,
    1.076499946567091e-08, 4.521959811218287e-09, -7.754400208831351e-10,
    -6.318088340886684e-11, 2.86879501093067e-11, 1.9455868545777347e-13, -9.65469674843344e-13,
    3.25254814814874e-14, 3.3478119482868056e-14, -1.864562880419313e-15,
    -1.2507950530688648e-15, 7.418235256624044e-17, 5.068148904796111e-17,
)  # fmt: skip

# atanh(erf(x)) / x in powers of x ** 2, for float32: a hyperbolic tangent costs three of numpy's
# multiplications, and is 1 as soon as erf is. Beyond 4.3 the series grows, as it has to.
BENT = (
    1.1283791788540314, 0.10277214994142879, -0.0002065720077572093, -0.0005954651566579732,
    6.946147231903975e-05, 1.2609660830070653e-06, -1.2721753414060736e-06,
    1.5380205676740246e-07, -8.301111589164548e-09, 1.740274062394673e-10,
)  # fmt: skip

# The same for erf(x * sqrt(0.5)), to 6e-8: what gelu adds 1 to needs no more, and fewer passes.
BENT_OF_NORMAL = (
    0.7978849414620179, 0.03633308456549474, -3.2594964847898815e-05,
    -5.530619884613179e-05, 3.964745483416365e-06, -1.3226343514756663e-07,
    1.756173734446286e-09,
)  # fmt: skip

ROOT_OF_HALF = np.float32(math.sqrt(0.5))
LARGE = 50  # beyond, PyTorch has no table of erfcx
INVERSE_OF_SLOPE = math.sqrt(math.pi) / 2  # of erf at 0


def erf(x: Any) -> Any:
    """Return the error function: 2 / sqrt(pi) times the integral of exp(-t ** 2) from 0 to x."""
    if x.dtype == np.float32:
        return of_float32_or_few(x) if x.size <= ROUNDED_ONCE else in_steps(bent, x)
    if x.dtype.itemsize == 2:
        return erf(x.astype(np.float32)).astype(x.dtype)
    if are_few(x):
        return one_by_one(math.erf, x)
    size = np.absolute(x)
    return piecewise(
        x, (size < 1, near_zero), (size >= 1, lambda x: np.copysign(1 - upper(np.absolute(x)), x))
    )


def of_numbers(numbers: tuple[float, ...]) -> list[float]:
    """Return the error function of a few float32 numbers by one polynomial."""
    found = []
    for x in numbers:
        size = ROUNDED_TO_1 if abs(x) > WHOLE else abs(x)
        square, total = size * size, 0.0
        for term in FROM_HIGHEST:
            total = total * square + term
        found.append(math.copysign(total * size, x))
    return found


def of_float32(x: Any) -> Any:
    """Return the same of more numbers."""
    wide = x.astype(np.float64)
    if not np.vdot(wide, wide) < WHOLE**2:
        wide = np.where(np.absolute(wide) > WHOLE, np.copysign(ROUNDED_TO_1, wide), wide)
    found = ODD(wide * wide)
    found *= wide
    return found.astype(np.float32)


of_float32_or_few = few_first(of_numbers, of_float32, FEW)


def bent(x: Any, out: Any, terms: tuple[float, ...] = BENT) -> None:
    """Put the error function of float32 numbers into `out`, in one formula for all of them."""
    square = x * x
    np.multiply(square, np.float32(terms[-1]), out)
    for coefficient in terms[-2:0:-1]:
        out += np.float32(coefficient)
        out *= square
    out += np.float32(terms[0])
    out *= x
    np.tanh(out, out)


def near_zero(x: Any) -> Any:
    """Return erf between -1 and 1."""
    return x * chebyshev(2 * x * x - 1, ERF)


def upper(x: Any) -> Any:
    """Return erfc of numbers that are not negative."""
    x = np.minimum(x, 40)  # beyond, erfc is 0 in every type
    high = np.round(x * 1024) / 1024  # its square is exact, which exp of a large number needs
    return np.exp(-high * high) * np.exp((high - x) * (high + x)) * scaled_upper(x)


def scaled_upper(x: Any) -> Any:
    """Return exp(x ** 2) * erfc(x) of numbers that are not negative."""
    t = np.where(np.isinf(x), x.dtype.type(1), (x - 3.75) / (x + 3.75))
    return chebyshev(t, ERFCX) / (1 + 2 * x)


def erfc(x: Any) -> Any:
    """Return 1 - erf(x), exact for large x too."""
    if are_few(x):
        return one_by_one(math.erfc, x)
    if x.dtype == np.float32 and x.size <= ROUNDED_ONCE:
        return erfc(x.astype(np.float64)).astype(np.float32)
    return piecewise(
        x,
        (x < -1, lambda x: 2 - upper(-x)),
        (np.absolute(x) <= 1, lambda x: 1 - near_zero(x)),
        (x > 1, upper),
    )


def erfc_of_numbers(numbers: tuple[float, ...]) -> list[float]:
    """Return erfc as MKL rounds it: of negative float32 numbers 2 less that of their sizes."""
    return [2 - rounded(math.erfc(-x)) if x < 0 else math.erfc(x) for x in numbers]


def erfc_of_sizes(x: Any) -> Any:
    """Return the same of more numbers, and plainly of other types."""
    if x.dtype != np.float32:
        return erfc(x)
    found = erfc(np.absolute(x))
    return np.where(x < 0, 2 - found, found)


erfc_from_sizes = few_first(erfc_of_numbers, erfc_of_sizes)


def erfcx(x: Any) -> Any:
    """Return exp(x ** 2) * erfc(x)."""
    return piecewise(
        x, (x < 0, lower), ((x >= 0) & (x <= LARGE), tabled), (x > LARGE, scaled_upper)
    )


def lower(x: Any) -> Any:
    """Return erfcx of negative numbers."""
    with np.errstate(over="ignore"):
        return (2 * np.exp((x * x).astype(np.float64)) - tabled(-x)).astype(x.dtype)


def tabled(x: Any) -> Any:
    """Return erfcx of numbers up to 50, which PyTorch brings to a place in a table, rounded."""
    place = (400 / (4 + x)).astype(np.float64)
    return scaled_upper(np.maximum(400 / place - 4, 0)).astype(x.dtype)


def erfinv(y: Any) -> Any:
    """Return the numbers of which y are the error function: infinite at -1 and 1, else NaN beyond.

    Source of the first guess: Winitzki, A handy approximation for the error function (2008).
    """
    size = np.absolute(y).astype(np.float64)
    inside = np.where(size < 1, size, 0)
    bend = np.log1p(-inside * inside)
    middle = 2 / (math.pi * 0.147) + bend / 2
    x = np.sqrt(np.sqrt(middle * middle - bend / 0.147) - middle)
    for _ in range(3):
        x = x - correction(x, inside)
    x = np.where(size == 1, np.inf, np.where(size > 1, np.nan, x))
    return np.copysign(np.where(np.isnan(size), np.nan, x), y).astype(y.dtype)


def correction(x: Any, y: Any) -> Any:
    """Return how far x is beyond the number of which y is the error function: one Halley step."""
    beyond = np.where(y > 0.5, (1 - y) - erfc(x), erf(x) - y)
    step = beyond * INVERSE_OF_SLOPE * np.exp(x * x)
    return step / (1 + x * step)


def ndtr(x: Any) -> Any:
    """Return the part of a normal distribution below x."""
    if x.dtype.itemsize == 2:  # each step rounded, but the number that it is multiplied with
        half = x.dtype.type(0.5)
        return (x.dtype.type(1) + erf((widened(x) * ROOT_OF_HALF).astype(x.dtype))) * half
    return (1 + erf(x * x.dtype.type(math.sqrt(0.5)))) / 2


def log_ndtr(x: Any) -> Any:
    """Return the logarithm of the part of a normal distribution below x."""
    scaled = x * x.dtype.type(math.sqrt(0.5))
    return piecewise(
        scaled,
        (x < -1, lambda z: log(erfcx(-z) / 2) - z * z),
        (x >= -1, lambda z: log1p(-erfc(z) / 2)),
    )
