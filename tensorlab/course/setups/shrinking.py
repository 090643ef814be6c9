"""Smaller draws of a set-up, to find the smallest under which something still happens."""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from tensorlab.course.setups.declaring import Variable
from tensorlab.course.setups.drawing import Draw
from tensorlab.frozen import replace

MOST_TRIALS = 60


def smallest(draw: Draw, fails: Callable[[Draw], bool], trials: int = MOST_TRIALS) -> Draw:
    """Return the smallest draw found that still fails, within so many trials."""
    tried: set[str] = {draw.program}
    going_on = True
    while going_on:
        going_on = False
        for candidate in simpler(draw):
            if candidate.program in tried:
                continue
            if trials == 0:
                return draw
            trials -= 1
            tried.add(candidate.program)
            if fails(candidate):
                draw, going_on = candidate, True
                break
    return draw


def simpler(draw: Draw) -> Iterator[Draw]:
    """Yield draws that are simpler in one way: a length less, then an element nearer to 0."""
    for variable in draw.declaration.variables:
        length = draw.lengths.get(variable.name)
        if length is not None and length > variable.low:
            yield shortened(draw, variable.name, length - 1)
    for variable in draw.declaration.variables:
        if variable.kind in {"ints", "floats"}:
            yield from with_simpler_elements(draw, variable)


def shortened(draw: Draw, name: str, length: int) -> Draw:
    """Return a draw with one of its lengths cut."""
    after = Draw(draw.declaration, {**draw.lengths, name: length}, {})
    for variable in draw.declaration.variables:
        if variable.name in draw.elements:
            after.elements[variable.name] = cut(variable, draw, after)
    return after


def cut(variable: Variable, before: Draw, after: Draw) -> tuple[Any, ...]:
    """Return the elements that are left of a variable."""
    if variable.choices:
        return before.elements[variable.name]
    if variable.kind == "order":
        return tuple(
            n for n in before.elements[variable.name] if n < after.length(variable.shape[0])
        )
    old, new = before.shape(variable), after.shape(variable)
    kept = itertools.product(*map(range, new))
    steps = [math.prod(old[place + 1 :]) for place in range(len(old))]
    flat = before.elements[variable.name]
    found = tuple(
        flat[sum(place * step for place, step in zip(index, steps, strict=True))] for index in kept
    )
    if variable.below is not None:
        below = max(after.length(variable.below), 1)
        return tuple(min(number, below - 1) for number in found)
    return found


def with_simpler_elements(draw: Draw, variable: Variable) -> Iterator[Draw]:
    """Yield draws in which one element is the simplest number that it may be."""
    found = draw.elements[variable.name]
    simplest = [n for n in (0, 1, 2) if variable.low <= n <= variable.high][:2]
    for place, element in enumerate(found):
        for number in simplest:
            new = float(number) if variable.kind == "floats" else number
            if abs(new) >= abs(element) or (variable.distinct and new in found):
                continue
            elements = (*found[:place], new, *found[place + 1 :])
            yield replace(draw, elements={**draw.elements, variable.name: elements})
