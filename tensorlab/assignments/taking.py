"""A learner's way through a lesson of an assignment, with all that counts written down."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tensorlab.assignments.assignment import Assignment, Part, question_of
from tensorlab.assignments.hand_in import Done, Record
from tensorlab.course.answers.spellings import needed
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import (
    Block,
    Exercise,
    Lesson,
    Predict,
    Question,
    Run,
    program_of,
)
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.review import with_names_shown
from tensorlab.course.setups.fresh import Asked, fresh
from tensorlab.course.taking.events import (
    Action,
    Answer,
    Event,
    Hint,
    HintGiven,
    Notice,
    Skip,
    Told,
)
from tensorlab.course.taking.machine import LessonRun
from tensorlab.frozen import replace
from tensorlab.workspace.lesson_actions import new_session


class OwnLesson(Lesson):
    """A lesson whose questions stand each behind programs of its own.

    What the lesson itself shows and runs stays as its author wrote it: only `author`'s programs are
    behind that.
    """

    author: Lesson
    before: dict[str, tuple[str, ...]]

    def programs_before(self, step: int, until: Block | None = None) -> tuple[str, ...]:
        """Return what has been run before a step, or before a question of it."""
        if isinstance(until, Question):
            return self.before[until.item]
        if until is not None:
            until = self.author.steps[step][self.steps[step].index(until)]
        return self.author.programs_before(step, until)


def own_lesson(part: Part, learner: str) -> OwnLesson:
    """Return the lesson of an assignment with a learner's own numbers, the same ones every time."""
    lesson = asking_only(part.lesson, part.questions)
    own = {item: own_question(part, lesson, item, learner) for item in part.questions}
    blocks = tuple(
        own[block.item][0] if isinstance(block, Question) else block for block in lesson.blocks
    )
    kept = {name: getattr(lesson, name) for name in Lesson.fields}
    before = {item: programs for item, (_, programs) in own.items()}
    return OwnLesson(**{**kept, "blocks": blocks}, author=lesson, before=before)


def own_question(part: Part, lesson: Lesson, item: str, learner: str) -> Asked:
    """Return a question with a learner's own numbers, and the programs that stand before it."""
    step, question = next(
        (number, block)
        for number, blocks in enumerate(lesson.steps)
        for block in blocks
        if isinstance(block, Question) and block.item == item
    )
    programs = lesson.programs_before(step, until=question)
    if isinstance(question, Predict):
        programs = needed(programs, question.source)
    seed = f"{part.seed}/{learner}/{lesson.name}/{item}"
    own, before = fresh(question, programs, new_session, seed)
    return (with_names_shown(own, before) if before != programs else own), before


def varies(part: Part, lesson: Lesson, item: str) -> bool:
    """Return whether a question has other numbers for other learners."""
    first = own_question(part, lesson, item, "0")
    return any(own_question(part, lesson, item, str(n)) != first for n in range(1, 4))


def asking_only(lesson: Lesson, items: tuple[str, ...]) -> Lesson:
    """Return a lesson that asks only some of its questions, and runs what the others would."""
    return replace(lesson, blocks=tuple(unasked(block, items) for block in lesson.blocks))


def unasked(block: Block, items: tuple[str, ...]) -> Block:
    """Return a block, of a question that is not asked the program that it leaves behind."""
    if not isinstance(block, Question) or block.item in items:
        return block
    return Run(block.line, program_of(block), quiet=not isinstance(block, Predict))


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
        many = f"{attempts} answers count, of a prediction or a choice only the first"
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
