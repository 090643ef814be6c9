"""The idea behind a wrong answer: what the surest evidence tells."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from tensorlab.course.answers.observing import Observed
from tensorlab.course.answers.spellings import read
from tensorlab.course.answers.verdicts import Misconception
from tensorlab.course.lessons.lesson import WrongAnswer
from tensorlab.course.misconceptions import facts
from tensorlab.course.misconceptions.alignment import (
    GENERIC,
    VAGUE,
    idea_of_differences,
    pointed_at,
)
from tensorlab.course.misconceptions.borrowed import edits_towards, mends
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.edits import all_edits
from tensorlab.course.misconceptions.rewriting import said
from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Failure

# told where what it is said of was never typed
UNTYPED = {"argument-missing": "half-done"}
# what does nothing, in place of a step that does
IDLE = re.compile(r"(\*\*|[*/]) 1\b(?!\.)")
ALONG = {"dim-is-kept", "other-dim", "transpose-is-view"}


class Evidence(Frozen):
    """What is known of a wrong answer.

    `pairs` are what was expected and given under each set-up, the one that failed first. A program
    may be run to see whether it `does_the_same` as the answer, or `is_right`, under all of them.
    """

    solution: str
    answer: str
    pairs: Sequence[tuple[Observed, Observed]]
    does_the_same: Callable[[str], bool]
    is_right: Callable[[str], bool]

    @property
    def is_telling(self) -> bool:
        """Whether it gave numbers that hardly any other program gives, which are not all alike."""
        found = [set(given.seen.elements or given.seen.parts) for _, given in self.pairs]
        return not self.failure and len(set().union(*found)) > 1

    def invites(self, idea: str, program: str) -> bool:
        """Return whether an answer may come of an idea, whose program gives the same.

        Steps in another order are all there, a view is one, and what is one off does something.
        """
        if idea == "steps-swapped":
            return read(self.solution) <= read(self.answer)
        if idea == "view-copies":
            return any(given.sharing for _, given in self.pairs)
        return idea != "off-by-one" or not IDLE.search(program)

    @property
    def failure(self) -> Failure | None:
        """The error in which the answer ended."""
        return self.pairs[0][1].result.outcome.failure


def authors_idea(
    authors: Iterable[WrongAnswer], does_the_same: Callable[[str], bool]
) -> Misconception | None:
    """Return the idea of the author's wrong answer that does the same, None where there is none."""
    found = (wrong.misconception for wrong in authors if does_the_same(wrong.answer))
    return next(found, None)


def idea_behind(evidence: Evidence) -> Misconception | None:
    """Return the first idea that some evidence tells, None where none does."""
    found = next(ideas(evidence), None)
    return Misconception(found[0], sentence_of(*found)) if found else None


def ideas(evidence: Evidence) -> Iterator[tuple[str, str, str]]:
    """Yield ideas, the surest first, each with a wrong program and the right one beside it.

    Surest is what the answer spells out. Many programs end in one error, which then tells most;
    others must give what the answer gives. Last is looked for in what mends the answer.
    """
    solution, answer = evidence.solution, evidence.answer
    programs = [*all_edits(solution), *edits_towards(solution, answer)]
    spelled = spelled_out(programs, answer) or idea_of_differences(solution, answer)
    if (
        spelled in ALONG
        and evidence.failure
        and facts.idea_of_failure(evidence.failure) == "not-there"
    ):
        spelled = None  # there is no such dimension to go along
    if spelled and spelled not in GENERIC:
        yield spelled, answer, solution
    clear = spelled and spelled not in VAGUE
    by_run = programs if spelled == "operation-mixed-up" or not clear else ()
    for name in by_values(evidence, by_run):
        yield name, "", ""
    if not clear and facts.is_factor_off(evidence.pairs):
        yield "factor-off", "", ""
    if spelled and spelled != "several-parts":
        yield spelled, answer, solution
    for name, program in mends(solution, answer):
        if evidence.is_right(program):
            yield name, answer, program
    if spelled:
        yield spelled, answer, solution
    # One step too many would be one that can be left out: then that mends it.
    general = GENERIC - {"one-step-too-many"} if evidence.is_telling else ()
    for name, program in programs:
        if name in general and evidence.does_the_same(program):
            yield UNTYPED.get(name, name), "", ""


def spelled_out(programs: Iterable[tuple[str, str]], answer: str) -> str | None:
    """Return the idea whose program is the answer but for its spelling, a special one first."""
    wanted = said(answer)
    if wanted is None:
        return None
    found = [name for name, program in programs if said(program) == wanted]
    return min(found, key=lambda name: name in GENERIC, default=None)


def by_values(evidence: Evidence, programs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the ideas that an error tells, or else what was given."""
    if failure := evidence.failure:
        if name := facts.idea_of_failure(failure):
            yield name
        return
    if name := facts.idea_of_values(evidence.pairs, facts.SURE):
        yield name
    unsure = GENERIC | {"type-ignored"}
    if evidence.is_telling:
        pairs = (pair for pair in programs if pair[0] not in unsure and evidence.invites(*pair))
        yield from (name for name, program in pairs if evidence.does_the_same(program))
    if name := facts.idea_of_values(evidence.pairs, facts.LIKELY):
        yield name


def sentence_of(name: str, wrong: str, right: str) -> str:
    """Return what to say of an idea; of a general one also where in the answer it shows."""
    sentence = IDEAS[name].sentence
    return pointed_at(name, sentence, wrong, right) if name in GENERIC and wrong else sentence


def known(name: str, shown: str = "") -> Misconception:
    """Return an idea of the catalogue, behind what it shows in."""
    return Misconception(name, f"{shown} {IDEAS[name].sentence}".lstrip())
