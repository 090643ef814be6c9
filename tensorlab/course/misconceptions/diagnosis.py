"""The idea behind a wrong answer: the first whose program does the same, or mends it."""

import itertools
from collections.abc import Callable, Iterable

from tensorlab.course.answers.verdicts import Misconception
from tensorlab.course.lessons.lesson import WrongAnswer
from tensorlab.course.misconceptions.alignment import GENERIC, idea_of_differences
from tensorlab.course.misconceptions.borrowed import edits_towards, loops_towards
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.edits import edits
from tensorlab.course.misconceptions.mending import mends


def authors_idea(
    authors: Iterable[WrongAnswer], does_the_same: Callable[[str], bool]
) -> Misconception | None:
    """Return the idea of the author's wrong answer that does the same, None where there is none."""
    found = (wrong.misconception for wrong in authors if does_the_same(wrong.answer))
    return next(found, None)


def idea_behind(
    solution: str,
    answer: str,
    does_the_same: Callable[[str], bool],
    is_right: Callable[[str], bool],
    *,
    failed: bool = False,
) -> Misconception | None:
    """Return the idea of the first changed solution that does the same; None where none does.

    A special idea that the differences spell out needs no runs. What no list of changes holds is
    looked for in the answer itself, and in what mends it. Of an answer that `failed` only a special
    idea is believed by its error: many programs end in the same one.
    """
    spelled_out = idea_of_differences(solution, answer)
    if spelled_out and spelled_out not in GENERIC:
        return known(spelled_out)
    programs = itertools.chain(
        loops_towards(solution, answer), edits(solution), edits_towards(solution, answer)
    )
    found = next(
        (
            name
            for name, program in programs
            if not (failed and name in GENERIC) and does_the_same(program)
        ),
        None,
    )
    if found is None and spelled_out is None:
        mended = mends(solution, answer)
        found = next((name for name, program in mended if is_right(program)), None)
    found = found or spelled_out
    return known(found) if found else None


def known(name: str) -> Misconception:
    """Return an idea of the catalogue."""
    return Misconception(name, IDEAS[name].sentence)
