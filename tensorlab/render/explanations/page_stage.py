"""The stage of a page: the tensors of an operation, and which elements light which."""

from collections.abc import Iterator
from functools import cached_property
from html import escape

from tensorlab.explain.arithmetic.arithmetic import Arithmetic, arithmetic_of, operator_of
from tensorlab.explain.story.frames import Chapter, Element, Frame, Operand
from tensorlab.render.explanations.page_tables import figure, shown

MOST_LIT = 64  # elements that one element lights, if its text has not all of them
ELEMENT = 40  # characters of a table for one element, about


class Drawn:
    """The tensors of an operation, and which of their elements each result element lights."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.arithmetic = [arithmetic_of(frame) for frame in chapter.frames]
        self.operands = [operand for operand in chapter.operands if operand.elements]
        self.numbers = {operand.name: number for number, operand in enumerate(self.operands)}

    @cached_property
    def elements(self) -> list[set[tuple[int, ...]]]:
        """The elements of each operand that are drawn."""
        wanted: list[list[tuple[int, ...]]] = [[] for _ in self.operands]
        for found in self.arithmetic:
            for name, index in [*found.terms, *([found.winner] if found.winner else [])]:
                if name in self.numbers:
                    wanted[self.numbers[name]].append(index)
        return [set(shown(each, first)) for each, first in zip(self.operands, wanted, strict=True)]

    @property
    def size(self) -> int:
        """About how many characters its tables take."""
        drawn = sum(map(len, self.elements)) + sum(
            len(part.elements) for part in self.chapter.parts
        )
        return ELEMENT * drawn

    def stage(self, told: int) -> str:
        """Return the operands, the sign between them, and the result with its elements to click."""
        sign = operator_of(self.chapter)
        between = f'<span class="operator">{escape(sign)}</span>' if sign else ""
        figures = [
            figure(operand, elements, operand.name, ())
            for operand, elements in zip(self.operands, self.elements, strict=True)
        ]
        equals = '<span class="operator">=</span>' if figures else ""
        return between.join(figures) + "".join(
            equals + self.result(part, number, told)
            for number, part in enumerate(self.chapter.parts)
        )

    def result(self, part: Operand, number: int, told: int) -> str:
        """Return one of the results."""
        asked = {frame.index for frame in self.chapter.frames[:told] if (frame.part or 0) == number}
        title = "result" if len(self.chapter.parts) == 1 else f"result[{number}]"
        return figure(part, shown(part, sorted(asked)), title, asked)

    def lit(self, frame: Frame, found: Arithmetic) -> Iterator[str]:
        """Yield the elements that an element lights, for the script: tensor, place, term."""
        by_number: dict[int, list[Element]] = {}
        for element in frame.inputs:
            if element.name in self.numbers:
                by_number.setdefault(self.numbers[element.name], []).append(element)
        for number, elements in by_number.items():
            places = [(c.name, c.index) for c in elements if c.index in self.elements[number]]
            written = [place for place in places if place in found.terms]
            if not written and len(places) == len(self.elements[number]):
                yield f"{number}:*"
                continue
            if len(elements) > MOST_LIT and written:
                places = written  # the others are in the middle that is not written out
            for name, index in places:
                term = found.terms.get((name, index), "")
                mark = "w" if (name, index) == found.winner else term
                yield f"{number}:{'.'.join(map(str, index))}:{mark}"
