"""Checks an answer to an exercise: any program that gives what the solution gives is right."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tensorlab.course.answers.bench import COSTLY, EACH_RUN, PATIENCE, Bench, Result, SessionFactory
from tensorlab.course.answers.called import called, is_among, spelled
from tensorlab.course.answers.comparison import Comparison, is_empty
from tensorlab.course.answers.observing import Observed, compared, known_by_all, observe
from tensorlab.course.answers.spellings import disorder, needed, numbers_in
from tensorlab.course.answers.verdicts import Aspect, Misconception, Reason, Verdict
from tensorlab.course.lessons.lesson import Exercise
from tensorlab.course.misconceptions.alignment import GENERIC, VAGUE
from tensorlab.course.misconceptions.diagnosis import Evidence, authors_idea, idea_behind, known
from tensorlab.course.misconceptions.facts import BY_TYPE, unread
from tensorlab.course.setups.drawing import Draw, draws, smallest
from tensorlab.frozen import Frozen
from tensorlab.language.limits.meter import meter
from tensorlab.language.reading.source import tree_of

DRAWS = 10
MISSPELT = {"NameError", "SyntaxError"}  # no idea about tensors is behind these
MODULES = ("copy", "math")
UNSET = re.compile(r"\bempty|_empty\b|resize|Tensor\(")  # makes elements that nobody sets
AT_RANDOM = "torch.set_deterministic_debug_mode(1)"  # then they hold no zeros
STOPPED = "It was stopped: it does not end, or needs too much time or memory."


class StoppedError(Exception):
    """A program met a limit; nothing more is run for the verdict on it."""

    def __init__(self, result: Result) -> None:
        super().__init__(STOPPED)
        self.result = result


class Setup(Frozen):
    """The programs that stand before an answer; `told` is the last one where it was kept back."""

    programs: tuple[str, ...]
    told: str | None = None
    draw: Draw | None = None


class ExerciseChecker:
    """Checks answers to one exercise in the state that the lesson has reached."""

    def __init__(
        self, factory: SessionFactory, programs: Sequence[str], exercise: Exercise
    ) -> None:
        self.factory = factory
        self.exercise = exercise
        visible = (*programs, exercise.setup) if exercise.setup else tuple(programs)
        self.visible = Setup(visible)
        self.taught = len(programs)
        self.known: dict[tuple[tuple[str, ...], str], Observed] = {}
        self.spent = 0  # steps for this verdict
        drawn = (
            draws(exercise.vary, exercise.item, DRAWS, (0, *numbers_in(exercise.solution)))
            if exercise.vary
            else []
        )
        self.setups = (
            self.visible,
            *(Setup((*visible, other), other) for other in exercise.also),
            *map(self.drawn, drawn),
        )

    def drawn(self, draw: Draw) -> Setup:
        """Return the set-up of a draw."""
        return Setup((*self.visible.programs, draw.program), draw.program, draw)

    def run(self, answer: str) -> Result:
        """Return what an answer gives in the visible set-up, from the start.

        An error comes from the whole lesson: it names what is near to a mistyped name.
        """
        seen = self.observed(answer, self.visible)
        return (
            observe(self.factory, self.visible.programs, answer).result
            if seen.failed
            else seen.result
        )

    def observed(self, answer: str, setup: Setup) -> Observed:
        """Return what an answer does in one of the set-ups; nothing is run twice.

        Raises:
            StoppedError: it met a limit.
        """
        key = setup.programs, answer
        if key not in self.known:
            before, programs = meter.total, self.before(answer, setup)
            way = observe if setup.draw is None else known_by_all
            self.known[key] = way(self.factory, programs, answer)
            self.spent += EACH_RUN + COSTLY * (meter.total - before)
        failure = self.known[key].result.outcome.failure
        if failure is not None and failure.limit is not None:
            raise StoppedError(self.known[key].result)
        return self.known[key]

    def before(self, answer: str, setup: Setup) -> tuple[str, ...]:
        """Return the programs of a set-up without those of the lesson that change nothing here.

        A module of Python's that an answer names need not be imported for it. Elements that nobody
        set are zeros where the learner sees them, and no zeros elsewhere.
        """
        imports = [f"import {name}" for name in MODULES if f"{name}." in answer]
        imports += [AT_RANDOM] * (setup is not self.visible and bool(UNSET.search(answer)))
        if self.exercise.judge:
            return (*imports, *setup.programs)
        taught, own = setup.programs[: self.taught], setup.programs[self.taught :]
        if setup.draw is not None:  # which may give all that the set-up does
            own = *needed(own[:-1], own[-1], answer), own[-1]
        return (*imports, *needed(taught, *own, answer), *own)

    def compare(self, answer: str, setup: Setup) -> Comparison:
        """Return how an answer differs from the solution in one of the set-ups."""
        expected = self.observed(self.exercise.solution, setup)
        given = self.observed(answer, setup)
        return compared(expected, given, self.exercise.judge, self.exercise.ignore)

    def counts(self, setup: Setup) -> bool:
        """Return whether a set-up asks something: no draw does under which the solution fails."""
        if setup.draw is None:
            return True
        if self.exercise.when and not self.holds(setup):
            return False
        return not self.observed(self.exercise.solution, setup).failed

    def holds(self, setup: Setup) -> bool:
        """Return whether a draw is one that the author means."""
        observed = self.observed(self.exercise.when, setup)
        return observed.result.outcome.failure is None and any(observed.seen.elements or ())

    def check(self, answer: str, *, diagnosed: bool = True) -> Verdict:
        """Return the verdict on an answer, under every set-up until it fails or meets a limit.

        To look for the idea behind a wrong one takes longest: only where it is to be `diagnosed`.
        """
        self.spent = 0
        try:
            return self.verdict(answer, diagnosed=diagnosed)
        except StoppedError as stopped:
            result = stopped.result
            reason = Reason("error", "an answer", "a limit", STOPPED)
            return Verdict(
                self.exercise.item, False, ("error",), (reason,),
                outcome=result.outcome, printed=result.printed, stopped=True,
            )  # fmt: skip

    def verdict(self, answer: str, *, diagnosed: bool) -> Verdict:
        """Return the verdict on an answer.

        Raises:
            StoppedError: it met a limit.
        """
        setup, comparison, spared = self.first_failure(answer)
        failed = not comparison.equal
        if failed and setup.draw is not None:
            setup = self.drawn(smallest(setup.draw, partial(self.fails, answer)))
            comparison = self.compare(answer, setup)
        broken = () if failed else tuple(self.broken_rules(answer))
        ruled: tuple[Aspect, ...] = ("rule",) if self.exercise.uses or self.exercise.without else ()
        first = self.run(answer)
        return Verdict(
            item=self.exercise.item,
            right=not failed and not broken,
            checked=comparison.checked + ruled,
            reasons=comparison.reasons + broken,
            difference=comparison.difference,
            misconception=self.misconception(answer, setup) if failed and diagnosed else None,
            counterexample=setup.told if failed else spared,
            outcome=first.outcome,
            printed=first.printed,
        )

    def first_failure(self, answer: str) -> tuple[Setup, Comparison, str | None]:
        """Return the first set-up under which an answer fails, the last one where none is.

        Behind them stands one without elements on which it ends in an error, which is no mistake.
        """
        found = self.visible, self.compare(answer, self.visible)
        spared = None
        for setup in self.setups[1:]:
            if not found[1].equal or self.spent > PATIENCE:
                break
            if self.counts(setup):
                if self.is_spared(answer, setup):
                    spared = setup.told
                else:
                    found = setup, self.compare(answer, setup)
        return *found, spared

    def is_spared(self, answer: str, setup: Setup) -> bool:
        """Return whether an answer differs only in what nobody asked: what it makes of none."""
        if setup.draw is None or self.compare(answer, setup).equal:
            return False
        expected, given = self.observed(self.exercise.solution, setup), self.observed(answer, setup)
        if is_empty(expected.seen):
            return given.failed or is_empty(given.seen)
        nothing = 0 in setup.draw.lengths.values()
        return nothing and (given.failed or expected.seen.elements == given.seen.elements)

    def fails(self, answer: str, draw: Draw) -> bool:
        """Return whether an answer is wrong under a draw that the solution has an answer for."""
        setup = self.drawn(draw)
        return (
            self.spent < PATIENCE
            and self.counts(setup)
            and not self.is_spared(answer, setup)
            and not self.compare(answer, setup).equal
        )

    def misconception(self, answer: str, failing: Setup) -> Misconception | None:
        """Return the idea whose program does what the answer does, wherever both are tried."""
        everywhere = [failing]
        for setup in self.setups:
            if setup != failing and self.spent < PATIENCE and self.counts(setup):
                self.observed(answer, setup)
                everywhere.append(setup)
        exercise = self.exercise

        def does_the_same(program: str) -> bool:
            return self.holds_for(everywhere, partial(self.same, program, answer))

        def is_right(program: str) -> bool:
            return self.holds_for(everywhere, lambda setup: self.compare(program, setup).equal)

        if found := authors_idea(exercise.wrong, does_the_same):
            return found
        failure = self.observed(answer, failing).result.outcome.failure
        if exercise.kind == "order" and (idea := disorder(answer, exercise.solution, failure)):
            return known(idea)
        if failure and failure.type in MISSPELT:
            return None
        numbers, right = (set(numbers_in(each)) for each in (answer, exercise.solution))
        if failing != self.visible and not self.uses_names(answer):
            return known("numbers-typed")
        if failing != self.visible and failure and not numbers <= right:
            return known("these-numbers-only")
        pairs = [
            (self.observed(exercise.solution, each), self.observed(answer, each))
            for each in everywhere
        ]
        found = idea_behind(Evidence(exercise.solution, answer, pairs, does_the_same, is_right))
        if found is None and unread(exercise.solution, answer, self.names()):
            found = known("name-unread")
        general = found is None or (
            found.name in VAGUE
            or found.name in BY_TYPE.values()
            or (found.name in GENERIC - {"wrong-number"} and not numbers <= right)
        )
        return known("these-numbers-only") if general and failing != self.visible else found

    def holds_for(self, setups: Sequence[Setup], test: Callable[[Setup], bool]) -> bool:
        """Return whether a test holds under set-ups; not where what is tried meets a limit."""
        try:
            return self.spent < PATIENCE and all(map(test, setups))
        except StoppedError:  # the answer did not: it has been run under each of them
            return False

    def names(self) -> set[str]:
        """Return the names that the lesson and the set-up give."""
        return set(Bench(self.factory, self.visible.programs).session.names)

    def uses_names(self, answer: str) -> bool:
        """Return whether an answer reads any name of the set-up, and is not numbers alone."""
        tree = tree_of(answer)
        names = self.names()
        if tree is None or not names:
            return True
        return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(tree))

    def same(self, program: str, answer: str, setup: Setup) -> bool:
        """Return whether two programs do the same under a set-up, in all that the task asks."""
        if program == answer:
            return True
        one, other = self.observed(program, setup), self.observed(answer, setup)
        return compared(one, other, self.exercise.judge, self.exercise.ignore).equal

    def broken_rules(self, answer: str) -> Iterator[Reason]:
        """Yield a reason for each function that an answer should call and does not, or reverse."""
        if not (self.exercise.uses or self.exercise.without):
            return
        used, disguised = called(Bench(self.factory, self.visible.programs), answer)
        for name in self.exercise.uses:
            if not is_among(name, used):
                yield Reason("rule", name, "", f"The answer is right, but do it with {name} here.")
        for name in self.exercise.without:
            if is_among(name, used | disguised | spelled(answer)):
                sentence = f"The answer is right, but do it without {name} here."
                yield Reason("rule", "", name, sentence)
