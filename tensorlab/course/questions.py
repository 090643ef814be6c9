"""A question while it is open: reads answers, judges them, gives hints, keeps the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tensorlab.course.checking import ExerciseChecker
from tensorlab.course.events import (
    Asked,
    Drafted,
    Event,
    HintGiven,
    HintHeld,
    Misread,
    Prose,
    Ran,
    Solution,
    Verdict,
)
from tensorlab.course.prediction import (
    ACCEPTS,
    ERROR,
    judge,
    misconception_of,
    read_prediction,
    truth,
)
from tensorlab.course.progress import now
from tensorlab.course.record import ItemRecord, State
from tensorlab.course.seen import see

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tensorlab.course.bench import Bench, Result, SessionFactory
    from tensorlab.course.events import Misconception, PredictionKind
    from tensorlab.course.lesson import Exercise, Predict, Question
    from tensorlab.course.progress import Progress

PROMPTS: dict[PredictionKind, str] = {
    "shape": "What is the shape?",
    "dtype": "What is the data type?",
    "value": "What is the value?",
    "view-or-copy": "View or copy: does the result share memory with a tensor you have?",
    "text": "What does PyTorch print?",
}

# What the printed result does not show by itself.
ANSWERS: dict[PredictionKind, str] = {
    "shape": "The shape is `{}`.",
    "dtype": "The data type is `{}`.",
    "view-or-copy": "It is a {}.",
}


class OpenQuestion(Protocol):
    """What the lesson needs of a question; any of it may raise UnpredictableError."""

    closed: bool

    def asked(self) -> Asked:
        """Return the event that opens the question."""

    def answer(self, text: str) -> Iterator[Event]:
        """Judge an answer."""

    def hint(self) -> Iterator[Event]:
        """Give the next hint, or say why not."""

    def skip(self) -> Iterator[Event]:
        """Show the answer and close the question."""


class Hints:
    """A question's hints: the next one only after a new attempt."""

    def __init__(self, hints: tuple[str, ...]) -> None:
        self.hints = hints
        self.given = 0
        self.attempted = True

    def next(self) -> HintGiven | HintHeld:
        """Return the next hint, or why there is none now."""
        if self.given == len(self.hints):
            none = "There is no hint here." if not self.hints else "There are no more hints."
            return HintHeld(f"{none} Skip the question to see the answer.")
        if not self.attempted:
            return HintHeld("Try an answer with this hint first, even a rough one.")
        self.given += 1
        self.attempted = False
        return HintGiven(self.hints[self.given - 1], last=self.given == len(self.hints))


class Ledger:
    """Writes one question's answers into the learner's progress."""

    def __init__(self, lesson: str, question: Question, progress: Progress) -> None:
        self.lesson = lesson
        self.question = question
        self.progress = progress
        self.hints_written = 0

    def write(self, state: State, hints: int, misconception: Misconception | None = None) -> None:
        """Add one answer, or a skip, and the hints taken since the last one."""
        record = ItemRecord(
            content_hash=self.question.content_hash,
            state=state,
            attempts=int(state != "skipped"),
            hints=hints - self.hints_written,
            misconceptions=(misconception.name,) if misconception else (),
            last=now(),
        )
        self.hints_written = hints
        self.progress.answered(self.lesson, self.question.item, record)


class OpenPrediction:
    """A prediction: one answer, then what really happens."""

    def __init__(self, lesson: str, predict: Predict, progress: Progress, bench: Bench) -> None:
        self.predict = predict
        self.bench = bench
        self.hints = Hints(predict.hints)
        self.ledger = Ledger(lesson, predict, progress)
        self.closed = False

    def asked(self) -> Asked:
        """Return the event that opens the question."""
        predict = self.predict
        return Asked(
            item=predict.item,
            kind="predict",
            prompt=predict.question or PROMPTS[predict.what],
            source=predict.source,
            accepts=ACCEPTS[predict.what],
            what=predict.what,
            hints=bool(predict.hints),
        )

    def answer(self, text: str) -> Iterator[Event]:
        """Judge a prediction and show what really happens."""
        given = read_prediction(self.predict.what, text)
        if given is None:
            yield Misread(f"Type {ACCEPTS[self.predict.what]}.")
            return
        self.closed = True
        expected, result = reality(self.predict, self.bench)
        comparison = judge(self.predict.what, expected, given)
        right = comparison.equal
        misconception = None if right else misconception_of(self.predict, given)
        self.ledger.write("right" if right else "wrong", self.hints.given, misconception)
        yield Verdict(
            item=self.predict.item,
            right=right,
            checked=comparison.checked,
            reasons=comparison.reasons,
            difference=comparison.difference,
            misconception=misconception,
        )
        yield from self._reveal(result)

    def hint(self) -> Iterator[Event]:
        """Give the next hint, or say why not."""
        yield self.hints.next()

    def skip(self) -> Iterator[Event]:
        """Show what happens and close the question."""
        self.closed = True
        expected, result = reality(self.predict, self.bench)
        self.ledger.write("skipped", self.hints.given)
        shown = see(result.outcome.value).kind != "tensor"
        told = "" if shown or expected == ERROR else ANSWERS.get(self.predict.what, "")
        yield from self._reveal(result, told.format(expected))

    def _reveal(self, result: Result, told: str = "") -> Iterator[Event]:
        fails = result.outcome.failure is not None
        yield Ran(self.predict.source, result.outcome, result.printed, fails)
        if told:
            yield Prose(told)
        if self.predict.why:
            yield Prose(self.predict.why)


class OpenExercise:
    """An exercise: answers until one is right; statements are kept for the next answer."""

    def __init__(
        self,
        lesson: str,
        exercise: Exercise,
        progress: Progress,
        factory: SessionFactory,
        programs: Sequence[str],
    ) -> None:
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


def reality(predict: Predict, bench: Bench) -> tuple[object, Result]:
    """Return the right prediction and the result of the program that is predicted.

    Raises:
        UnpredictableError: the result has no such thing as a shape.
    """
    before = bench.values()
    result = bench.run(predict.source)
    if result.outcome.failure is not None:
        return ERROR, result
    value = result.outcome.value
    if not result.outcome.has_value and predict.what == "text":
        return result.printed.rstrip("\n"), result
    others = before + [other for other in bench.values() if other is not value]
    return truth(predict.what, value, others), result
