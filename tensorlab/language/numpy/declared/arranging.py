"""The same elements in another shape or order, several arrays in one, one in several."""

import math
from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import (
    MOST_AXES,
    count,
    declares,
    elements_of,
    number,
    product,
    shape_of,
    sizes,
)

WORK_OF_PIECE: Final = 1 << 11  # in elements
# whose memory an array takes that is only looked through
ELEMENTS_OF_ARRAY: Final = 64


@declares
def looked_through() -> tuple[int, int]:
    """Return what another look at the same memory makes: nothing."""
    return 0, 1


@declares
def reshaped(a: Any) -> int:
    """Return the elements of another shape: none of an array that lies in a row."""
    return 0 if isinstance(a, np.ndarray) and a.flags.c_contiguous else count(a)


@declares
def joined(operands: Any, elements: int) -> int:
    """Return the elements of all together; each is looked through on its way."""
    parts = max((*shape_of(operands[0]), 1)[0], 1)
    return COPIES * elements + ELEMENTS_OF_ARRAY * parts


@declares
def rolled(a: Any, shift: Any, axis: Any = None) -> tuple[int, int]:
    """Return the elements of an array moved around: each dimension doubles the pieces."""
    pieces = min(2 ** min(max(count(shift), count(axis)), MOST_AXES), 2 * count(a))
    return count(a) + count(axis), count(a) + WORK_OF_PIECE * pieces


@declares
def parts(indices_or_sections: Any) -> int:
    """Return what so many looks at parts of an array take."""
    wanted = indices_or_sections
    return ELEMENTS_OF_ARRAY * (count(wanted) + 1 if shape_of(wanted) else number(wanted))


@declares
def repeated(a: Any, repeats: Any, axis: Any = None) -> int:
    """Return the elements of an array whose elements, or rows, come several times."""
    counts = elements_of(repeats)
    if counts.size < 2:
        return count(a) * sum(sizes(counts))
    rows = count(a) if axis is None else min(shape_of(a), default=1)
    return int(max(counts.sum(dtype=float), 0)) * (count(a) // max(rows, 1) + 1)


@declares
def tiled(A: Any, reps: Any) -> int:
    """Return the elements of an array that comes several times along its dimensions."""
    return COPIES * count(A) * max(product(reps), 1)


@declares
def padded(array: Any, pad_width: Any) -> int:
    """Return the elements of an array with a margin."""
    shape = shape_of(array)
    widths: list[list[int]] = np.broadcast_to(np.asarray(pad_width), (len(shape), 2)).tolist()
    sides = zip(shape, widths, strict=True)
    elements: int = math.prod(size + sum(max(int(n), 0) for n in pair) for size, pair in sides)
    return 2 * elements


@declares
def inserted(arr: Any, obj: Any = (), values: Any = ()) -> int:
    """Return the elements of an array with further ones, each of which may be a whole row."""
    shape = shape_of(arr)
    row = count(arr) // max(min(shape, default=1), 1) + 1
    new = max(shape, default=1) if isinstance(obj, slice) else count(obj)
    return COPIES * (count(arr) + count(values) * (new + 1) + new * row)
