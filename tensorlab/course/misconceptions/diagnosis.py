"""The idea behind a wrong answer: the first whose program does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorlab.course.events import Misconception
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.edits import edits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tensorlab.course.lesson import WrongAnswer


def idea_behind(
    solution: str, known: Iterable[WrongAnswer], does_the_same: Callable[[str], bool]
) -> Misconception | None:
    """Return the idea of a program that does the same as an answer, None where there is none."""
    for program, misconception in programs(solution, known):
        if does_the_same(program):
            return misconception
    return None


def programs(solution: str, known: Iterable[WrongAnswer]) -> Iterator[tuple[str, Misconception]]:
    """Yield the programs of wrong ideas: the author's own, then changes of the solution."""
    for wrong in known:
        yield wrong.answer, wrong.misconception
    for name, program in edits(solution):
        yield program, Misconception(name, IDEAS[name].sentence)
