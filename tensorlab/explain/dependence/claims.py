"""Claims: what an explanation says of dependence is proven by runs on changed inputs, or not said.

That an element is a constant, that it was copied or drawn, and which elements had a say in it: all
of that is checked here, whichever way of explaining says it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tensorlab.explain.arithmetic.numbers import literal, number, shown
from tensorlab.explain.calls.call import Call
from tensorlab.explain.dependence.dependence import Dependence
from tensorlab.explain.story.frames import Element, Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    distinct,
    parts_of,
)
from tensorlab.explain.strategies.regions import regions
from tensorlab.frozen import replace
from tensorlab.wording import joined

if TYPE_CHECKING:
    from tensorlab.explain.dependence.changes import Place


MOST_ELEMENTS = 2048  # among which it is looked
MOST_FOUND = 8


def first_behind(
    dependence: Dependence, part: int | None, index: Index
) -> tuple[tuple[Element, ...], bool]:
    """Return the first elements that an element of a result depends on, and whether that is all.

    Raises:
        CannotExplainError: there are too many to try, or the call cannot be done again.
    """
    if not dependence.is_known or len(dependence.places) > MOST_ELEMENTS:
        raise CannotExplainError
    slot = dependence.slot(part)
    every = frozenset(dependence.places)
    found: list[Place] = []
    waiting = [dependence.places]
    while waiting and len(found) < MOST_FOUND:
        some = waiting.pop()
        if not dependence.others(every - frozenset(some))[slot][index]:
            continue
        middle = len(some) // 2
        if middle:
            waiting += [some[middle:], some[:middle]]
        else:
            found += some
    return tuple(dependence.element(place) for place in sorted(found)), not waiting


DRAWN = "Drawn from the random generator"
SEEDED = "torch.manual_seed makes it draw the same."
UNTRIED = "Which elements of the input go into it could not be found"


class Claims:
    """Checks what is told of the elements of one call."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.dependence = Dependence(call)
        self.is_elementwise = call.operation is not None and call.operation.elementwise
        self.shapes = {call.name_of(each): tuple(each.shape) for each in call.tensors}

    def drawn(self, part: int | None, index: Index, value: Number) -> Explained | None:
        """Return what is told of a random number, None where another seed gives the same."""
        if not self.dependence.is_drawn(part, index):
            return None
        explained = Explained(
            literal(value), sentence=f"{DRAWN}: {shown(literal(value))}; {SEEDED}"
        )
        try:
            return with_deciding(explained, self.dependence.behind(part, index))
        except CannotExplainError:
            return (
                explained
                if not self.call.tensors
                else replace(explained, sentence=f"{explained.sentence} {UNTRIED}.")
            )

    def checked(self, explained: Explained, part: int | None, index: Index) -> Explained:
        """Return a telling with all elements that have a say.

        Raises:
            CannotExplainError: it is not true.
        """
        if not self.call.tensors:
            return explained
        if not self.dependence.is_known:
            if not explained.derived and (explained.moved or not self.is_elementwise):
                raise CannotExplainError
            return explained
        if not self.dependence.is_small:
            if explained.derived or self.dependence.is_all(explained.inputs, part, index):
                return explained
            raise CannotExplainError
        try:
            behind = self.dependence.behind(part, index)
        except CannotExplainError:
            if not explained.derived:
                raise
            rest = without(self.dependence.elements, explained.inputs) if explained.loose else ()
            return with_deciding(explained, rest)
        missing = without(behind, explained.inputs)
        if explained.derived and missing:
            moving = map(self.dependence.element, sorted(self.dependence.moving(part, index)))
            alone = without(tuple(moving), explained.inputs)
            # of places that several elements name together
            is_write = self.call.name == "write"
            if is_write or self.dependence.is_all((*explained.inputs, *alone), part, index):
                missing = alone  # others have a say once these have changed
        if explained.moved and (missing == behind if behind else explained.inputs):
            raise CannotExplainError  # neither a constant, nor copied from there
        is_vain = not behind and all(
            isinstance(element.value, bool) for element in explained.inputs
        )
        if explained.inputs and (explained.loose or is_vain):
            explained = replace(
                explained, inputs=without(explained.inputs, without(explained.inputs, behind))
            )
            if not behind:
                words = explained.sentence or f"{explained.text}, whatever is changed."
                explained = replace(explained, sentence=f"{words} It depends on no element.")
        return with_deciding(explained, missing)

    def last(self, explained: Explained, part: int | None, index: Index) -> Explained:
        """Return what is told where no way of explaining fits: what the element depends on."""
        if not self.call.tensors:
            return explained
        try:
            behind = self.dependence.behind(part, index)
        except CannotExplainError:
            return self.first(explained, part, index)
        if not behind:
            known = [number(each, index) for at, each in parts_of(self.call.result) if at == part]
            text = literal(known[0]) if known else explained.text
            return replace(explained, text=text, sentence=self.facts())
        return replace(
            explained, inputs=behind, sentence=f"It depends on {regions(behind, self.shapes)}."
        )

    def facts(self) -> str:
        """Return what a result that depends on no element may depend on: shapes and types."""
        known = {
            self.call.name_of(each): f"{tuple(each.shape)} {each.dtype.name}"
            for each in self.call.tensors
        }
        words = joined([f"{name} is {fact}" for name, fact in known.items()])
        return f"It depends on no element: {words}."

    def first(self, explained: Explained, part: int | None, index: Index) -> Explained:
        """Return what is told of a large call where no way of explaining fits."""
        try:
            behind, is_all = first_behind(self.dependence, part, index)
        except CannotExplainError:
            return replace(explained, sentence=f"{UNTRIED}.")
        rest = "" if is_all else "; more were not tried"
        words = regions(behind, self.shapes) or "no element"
        return replace(explained, inputs=behind, sentence=f"It depends on {words}{rest}.")


def without(elements: Sequence[Element], named: Sequence[Element]) -> tuple[Element, ...]:
    """Return the elements that are not among those named."""
    known = {(element.name, element.index) for element in named}
    return tuple(element for element in elements if (element.name, element.index) not in known)


def with_deciding(explained: Explained, missing: tuple[Element, ...]) -> Explained:
    """Return a telling that also names the elements which have a say beside those named."""
    return replace(explained, inputs=distinct((*explained.inputs, *missing)), deciding=missing)
