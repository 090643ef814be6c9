"""A lesson as one learner of a class gets it: questions with numbers of the learner's own."""

from tensorlab.assignments.assignment import Part
from tensorlab.course.answers.needed import needed
from tensorlab.course.lessons.lesson import Block, Lesson, Predict, Question, Run, program_of
from tensorlab.course.progress.review import with_names_shown
from tensorlab.course.setups.fresh import Asked, fresh
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
