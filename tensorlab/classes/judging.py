"""Judges one hand-in anew, by the lecturer's lessons and the learner's own numbers."""

import json
from dataclasses import dataclass, field
from typing import Any

from tensorlab.assignments.assignment import Assignment, Part
from tensorlab.assignments.hand_in import Done, UnreadableError, Work, moments, work_of
from tensorlab.assignments.taking import asking_only, own_question
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import Question, short_hash
from tensorlab.course.predictions.prediction import UnpredictableError, nested
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Event, HintGiven, Told
from tensorlab.course.taking.machine import LessonRun
from tensorlab.course.taking.open_choice import OpenChoice
from tensorlab.course.taking.open_exercise import OpenExercise
from tensorlab.course.taking.open_prediction import OpenPrediction
from tensorlab.course.taking.questions import Open
from tensorlab.language.limits.meter import meter
from tensorlab.workspace.lesson_actions import new_session

MOST_ACTIONS = 200  # at one question: whoever did more is a program
MOST_STEPS = 150_000_000  # of all answers of a file
PAUSE = 600  # seconds: whoever does nothing for longer is not at work
LONGEST_ANSWER = 4000  # characters: a longer one counts as none
LONGEST = 2000  # characters of a wrong answer that are told


@dataclass(slots=True)
class Judged:
    """What came of one question."""

    lesson: str
    question: str
    points: float = 0
    attempts: int = 0
    hints: int = 0
    state: str = "missing"
    misconception: str | None = None
    wrong: list[dict[str, Any]] = field(default_factory=list)
    # stands for the right answer with these numbers, where it depends on them
    truth: str = ""
    seconds: int = 0
    late: bool = False


def graded(assignment: Assignment, text: str) -> dict[str, Any]:
    """Return what a hand-in is worth, or why it cannot be graded, as data for JSON."""
    try:
        work = work_of(text, assignment.name)
        return graded_work(assignment, work)
    except UnreadableError as error:
        return {"learner": error.learner, "error": str(error)}


def graded_work(assignment: Assignment, work: Work) -> dict[str, Any]:
    """Return what a learner's work is worth.

    Raises:
        UnreadableError: nobody does so much, or nothing of it is asked here.
    """
    began = meter.total
    asked = {(part.lesson.name, item) for part in assignment.parts for item in part.questions}
    if work.done and not asked & {(each.lesson, each.question) for each in work.done}:
        raise UnreadableError("it answers none of the questions", work.learner)
    flags: set[str] = set()
    found = []
    for part in assignment.parts:
        lesson = asking_only(part.lesson, part.questions)
        for item in part.questions:
            done = work.of(lesson.name, item)
            if len(done) > MOST_ACTIONS:
                raise UnreadableError(f"it has {len(done)} lines on {item!r}", work.learner)
            question, programs = own_question(part, lesson, item, work.learner) if done else (0, ())
            judged = Judged(lesson.name, item)
            if isinstance(question, Question):
                run = LessonRun(lesson, new_session, Progress(None))
                replay = Replay(part, run.opened(question, programs), judged)
                replay.all(done)
                flags |= replay.flags
                if any(each.asks != question.content_hash for each in done):
                    flags.add("changed")
            if meter.total - began > MOST_STEPS:
                raise UnreadableError("its answers take too long to run", work.learner)
            found.append(judged)
    times = moments(work.done)
    if len(times) < len(work.done) or times != sorted(times):
        flags.add("times")
    spend_time(work, found)
    return {
        "learner": work.learner,
        "questions": [{name: getattr(each, name) for name in Judged.__slots__} for each in found],
        "flags": sorted(flags),
        "last": max(times).isoformat() if times else "",
    }


class Replay:
    """Does at an open question what a learner did, as far as it counts."""

    def __init__(self, part: Part, question: Open[Any], judged: Judged) -> None:
        self.part = part
        self.question = question
        self.judged = judged
        self.flags: set[str] = set()

    def all(self, done: list[Done]) -> None:
        """Do all of it, and give the points."""
        judged, part = self.judged, self.part
        judged.state = "open"
        try:
            for each in done:
                if self.question.closed or judged.attempts >= part.attempts:
                    break
                self.one(each)
                judged.late |= any(part.due and at >= part.due for at in moments([each]))
            self.tell_truth()
        except UnpredictableError:
            judged.state = "broken"
        if judged.state == "right":
            judged.points = max(part.points - part.hint_cost * judged.hints, 0)

    def one(self, done: Done) -> None:
        """Do one thing."""
        judged = self.judged
        if done.action == "hint":
            judged.hints += any(isinstance(each, HintGiven) for each in self.question.hint())
        elif done.action == "skip":
            judged.state = "skipped"
            list(self.question.skip())
        else:
            self.answer(done)

    def answer(self, done: Done) -> None:
        """Give an answer; one that only nearly is one counts nothing."""
        judged = self.judged
        right, verdict = None, None
        short = len(done.answer) <= LONGEST_ANSWER
        for event in self.question.answer(done.answer) if short else ():
            right, verdict = told(event, right, verdict)
        if right is not None:
            judged.attempts += 1
            judged.state = "right" if right else "wrong"
        if done.right and not right:
            self.flags.add("claims")
        if verdict is None or right:
            return
        idea = verdict.misconception
        judged.misconception = idea.name if idea else judged.misconception
        judged.wrong.append(
            {
                "answer": self.words_of(done.answer)[:LONGEST],
                "idea": idea.name if idea else None,
                "sentence": idea.sentence if idea else "",
                "gives": self.meaning_of(done.answer, verdict),
            }
        )

    def words_of(self, answer: str) -> str:
        """Return an answer as it was typed; of a choice, whose letters are mixed, what it names."""
        chosen = self.question.read(answer) if isinstance(self.question, OpenChoice) else None
        return chosen or answer

    def meaning_of(self, answer: str, verdict: Verdict) -> str:
        """Return what stands for an answer however it is written, nothing where none does."""
        if isinstance(self.question, OpenPrediction):
            return stands_for(self.question.read(answer))
        return stands_for(verdict.outcome.value) if verdict.outcome is not None else ""

    def tell_truth(self) -> None:
        """Say what stands for the right answer with the learner's own numbers."""
        question = self.question
        if isinstance(question, OpenPrediction):
            self.judged.truth = stands_for(question.reality()[0])
        elif isinstance(question, OpenExercise):
            checker = question.checker
            seen = checker.run(question.block.solution)
            self.judged.truth = stands_for(seen.outcome.value)


def told(event: Event, right: bool | None, verdict: Verdict | None) -> tuple[Any, Verdict | None]:
    """Return whether an answer was right by what was told of it, and the verdict."""
    if isinstance(event, Verdict):
        return event.right, event
    return (True, verdict) if isinstance(event, Told) else (right, verdict)


def stands_for(value: object) -> str:
    """Return a short text that is the same for equal answers, nothing where there is no answer."""
    try:
        written = json.dumps(rounded(nested(value)))
    except (TypeError, ValueError, RuntimeError):
        return ""
    return short_hash(written) if any(each.isdigit() for each in written) else ""


def rounded(value: object) -> Any:
    """Return numbers in nested lists as somebody types them, who reads them off a screen."""
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    if isinstance(value, bool | str):
        return value
    return float(f"{value:.3g}")


def spend_time(work: Work, found: list[Judged]) -> None:
    """Count of each question the seconds since what was done before."""
    place = {(each.lesson, each.question): each for each in found}
    before = None
    for each in work.done:
        for at in moments([each]):
            judged = place.get((each.lesson, each.question))
            passed = 0 if before is None else (at - before).total_seconds()
            if judged is not None and 0 < passed <= PAUSE:
                judged.seconds += round(passed)
            before = at
