"""An exercise while it is open: answers until one is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorlab.course.checking import ExerciseChecker
from tensorlab.course.events import Asked, Drafted, Event, Prose, Solution
from tensorlab.course.questions import Hints, Ledger

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tensorlab.course.bench import Bench, SessionFactory
    from tensorlab.course.lesson import Exercise
    from tensorlab.course.progress import Progress
    from tensorlab.course.record import State


class OpenExercise:
    """An exercise: answers until one is right; statements are kept for the next answer."""

    def __init__(
        self,
        lesson: str,
        exercise: Exercise,
        progress: Progress,
        factory: SessionFactory,
        programs: Sequence[str],
        bench: Bench,
    ) -> None:
        self.bench = bench
        self.exercise = exercise
        self.checker = ExerciseChecker(factory, programs, exercise)
        self.hints = Hints(exercise.hints)
        self.ledger = Ledger(lesson, exercise, progress)
        self.draft = ""
        self.closed = False

    def asked(self) -> Asked:
        """Return the event that opens the question."""
        exercise = self.exercise
        return Asked(
            item=exercise.item,
            kind="exercise",
            prompt=exercise.task,
            source=exercise.setup,
            accepts="an expression",
            hints=bool(exercise.hints),
        )

    def answer(self, text: str) -> Iterator[Event]:
        """Judge an answer; keep statements for the next one."""
        source = self.draft + text
        outcome = (result := self.checker.run(source)).outcome
        if outcome.failure is None and not outcome.has_value:
            self.draft = source + "\n"
            yield Drafted(text, outcome, result.printed)
            return
        verdict = self.checker.check(source)
        self.hints.attempted = True
        state: State = "right" if verdict.right else "wrong"
        self.ledger.write(state, self.hints.given, verdict.misconception)
        yield verdict
        if verdict.right:
            yield from self._reveal(source)

    def hint(self) -> Iterator[Event]:
        """Give the next hint, or say why not."""
        yield self.hints.next()

    def skip(self) -> Iterator[Event]:
        """Show the solution and close the question."""
        self.ledger.write("skipped", self.hints.given)
        yield from self._reveal("")

    def _reveal(self, answer: str) -> Iterator[Event]:
        self.closed = True
        solution = self.exercise.solution
        if answer.split() != solution.split():
            result = self.checker.run(solution)
            yield Solution(solution, result.outcome, result.printed)
        if self.exercise.why:
            yield Prose(self.exercise.why)
