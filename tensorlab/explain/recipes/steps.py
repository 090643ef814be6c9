"""Explaining by recipe: each element through the steps of a run that led to it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from textwrap import wrap
from typing import Any, Protocol

import numpy as np

from tensorlab.engine.dtypes import bool_
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.composing import MARK, filled
from tensorlab.explain.arithmetic.numbers import WRITTEN, literal, number, same, shown
from tensorlab.explain.arithmetic.terms import Writing, mark, marked_elements
from tensorlab.explain.calls.call import Call
from tensorlab.explain.recipes.choices import position_of, reasons_of
from tensorlab.explain.recipes.recipes import followed, recipe_of, widened
from tensorlab.explain.recipes.run import Run
from tensorlab.explain.story.frames import Element, Frame, Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Choice,
    Explained,
    Explainer,
    Strategy,
    distinct,
    once,
    part_of,
)
from tensorlab.explain.strategies.regions import place
from tensorlab.frozen import pattern, replace

Source = tuple[Tensor, Index]  # an element, by where it stands
MOST_ELEMENTS = 9000  # of steps that lead to one element
LONGEST = 160  # a longer text of a step on the way is cut
LONG = 56  # so long a text may be of who asked, without names of steps
MOST_SHOWN = (12, 6, 4, 3, 2, 1)  # elements of each step: as many as there is room for
UNNAMED = "worked out beforehand, because it is too long for the line above"
ROOM = 18  # lines for all steps together, of so many characters each
WIDTH = 70
COMPARED = pattern("!=")  # a condition that counts, which has a name of its own


class TooLongError(Exception):
    """The arithmetic of an element is longer than anybody reads."""


class StepExplainer(Protocol):
    """What tells of the elements of one call."""

    def explained(self, part: int | None, index: Index, value: Number) -> Explained:
        """Return how an element came about."""


Explainers = Callable[[Call], StepExplainer]


Place = tuple[int, Index]  # which tensor, and which of its elements


class Steps:
    """The elements of a run that were told, each once."""

    def __init__(self, run: Run, explainers: Explainers, most: int) -> None:
        self.run = run
        self.most = most
        self.explainers = explainers
        self.strategies: dict[int, StepExplainer] = {}
        self.kept: dict[object, Any] = {}  # what was answered
        self.notes: dict[str, None] = {}
        self.parts: dict[int, int] = {}  # of the steps without a name, how they are counted
        self.is_too_long = False  # whether so many elements lead to one that nobody would follow

    @once
    def explained(self, tensor: Tensor, index: Index) -> Explained:
        """Return how an element of a step came about, from the elements of the steps before it."""
        call, part = self.run.step_to(tensor)
        if id(call.result) not in self.strategies:
            self.strategies[id(call.result)] = self.explainers(call)
        with marked_elements():
            found = self.strategies[id(call.result)].explained(part, index, number(tensor, index))
        self.notes |= dict.fromkeys(filter(None, [found.note]))
        return replace(found, text=mark(found.inputs[0]) if is_read(found) else found.text)

    @once
    def source(self, tensor: Tensor, index: Index) -> Source:
        """Return an element, or the one that it was copied from by steps that only move.

        Where that one has no name, it is the first on the way that has.
        """
        named = None
        while id(tensor) not in self.run.given and self.explained(tensor, index).moved:
            before = self.before(tensor, index)
            if any(owner.dtype is not bool_ for owner, _ in before[1:]) or not before:
                break
            if named is None and self.is_introduced(tensor):
                named = tensor, index
            tensor, index = before[0]
        return (tensor, index) if self.has_name(tensor) or named is None else named

    def element(self, tensor: Tensor, index: Index) -> Element:
        """Return an element where it was before it was moved, at its place without sizes of 1."""
        tensor, index = self.source(tensor, index)
        at = index if id(tensor) in self.run.given else self.place(tensor, index)
        return Element(self.name(tensor), at, number(tensor, index))

    def named_before(self, tensor: Tensor, index: Index, *, is_whole: bool) -> Iterator[Element]:
        """Yield the elements with a name that one was made of, through steps without names.

        What is written out as a whole goes through all steps but those made of nothing.
        """
        seen = set()
        waiting = [*self.before(tensor, index)][::-1]
        while waiting:
            owner, at = self.source(*waiting.pop())
            if (id(owner), at) in seen:
                continue
            seen.add((id(owner), at))
            is_end = id(owner) in self.run.given or not (is_whole and self.before(owner, at))
            if is_end and (self.has_name(owner) or self.is_cut(owner, at)):
                yield self.element(owner, at)
            else:
                waiting += [*self.before(owner, at)][::-1]

    def has_name(self, tensor: Tensor) -> bool:
        """Return whether a tensor was given, or is a step that the recipe says the meaning of."""
        return id(tensor) in self.run.given or self.is_introduced(tensor)

    def is_introduced(self, tensor: Tensor) -> bool:
        """Return whether a step has a name that the recipe says the meaning of."""
        return id(tensor) in self.run.meanings

    @once
    def written_out(self, tensor: Tensor, index: Index, *, to_names: bool) -> str:
        """Return the arithmetic of an element with that of the elements before it put in.

        It goes down to the inputs, or where wanted to the steps that have names.
        """
        return self.put_in(self.explained(tensor, index).text, tensor, index, to_names=to_names)

    def put_in(self, text: str, tensor: Tensor, index: Index, *, to_names: bool) -> str:
        """Return a text on a step to an element with that of the elements before it put in."""
        inputs = zip(self.explained(tensor, index).inputs, self.before(tensor, index), strict=True)
        inside = {
            mark(element): self.inner(*self.source(*origin), to_names=to_names)
            for element, origin in inputs
            if mark(element) in text
        }
        return filled(text, inside)

    @once
    def inner(self, tensor: Tensor, index: Index, *, to_names: bool) -> str:
        """Return what stands for an element in the arithmetic of another one.

        Raises:
            TooLongError: nobody would read it, and it goes down to the inputs.
        """
        if id(tensor) in self.run.given:
            return Writing.of(self.element(tensor, index))
        is_number = to_names and (self.is_introduced(tensor) or self.is_cut(tensor, index))
        if is_number or not self.explained(tensor, index).inputs:
            return literal(number(tensor, index))
        text = self.written_out(tensor, index, to_names=to_names)
        if length(text) > LONGEST:
            raise TooLongError
        return text

    def is_cut(self, tensor: Tensor, index: Index) -> bool:
        """Return whether a number stands for an element without a name: its arithmetic is long."""
        if self.has_name(tensor) or not self.explained(tensor, index).inputs:
            return False
        return length(self.written_out(tensor, index, to_names=True)) > LONGEST

    @once
    def before(self, tensor: Tensor, index: Index) -> list[Source]:
        """Return the elements of other tensors that an element was made of."""
        call, _ = self.run.step_to(tensor)
        owners = {call.name_of(each): each for each in call.tensors}
        return [(owners[each.name], each.index) for each in self.explained(tensor, index).inputs]

    def choices(self, tensor: Tensor, index: Index) -> Iterator[Choice]:
        """Yield the choices in the arithmetic of an element, down to the steps that have names."""
        before = [self.source(*each) for each in self.before(tensor, index)]
        for choice in self.explained(tensor, index).choices:
            texts = (choice.condition, choice.taken)
            condition, taken = (self.put_in(each, tensor, index, to_names=True) for each in texts)
            about = choice.about or self.first_given(*before[0])
            yield Choice(condition, choice.holds, taken, about)
        for owner, at in before:
            if not self.has_name(owner):
                yield from self.choices(owner, at)

    def first_given(self, tensor: Tensor, index: Index) -> str:
        """Return the place of the first element that one was made of, where it was given."""
        if id(tensor) not in self.run.given:
            tensor, index = self.source(*[*self.before(tensor, index), (tensor, index)][0])
        return place(self.element(tensor, index)) if id(tensor) in self.run.given else ""

    def leading_to(self, tensor: Tensor, index: Index) -> list[Source]:
        """Return the elements that lead to one, each behind those that it was made of."""
        found: dict[Place, Source] = {}

        def visit(tensor: Tensor, index: Index) -> None:
            if (id(tensor), index) in found:
                return
            self.is_too_long |= len(found) > MOST_ELEMENTS
            if self.is_too_long:
                raise CannotExplainError
            if id(tensor) not in self.run.given:
                for other, at in self.before(tensor, index):
                    visit(other, at)
            found[id(tensor), index] = (tensor, index)

        visit(tensor, index)
        return list(found.values())

    def whole(self, tensor: Tensor, index: Index) -> str | None:
        """Return the arithmetic of the element asked for on the inputs, None where it is long."""
        if not any(key for _, key in self.run.places.values()):
            with suppress(TooLongError):
                text = self.written_out(tensor, index, to_names=False)
                is_plain = length(text) <= self.most and not COMPARED.search(text)
                return text if is_plain or not self.run.meanings else None
        return None

    def frames(self, places: list[Source]) -> tuple[Frame, ...]:
        """Return a frame for each element of a step with a name, a few of those that are alike."""
        groups: dict[str, list[Source]] = {}
        for tensor, index in places:
            is_shown = self.is_introduced(tensor) or self.is_cut(tensor, index)
            if is_shown and self.source(tensor, index)[0] is tensor:  # not only moved
                groups.setdefault(self.name(tensor), []).append((tensor, index))
        ordered = [sorted(each, key=lambda each: self.place(*each)) for each in groups.values()]
        for most in MOST_SHOWN:
            frames = tuple(frame for group in ordered for frame in self.group(group, most))
            if fit(frames):
                break
        return frames

    def name(self, tensor: Tensor) -> str:
        """Return what a recipe calls a step, without the key that it keeps it under."""
        return self.run.places.get(id(tensor), (self.run.names[id(tensor)], ()))[0]

    def place(self, tensor: Tensor, index: Index) -> Index:
        """Return where an element of a step is under its name."""
        return *self.run.places.get(id(tensor), ("", ()))[1], *beyond_ones(tensor, index)

    def shape(self, tensor: Tensor) -> Index:
        """Return the sizes of a step but those of 1, nothing of one that is kept under a key."""
        _, key = self.run.places.get(id(tensor), ("", ()))
        return () if key else beyond_ones(tensor, tuple(tensor.shape))

    def group(self, places: list[Source], most: int) -> Iterator[Frame]:
        """Yield the frames of the elements of one step, what it means said with each."""
        first = places[0][0]
        name, meaning = self.name(first), self.run.meanings.get(id(first), UNNAMED)
        if not self.is_introduced(first):
            name = f"part {self.parts.setdefault(id(first), len(self.parts) + 1)}"
        words = f"{name}: {meaning}."
        shown, alike = places, []
        if len(places) > most:
            words = f"{words[:-1]} ({len(places)} of them)."
            shown = [*places[: most - 1], places[-1]][:most]
            alike = [Element(name, self.place(*each), number(*each)) for each in places]
        for each in shown:
            frame = self.frame(*each)
            words = " ".join(filter(None, (words, frame.sentence)))
            yield replace(frame, sentence=words, name=name, alike=tuple(alike))
            words, alike = "", []  # it is said once

    @once
    def frame(self, tensor: Tensor, index: Index) -> Frame:
        """Return the frame of an element of a step, which may lead to many elements."""
        inputs = tuple(dict.fromkeys(self.named_before(tensor, index, is_whole=False)))
        text = self.written_out(tensor, index, to_names=True)
        at, value, shape = self.place(tensor, index), number(tensor, index), self.shape(tensor)
        why = reasons_of(self.choices(tensor, index), before=True)
        words = " ".join(filter(None, (shown(self.notes_on(text)), why)))
        return Frame(at, value, inputs, text, words, shape=shape)

    def notes_on(self, text: str) -> str:
        """Return what numbers in an arithmetic stand for that many terms were added up to."""
        numbers = WRITTEN.findall(text)
        return " ".join(note for note in self.notes if WRITTEN.findall(note)[-1] in numbers)


def length(text: str) -> int:
    """Return how long a text is, once numbers stand where elements are marked."""
    return len(MARK.sub("0.1234", shown(text)))


def beyond_ones(tensor: Tensor, index: Index) -> Index:
    """Return a place without the dimensions in which there is only one."""
    return tuple(at for at, size in zip(index, tensor.shape, strict=True) if size != 1)


def fit(frames: Iterable[Frame]) -> bool:
    """Return whether there is room for steps."""
    return all(lines <= ROOM for lines in accumulate(map(lines_of, frames)))


def lines_of(frame: Frame) -> int:
    """Return about how many lines a step takes."""
    place = f"{frame.name}{list(frame.index)}"
    return folded_lines(frame.sentence) + folded_lines(place, frame.text, literal(frame.value))


@lru_cache(maxsize=4096)  # the same steps lead to many elements
def folded_lines(words: str, *sides: str) -> int:
    """Return how many lines words take, or a place with the sides of its equation."""
    return len(wrap(" = ".join([words, *map(shown, sides)]), WIDTH))


def is_read(explained: Explained) -> bool:
    """Return whether an element is another one as it was."""
    texts = [literal(each.value) for each in explained.inputs[:1]]
    return explained.moved and [explained.text] == texts


def by_recipe(explainers: Explainers, *, also_moves: bool = False, most: int = LONG) -> Strategy:
    """Return the way to tell of a function by its recipe, each step told as tellers do.

    What a recipe only moves, other ways tell better: it is told where none of them fits. A text of
    more than `most` characters stops at the steps that have names.
    """

    def strategy(call: Call) -> Explainer:
        recipe = call.recipe or recipe_of(call.operation)
        if recipe is None:
            raise CannotExplainError
        wide = call if call.recipe else widened(call)  # a layer has its own weights
        run = Run(wide, followed(wide, recipe), recipe.source)
        steps = Steps(run, explainers, most)

        def explain(part: int | None, index: Index) -> Explained:
            given = run.outcome.value
            if part == 1 and isinstance(given, Tensor):  # the recipe takes, and says not where
                return position_of(call, explain(0, index), index)
            found = same_element(call.result, given, part, index)
            last, at = steps.source(found, index)
            if id(last) in run.given and not also_moves:
                raise CannotExplainError
            return explained_of(steps, last, at, also_moves=also_moves)

        return explain

    return strategy


def same_element(result: object, given: Any, part: int | None, index: Index) -> Tensor:
    """Return what a recipe gives for a tensor of a result; a plain number it gives as a tensor.

    Raises:
        CannotExplainError: the element has another value.
    """
    found: Tensor = given if part is None or isinstance(given, Tensor) else given[part]
    if not isinstance(result, Tensor | tuple | list):
        if found.shape or number(found, ()) != result:
            raise CannotExplainError
        return found
    actual = part_of(result, part)
    if tuple(found.shape) != tuple(actual.shape):
        raise CannotExplainError
    if not same(number(found, index), number(actual, index), actual.dtype, scale_of(actual)):
        raise CannotExplainError
    return found


def scale_of(result: Tensor) -> float:
    """Return to what errors are relative: parts of complex numbers cancel out among others."""
    if not result.dtype.is_complex or not result._array.size:
        return 1.0
    return max(1.0, float(np.nan_to_num(abs(result.dtype.decode(result._array)), posinf=1).max()))


def unmarked(frame: Frame) -> Frame:
    """Return a frame with numbers where its elements are marked."""
    numbers = {mark(each): literal(each.value) for each in frame.inputs}
    return replace(frame, text=filled(frame.text, numbers))


def framed(steps: Steps, places: list[Source]) -> tuple[Frame, ...]:
    """Return the steps that are told of the last of some places, within it where it is a recipe."""
    *before, (last, at) = places
    frames = steps.frames(before)
    whole = steps.explained(last, at)
    with marked_elements():
        inner = [unmarked(each) for each in whole.steps or whole.later()]
    return (*frames, *inner) if fit((*frames, *inner)) else frames


def explained_of(steps: Steps, last: Tensor, at: Index, *, also_moves: bool) -> Explained:
    """Return what is told of the element of a recipe's result."""
    value = literal(number(last, at))
    if id(last) in steps.run.given:
        return Explained(value, (steps.element(last, at),), moved=True)
    places = steps.leading_to(last, at)
    elements = [steps.element(*each) for each in places if id(each[0]) in steps.run.given]
    frames = () if Writing.marked and elements else framed(steps, places)
    if not elements and not frames:
        words = f"{shown(value)} is put there, and no number is worked out for it." * also_moves
        return Explained(value, sentence=words, moved=not also_moves, derived=also_moves)
    whole, choices = steps.whole(last, at), tuple(steps.choices(last, at))
    text = steps.written_out(last, at, to_names=True) if whole is None else whole
    counted = tuple(dict.fromkeys(steps.named_before(last, at, is_whole=whole is not None)))
    why = "" if Writing.marked else reasons_of(choices)
    note = " ".join(filter(None, (steps.notes_on(text), why)))
    return Explained(
        text,
        distinct(elements),
        steps=frames,
        derived=True,
        note=note,
        choices=choices,
        counted=counted,
        later=lambda: framed(steps, places),
    )
