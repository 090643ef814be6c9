"""A lesson as a machine: takes the learner's actions one by one, answers with events."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, assert_never

from tensorlab.course.answers.bench import Bench, SessionFactory
from tensorlab.course.lessons.lesson import (
    Block,
    Choose,
    Exercise,
    Explain,
    Lesson,
    Predict,
    Question,
    Run,
    Tell,
    Text,
)
from tensorlab.course.predictions.prediction import UnpredictableError
from tensorlab.course.progress.path import missing, next_lesson
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.actions import Action, Answer, Back, Hint, Next, Quit, Reset, Skip, Try
from tensorlab.course.taking.events import (
    Aside,
    Event,
    Finished,
    HintHeld,
    Left,
    Misread,
    Notice,
    Opened,
    Prose,
    Ran,
    Recalled,
    StepBegan,
)
from tensorlab.course.taking.explaining import explained
from tensorlab.course.taking.open_choice import OpenChoice, OpenTelling
from tensorlab.course.taking.open_exercise import OpenExercise
from tensorlab.course.taking.open_prediction import OpenPrediction
from tensorlab.course.taking.questions import OpenQuestion
from tensorlab.course.taking.recalling import recalled

NOT_YET = -2  # no step has been shown, and none before the first
NOTHING_ASKED = HintHeld("No question is open: Enter goes on.")


PLAIN_WORDS = re.compile(r"[A-Za-z']+(?:,? [A-Za-z']+)+ ?[?.!]*")
NO_PROGRAM = (
    "That is no program. Enter goes on; help shows what can be typed; ?shape tells of a word."
)


class LessonRun:
    """One learner's way through one lesson.

    `start` and `send` return events; `waiting` says what is expected next. The names of the lesson
    follow from the steps before: whatever a learner tries is forgotten at the next step.
    """

    def __init__(
        self,
        lesson: Lesson,
        factory: SessionFactory,
        progress: Progress,
        lessons: Sequence[Lesson] = (),
    ) -> None:
        self.lessons = lessons  # those among which the next one is
        self.lesson = lesson
        self.factory = factory
        self.progress = progress
        self.steps = lesson.steps
        self.step = 0
        self.waiting: Literal["next", "answer", "end"] = "next"
        self.question: OpenQuestion | None = None
        self.bench = Bench(factory)
        self.shown = (NOT_YET, NOT_YET)  # the last two steps

    def start(self, *, resume: bool = True) -> list[Event]:
        """Return the events of the first step, or of the step where the learner left."""
        self.step = self._resume_step() if resume else 0
        needs = missing(self.lesson, self.progress) if self.lessons else ()
        lesson = self.lesson
        opened = Opened(lesson.name, lesson.title, len(self.steps), self.step > 0, needs)
        shown = [opened, *self._notices(), *self._show()]
        return shown + list(self._not_again()) if resume else shown

    def _not_again(self) -> Iterator[Event]:
        """Show the answer of a question that one had answered before one left."""
        question = self.question
        if question is None or self.waiting != "answer" or not self._was_answered():
            return
        yield Notice("You have answered this one. Enter goes on, reset asks it again.")
        yield from self._untrapped(question.again())

    def _was_answered(self) -> bool:
        """Return whether the question of this step needs no further answer."""
        record = self.progress.lesson(self.lesson.name)
        if record.finished and not record.step:  # it is taken once more
            return False
        asked = self.steps[self.step][-1]
        if not isinstance(asked, Question):
            return False
        known = record.item(asked.item, asked.content_hash)
        return known is not None and (known.state != "wrong" or isinstance(asked, Predict))

    def send(self, action: Action) -> list[Event]:
        """Return the events that an action leads to."""
        events = list(self._events(action))
        return events + self._notices()

    def _notices(self) -> list[Event]:
        return [Notice(text) for text in self.progress.take_notices()]

    def _events(self, action: Action) -> Iterator[Event]:
        if self.waiting == "end":
            return
        match action:
            case Next():
                yield from self._next()
            case Answer(text):
                yield from self._answer(text)
            case Try(source):
                yield from self._try(source)
            case Hint():
                asked = self.question if self.waiting == "answer" else None
                yield from asked.hint() if asked else (NOTHING_ASKED,)
            case Skip():
                yield from self._skip()
            case Back():
                yield from self._go(max(self.step - 1, 0))
            case Reset():
                yield from self._show()
            case Quit():
                self.waiting = "end"
                yield Left(self.lesson.name, self.step, len(self.steps))
            case _:
                assert_never(action)

    def _next(self) -> Iterator[Event]:
        if self.waiting == "answer":
            yield Misread("A question is open: answer it, or skip it.")
        elif self.step + 1 < len(self.steps):
            yield from self._go(self.step + 1)
        else:
            yield self._finish()

    def _go(self, step: int) -> Iterator[Event]:
        self.step = step
        self.progress.reached(self.lesson.name, step, self.lesson.content_hash)
        yield from self._show()

    def _finish(self) -> Finished:
        self.waiting = "end"
        self.progress.finished(self.lesson.name)
        questions = self.lesson.questions
        states = self.progress.lesson(self.lesson.name).states(questions)
        return Finished(
            self.lesson.name,
            states.count("right"),
            states.count("skipped"),
            len(questions),
            self.lesson.related,
            next_lesson(self.lessons, self.progress, self.lesson.name) if self.lessons else None,
        )

    def _resume_step(self) -> int:
        record = self.progress.lesson(self.lesson.name)
        if record.content_hash == self.lesson.content_hash:
            return min(record.step, len(self.steps) - 1)
        if not record.items:
            return 0
        # The text has changed since: go to the first question without an answer.
        for number, step in enumerate(self.steps):
            for block in step:
                if isinstance(block, Predict | Exercise | Choose | Tell):
                    item = record.item(block.item, block.content_hash)
                    if item is None or item.state == "wrong":
                        return number
        return 0

    def _show(self) -> Iterator[Event]:
        self.bench = Bench(self.factory, self.lesson.programs_before(self.step))
        self.question = None
        self.waiting = "next"
        self.shown = (self.shown[1], self.step)
        yield StepBegan(self.step + 1, len(self.steps))
        for block in self.steps[self.step]:
            yield from self._show_block(block)

    def _show_block(self, block: Block) -> Iterator[Event]:
        match block:
            case Text():
                yield Prose(block.markdown)
            case Run():
                result = self.bench.run_told(block.source)
                if not block.quiet:
                    fails = block.fails is not None
                    yield Ran(block.source, result.outcome, result.printed, fails)
            case Explain():
                yield explained(block, self.bench)
            case Predict() | Exercise() | Choose() | Tell():
                yield from self._ask(block)
            case _:
                assert_never(block)

    def _ask(self, block: Question) -> Iterator[Event]:
        programs = self.lesson.programs_before(self.step, until=block)
        if not isinstance(block, Predict) and block.setup:
            self.bench.run(block.setup)
        self.question = self._opened(block, programs)
        self.waiting = "answer"
        if names := recalled(block, self._on_screen(block), self.question.bench):
            yield Recalled(names)
        yield self.question.asked()

    def _on_screen(self, question: Question) -> Sequence[Block]:
        """Return what stands above a question: the step before where one comes from there."""
        before = self.steps[self.step - 1] if self.shown[0] == self.step - 1 else ()
        here = self.steps[self.step]
        return (*before, *here[: here.index(question)])

    def _opened(self, block: Question, programs: tuple[str, ...]) -> OpenQuestion:
        name, progress = self.lesson.name, self.progress
        match block:
            case Predict():
                fresh = partial(Bench, self.factory, programs)
                return OpenPrediction(name, block, progress, fresh)
            case Exercise():
                return OpenExercise(name, block, progress, self.factory, programs, self.bench)
            case Choose():
                return OpenChoice(name, block, progress, self.bench)
            case Tell():
                return OpenTelling(name, block, progress, self.bench)

    def _answer(self, text: str) -> Iterator[Event]:
        if self.question is None or self.waiting != "answer":
            yield from self._try(text)
            return
        yield from self._untrapped(self.question.answer(text))

    def _skip(self) -> Iterator[Event]:
        if self.question is None or self.waiting != "answer":
            yield from self._next()
            return
        yield from self._untrapped(self.question.skip())

    def _untrapped(self, events: Iterator[Event]) -> Iterator[Event]:
        """Yield a question's events; one that its author broke is closed, not a dead end."""
        try:
            yield from events
        except UnpredictableError as error:
            yield Notice(f"This question is broken: {error}.")
            self.waiting, self.question = "next", None
        if self.question and self.question.closed:
            self.waiting = "next"
            self.bench = self.question.bench

    def _try(self, source: str) -> Iterator[Event]:
        result = self.bench.run_told(source)
        failure = result.outcome.failure
        if failure and failure.type == "SyntaxError" and PLAIN_WORDS.fullmatch(source.strip()):
            yield Notice(NO_PROGRAM)
            return
        yield Aside(source, result.outcome, result.printed)
