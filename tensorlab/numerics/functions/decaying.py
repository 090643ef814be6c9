"""Modified Bessel functions of the second kind, of order 0 and 1, in PyTorch's steps."""

from typing import Any

import numpy as np

from tensorlab.numerics.functions import bessel
from tensorlab.numerics.functions.bessel import Function
from tensorlab.numerics.functions.chebyshev import Series, chebyshev_in_steps, piecewise
from tensorlab.numerics.functions.rounding import exp, log

BORDER = 2.0
# Up to 2, in x ** 2 / 2 - 1: K0 + log(x / 2) * I0; x * (K1 - log(x / 2) * I1).
# Beyond, in 4 / x - 1: the functions times exp(x) * sqrt(x).
K0_NEAR = (
    -0.2676636966169514, 0.3442898999246285, 0.0359799365153615, 0.001264615411446926,
    2.286212103119452e-05, 2.5347910790261494e-07, 1.904516377220209e-09, 1.0349695257633842e-11,
    4.25981614279661e-14, 1.374465435613523e-16,
)  # fmt: skip
K1_NEAR = (
    0.7626501136694739, -0.3531559607765449, -0.12261118082265715, -0.006975723859639864,
    -0.0001730288957513052, -2.4334061415659684e-06, -2.213387630734726e-08,
    -1.4114883926335278e-10, -6.666901694199329e-13, -2.427449850519366e-15,
    -7.023863479386288e-18,
)  # fmt: skip
K0_FAR = (
    1.2201515410329777, -0.0314481013119645, 0.0015698838857300533, -0.00012849549581627802,
    1.39498137188765e-05, -1.8317555227191195e-06, 2.766813639445015e-07, -4.660489897687948e-08,
    8.574034017414225e-09, -1.69753450938906e-09, 3.577397281400301e-10, -7.957489244477107e-11,
    1.8559491149547177e-11, -4.514597883373944e-12, 1.140340588208475e-12, -2.9800969231727303e-13,
    8.032890775363575e-14, -2.2275133269916698e-14, 6.3400764774050706e-15, -1.848593377343779e-15,
    5.512055978524319e-16, -1.678231096805412e-16, 5.2103915050390274e-17, -1.6475804301524212e-17,
    5.300433772686263e-18,
)  # fmt: skip
K1_FAR = (
    1.3603130952422213, 0.10392373657681724, -0.002857816859622779, 0.00019521551847135162,
    -1.936197974166083e-05, 2.406484947837217e-06, -3.5019606030878126e-07, 5.7410841254500495e-08,
    -1.0345762465678097e-08, 2.015049755197033e-09, -4.1903547593418965e-10, 9.218315187605006e-11,
    -2.1299678384275683e-11, 5.13963967348173e-12, -1.2891739609510289e-12, 3.3484196660784293e-13,
    -8.976705182324994e-14, 2.4771544244813043e-14, -7.019837090418314e-15, 2.038703165624334e-15,
    -6.057047248373319e-16, 1.838093544366639e-16, -5.689462558442859e-17, 1.7940508731475592e-17,
    -5.756744483665017e-18,
)  # fmt: skip


def near(x: Any, series: Series) -> Any:
    """Return a series in the square of numbers up to the border."""
    return chebyshev_in_steps(x * x - x.dtype.type(2), series)


def far(x: Any, series: Series) -> Any:
    """Return a series at numbers beyond the border."""
    number = x.dtype.type
    return chebyshev_in_steps(number(8) / x - number(2), series)


def half_log(x: Any) -> Any:
    """Return the logarithms of halves."""
    return log(x.dtype.type(0.5) * x)


def unrounded_zero(x: Any) -> Any:
    """Return the function of order 0 of numbers up to the border, its logarithm not rounded."""
    wide = np.log(x.astype(np.float64) / 2) * bessel.i0(x)
    return (near(x, K0_NEAR) - wide).astype(x.dtype)


def order_zero(x: Any) -> Any:
    """Return the function of order 0 of numbers up to the border."""
    return near(x, K0_NEAR) - half_log(x) * bessel.i0(x)


def order_one(x: Any) -> Any:
    """Return the function of order 1, likewise."""
    return half_log(x) * bessel.modified_i1(x) + near(x, K1_NEAR) / x


def by_border(x: Any, below: Function, beyond: Function) -> Any:
    """Return a function up to the border and beyond: infinite at 0, NaN below."""
    pieces = ((x > 0) & (x <= BORDER), below), (x > BORDER, beyond)
    return piecewise(x, (x == 0, lambda x: x + x.dtype.type(np.inf)), *pieces)


def k0(x: Any) -> Any:
    """Return K0."""
    return by_border(x, unrounded_zero, lambda x: exp(-x) * far(x, K0_FAR) / np.sqrt(x))


def k1(x: Any) -> Any:
    """Return K1."""
    return by_border(x, order_one, lambda x: exp(-x) * far(x, K1_FAR) / np.sqrt(x))


def k0e(x: Any) -> Any:
    """Return K0(x) * exp(x)."""
    return by_border(x, lambda x: order_zero(x) * exp(x), lambda x: far(x, K0_FAR) / np.sqrt(x))


def k1e(x: Any) -> Any:
    """Return K1(x) * exp(x)."""
    return by_border(x, lambda x: order_one(x) * exp(x), lambda x: far(x, K1_FAR) / np.sqrt(x))
