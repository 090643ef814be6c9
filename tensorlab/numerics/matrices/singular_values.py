"""Singular values and vectors of small bidiagonal matrices, to PyTorch's last bit.

Steps over blocks of the matrix, from the larger end on, chase what is beside the diagonal out of
it, without a shift where that would cost small singular values their digits.

Source: Demmel and Kahan, Accurate singular values of bidiagonal matrices (1990), and LAPACK's
sbdsqr, slasv2 and slas2, for the steps and their order.
"""

from typing import Any

import numpy as np

from tensorlab.numerics.matrices.reflecting import signed, turn, turning_newly

TURNS = 6  # steps for each pair of rows, after which LAPACK gives up
Numbers = list[Any]


def diagonalize(diagonal: Numbers, beside: Numbers, left: Any, right: Any) -> bool:
    """Make an upper bidiagonal matrix diagonal and turn the rows of both sides, in place.

    The values fall in the end, and none is below zero. Returns whether the steps ended.
    """
    size = len(diagonal)
    tolerance, least = limits(diagonal, beside)
    last, turns, old, back = size - 1, TURNS * size * size, (-1, -1), False
    while last > 0:
        if turns < 0:
            return False
        first = last
        while first and abs(beside[first - 1]) > least:
            first -= 1
        if first:
            beside[first - 1] *= 0
        if first == last:
            last -= 1
        elif first == last - 1:
            pair(diagonal, beside, left, right, first)
            last -= 2
        else:
            if first > old[1] or last < old[0]:
                back = bool(abs(diagonal[first]) < abs(diagonal[last]))
            rows, places = slice(first, last + 1), slice(first, last)
            way = -1 if back else 1
            sides = [right[rows][::way], left[rows][::way]][::way]
            cells, others = diagonal[rows][::way], beside[places][::way]
            if stepped(cells, others, sides, tolerance, size, back, least):
                old = first, last
                turns -= last - first
            diagonal[rows], beside[places] = cells[::way], others[::way]
    in_order(diagonal, left, right)
    return True


def limits(diagonal: Numbers, beside: Numbers) -> tuple[Any, Any]:
    """Return the relative tolerance, and what counts as zero beside the diagonal."""
    facts, size = np.finfo(diagonal[0].dtype), len(diagonal)
    one = diagonal[0].dtype.type(1)
    eps = one * facts.eps / 2
    tolerance = max(one * 10, min(one * 100, eps ** (one / -8))) * eps
    smallest = part = abs(diagonal[0])
    for cell, other in zip(diagonal[1:], beside, strict=True):
        if not smallest:
            break
        part = abs(cell) * (part / (part + abs(other)))
        smallest = min(smallest, part)
    smallest = smallest / np.sqrt(one * size)
    return tolerance, max(tolerance * smallest, TURNS * (size * (size * facts.tiny)))


def in_order(values: Numbers, left: Any, right: Any) -> None:
    """Make all values positive, and bring them into falling order.

    Exchanges bring the least to the end, then the least to the start, then the largest there,
    which decides the order of equal ones.
    """
    for place, value in enumerate(values):
        if value < 0:
            values[place] = -value
            right[place] *= -1
    size = len(values)
    exchanges: list[Any] = [
        lambda k: (k, max(range(k + 1), key=lambda place: (-values[place], place))),
        lambda k: (size - 1 - k, min(range(size - 1 - k, size), key=values.__getitem__)),
        lambda k: (size - 1 - k, max(range(size - 1 - k, size), key=values.__getitem__)),
    ]
    for exchange in exchanges:
        for k in reversed(range(size)):
            one, other = exchange(k)
            if one != other:
                values[one], values[other] = values[other], values[one]
                for rows in (left, right):
                    rows[[one, other]] = rows[[other, one]]


def pair(diagonal: Numbers, beside: Numbers, left: Any, right: Any, row: int) -> None:
    """Make two rows diagonal."""
    values, *angles = of_two(diagonal[row], beside[row], diagonal[row + 1])
    diagonal[row : row + 2] = values
    beside[row] *= 0
    for rows, (cosine, sine) in zip((left, right), angles, strict=True):
        turn(rows, row, row + 1, cosine, sine)


def stepped(
    diagonal: Numbers,
    beside: Numbers,
    sides: Any,
    tolerance: Any,
    size: int,
    back: bool,
    least: Any,
) -> bool:
    """Take a step down a block, unless something beside the diagonal counts as zero already."""
    if abs(beside[-1]) <= tolerance * abs(diagonal[-1]):
        beside[-1] *= 0
        return False
    smallest = part = abs(diagonal[0])
    for place, other in enumerate(beside):
        if abs(other) <= tolerance * part:
            beside[place] *= 0
            return False
        part = abs(diagonal[place + 1]) * (part / (part + abs(other)))
        smallest = min(smallest, part)
    largest = max(map(abs, diagonal + beside))
    eps = np.finfo(largest.dtype).eps / 2
    shift = 0 * largest
    if size * tolerance * (smallest / largest) > max(eps, shift.dtype.type(0.01) * tolerance):
        corner = diagonal[-2], beside[-1], diagonal[-1]
        shift = values_of_two(*(reversed(corner) if back else corner))[0]
        ratio = shift / abs(diagonal[0]) if diagonal[0] else shift * 0
        if ratio * ratio < eps:
            shift *= 0
    (with_shift if shift else without_shift)(diagonal, beside, sides, back, shift)
    if abs(beside[-1]) <= least:
        beside[-1] *= 0
    return True


def turn_along(rows: Any, row: int, cosine: Any, sine: Any, back: bool) -> None:
    """Turn a row and the next; from the other end on, their sums are rounded the other way."""
    if back:
        turn(rows, row + 1, row, cosine, -sine)
    else:
        turn(rows, row, row + 1, cosine, sine)


def without_shift(diagonal: Numbers, beside: Numbers, sides: Any, back: bool, shift: Any) -> None:
    """Take a step with a shift of 0, which keeps small values exact."""
    cosine = old_cosine = shift.dtype.type(1)
    old_sine = shift
    for k, other in enumerate(beside):
        cosine, sine, length = turning_newly(diagonal[k] * cosine, other)
        if k:
            beside[k - 1] = old_sine * length
        old_cosine, old_sine, diagonal[k] = turning_newly(
            old_cosine * length, diagonal[k + 1] * sine
        )
        turn_along(sides[0], k, cosine, sine, back)
        turn_along(sides[1], k, old_cosine, old_sine, back)
    rest = diagonal[-1] * cosine
    diagonal[-1], beside[-1] = rest * old_cosine, rest * old_sine


def with_shift(diagonal: Numbers, beside: Numbers, sides: Any, back: bool, shift: Any) -> None:
    """Take a step with a shift."""
    first, one = diagonal[0], shift.dtype.type(1)
    along, across = (abs(first) - shift) * (signed(one, first) + shift / first), beside[0]
    for k in range(len(beside)):
        cosine, sine, length = turning_newly(along, across)
        if k:
            beside[k - 1] = length
        along = cosine * diagonal[k] + sine * beside[k]
        beside[k] = cosine * beside[k] - sine * diagonal[k]
        across, diagonal[k + 1] = sine * diagonal[k + 1], cosine * diagonal[k + 1]
        turn_along(sides[0], k, cosine, sine, back)
        cosine, sine, diagonal[k] = turning_newly(along, across)
        along = cosine * beside[k] + sine * diagonal[k + 1]
        diagonal[k + 1] = cosine * diagonal[k + 1] - sine * beside[k]
        if k < len(beside) - 1:
            across, beside[k + 1] = sine * beside[k + 1], cosine * beside[k + 1]
        turn_along(sides[1], k, cosine, sine, back)
    beside[-1] = along


def values_of_two(f: Any, g: Any, h: Any) -> tuple[Any, Any]:
    """Return both singular values of [[f, g], [0, h]], the smaller one first."""
    f, g, h = abs(f), abs(g), abs(h)
    small, large = (f, h) if f < h else (h, f)
    one = f.dtype.type(1)
    if not small:
        if not large:
            return small, g
        long, short = (large, g) if large > g else (g, large)
        return small, long * np.sqrt(1 + (short / long) * (short / long))
    total, gap = 1 + small / large, (large - small) / large
    if g < large:
        ratio = g / large
        square = ratio * ratio
        factor = 2 * one / (np.sqrt(total * total + square) + np.sqrt(gap * gap + square))
        return small * factor, large / factor
    ratio = large / g
    if not ratio:
        return small * large / g, g
    along, across = total * ratio, gap * ratio
    factor = one / (np.sqrt(1 + along * along) + np.sqrt(1 + across * across))
    found = small * factor * ratio
    return found + found, g / (factor + factor)


def of_two(f: Any, g: Any, h: Any) -> tuple[Any, Any, Any]:
    """Return both singular values of [[f, g], [0, h]], and cosine and sine of either side's angle.

    The one that is larger in size comes first, and both have signs.
    """
    swapped = bool(abs(h) > abs(f))
    if swapped:
        f, h = h, f
    one, zero = f.dtype.type(1), f.dtype.type(0)
    along, across, diagonal = abs(f), abs(g), abs(h)
    largest = 3 if swapped else 1
    if not g:
        small, large, left, right = diagonal, along, (one, zero), (one, zero)
    else:
        if across > along:
            largest = 2
        if across > along and along / across < np.finfo(f.dtype).eps / 2:
            large = across
            small = along / (across / diagonal) if diagonal > 1 else along / across * diagonal
            left, right = (one, h / g), (f / g, one)
        else:
            small, large, left, right = of_two_alike(f, g, h)
    if swapped:
        left, right = right[::-1], left[::-1]
    (cosine_left, sine_left), (cosine_right, sine_right) = left, right
    f, h = (h, f) if swapped else (f, h)
    if largest == 1:
        sign = signed(one, cosine_right) * signed(one, cosine_left) * signed(one, f)
    elif largest == 2:
        sign = signed(one, sine_right) * signed(one, cosine_left) * signed(one, g)
    else:
        sign = signed(one, sine_right) * signed(one, sine_left) * signed(one, h)
    values = signed(large, sign), signed(small, sign * signed(one, f) * signed(one, h))
    return values, left, right


def of_two_alike(f: Any, g: Any, h: Any) -> tuple[Any, Any, Any, Any]:
    """Return the smaller and the larger value, and both angles, where no cell outweighs all."""
    one = f.dtype.type(1)
    along, diagonal = abs(f), abs(h)
    gap = along - diagonal
    part = one if gap == along else gap / along
    slope = g / f
    rest = 2 - part
    slope_squared, rest_squared = slope * slope, rest * rest
    long = np.sqrt(rest_squared + slope_squared)
    short = abs(slope) if not part else np.sqrt(part * part + slope_squared)
    half = (long + short) / 2
    small, large = diagonal / half, along * half
    if slope_squared:
        turned = (slope / (long + rest) + slope / (short + part)) * (1 + half)
    elif not part:
        turned = signed(2 * one, f) * signed(one, g)
    else:
        turned = g / signed(gap, f) + slope / rest
    length = np.sqrt(turned * turned + 4)
    cosine, sine = 2 / length, turned / length
    return small, large, ((cosine + sine * slope) / half, h / f * sine / half), (cosine, sine)
