"""A learner's way through a lesson of an assignment, with all that counts written down."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tensorlab.assignments.assignment import Assignment, Part, question_of
from tensorlab.assignments.hand_in import Done, Record
from tensorlab.assignments.own_numbers import own_lesson
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import Exercise, Question
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.actions import Action, Answer, Hint, Skip
from tensorlab.course.taking.events import Event, HintGiven, Notice, Told
from tensorlab.course.taking.machine import LessonRun
from tensorlab.workspace.lesson_actions import new_session

NAMES: dict[type, str] = {Answer: "answer", Hint: "hint", Skip: "skip"}


class ClassRun(LessonRun):
    """A lesson taken for a class: answers are written down, and so many of them count."""

    def __init__(self, part: Part, learner: str, progress: Progress, record: Record) -> None:
        super().__init__(own_lesson(part, learner), new_session, progress)
        self.part = part
        self.record = record
        self.wrong = Counter(each.question for each in record.done if self.counts(each))

    def counts(self, done: Done) -> bool:
        """Return whether an answer to this lesson was wrong."""
        return done.lesson == self.part.lesson.name and done.right is False

    def start(self, *, resume: bool = True) -> list[Event]:
        """Return the events of the first step, or of the step where the learner left."""
        attempts, cost = self.part.attempts, self.part.hint_cost
        many = f"{attempts} answers count, of a prediction or a choice the first one"
        answers = "one answer counts" if attempts == 1 else many
        hints = f"each hint takes {cost:g} off the points" if cost else "hints cost nothing"
        first, *more = super().start(resume=resume)
        return [first, Notice(f"Of each question {answers}; {hints}."), *more]

    def send(self, action: Action) -> list[Event]:
        """Return the events that an action leads to, after what counts has been written down."""
        asked = self.lesson.steps[self.step][-1] if self.waiting == "answer" else None
        happened = super().send(action)
        if asked is None or type(action) not in NAMES:
            return happened
        verdicts = [each.right for each in happened if isinstance(each, Verdict)]
        verdicts += [True for each in happened if isinstance(each, Told)]
        if isinstance(action, Hint) and not any(isinstance(each, HintGiven) for each in happened):
            return happened
        item, hashed = getattr(asked, "item", ""), getattr(asked, "content_hash", "")
        text = action.text if isinstance(action, Answer) else ""
        done = Done(
            self.lesson.name,
            item,
            NAMES[type(action)],
            text,
            verdicts[0] if verdicts else None,
            self.progress.now(),
            hashed,
        )
        happened += self.written(done)
        self.wrong[item] += verdicts == [False]
        if self.waiting == "answer" and self.wrong[item] >= self.part.attempts:
            happened += [Notice("No further answer counts."), *super().send(Skip())]
        return happened

    def written(self, done: Done) -> list[Event]:
        """Write down what was done; return what is to be said where that fails."""
        try:
            self.record.add(done)
        except OSError as error:
            reason = f"{error.filename}: {error.strerror}"
            return [Notice(f"This cannot be written down, and will not be handed in ({reason}).")]
        return []


def states(assignment: Assignment, done: Iterable[Done]) -> dict[tuple[str, str], str]:
    """Return of each question whether it is right, wrong, skipped or missing, as it is graded."""
    done = tuple(done)
    return {
        (part.lesson.name, item): state_of(
            part,
            question_of(part, item),
            [each for each in done if (each.lesson, each.question) == (part.lesson.name, item)],
        )
        for part in assignment.parts
        for item in part.questions
    }


def state_of(part: Part, question: Question, done: Sequence[Done]) -> str:
    """Return how a question stands after what counts of what was done at it."""
    attempts = part.attempts if isinstance(question, Exercise) else 1
    state = "missing"
    for each in done:
        if each.action == "skip":
            return "skipped"
        if each.right:
            return "right"
        if each.right is False:
            state, attempts = "wrong", attempts - 1
            if not attempts:
                break
    return state
