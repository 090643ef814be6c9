"""What a call gave, as arrays of numbers, and in which elements two outcomes differ."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense
from tensorlab.explain.strategies.explaining import CannotExplainError, parts_of

# so many smallest steps of a type may lie between numbers that are the same
ROUNDINGS = 8

Outcome = list[Any]


def outcome_of(result: object) -> Outcome:
    """Return the numbers of each tensor of a result, or the one number that it is.

    Raises:
        CannotExplainError: it is something else, or has no numbers.
    """
    if isinstance(result, bool | int | float | complex):
        return [np.asarray(result)]
    parts = parts_of(result)
    if not parts or any(tensor.is_meta for _, tensor in parts):
        raise CannotExplainError
    return [numbers_of(tensor) for _, tensor in parts]


def numbers_of(tensor: Tensor) -> Any:
    """Return a tensor's numbers as an array of its own."""
    tensor = dense(tensor)
    return np.array(tensor.dtype.decode(tensor._array))


def merged(before: Outcome, outcomes: Iterable[Outcome]) -> list[Any]:
    """Return which elements differ in any of several outcomes from what was before."""
    none = [np.zeros(elements.shape, bool) for elements in before]
    return united([none, *(differing(before, outcome) for outcome in outcomes)])


def united(masks: Sequence[list[Any]]) -> list[Any]:
    """Return where any of several rows of masks is set: of others, those of the first's shapes.

    What is drawn can decide how many elements there are, and in how many parts.
    """
    first, *rest = masks
    found = list(first)
    for row in rest:
        for slot, (mask, more) in enumerate(zip(found, row, strict=False)):
            found[slot] = mask | more if mask.shape == more.shape else mask
    return found


def differing(before: Outcome, after: Outcome) -> list[Any]:
    """Return for each part which of its elements are others, or no longer there."""
    rest = [None] * (len(before) - len(after))
    return [
        different(elements, others)
        for elements, others in zip(before, [*after, *rest], strict=False)
    ]


def different(elements: Any, others: Any) -> Any:
    """Return which elements of an array are others in another one."""
    mask = np.ones(elements.shape, bool)
    if others is None or others.ndim != elements.ndim:
        return mask
    if elements.shape == others.shape:
        return unequal(elements, others)
    region = tuple(slice(min(sizes)) for sizes in zip(elements.shape, others.shape, strict=True))
    mask[region] = unequal(elements[region], others[region])
    return mask


def unequal(elements: Any, others: Any) -> Any:
    """Return where numbers differ by more than rounding; nan is the same as nan."""
    apart = np.asarray(elements != others)
    if elements.dtype.kind not in "fc" or others.dtype.kind not in "fc" or not apart.any():
        return apart
    with np.errstate(all="ignore"):
        size = np.maximum(abs(elements), abs(others))
        finite = size[np.isfinite(size)]
        floor = finite.max() / 4 if finite.size else 0
        step = ROUNDINGS * float(np.finfo(elements.dtype).eps)
        near = np.isfinite(size) & (abs(elements - others) <= step * np.maximum(size, floor))
        same = (elements == others) | (np.isnan(elements) & np.isnan(others)) | near
    return np.asarray(~same)
