"""A lesson as a machine: takes the learner's actions one by one, answers with events."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal, assert_never

from tensorlab.course.answers.bench import Bench, Result, SessionFactory
from tensorlab.course.answers.spellings import needed
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons import lesson as blocks
from tensorlab.course.predictions.prediction import UnpredictableError
from tensorlab.course.predictions.reader import is_error, read_value
from tensorlab.course.progress.due import missed, returning
from tensorlab.course.progress.path import missing, next_lesson
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.standing import weaknesses
from tensorlab.course.taking import events
from tensorlab.course.taking.open_prediction import OpenPrediction
from tensorlab.course.taking.questions import Open, recalled
from tensorlab.explain.story.frames import Explanation
from tensorlab.frozen import pattern


def explained(block: blocks.Explain, bench: Bench) -> events.Explained:
    """Return the event of an `explain` block, run on a bench."""
    ran = bench.run_recorded(block.source)
    return events.Explained(block.source, ran.outcome, explanation(block, ran), ran.printed)


def explanation(block: blocks.Explain, result: Result) -> Explanation | None:
    """Return how the elements that the block names came about; None where there is nothing."""
    if result.outcome.failure is not None:
        return None
    from tensorlab.explain.story.explanation import NothingToExplainError, explanation_of  # noqa: PLC0415  few steps ask

    try:
        return explanation_of(result.outcome, block.source, block.elements)
    except (NothingToExplainError, IndexError):
        return None


Events = Iterator[events.Event]  # one after the other, as they happen
MOST_REMEMBERED = 3
# nothing to keep in mind
OF_ONE_ANSWER = pattern(r"\bhere\b|^The task|^This is|^A minus sign is missing")
NOT_YET = -2  # no step has been shown, and none before the first
NOTHING_ASKED = events.HintHeld("No question is open: Enter goes on.")


PLAIN_WORDS = pattern(r"[A-Za-z']+(?:,? [A-Za-z']+)+ ?[?.!]*")
NO_PROGRAM = (
    "That is not a program. Enter goes on; help lists what you can type; ?shape explains a word."
)


class LessonRun:
    """One learner's way through one lesson.

    `start` and `send` return events; `waiting` says what is expected next. The names of the lesson
    follow from the steps before: whatever a learner tries is forgotten at the next step.
    """

    def __init__(
        self,
        lesson: blocks.Lesson,
        factory: SessionFactory,
        progress: Progress,
        lessons: Sequence[blocks.Lesson] = (),
    ) -> None:
        self.lessons = lessons  # those among which the next one is
        self.lesson = lesson
        self.factory = factory
        self.progress = progress
        self.steps = lesson.steps
        self.step = 0
        self.waiting: Literal["next", "answer", "end"] = "next"
        self.question: Open[Any] | None = None
        self.bench = Bench(factory)
        self.shown = (NOT_YET, NOT_YET)  # the last two steps
        self.ending: events.Finished | None = None  # once the last step is done

    def start(self, *, resume: bool = True) -> list[events.Event]:
        """Return the events of the first step, or of the step where the learner left."""
        self.step = self._resume_step() if resume else 0
        about = self.lesson.name, self.lesson.title, len(self.steps)
        opened = events.Opened(*about, self.step > 0, self._needs())
        shown = [opened, *self._notices(), *self._show()]
        return shown + list(self._not_again()) if resume else shown

    def _needs(self) -> tuple[str, ...]:
        """Return the lessons that should have come first."""
        return missing(self.lesson, self.progress) if self.lessons else ()

    def _not_again(self) -> Events:
        """Show the answer of a question that one had answered before one left."""
        question = self.question
        if question is None or self.waiting != "answer" or not self._was_answered():
            return
        yield events.Notice("You have answered this one. Enter goes on, reset asks it again.")
        yield from self._untrapped(question.again())

    def _was_answered(self) -> bool:
        """Return whether the question of this step needs no further answer."""
        record = self.progress.lesson(self.lesson.name)
        if record.finished and not record.step:  # it is taken once more
            return False
        asked = self.steps[self.step][-1]
        if not isinstance(asked, blocks.Question):
            return False
        known = record.item(asked.item, asked.content_hash)
        return known is not None and (known.state != "wrong" or isinstance(asked, blocks.Predict))

    def send(self, action: events.Action) -> list[events.Event]:
        """Return the events that an action leads to."""
        return [*self._events(action), *self._notices()]

    def _notices(self) -> list[events.Event]:
        return [events.Notice(text) for text in self.progress.take_notices()]

    def _events(self, action: events.Action) -> Events:
        if self.waiting == "end":
            return
        match action:
            case events.Next():
                yield from self._next()
            case events.Answer(text):
                yield from self._answer(text)
            case events.Try(source):
                yield from self._try(source)
            case events.Hint():
                asked = self.question if self.waiting == "answer" else None
                yield from asked.hint() if asked else (NOTHING_ASKED,)
            case events.Skip():
                yield from self._skip()
            case events.Back():
                yield from self._go(max(self.step - 1, 0))
            case events.Reset():
                yield from self._show()
            case events.Quit():
                self.waiting = "end"
                yield events.Left(self.lesson.name, self.step, len(self.steps), self._needs())
            case _:
                assert_never(action)

    def _next(self) -> Events:
        if self.waiting == "answer":
            yield events.Misread("A question is open: type an answer, or skip to see it.")
        elif self.step + 1 < len(self.steps):
            yield from self._go(self.step + 1)
        else:
            self.ending = self._finish()
            yield self.ending

    def _go(self, step: int) -> Events:
        self.step = step
        self.progress.reached(self.lesson.name, step, self.lesson.content_hash)
        yield from self._show()

    def _finish(self) -> events.Finished:
        self.waiting = "end"
        self.progress.finished(self.lesson.name)
        questions = self.lesson.questions
        states = self.progress.lesson(self.lesson.name).states(questions)
        lessons = self.lessons or (self.lesson,)
        left = missed(self.lesson, lessons, self.progress)
        often = (each.sentence for each in weaknesses(left) if each.times > 1 and each.sentence)
        again = (sentence for sentence in often if not OF_ONE_ANSWER.search(sentence))
        return events.Finished(
            self.lesson.name,
            states.count("right"),
            states.count("skipped"),
            len(questions),
            self.lesson.related,
            next_lesson(self.lessons, self.progress, self.lesson.name) if self.lessons else None,
            len(left),
            tuple(again)[:MOST_REMEMBERED],
            returning(lessons, self.progress, len(left)),
            self._needs() if left else (),
            self.lesson.title,
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
                if isinstance(block, blocks.Question):
                    item = record.item(block.item, block.content_hash)
                    if item is None or item.state == "wrong":
                        return number
        return 0

    def _show(self) -> Events:
        self.bench = Bench(self.factory, self.lesson.programs_before(self.step))
        self.question = None
        self.waiting = "next"
        self.shown = (self.shown[1], self.step)
        yield events.StepBegan(self.step + 1, len(self.steps))
        for block in self.steps[self.step]:
            yield from self._show_block(block)

    def _show_block(self, block: blocks.Block) -> Events:
        match block:
            case blocks.Text():
                yield events.Prose(block.markdown)
            case blocks.Run():
                result = self.bench.run_told(block.source)
                if not block.quiet:
                    fails = block.fails is not None
                    yield events.Ran(block.source, result.outcome, result.printed, fails)
            case blocks.Explain():
                yield explained(block, self.bench)
            case blocks.Predict() | blocks.Exercise() | blocks.Choose() | blocks.Tell():
                yield from self._ask(block)
            case _:
                assert_never(block)

    def _ask(self, block: blocks.Question) -> Events:
        programs = self.lesson.programs_before(self.step, until=block)
        if not isinstance(block, blocks.Predict) and block.setup:
            self.bench.run(block.setup)
        self.question = self.opened(block, programs)
        self.waiting = "answer"
        if names := recalled(block, self._on_screen(block), self.question.bench):
            yield events.Recalled(names)
        yield self.question.asked()

    def _on_screen(self, question: blocks.Question) -> Sequence[blocks.Block]:
        """Return what stands above a question: the step before where one comes from there."""
        before = self.steps[self.step - 1] if self.shown[0] == self.step - 1 else ()
        here = self.steps[self.step]
        return (*before, *here[: here.index(question)])

    def opened(self, block: blocks.Question, programs: tuple[str, ...]) -> Open[Any]:
        """Return a question of the lesson, open, behind the programs that it needs."""
        name, progress = self.lesson.name, self.progress
        match block:
            case blocks.Predict():
                fresh = partial(Bench, self.factory, needed(programs, block.source))
                return OpenPrediction(name, block, progress, fresh)
            case blocks.Exercise():
                from tensorlab.course.taking.open_exercise import OpenExercise  # noqa: PLC0415  the first asks nothing so

                return OpenExercise(name, block, progress, self.factory, programs, self.bench)
            case blocks.Choose():
                from tensorlab.course.taking.open_choice import OpenChoice  # noqa: PLC0415  likewise

                return OpenChoice(name, block, progress, self.bench)
            case blocks.Tell():
                from tensorlab.course.taking.open_choice import OpenTelling  # noqa: PLC0415  likewise

                return OpenTelling(name, block, progress, self.bench)

    def _answer(self, text: str) -> Events:
        if self.question is None or self.waiting != "answer":
            yield from self._try(text)
            return
        yield from self._untrapped(self.question.answer(text))

    def _skip(self) -> Events:
        if self.question is None or self.waiting != "answer":
            yield from self._next()
            return
        yield from self._untrapped(self.question.skip())

    def _untrapped(self, said: Events) -> Events:
        """Yield a question's events; one that its author broke is closed, not a dead end."""
        try:
            yield from self._with_reason(said)
        except UnpredictableError as error:
            yield events.Notice(f"This question is broken: {error}.")
            self.waiting, self.question = "next", None
        if self.question and self.question.closed:
            self.waiting = "next"
            self.bench = self.question.bench

    def _with_reason(self, said: Events) -> Events:
        """Yield a question's events; in a review, after a wrong answer, with the reason."""
        question, reason = self.question, self.lesson.reason(self.step)
        asked = self.steps[self.step][-1]
        explains = reason is not None and getattr(asked, "what", "") == "value"
        right = False
        for event in said:
            right |= isinstance(event, Verdict) and event.right
            if not right and explains and isinstance(event, events.Ran):
                bench = Bench(self.factory, self.lesson.programs_before(self.step))
                told = explained(blocks.Explain(0, event.source), bench)
                if told.explanation and told.explanation.operation != "tensor":
                    event = told  # noqa: PLW2901  as it is; of typed numbers there is no reason
            yield event
        if reason and not right and question and question.closed:
            yield events.Prose(reason)

    def _try(self, source: str) -> Events:
        result = self.bench.run_told(source)
        failure, word = result.outcome.failure, source.strip()
        if failure and failure.type == "SyntaxError" and PLAIN_WORDS.fullmatch(word):
            yield events.Notice(NO_PROGRAM)
            return
        if failure and word.isidentifier() and (is_error(word) or read_value(word) is not None):
            yield NOTHING_ASKED
            return
        yield events.Aside(source, result.outcome, result.printed)
