"""Checks an answer to an exercise: any expression that gives what the solution gives is right."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorlab.course.bench import Bench, Result
from tensorlab.course.comparison import Comparison, compare
from tensorlab.course.events import Reason, Verdict
from tensorlab.course.seen import see

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tensorlab.course.bench import SessionFactory
    from tensorlab.course.events import Aspect, Misconception
    from tensorlab.course.lesson import Exercise


class ExerciseChecker:
    """Checks answers to one exercise in the state that the lesson has reached."""

    def __init__(
        self, factory: SessionFactory, programs: Sequence[str], exercise: Exercise
    ) -> None:
        self.factory = factory
        self.exercise = exercise
        visible = (*programs, exercise.setup) if exercise.setup else tuple(programs)
        # Each list of programs is one set-up: the visible one, then those kept back.
        self.setups = (visible, *((*visible, other) for other in exercise.also))

    def run(self, answer: str, setup: int = 0) -> Result:
        """Return what an answer gives in one of the set-ups, each time from the start."""
        return Bench(self.factory, self.setups[setup]).run(answer)

    def check(self, answer: str) -> Verdict:
        """Return the verdict on an answer, under every set-up until it fails."""
        first = self.run(answer)
        comparison = Comparison(())
        for setup in range(len(self.setups)):
            given = self.run(answer, setup) if setup else first
            comparison = compare_results(self.run(self.exercise.solution, setup), given)
            if not comparison.equal:
                break
        failed = not comparison.equal
        broken = () if failed else tuple(broken_rules(self.exercise, answer))
        ruled: tuple[Aspect, ...] = ("rule",) if self.exercise.uses or self.exercise.without else ()
        return Verdict(
            item=self.exercise.item,
            right=not failed and not broken,
            checked=comparison.checked + ruled,
            reasons=comparison.reasons + broken,
            difference=comparison.difference,
            misconception=self.misconception(given, setup) if failed else None,
            counterexample=self.exercise.also[setup - 1] if failed and setup else None,
            outcome=first.outcome,
            printed=first.printed,
        )

    def misconception(self, given: Result, setup: int) -> Misconception | None:
        """Return the idea behind a wrong answer: the known one that gives the same."""
        for wrong in self.exercise.wrong:
            if compare_results(self.run(wrong.answer, setup), given).equal:
                return wrong.misconception
        return None


def broken_rules(exercise: Exercise, answer: str) -> Iterator[Reason]:
    """Yield a reason for each function that an answer should name and does not, or the reverse."""
    named = names_in(answer)
    for name in exercise.uses:
        if name not in named:
            yield Reason("rule", name, "", f"The answer is right, but do it with {name} here.")
    for name in exercise.without:
        if name in named:
            yield Reason("rule", "", name, f"The answer is right, but do it without {name} here.")


def names_in(source: str) -> set[str]:
    """Return the functions, methods and variables that a program names, and @ where it uses it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.MatMult):
            names.add("@")
    return names


def compare_results(expected: Result, given: Result) -> Comparison:
    """Return how the result of an answer differs from the expected one."""
    one, other = expected.outcome.failure, given.outcome.failure
    if one is None and other is None:
        return compare(see(expected.outcome.value), see(given.outcome.value))
    if one is None and other is not None:
        sentence = f"It is an error: {other.message}"
        reason = Reason("error", "an answer", other.type, sentence)
    elif one is not None and other is None:
        reason = Reason("error", one.type, "an answer", "It has an answer; an error was asked for.")
    elif one is not None and other is not None:
        if (one.type, one.message) == (other.type, other.message):
            return Comparison(("error",))
        words = f"{one.type}: {one.message}", f"{other.type}: {other.message}"
        reason = Reason("error", *words, f"It is another error: {words[1]}")
    return Comparison(("error",), (reason,))
