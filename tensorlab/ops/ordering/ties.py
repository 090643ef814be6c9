"""Which of equal elements PyTorch chooses: the selections of C++'s library, step by step.

Source: the algorithms nth_element, partial_sort and sort of GNU libstdc++, and PyTorch's own
quick select. Where no two elements are equal, any other way to choose gives the same answer.
"""

from collections.abc import Callable
from functools import cmp_to_key
from heapq import heapify, heappop, heapreplace
from typing import Any

Before = Callable[[Any, Any], bool]
FEW = 4096  # up to so many elements, ties are broken as PyTorch breaks them
SHORT = 16  # from here down, sort leaves runs to one insertion sort at the end


def top_places(values: list[Any], k: int, *, largest: bool, in_order: bool) -> list[int]:
    """Return the places of the k largest or smallest values, as PyTorch's topk finds them."""
    pairs = [(value, place) for place, value in enumerate(values)]
    before = greater if largest else less
    if k * 64 <= len(pairs):
        pairs = first_by_heap(pairs, k, before)
    elif k:
        nth_element(pairs, k - 1, before)
        if in_order:
            sort(pairs, k - 1, before)
    return [place for _, place in pairs[:k]]


def sorted_places(values: list[Any], *, descending: bool = False) -> list[int]:
    """Return the places of all values in order, as PyTorch finds them if equal ones may move."""
    pairs = [(value, place) for place, value in enumerate(values)]
    sort(pairs, len(pairs), greater if descending else less)
    return [place for _, place in pairs]


def kth_place(values: list[Any], k: int) -> int:
    """Return the place of the value that k others may stand before, as PyTorch's kthvalue does."""
    pairs = [(value, place) for place, value in enumerate(values)]
    left, right = 0, len(pairs) - 1
    while right > left + 1:
        low, high = partition_by_left(pairs, left, right)
        if low <= k:
            left = high
        if low >= k:
            right = low - 1
    if right == left + 1 and greater(pairs[left], pairs[right]):
        swap(pairs, left, right)
    return int(pairs[k][1])


def partition_by_left(pairs: list[Any], left: int, right: int) -> tuple[int, int]:
    """Part the elements around the median of three; return where the halves end and begin."""
    swap(pairs, left + (right - left) // 2, left + 1)
    for first, second in ((left + 1, right), (left, right), (left + 1, left)):
        if greater(pairs[first], pairs[second]):
            swap(pairs, first, second)
    low, high, pivot = left + 1, right, pairs[left]
    while True:
        low += 1
        while greater(pivot, pairs[low]):
            low += 1
        high -= 1
        while greater(pairs[high], pivot):
            high -= 1
        if high < low:
            break
        swap(pairs, low, high)
    swap(pairs, left, high)
    return high, low


def greater(one: Any, other: Any) -> bool:
    """Return whether a value comes before another from the top; NaN is the greatest."""
    a, b = one[0], other[0]
    return bool((a != a and b == b) or a > b)  # noqa: PLR0124  NaN differs from itself


def less(one: Any, other: Any) -> bool:
    """Return whether a value comes before another from the bottom; NaN is the greatest."""
    a, b = one[0], other[0]
    return bool((a == a and b != b) or a < b)  # noqa: PLR0124


def swap(pairs: list[Any], one: int, other: int) -> None:
    """Exchange two elements."""
    pairs[one], pairs[other] = pairs[other], pairs[one]


def partition(pairs: list[Any], first: int, last: int, before: Before) -> int:
    """Part the elements around the median of three and return where the second half begins."""
    a, b, c = first + 1, first + (last - first) // 2, last - 1
    if before(pairs[a], pairs[b]):
        middle = b if before(pairs[b], pairs[c]) else c if before(pairs[a], pairs[c]) else a
    else:
        middle = a if before(pairs[a], pairs[c]) else c if before(pairs[b], pairs[c]) else b
    swap(pairs, first, middle)
    low, high, pivot = first + 1, last, pairs[first]
    while True:
        while before(pairs[low], pivot):
            low += 1
        high -= 1
        while before(pivot, pairs[high]):
            high -= 1
        if low >= high:
            return low
        swap(pairs, low, high)
        low += 1


def insertion_sort(pairs: list[Any], first: int, last: int, before: Before) -> None:
    """Sort a few elements, equal ones staying in their order."""
    for place in range(first + 1, last):
        pair, spot = pairs[place], place
        foremost = before(pair, pairs[first])  # it moves past NaN, too, which has no order
        while spot > first and (foremost or before(pair, pairs[spot - 1])):
            pairs[spot] = pairs[spot - 1]
            spot -= 1
        pairs[spot] = pair


def nth_element(pairs: list[Any], nth: int, before: Before) -> None:
    """Put the element of a rank at its place, none after it before any ahead of it."""
    first, last = 0, len(pairs)
    depth = 2 * (last.bit_length() - 1)
    while last - first > 3:
        if not depth:
            pairs[first : nth + 1] = first_by_heap(pairs[first:last], nth + 1 - first, before)
            return
        depth -= 1
        cut = partition(pairs, first, last, before)
        first, last = (cut, last) if cut <= nth else (first, cut)
    insertion_sort(pairs, first, last, before)


def sort(pairs: list[Any], count: int, before: Before) -> None:
    """Sort the first elements."""
    depth = 2 * (max(count, 1).bit_length() - 1)
    part_until_short(pairs, 0, count, depth, before)
    insertion_sort(pairs, 0, count, before)


def part_until_short(pairs: list[Any], first: int, last: int, depth: int, before: Before) -> None:
    """Part the elements into short runs, each before the next."""
    while last - first > SHORT:
        if not depth:
            pairs[first:last] = first_by_heap(pairs[first:last], last - first, before)
            return
        depth -= 1
        cut = partition(pairs, first, last, before)
        part_until_short(pairs, cut, last, depth, before)
        last = cut


def first_by_heap(pairs: list[Any], count: int, before: Before) -> list[Any]:
    """Return the pairs that come first, in order: the last of them is on top of a heap."""
    key: Any = cmp_to_key(lambda one, other: -before(other, one))
    heap = [key(pair) for pair in pairs[:count]]
    heapify(heap)
    for pair in pairs[count:]:
        if heap and before(pair, heap[0].obj):
            heapreplace(heap, key(pair))
    return [heappop(heap).obj for _ in pairs[:count]][::-1]
