"""Products of matrices, what takes matrices apart, and polynomials."""

import math
from typing import Any, Final

from tensorlab.language.numpy.declared.elementwise import FEW
from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import count, declares, elements_of, number, shape_of

PRODUCTS_PER_ELEMENT: Final = 64  # a product of matrices is quick
LONGEST_SEARCH: Final = 12  # operands, whose best order is looked for among all


@declares
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


@declares
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


@declares
def taken_apart(operands: Any, n: Any = 1) -> tuple[int, int]:
    """Return the elements of a matrix with copies, and the work of its parts, or its power."""
    elements = sum(map(count, operands))
    sides = (1, 1, *shape_of(operands[0]))[-2:]
    return 2 * COPIES * elements, elements * min(sides) * max(abs(int(n)).bit_length(), 1)


@declares
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


@declares
def transformed(a: Any = 0, n: Any = None, axis: Any = -1, axes: Any = None) -> tuple[int, int]:
    """Return the elements of a Fourier transform, which are complex, and the work of its sums."""
    side = (shape_of(a) or (1,))[axis]
    made = 2 * COPIES * count(a) // max(side, 1) * max(2 * side, number(n))
    return made, made * made.bit_length() * max(count(axes), 1)


@declares
def measured(x: Any, ord: Any = None, axis: Any = None) -> tuple[int, int]:
    """Return the elements of copies on the way; some norms take the matrix apart."""
    whole = ord in {None, "fro"} or len(shape_of(x)) < 2 or isinstance(axis, int)
    return (COPIES * count(x),) * 2 if whole else taken_apart([x])


@declares
def convolved(a: Any, v: Any) -> tuple[int, int]:
    """Return the elements of a convolution, where every element meets every other."""
    return COPIES * (count(a) + count(v)), count(a) * count(v) // 4


@declares
def powers(x: Any, N: Any = None) -> int:
    """Return the elements of a matrix with the powers of each number."""
    return COPIES * count(x) * (count(x) if N is None else number(N))


@declares
def fitted(x: Any, deg: Any = 1) -> tuple[int, int]:
    """Return the elements of the equations for the coefficients of a polynomial."""
    terms = (
        max(elements_of(deg).ravel().tolist(), default=0) if shape_of(deg) else number(deg)
    ) + 2
    return COPIES * count(x) * int(terms), COPIES * count(x) * int(terms) ** 2


@declares
def evaluated(p: Any, x: Any) -> tuple[int, int]:
    """Return the elements of a polynomial's values, to which each term adds."""
    return COPIES * count(x) + count(p), (count(x) + 8) * count(p)
