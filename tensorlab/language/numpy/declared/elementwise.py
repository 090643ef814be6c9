"""Functions that work element by element, and those that make one number of many."""

from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import broadcast, count, declare, declares, number, shape_of

FEW: Final = 32  # elements, of which it costs more to reckon than to work
# Of all that numpy calls so, what works on elements one by one: matmul, say, has a signature.
UFUNCS: Final = [
    name for name, made in vars(np).items() if isinstance(made, np.ufunc) and not made.signature
]


@declares
def stretched(operands: Any, elements: int) -> int:
    """Return the elements of operands broadcast with one another, and of copies on the way."""
    return elements**2 if elements <= FEW else COPIES * max(broadcast(operands), elements)


@declares
def rounded(a: Any, decimals: Any = 0) -> tuple[int, int]:
    """Return the elements of a copy; the power of ten is found by counting."""
    return COPIES * count(a), COPIES * count(a) + abs(int(decimals))


def signature_of(name: str) -> str:
    """Return the signature of a function that works element by element."""
    function = getattr(np, name)
    places = [f"x{place + 1}" for place in range(function.nin)]
    further = [f"out{place + 1}!" for place in range(1, function.nout)]
    words = ", ".join((*places, "out", *further))
    return f"{name}({words}, *, where, casting, order, dtype)"


declare(map(signature_of, UFUNCS), stretched)


@declares
def every_pair(operands: Any) -> int:
    """Return the elements where every element meets every other."""
    first, second = operands[:2]
    return count(first) * count(second)


STEPS_OF_ROUND: Final = 1 << 10


@declares
def reduced(elements: int) -> int:
    """Return the elements of a result that has at most as many as the operand."""
    return elements


@declares
def reduced_with_copies(elements: int) -> int:
    """Return the elements of copies on the way to a result."""
    return COPIES * elements


@declares
def ranked(a: Any, q: Any = 0) -> tuple[int, int]:
    """Return the elements of results that are found by putting elements in order."""
    made = COPIES * count(a) * max(count(q), 1)
    return made, made * max(count(a).bit_length(), 1)


@declares
def differences(elements: int, n: Any = 1) -> tuple[int, int]:
    """Return the elements of differences, which are taken in rounds."""
    made = COPIES * elements
    return made, number(n) * (STEPS_OF_ROUND + made)


@declares
def slopes(f: Any, elements: int) -> int:
    """Return the elements of differences along every dimension."""
    return COPIES * elements + len(shape_of(f)) * count(f)


@declares
def covariances(m: Any, y: Any = None) -> tuple[int, int]:
    """Return the elements of a matrix with a number for each pair of rows."""
    elements = count(m) + (0 if y is None else count(y))
    rows = max(max(shape_of(m), default=1), 1) + (0 if y is None else max(shape_of(y), default=1))
    return COPIES * (elements + rows * rows), elements * rows // 64
