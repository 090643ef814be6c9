"""The exponential of matrices in PyTorch's steps: a Taylor polynomial, of a degree for their size.

A larger matrix is halved until it is small, and the result squared as often. The polynomials need
few products: sums of powers are multiplied with one another. A sum's terms are rounded one by one.

Source: Bader, Blanes and Casas, Computing the matrix exponential with an optimized Taylor
polynomial approximation (2019), for the polynomials, their coefficients and the sizes.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.functions.rounding import exp
from tensorlab.numerics.matrices.blas import small_products

DEGREES = (1, 2, 4, 8, 12, 18)
SIZES = {  # the largest sum of a column's absolute values that a degree is for
    "f": (1.192092800768788e-07, 5.978858893805233e-04, 5.116619363445086e-02,
          5.800524627688768e-01, 1.461661507209034e00, 3.010066362817634e00),
    "d": (2.220446049250313e-16, 2.580956802971767e-08, 3.397168839976962e-04,
          4.991228871115323e-02, 2.996158913811580e-01, 1.090863719290036e00),
}  # fmt: skip
ROOT = 13.30413469565007  # of 177
OF_12 = (
    (9.0198e-16, 0.46932117595418237, -0.20099424927047284, -0.0462394613406307),
    (5.315978957598713, 1.1992679041713223, 0.01179296240992997, 0.01108844528519168),
    (0.18188869982170435, 0.055027984399253991, 0.09351590770535415, 0.0061070052889805823),
    (-2.0861320e-13, -0.13181061013830184, -0.020278555405892591, -0.0067595184686308636),
)
OF_18 = (
    (0, -0.10036558103014462, -0.0080292464824115693, -0.00089213849804572998, 0),
    (0, 0.39784974949964508, 1.3678377846041172, 0.49828962252538267, -0.00063789819459472328),
    (-10.967639605296206, 1.6801581387890621, 0.057177984647886551, -0.0069821012248805206,
     3.3497501708607047e-05),
    (-0.090431683239081059, -0.067640451907138188, 0.067596130177045966, 0.029555257042931552,
     -1.3918025751606069e-05),
    (0, 0, -0.092336461936711855, -0.016936493900208172, -1.4008679818203609e-05),
)  # fmt: skip


def exponential(A: Any) -> Any:
    """Return the exponential of matrices, each by the degree that its size asks for."""
    single = A.dtype.char in "fF"
    if A.shape[-1] == 1:
        return exp(A)
    X = A if single else A.astype(np.result_type(A.dtype, np.float64))
    flat = X.reshape(-1, *X.shape[-2:])
    sizes = np.maximum.reduce(np.add.reduce(np.absolute(flat), -2), -1)
    most = np.array(SIZES["f" if single else "d"], sizes.dtype)
    with np.errstate(all="ignore"):
        halvings = np.where(sizes > most[-1], np.ceil(np.log2(sizes / most[-1])), 0)
    found = np.full_like(flat, np.nan)
    steps = np.searchsorted(most[:-1], sizes)
    kinds: Any = np.unique(np.stack([steps, halvings], 1), axis=0).tolist()
    for step, times in kinds:
        if np.isfinite(times):
            chosen = (steps == step) & (halvings == times)
            found[chosen] = squared(flat[chosen], DEGREES[int(step)], int(times))
    return found.reshape(A.shape).astype(A.dtype, copy=False)


def squared(A: Any, degree: int, times: int) -> Any:
    """Return the polynomial of matrices that were halved so many times, squared as often."""
    found = polynomial(A / A.real.dtype.type(2**times) if times else A, degree)
    for _ in range(times):
        found = small_products(found, found)
    return found


def polynomial(A: Any, degree: int) -> Any:
    """Return the Taylor polynomial of matrices."""
    one = np.broadcast_to(np.eye(A.shape[-1], dtype=A.dtype), A.shape)
    if degree == 1:
        return one + A
    square = small_products(A, A)
    if degree == 2:
        return one + A + square / A.dtype.type(2)
    if degree == 4:
        return one + A + small_products(square, combined((one, A, square), (1 / 2, 1 / 6, 1 / 24)))
    if degree == 8:
        return of_eight(one, A, square)
    cube = small_products(A, square)
    if degree == 12:
        first, second, third, fourth = (combined((one, A, square, cube), row) for row in OF_12)
        inner = third + small_products(fourth, fourth)
        return first + small_products(second + inner, inner)
    sixth = small_products(cube, cube)
    parts = [combined((one, A, square, cube, sixth), row) for row in OF_18]
    inner = parts[3] + small_products(parts[0], parts[4])
    return parts[1] + small_products(parts[2] + inner, inner)


def of_eight(one: Any, A: Any, square: Any) -> Any:
    """Return the polynomial of degree eight, whose coefficients are rounded like the cells."""
    number = A.real.dtype.type
    root, third = float(number(ROOT)), float(number(2 / 3))
    low = third * ((1 + root) / 88), third * ((1 + root) / 352)
    high = (
        (-271 + 29 * root) / (315 * third), 11 * (-1 + root) / (1260 * third),
        11 * (-9 + root) / (5040 * third), (89 - root) / (5040 * third),
    )  # fmt: skip
    fourth = small_products(square, combined((A, square), low))
    left = combined((square, fourth), (third, 1))
    eighth = small_products(left, combined((one, A, square, fourth), high))
    return combined((one, A, square, eighth), (1, 1, (857 - 58 * root) / 630, 1))


def combined(terms: Any, factors: Any) -> Any:
    """Return a sum of terms times factors, each product and each sum rounded."""
    number = terms[0].real.dtype.type
    total = terms[0] * number(factors[0])
    for term, factor in zip(terms[1:], factors[1:], strict=True):
        total = total + term * number(factor)
    return total
