"""A few of the questions that come back, with fresh numbers, as a lesson."""

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from tensorlab.course.answers.bench import SessionFactory
from tensorlab.course.answers.spellings import assigned
from tensorlab.course.lessons.lesson import Block, Lesson, Predict, Question, Text, program_of
from tensorlab.course.progress.due import Due
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord, LessonRecord
from tensorlab.course.setups.fresh import fresh
from tensorlab.frozen import replace
from tensorlab.language.reading.source import tree_of

NAME = "review"
HEAD = (NAME, Path(NAME), "Review", (), 0, (), (), "")  # as a file's front matter
MOST = 8  # questions: about five minutes


class ReviewLesson(Lesson):
    """Questions of several lessons, each with the programs that stand before it there."""

    programs: tuple[tuple[str, ...], ...]
    reasons: tuple[str, ...]

    @property
    def steps(self) -> tuple[tuple[Block, ...], ...]:
        """A step for each question, with the lesson that it is from."""
        return tuple(zip(self.blocks[::2], self.blocks[1::2], strict=True))

    def programs_before(self, step: int, until: Block | None = None) -> tuple[str, ...]:
        """Return what the question of a step needs."""
        return self.programs[step]

    def reason(self, step: int) -> str:
        """Return why the question of a step has its answer, where the question does not say so."""
        return self.reasons[step]


class ReviewProgress(Progress):
    """Writes answers down where their questions are from; the review itself is not remembered."""

    def __init__(self, progress: Progress, origins: dict[str, Due]) -> None:
        super().__init__(None, progress.clock)
        self.real = progress.real
        self.origins = origins

    def answered(self, lesson: str, item: str, record: ItemRecord) -> None:
        """Add an answer to the record of the question that it is of."""
        super().answered(lesson, item, record)
        due = self.origins[item]
        known = replace(record, content_hash=due.question.content_hash)
        self.real.answered(due.lesson.name, due.question.item, known)

    def lesson(self, name: str) -> LessonRecord:
        """Return what is known of a lesson, or of this review."""
        return super().lesson(name) if name == NAME else self.real.lesson(name)

    def take_notices(self) -> list[str]:
        """Return the notices of the saved progress."""
        return self.real.take_notices()


def with_names_shown(question: Question, programs: tuple[str, ...]) -> Question:
    """Return a question that shows what its names stand for: nobody has the lesson before them."""
    own = question.source if isinstance(question, Predict) else question.setup
    asked = f"{own}\n{getattr(question, 'solution', '')}"
    wanted = set(re.findall(r"[A-Za-z_]\w*", asked)) - assigned(own)
    shown = [making(program) for program in programs if assigned(program) & wanted]
    text = "\n".join([*dict.fromkeys(shown), own]).strip("\n")
    if isinstance(question, Predict):
        return replace(question, source=text)
    return replace(question, setup=text)


def making(program: str) -> str:
    """Return a program without what only looks at a value: nothing is shown below it."""
    tree = tree_of(program)
    body = tree.body if tree else []
    looks = [
        each
        for each in body
        if isinstance(each, ast.Expr) and (each is body[-1] or not isinstance(each.value, ast.Call))
    ]
    kept = (ast.get_source_segment(program, each) for each in body if each not in looks)
    return "\n".join(filter(None, kept))


def reason(asked: Question, question: Question, programs: tuple[str, ...]) -> str:
    """Return why a lesson's question has its answer, with the lesson's own numbers."""
    if question.why == asked.why or not isinstance(asked, Predict):
        return ""
    shown = with_names_shown(asked, programs)
    return f"In the lesson it was\n\n```python\n{program_of(shown)}\n```\n\n{asked.why}"


def review_of(
    questions: Sequence[Due], progress: Progress, factory: SessionFactory
) -> tuple[ReviewLesson, ReviewProgress]:
    """Return a lesson of questions with fresh numbers, and what writes their answers down."""
    blocks: list[Block] = []
    programs, reasons = [], []
    origins = {}
    for each in questions[:MOST]:
        known = each.lesson.programs_before(each.step, until=each.question)
        seed = f"{each.name}/{each.record.attempts}/{each.record.last}"
        question, before = fresh(each.question, known, factory, seed)
        reasons.append(reason(each.question, question, known))
        question = replace(with_names_shown(question, before), item=each.name)
        blocks += [Text(0, f"From *{each.lesson.title}*."), question]
        programs.append(before)
        origins[each.name] = each
    lesson = ReviewLesson(*HEAD, tuple(blocks), tuple(programs), tuple(reasons))
    return lesson, ReviewProgress(progress, origins)
