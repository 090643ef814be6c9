"""Which elements of an operation are drawn alike: those of the result beside what they come from.

Where elements of the inputs fall apart into groups, each going into elements of its own, the groups
share a hue. Otherwise one element of the result is marked, with all that goes into it.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from operator import sub
from typing import Any

from tensorlab.explain.arithmetic.arithmetic import Arithmetic, arithmetic_of, takes_twice
from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.story.frames import Chapter, Element, Frame, Index, Operand
from tensorlab.explain.story.pictures import active_elements, brief
from tensorlab.frozen import replace
from tensorlab.pictures.seen import Mark, Seen, on_the_way
from tensorlab.render.look.themes import hue

MOST_GROUPS = 8
MOST_WORKED = 6
# operands whose numbers are drawn where the arithmetic has none of them
MOST_DRAWN = 4
# an element of an operand by its name, of a result by its number
Place = tuple[str | int, Index]
# an element of the result, and those that it is made of
Link = tuple[Place, list[Place]]


def scene(chapter: Chapter) -> tuple[list[Seen], list[Seen], Frame | None]:
    """Return what leads to a result, the results, and the frame that is marked if it is but one."""
    marks, frame = matching(chapter)

    def of(name: str | int) -> dict[Index, Mark]:
        return {index: mark for (owner, index), mark in marks.items() if owner == name}

    inputs = [as_read(each, chapter, of(each.name), frame) for each in chapter.operands]
    if len(inputs) == 1 and takes_twice(chapter):
        inputs = [factor(inputs[0], frame, dim) for dim in (-2, -1)]
    if len(inputs) > MOST_DRAWN:
        inputs[1:] = [each._replace(is_named_only=is_behind(each)) for each in inputs[1:]]
    results = [
        Seen("result" if len(chapter.parts) == 1 else part.name, part, of(number))
        for number, part in enumerate(chapter.parts)
    ]
    between = [] if chapter.operation.startswith("conv") else on_the_way(chapter, frame)
    return [*inputs, *between], results, frame


def factor(seen: Seen, frame: Frame | None, dim: int) -> Seen:
    """Return a tensor as one of two factors, where a row of it meets a column of it."""
    at, shape = frame.index if frame else (), seen.tensor.shape
    if len(shape) == 1 < len(at):
        return seen._replace(marks={at[dim:][:1]: Mark(hue(0))})
    inside = [each for each in seen.marks if each[:-2] == at[:-2]]
    row, column = ([each for each in inside if each[d:][:1] == at[d:][:1]] for d in (-2, -1))
    read = [each.index for each in frame.inputs] if frame else []
    if len(shape) < 2 or {len(row), len(column)} != {shape[-1]} or {*row, *column} < {*seen.marks}:
        own = read[dim:][:1] if len(read) == 2 else seen.marks
        return seen._replace(marks={each: seen.marks[each] for each in own})
    marks = {each: Mark(hue(each[-3 - dim])) for each in (row if dim == -2 else column)}
    return seen._replace(marks=marks)


def is_behind(seen: Seen) -> bool:
    """Return whether a tensor leads to an element by steps alone: none of it is written out."""
    return {mark.role for mark in seen.marks.values()} == {"active"}


def matching(chapter: Chapter) -> tuple[dict[Place, Mark], Frame | None]:
    """Return the marks of elements, and the frame that they show where it is one alone."""
    for links in links_of(chapter):
        for keys in zip(*(ways(sources[0], target) for target, sources in links), strict=True):
            if found := groups(links, keys):
                return by_group(chapter, links, found), None
    known = [frame for frame in chapter.frames if frame.inputs]
    worked = ([frame for frame in known if not is_copy(frame)] or known)[:MOST_WORKED]
    middle = worked[len(worked) // 2 :] + worked[: len(worked) // 2]
    # no padding in its window
    frame = max([*middle, *known], key=lambda each: len(each.inputs), default=None)
    return of_frame(chapter, frame) if frame else {}, frame


def ways(source: Place, target: Place) -> tuple[object, ...]:
    """Return what could name the group of an element and its source, the plainest first."""
    (of, at), (part, to) = source, target
    return of, part, to, source, at[:-1], at[-1:], to[:-1], to[-1:]


def links_of(chapter: Chapter) -> Iterator[list[Link]]:
    """Yield what each element comes from, where no element of an input goes into several of a part.

    Of results that are copies it is the element that was copied, however often; what goes in beside
    it from other tensors, as indices, belongs to it where it serves no other.
    """
    frames = [frame for frame in chapter.frames if frame.inputs]
    links: list[Link] = [
        ((frame.part or 0, frame.index), [(each.name, each.index) for each in frame.inputs])
        for frame in frames
    ]
    uses = Counter((target[0], source) for target, sources in links for source in sources)
    if set(uses.values()) == {1}:
        yield links
    if all(map(is_copy, chapter.frames)):
        copied = [copied_from(frame) for frame in frames]
        for has_others in (True, False):
            yield [
                (target, [first, *(at for at in sources if has_others and at[0] != first[0])])
                for (target, sources), first, frame in zip(links, copied, frames, strict=True)
                if has_others or arithmetic_of(frame).winner or same_in(frame)
            ]


def is_copy(frame: Frame) -> bool:
    """Return whether an element was taken over as it is."""
    return frame.text == literal(frame.value)


def copied_from(frame: Frame) -> Place:
    """Return the element that was taken over: the one that won, or the first of that value."""
    taken = (same_in(frame) or frame.inputs)[0]
    return arithmetic_of(frame).winner or (taken.name, taken.index)


def same_in(frame: Frame) -> list[Element]:
    """Return what goes into an element and has its number: where nothing has, it was no copy."""
    return [each for each in frame.inputs if literal(each.value) == literal(frame.value)]


def groups(links: Sequence[Link], keys: Sequence[object]) -> dict[Place, int]:
    """Return the number of each element's group, nothing where there is one group or too many.

    `keys` name the group of each element of the result; all of its sources are in it.
    """
    found: dict[Place, object] = {}
    for (target, sources), key in zip(links, keys, strict=True):
        if any(found.setdefault(place, key) != key for place in (target, *sources)):
            return {}
    ordered = sorted((sources[0] for _, sources in links), key=str)
    numbers = {key: at for at, key in enumerate(dict.fromkeys(found[each] for each in ordered))}
    is_good = 1 < len(numbers) <= MOST_GROUPS
    return {place: numbers[key] for place, key in found.items()} if is_good else {}


def by_group(
    chapter: Chapter, links: Sequence[Link], found: Mapping[Place, int]
) -> dict[Place, Mark]:
    """Return the marks of groups: copies of what was copied before are pale, and what has none.

    What has another number than its source, as where that decides alone, is no copy of it.
    """
    frames: dict[Place, Frame] = {(each.part or 0, each.index): each for each in chapter.frames}
    marks: dict[Place, Mark] = {place: Mark(is_pale=True) for place in frames}
    marks |= {place: Mark(f"group{number}") for place, number in found.items()}
    seen: dict[tuple[object, Place], list[Place]] = {}
    for target, (source, *others) in links:
        seen.setdefault((target[0], source), []).append(target)
        won: Any = arithmetic_of(frames[target]).winner
        if {*others} - {source} and won in marks:
            marks[won] = marks[won]._replace(wins=True)
    pads = "pad" in chapter.operation  # its own elements stand in the middle
    moves = Counter(move(source, to) for (_, source), places in seen.items() for to in places)
    for (_, source), places in seen.items():
        known: Any = {(each.name, each.index): each.value for each in frames[places[0]].inputs}
        numbers = {literal(frames[each].value) for each in places}
        first = max(places, key=lambda place: moves[move(source, place)]) if pads else places[0]
        for copy in {*places} - {first} if numbers == {literal(known[source])} else ():
            marks[copy] = marks[copy]._replace(is_pale=True)
    return marks


def move(source: Place, target: Place) -> Index:
    """Return how far an element moved along each dimension: most of a padded tensor alike."""
    return tuple(map(sub, target[1], source[1]))


def of_frame(chapter: Chapter, frame: Frame) -> dict[Place, Mark]:
    """Return the marks of one element of the result and of those that go into it.

    A kernel is drawn in its place, upon the elements that it is multiplied with.
    """
    read = arithmetic_of(frame)
    marks: dict[Place, Mark] = {(frame.part or 0, frame.index): Mark("result")}
    marks |= marks_in(chapter, frame, read)
    if not chapter.operation.startswith("conv"):
        return marks
    # where a bias is added to it, the window's sum is a step
    for step in frame.steps:
        read = arithmetic_of(step)
        marks |= marks_in(chapter, step, read)
    image, *kernels = (operand.name for operand in chapter.operands[:2])
    kernel = kernels[0] if kernels else image  # which is written like the image
    values = {(each.name, each.index): brief(each.value) for each in frame.inputs}
    weights = {term: values[place] for place, term in read.terms.items() if place[0] == kernel}
    for place, term in read.terms.items():
        if place[0] == image and term in weights:
            marks[place] = marks[place]._replace(text=f"{values[place]}*{weights[term]}")
    return marks


def marks_in(chapter: Chapter, frame: Frame, read: Arithmetic) -> dict[Place, Mark]:
    """Return the marks of the elements in an arithmetic: those of one term share a hue."""
    marks: dict[Place, Mark] = {}
    for operand in chapter.operands:
        for index, slot in active_elements(frame, operand.name, read).items():
            role = "active" if slot.term is None else hue(slot.term)
            marks[operand.name, index] = Mark("winner" if slot.wins else role)
    return marks


def as_read(
    operand: Operand, chapter: Chapter, marks: dict[Index, Mark], frame: Frame | None
) -> Seen:
    """Return an operand: where each element of the result reads one of it, in the result's shape.

    The first that reads an element has it, for the others it is pale.
    """
    served = {
        frame.index: [each.index for each in frame.inputs if each.name == operand.name]
        for frame in chapter.frames * chapter.operation.islower()  # a layer mixes what it reads
    }
    first = {tuple(found): index for index, found in sorted(served.items(), reverse=True)}
    is_copied = all(len(found) == 1 for found in served.values()) and len(first) < len(served)
    # among which those of a tensor that is read again stand in order
    sizes = iter(chapter.shape)
    is_spread = all(size == 1 or size in sizes for size in operand.shape)
    if frame is None or not (is_copied and is_spread) or operand.shape == chapter.shape:
        return padded(Seen(operand.name, operand, marks), chapter)
    shown = {frame.index: marks[served[frame.index][0]]}
    drawn = {
        index: shown.get(index, Mark())._replace(is_pale=first[at,] != index)
        for index, (at,) in served.items()
    }
    elements = {index: operand.elements[at] for index, (at,) in served.items()}
    whole = Operand(operand.name, chapter.shape, operand.dtype, elements)
    return Seen(operand.name, whole, drawn, operand)


def padded(seen: Seen, chapter: Chapter) -> Seen:
    """Return what windows run over with what they read beyond its edges, if it is drawn whole."""
    own, count = seen.tensor, len(chapter.padding)
    if own is not chapter.operands[0] or len(own.elements) < math.prod(own.shape):
        return seen
    widths = [(0, 0)] * (len(own.shape) - count) + [*chapter.padding]
    sizes = zip(own.shape, widths, strict=True)
    places = product(*(range(-low, size + high) for size, (low, high) in sizes))
    value = -math.inf if chapter.operation.startswith("max") else 0.0
    elements = {**dict.fromkeys(places, value), **own.elements}
    marks = dict.fromkeys(elements.keys() - own.elements, Mark(is_pale=True))
    whole = replace(own, elements=elements)
    return seen._replace(tensor=whole, marks=marks | {**seen.marks})
