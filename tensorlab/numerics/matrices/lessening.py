"""A float32 number less products of others, in the orders that PyTorch's library has for few.

Python's floats are wide enough to round each step only once, to float32.
"""

from collections.abc import Sequence

from tensorlab.numerics.few import rounded

LANES = 16
Numbers = Sequence[float]


def less_terms(rest: float, first: Numbers, second: Numbers, places: Sequence[int]) -> float:
    """Return a number less the products of others at some places, one after the other."""
    for place in places:
        rest = rounded(rest - first[place] * second[place])
    return rest


def less_sum(rest: float, first: Numbers, second: Numbers, places: Sequence[int]) -> float:
    """Return a number less the sum of products, the first of which is rounded; one is not."""
    if len(places) < 2:
        return less_terms(rest, first, second, places)
    begin, *others = places
    total = rounded(first[begin] * second[begin])
    for place in others:
        total = rounded(total + first[place] * second[place])
    return rounded(rest - total)


def less_lanes(rest: float, first: Numbers, second: Numbers, places: Sequence[int]) -> float:
    """Return a number less the sum of products, each rounded, as lanes are added in halves."""
    lanes = [rounded(first[place] * second[place]) for place in places]
    lanes += [0.0] * (LANES - len(lanes))
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = [rounded(a + b) for a, b in zip(lanes[:half], lanes[half:], strict=True)]
    return rounded(rest - lanes[0])
