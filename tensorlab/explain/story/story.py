"""The chapters on the operations of a recorded run: each on the elements that led to the next."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from tensorlab.engine.dtypes import bool_
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, tensors_in
from tensorlab.explain.calls.calls import REPEATED
from tensorlab.explain.calls.made import MOST_OPENED, Run, is_written
from tensorlab.explain.calls.turns import is_within, with_call
from tensorlab.explain.gradients.names import Names
from tensorlab.explain.story.chapters import chapter_of, has, shown_elements
from tensorlab.explain.story.frames import Chapter, Index
from tensorlab.explain.strategies.explaining import parts_of
from tensorlab.frozen import replace
from tensorlab.language.outcome import Outcome
from tensorlab.wording import counted


class Story:
    """Writes the chapters on the calls of one recorded run."""

    def __init__(self, outcome: Outcome, variables: Mapping[str, object], source: str) -> None:
        self.outcome = outcome
        self.variables = variables
        self.source = source

    @cached_property
    def run(self) -> Run:
        """What the program did, call by call."""
        return Run(self.outcome.trace, self.source, self.outcome.moves)

    @cached_property
    def names(self) -> Names:
        """What the program calls the values of its graph."""
        return Names(self.outcome.trace, self.variables)

    def opened(self, calls: list[Call]) -> list[Call]:
        """Return the calls of an expression; where they did not make its value, those that did.

        These lie in functions, in loops, or in earlier statements.
        """
        value = self.outcome.trace[-1].value if self.outcome.trace else None
        own = next(tensors_in((value,)), None)
        # whole numbers and truth values are the same ones wherever they come from
        read = self.run.read_by_item(value) if isinstance(value, float) else []
        if read and not any(call.gives(read[0]) for call in calls):
            return self.run.leading_to(read)
        last = max((at for at, call in enumerate(calls, 1) if call.gives(own)), default=0)
        listed = sum(call.listed for call in calls)
        if own is None or (last and not listed and not repeats(self.outcome.trace[-1].node)):
            return calls[:last] or calls
        made = self.run.leading_to(value, MOST_OPENED + listed)
        return [call for call in made if not last or listed or self.is_own(call)] or calls

    def is_own(self, call: Call) -> bool:
        """Return whether a call stands in the last expression."""
        return call.turn is not None and is_within(call.turn[0][0], self.outcome.trace[-1].span)

    def identity(self, call: Call, tensor: Tensor) -> int:
        """Return which tensor one is: what is written over stays the same one, call by call."""
        return self.run.identity(tensor) if call.turn else id(tensor)

    def chapters(self, call: Call, asked: Mapping[int | None, list[Index]]) -> list[Chapter]:
        """Return the chapters on a call: one, and of a gradient one for each step back."""
        elements = list(dict.fromkeys(element for some in asked.values() for element in some))
        if self.outcome.walks and call.name == "grad":
            # Only those who ask for gradients pay for it.
            from tensorlab.explain.gradients.asked import chapters_on  # noqa: PLC0415

            known = call
            if call.turn and call.operation is None:  # walks know what a step has moved since
                owner = self.run.very.get(self.identity(call, call.args[0]), call.args[0])
                known = replace(call, args=(owner,))
            found = chapters_on(known, self.outcome.walks, self.names, elements)
            if found:
                return found
        if is_transform(call):
            # Likewise.
            from tensorlab.explain.gradients.transformed import chapters_on_transform  # noqa: PLC0415

            inner = [each for each in self.run.calls if each.source != call.source]
            return chapters_on_transform(call, self.outcome.walks, self.names, inner, asked)
        return [chapter_of(call, asked)]

    def places_in(self, call: Call, elements: list[Index], value: object) -> list[Index]:
        """Return where elements are in the result of a call; it may be written through a view."""
        if call.name != "write" and (not call.turn or self.run.gives(call, value)):
            return elements
        found = (self.run.seen_in(call, value, each) for each in elements)
        return [each for each in found if each is not None]

    def reaching(self, calls: list[Call], elements: list[Index], value: object) -> list[Call]:
        """Return calls up to the one that gave elements, without those that wrote beside them."""
        while calls and calls[-1].name == "write":
            places = self.places_in(calls[-1], elements, value)
            decided = any(each.dtype is bool_ for each in tensors_in((calls[-1].args[1],)))
            if places and (decided or any(is_written(calls[-1], place) for place in places)):
                break
            earlier = [
                at
                for at, call in enumerate(calls[:-1], 1)
                if call.name == "write" or self.run.gives(call, value)
            ]
            if not earlier:
                break
            calls = calls[: earlier[-1]]
        if calls and calls[-1].turn and calls[-1].name == "write":
            *before, last = calls
            return [*self.run.walked_back(before, last.tensors, with_call({}, last)), last]
        return calls

    def leaves(self) -> list[Chapter]:
        """Return the way back to every leaf, where a program ends in it: its value is None."""
        last = self.outcome.trace[-1] if self.outcome.trace else None
        if last is None or last.value is not None or not self.outcome.walks:
            return []
        from tensorlab.explain.gradients.asked import chapters_on_leaves  # noqa: PLC0415

        return chapters_on_leaves(self.outcome.walks[-1], self.names)

    def backwards(
        self, calls: list[Call], elements: list[Index], value: object
    ) -> tuple[Chapter, ...]:
        """Return chapters on elements of the last result, and on what leads to them.

        Without elements the last result is told whole, as is one that nothing told was made of.
        """
        way = WayBack(self, elements, value)
        for call in reversed(self.reaching(calls, elements, value) if elements else calls):
            way.visit(call)
        return tuple(told_once(way.chapters[::-1]))


class WayBack:
    """What is told from a result back to what it was made of, call by call."""

    def __init__(self, story: Story, elements: list[Index], value: object) -> None:
        self.story = story
        self.elements = elements
        self.value = value
        # the elements of each tensor that a chapter reads
        self.wanted: dict[int, list[Index]] = {}
        # tensors whose shapes alone are asked about
        self.sized: set[int] = set()
        self.chapters: list[Chapter] = []  # the last one first

    def visit(self, call: Call) -> None:
        """Tell of a call, if what is told so far was made of what it gave."""
        parts = dict(parts_of(call.result))
        made = {part: self.story.identity(call, each) for part, each in parts.items()}
        asked = {part: self.wanted[each] for part, each in made.items() if each in self.wanted}
        if self.chapters and self.is_beginning(call):
            return
        if not self.chapters and self.elements:
            asked = asked_of(
                call, self.story.places_in(call, self.elements, self.value), self.value
            )
        elif self.elements and not asked:
            if not self.sized.isdisjoint(made.values()):
                self.chapters += size_of_choice(call, self.wanted)
            return
        found = self.told(call, parts, asked)
        self.sized |= {id(each) for each in call.tensors} if is_size(found) else set()
        self.ask_for(call, found, asked)

    def is_beginning(self, call: Call) -> bool:
        """Return whether a call gives what a program begins with, which is not told of."""
        if call.name == "requires_grad_":
            return True
        # one that a statement before read, as a step by hand does, is told
        if call.name == "grad" and call.operation is None:
            return not call.turn
        return call.name == "tensor" and not call.tensors

    def told(
        self, call: Call, parts: dict[int | None, Any], asked: dict[int | None, list[Index]]
    ) -> list[Chapter]:
        """Enter the chapters on a call, and return them."""
        is_whole = not self.elements and is_told_whole(call, asked)
        own = {} if self.chapters or self.elements else own_part(call, self.value)
        # of a shape no element is told, nor of a size that no call gave
        is_fact = isinstance(self.value, Size | int) and self.value is not call.result
        whole = {None: []} if is_fact else {} if is_whole else asked
        found = self.story.chapters(call, own or whole)
        for part, its in own.items():
            left = parts[part].numel() - len(its)
            found[-1] = replace(found[-1], is_asked=False, hidden=left)
        # of a gradient on the way the last step is told, as it is a story of its own
        is_read = call.name == "grad" and call.operation is None
        self.chapters += found[-1:] if self.chapters and is_read else reversed(found)
        return found

    def ask_for(
        self, call: Call, found: list[Chapter], asked: dict[int | None, list[Index]]
    ) -> None:
        """Take note of the elements that chapters on a call read."""
        for frame in (frame for chapter in found for frame in chapter.frames):
            for origin, index in filter(None, map(call.origin_of, frame.inputs)):
                self.wanted.setdefault(self.story.identity(call, origin), []).append(index)
        for mask in masks_of(call):
            # it decides how many
            if len({*asked.get(None, ())}) == call.result.numel():
                every = shown_elements(tuple(mask.shape))
                self.wanted.setdefault(self.story.identity(call, mask), []).extend(every)


def repeats(node: ast.AST | None) -> bool:
    """Return whether an expression goes through something, so that a part of it is done often."""
    return node is not None and any(isinstance(each, REPEATED) for each in ast.walk(node))


def is_transform(call: Call) -> bool:
    """Return whether a call is of a function that differentiates another one."""
    if call.operation is None:
        return call.name.endswith("(f)")
    return call.operation.namespace == "torch.autograd.functional"


def is_size(found: list[Chapter]) -> bool:
    """Return whether chapters tell of a number that comes from a shape alone."""
    return all(not frame.inputs and each.operands for each in found for frame in each.frames)


def masks_of(call: Call) -> list[Tensor]:
    """Return the mask by which a call chooses elements, which decides on how many there are."""
    if call.name not in {"index", "masked_select"}:
        return []
    masks = [each for each in call.tensors[1:] if each.dtype is bool_]
    return masks if len(masks) == 1 else []


def size_of_choice(call: Call, wanted: dict[int, list[Index]]) -> Iterator[Chapter]:
    """Yield a chapter on how many elements a mask lets through, and take note of the mask's."""
    masks = masks_of(call)
    if not masks:
        return
    count, size = int(masks[0]._array.sum()), masks[0].numel()
    chosen = f"{count} of the {counted(size, 'element')} of {call.name_of(masks[0])}"
    words = f"{chosen} {'is' if count == 1 else 'are'} True: as many as are taken."
    wanted.setdefault(id(masks[0]), []).extend(shown_elements(tuple(masks[0].shape)))
    yield replace(chapter_of(call), frames=(), idea=words, hidden=0, is_asked=True)


def asked_of(call: Call, elements: list[Index], value: object) -> dict[int | None, list[Index]]:
    """Return the elements that are asked about by part: of the part that is the program's value.

    Of a result that is a tuple it is every part that has these elements.
    """
    parts = dict(parts_of(call.result))
    chosen = [part for part, each in parts.items() if each is value] or parts or [None]
    return {part: elements for part in chosen if elements and has(parts.get(part), elements)}


def own_part(call: Call, value: object) -> dict[int | None, list[Index]]:
    """Return the elements that are shown of a part that is all a program gives: x.max(1).values."""
    if call.name == "grad" or is_transform(call) or isinstance(call.result, Tensor):
        return {}
    parts = parts_of(call.result)
    return {part: shown_elements(tuple(each.shape)) for part, each in parts if each is value}


def is_told_whole(call: Call, asked: Mapping[int | None, list[Index]]) -> bool:
    """Return whether no elements of a step are left out: a small view, or read for the most."""
    parts = [(each, {*asked.get(part, ())}) for part, each in parts_of(call.result)]
    views = [each for each, _ in parts if each._view_of is not None]
    is_small = all(len(shown_elements(tuple(each.shape))) == each.numel() for each in views)
    return (bool(views) and is_small) or all(2 * len(read) > each.numel() for each, read in parts)


def told_once(chapters: Sequence[Chapter]) -> list[Chapter]:
    """Return chapters in order; what an expression does twice is told where it is done first.

    What was asked about stays the last one, also in a loop whose values no longer move.
    """
    found: dict[Any, Chapter] = {}
    for chapter in chapters:
        results = [each.elements for each in chapter.parts]
        same = (chapter.source, str(chapter.operands), str(results))
        earlier = found.get(same)
        if earlier is not None and (chapter.is_asked or chapter.frames == earlier.frames):
            frames = {(each.part or 0, each.index): each for each in chapter.frames}
            frames |= {(each.part or 0, each.index): each for each in earlier.frames}
            if chapter is chapters[-1]:
                del found[same]
            found[same] = replace(earlier, frames=tuple(frames[key] for key in sorted(frames)))
        else:
            found[same if same not in found else (same, len(found))] = chapter
    return list(found.values())
