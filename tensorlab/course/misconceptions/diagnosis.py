"""The idea behind a wrong answer: the first whose program does the same."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tensorlab.course.misconceptions.borrowed import edits_towards, loops_towards
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.edits import edits
from tensorlab.course.verdicts import Misconception

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tensorlab.course.lesson import WrongAnswer


def authors_idea(
    authors: Iterable[WrongAnswer], does_the_same: Callable[[str], bool]
) -> Misconception | None:
    """Return the idea of the author's wrong answer that does the same, None where there is none."""
    found = (wrong.misconception for wrong in authors if does_the_same(wrong.answer))
    return next(found, None)


def idea_behind(
    solution: str, answer: str, does_the_same: Callable[[str], bool]
) -> Misconception | None:
    """Return the idea of the first changed solution that does the same; None where none does.

    What no list of changes holds is looked for in the answer itself.
    """
    programs = itertools.chain(
        loops_towards(solution, answer), edits(solution), edits_towards(solution, answer)
    )
    return next((known(name) for name, program in programs if does_the_same(program)), None)


def known(name: str) -> Misconception:
    """Return an idea of the catalogue."""
    return Misconception(name, IDEAS[name].sentence)
