"""What a picture shows: a tensor with its marks, and the tensors on the way to a result."""

import math
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from tensorlab.explain.arithmetic.arithmetic import arithmetic_of
from tensorlab.explain.story.frames import Chapter, Element, Frame, Index, Number, Operand
from tensorlab.render.look.themes import hue

MOST_BETWEEN = 3  # tensors between the operands and the result
Steps = Mapping[Index, Frame | Element]


class Mark(NamedTuple):
    """How an element is drawn: its box, what is written if not its number, whether faintly."""

    role: str = ""
    text: str = ""
    is_pale: bool = False
    wins: bool = False


class Seen(NamedTuple):
    """A tensor as it is drawn: what is written above it, its elements, how each is marked."""

    title: str
    tensor: Operand
    marks: Mapping[Index, Mark]
    stretched: Operand | None = None  # what it was before
    is_named_only: bool = False  # of many weights one reads the shapes


def on_the_way(chapter: Chapter, shown: Frame | None) -> Iterator[Seen]:
    """Yield the tensors between the operands and the result that have a name.

    Of many these are what the marked element counts with and the latest ones, none of them at
    the first step from the operands.
    """
    found: dict[str, dict[Index, Frame | Element]] = {}
    for step in (step for frame in chapter.frames for step in passed_by(frame)):
        found.setdefault(step.name, {})[step.index] = step
    passed = {(step.name, step.index) for step in (passed_by(shown) if shown else ())}
    terms = arithmetic_of(shown).terms if shown else {}
    for name in latest(chapter, {name for name, _ in terms}, found):
        steps = found[name]
        roles = {at: hue(terms[name, at]) if (name, at) in terms else "active" for at in steps}
        marks = {at: Mark(role) for at, role in roles.items() if (name, at) in passed}
        yield Seen(name, Operand(name, size_of(steps), "", values_of(steps)), marks)


def passed_by(frame: Frame) -> Iterator[Frame | Element]:
    """Yield the named steps on the way to an element, and those alike."""
    for step in (each for each in frame.steps if each.name.isidentifier()):
        yield from step.alike
        yield step


def latest(chapter: Chapter, counted: Collection[str], found: Mapping[str, Steps]) -> list[str]:
    """Return the names of the tensors on the way that are drawn."""
    given = {operand.name for operand in chapter.operands}
    steps = [step for frame in chapter.frames for step in frame.steps]
    behind = {step.name for step in steps if {each.name for each in step.inputs} - given}
    results = [part.elements for part in chapter.parts]
    grids = [
        name
        for name, steps in found.items()
        if is_grid(steps) and (name in counted or values_of(steps) not in results)
    ]
    if len(grids) > MOST_BETWEEN:
        grids = [name for name in grids if name in behind or name in counted]
    chosen = sorted(grids, key=lambda name: (name in counted, grids.index(name)))[-MOST_BETWEEN:]
    return [name for name in grids if name in chosen]


def is_grid(steps: Steps) -> bool:
    """Return whether half of each matrix on the way, or more, is known."""
    fronts = {index[:-2] for index in steps}
    return 1 < len(steps) >= len(fronts) * math.prod(size_of(steps)[-2:]) / 2


def values_of(steps: Steps) -> dict[Index, Number]:
    """Return the elements of a tensor on the way."""
    return {index: step.value for index, step in steps.items()}


def size_of(steps: Steps) -> Index:
    """Return the shape of a tensor on the way; of parts with keys, that of all of them."""
    known = next((each.shape for each in steps.values() if isinstance(each, Frame)), ())
    return known or tuple(max(axis) + 1 for axis in zip(*steps, strict=True))
