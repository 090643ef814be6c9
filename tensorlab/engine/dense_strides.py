"""Strides without gaps or overlaps, in the order in which others lie."""

from collections.abc import Sequence


def dense_strides(shape: Sequence[int], strides: Sequence[int]) -> tuple[int, ...]:
    """Return strides, in elements, without gaps or overlaps, in the order of the given ones.

    Source: PyTorch's rule for `torch.preserve_format`; a stride of 0 compares with nothing.
    """
    order = list(range(len(shape) - 1, -1, -1))
    for start in range(1, len(order)):
        place = start
        for other in range(start - 1, -1, -1):
            first, second = order[other], order[place]
            compared = compare_strides(shape, strides, first, second)
            if compared > 0:
                order[other], order[place] = second, first
                place = other
            elif compared < 0:
                break
    dense = [0] * len(shape)
    step = 1
    for dim in order:
        dense[dim] = step
        step *= max(shape[dim], 1)
    return tuple(dense)


def compare_strides(shape: Sequence[int], strides: Sequence[int], first: int, second: int) -> int:
    """Return -1, 0 or 1: whether the first dimension lies inside the second, or the other way."""
    if not strides[first] or not strides[second]:
        return 0
    if strides[first] != strides[second]:
        return 1 if strides[first] > strides[second] else -1
    return int(shape[first] > shape[second])
