"""Fourier transforms, convolutions, windows, polynomials."""

import math
from typing import Any

from tensorlab.language.numpy.counting import count, elements_of, number, product, shape_of
from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import declares


@declares(
    *(f"fft.{name}(a, n, axis, norm)" for name in ("fft", "ifft", "rfft", "irfft")),
    *(f"fft.{name}(a, s, axes, norm)" for name in ("fft2", "ifft2", "fftn", "ifftn")),
)
def transformed(a: Any, n: Any = None, s: Any = None) -> tuple[int, int]:
    """Return the elements of a Fourier transform, of as many numbers as are asked for."""
    wanted = product(n if s is None else s) if (n, s) != (None, None) else 0
    shape = shape_of(a)
    rows = count(a) // max(min(shape), 1) if shape else 1
    made = 4 * max(count(a), 2 * wanted * max(rows, 1), 2 * count(a))
    return made, made * max(made.bit_length(), 1)


@declares(
    "fft.fftshift(x, axes)", "fft.ifftshift(x, axes)", "fft.fftfreq(n, d)", "fft.rfftfreq(n, d)",
    "hanning(M)", "hamming(M)", "blackman(M)", "bartlett(M)",
)  # fmt: skip
def samples(operands: Any) -> int:
    """Return the elements of as many samples as are given or asked for."""
    first, *spacing = operands
    many = count(first) if shape_of(first) else number(first)
    return COPIES * many * math.prod(max(count(value), 1) for value in spacing)


@declares("convolve(a, v, mode)", "correlate(a, v, mode)")
def convolved(a: Any, v: Any) -> tuple[int, int]:
    """Return the elements of a convolution, where every element meets every other."""
    return COPIES * (count(a) + count(v)), count(a) * count(v) // 4


@declares("polyfit(x, y, deg, rcond, full, w, cov)")
def fitted(x: Any, deg: Any = 1) -> tuple[int, int]:
    """Return the elements of the equations for the coefficients of a polynomial."""
    terms = (
        max(elements_of(deg).ravel().tolist(), default=0) if shape_of(deg) else number(deg)
    ) + 2
    return COPIES * count(x) * int(terms), COPIES * count(x) * int(terms) ** 2


@declares("polyval(p, x)")
def evaluated(p: Any, x: Any) -> tuple[int, int]:
    """Return the elements of a polynomial's values, to which each term adds."""
    return COPIES * count(x) + count(p), (count(x) + 8) * count(p)


@declares("roots(p)")
def rooted(p: Any) -> tuple[int, int]:
    """Return the elements of the matrix whose eigenvalues are the roots."""
    return COPIES * count(p) ** 2, 16 * count(p) ** 3
