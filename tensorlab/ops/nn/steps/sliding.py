"""Windows that slide over the last dimensions of an array: what they see, and how it goes back."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from numpy.typing import NDArray

from tensorlab.engine.layout import full_beside, strided_view, zeros_beside
from tensorlab.engine.memory import reserve_memory


def padded(
    array: NDArray[Any], padding: Sequence[int], value: Any = 0, beyond: Sequence[int] = ()
) -> Any:
    """Return an array with a border of one value around its last dimensions, and more behind."""
    if not (any(padding) or any(beyond)):
        return array
    lead = array.ndim - len(padding)
    sides = zip(array.shape[lead:], padding, beyond or (0,) * len(padding), strict=True)
    shape = (*array.shape[:lead], *(size + 2 * pad + more for size, pad, more in sides))
    reserve_memory(math.prod(shape) * array.itemsize)
    result = full_beside(array, shape, value) if value else zeros_beside(array, shape)
    result[(..., *within(padding, array.shape[lead:]))] = array
    return result


def within(padding: Sequence[int], sizes: Sequence[int]) -> Any:
    """Return where the elements are that a border is around."""
    return (slice(pad, pad + size) for size, pad in zip(sizes, padding, strict=True))


def windows(
    array: NDArray[Any],
    sizes: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
    counts: Sequence[int],
) -> Any:
    """Return a view of all windows: the leading dimensions, then the window's, then the places."""
    lead = array.ndim - len(sizes)
    steps = array.strides[lead:]
    shape = (*array.shape[:lead], *sizes, *counts)
    strides = (
        *array.strides[:lead],
        *(step * d for step, d in zip(steps, dilation, strict=True)),
        *(step * s for step, s in zip(steps, stride, strict=True)),
    )
    return strided_view(array, shape, strides)


@lru_cache(maxsize=256)
def offsets(
    sizes: tuple[int, ...],
    stride: tuple[int, ...],
    dilation: tuple[int, ...],
    counts: tuple[int, ...],
) -> list[tuple[tuple[int, ...], tuple[Any, ...]]]:
    """Return each element of a window, and which elements of the array it sees from all places."""
    found = []
    for element in product(*map(range, sizes)):
        starts = [place * step for place, step in zip(element, dilation, strict=True)]
        seen = (
            slice(start, start + step * (count - 1) + 1, step)
            for start, step, count in zip(starts, stride, counts, strict=True)
        )
        found.append((element, (..., *seen)))
    return found
