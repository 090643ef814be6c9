"""Products of matrices, what takes matrices apart, transforms and polynomials."""

import math
from typing import Any, Final

from tensorlab.language.numpy.declared.elementwise import FEW
from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import (
    count,
    declares,
    elements_of,
    number,
    product,
    shape_of,
)

PRODUCTS_PER_ELEMENT: Final = 64  # a product of matrices is quick
LONGEST_SEARCH: Final = 12  # operands, whose best order is looked for among all


@declares(
    "matmul(x1, x2, out, *, casting, order, dtype)", "dot(a, b, out)", "inner(a, b)", "vdot(a, b)"
)
def multiplied(operands: Any, elements: int) -> tuple[int, int]:
    """Return the elements of a product of matrices."""
    if elements <= FEW:
        return (elements**2,) * 2
    first, second = operands[:2]
    inner = max((shape_of(first) or (1,))[-1], 1)
    shape = shape_of(second) or (1,)
    columns = count(second) // max(min(shape[-2:]), 1)
    made = count(first) // inner * max(columns, 1)
    return made + elements, made * inner // PRODUCTS_PER_ELEMENT + elements


@declares("tensordot(a, b, axes)")
def contracted(a: Any, b: Any, axes: Any = 2) -> tuple[int, int]:
    """Return the elements of a product over some dimensions of either operand."""
    shape = shape_of(a)
    if shape_of(axes):
        first = axes[0]
        inner = math.prod(shape[axis] for axis in (first if shape_of(first) else [first]))
    else:
        inner = math.prod(shape[len(shape) - number(axes) :])
    inner = max(inner, 1)
    made = count(a) // inner * (count(b) // inner)
    return COPIES * (made + count(a) + count(b)), made * inner // PRODUCTS_PER_ELEMENT


@declares("einsum(subscripts, *operands, out, dtype, order, casting, optimize)")
def summed_products(subscripts: Any, operands: Any, optimize: Any = False) -> tuple[int, int]:
    """Return the products of einsum: every letter goes through its whole size."""
    search = math.factorial(min(len(operands), LONGEST_SEARCH)) if optimize is not False else 0
    if not isinstance(subscripts, str):
        products = math.prod(map(count, (subscripts, *operands)))
        return products, products + 1000 * search
    spans: dict[str, int] = {}
    rest = 1
    for letters, value in zip(subscripts.partition("->")[0].split(","), operands, strict=False):
        names = letters.replace(" ", "")
        if "." in names:
            rest *= count(value)
        else:
            spans.update(zip(names, shape_of(value), strict=False))
    products = math.prod(spans.values()) * rest
    return products, products + 1000 * search


@declares(
    *(f"linalg.{name}(a)" for name in ("inv", "det", "slogdet", "eig", "eigvals")),
    *(f"linalg.{name}(a, UPLO)" for name in ("eigh", "eigvalsh")),
    "linalg.solve(a, b)", "linalg.cholesky(a, *, upper)", "linalg.lstsq(a, b, rcond)",
    "linalg.pinv(a, rcond, hermitian)", "linalg.matrix_rank(A, tol, hermitian)",
    "linalg.cond(x, p)",
)  # fmt: skip
def taken_apart(operands: Any) -> tuple[int, int]:
    """Return the elements of a matrix with copies, and the work of taking it apart."""
    elements = sum(map(count, operands))
    sides = (1, 1, *shape_of(operands[0]))[-2:]
    return 2 * COPIES * elements, elements * min(sides)


@declares("linalg.svd(a, full_matrices, compute_uv, hermitian)", "linalg.qr(a, mode)")
def taken_apart_whole(
    a: Any, full_matrices: Any = True, compute_uv: Any = True, mode: Any = "complete"
) -> tuple[int, int]:
    """Return the elements of square matrices over a matrix's rows, and over its columns."""
    if mode != "complete" or not (full_matrices and compute_uv):
        return taken_apart([a])
    rows, columns = (1, 1, *shape_of(a))[-2:]
    several = count(a) // max(rows * columns, 1)
    made = several * (rows * rows + columns * columns)
    return COPIES * (made + count(a)), made * min(rows, columns)


@declares("linalg.norm(x, ord, axis, keepdims)")
def measured(x: Any, ord: Any = None, axis: Any = None) -> tuple[int, int]:
    """Return the elements of copies on the way; some norms take the matrix apart."""
    whole = ord in {None, "fro"} or len(shape_of(x)) < 2 or isinstance(axis, int)
    return (COPIES * count(x),) * 2 if whole else taken_apart([x])


@declares("linalg.matrix_power(a, n)")
def power_of_matrix(a: Any, n: Any) -> tuple[int, int]:
    """Return the elements of a matrix times itself, in rounds."""
    made, worked = taken_apart([a])
    return made, worked * max(abs(int(n)).bit_length(), 1)


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
