"""Questions that come back: when each is due, and a few of them with fresh numbers as a lesson."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tensorlab.course.answers.bench import SessionFactory
from tensorlab.course.answers.spellings import assigned
from tensorlab.course.lessons.lesson import Block, Lesson, Predict, Question, Text
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord, LessonRecord
from tensorlab.course.setups.fresh import fresh

NAME = "review"
LOOK = re.compile(r"[A-Za-z_][\w.]*")
MOST = 8  # questions: about five minutes
DAYS = (0, 1, 3, 7, 21, 60)  # until a question comes back, by how often in a row it was right


@dataclass(frozen=True, slots=True)
class Due:
    """A question to be asked again: where it is from, and what is known of it."""

    lesson: Lesson
    step: int
    question: Question
    record: ItemRecord

    @property
    def missed(self) -> bool:
        """Whether it was not right the last time."""
        return self.record.state != "right" or not self.record.box


@dataclass(frozen=True, slots=True)
class ReviewLesson(Lesson):
    """Questions of several lessons, each with the programs that stand before it there."""

    programs: tuple[tuple[str, ...], ...]

    @property
    def steps(self) -> tuple[tuple[Block, ...], ...]:
        """A step for each question, with the lesson that it is from."""
        pairs = zip(self.blocks[::2], self.blocks[1::2], strict=True)
        return tuple(pairs)

    def programs_before(self, step: int, until: Block | None = None) -> tuple[str, ...]:
        """Return what the question of a step needs."""
        return self.programs[step]


class ReviewProgress(Progress):
    """Writes answers down where their questions are from; the review itself is not remembered."""

    def __init__(self, progress: Progress, origins: dict[str, Due]) -> None:
        super().__init__(None)
        self.real = progress
        self.origins = origins

    def answered(self, lesson: str, item: str, record: ItemRecord) -> None:
        """Add an answer to the record of the question that it is of."""
        super().answered(lesson, item, record)
        due = self.origins[item]
        known = replace(record, content_hash=due.question.content_hash)
        self.real.answered(due.lesson.name, due.question.item, known)

    def take_notices(self) -> list[str]:
        """Return the notices of the saved progress."""
        return self.real.take_notices()


def answered(lessons: Iterable[Lesson], progress: Progress) -> list[Due]:
    """Return the questions that have been answered and are still the same."""
    return [
        Due(lesson, number, block, known)
        for lesson in lessons
        for number, step in enumerate(lesson.steps)
        for block in step
        if isinstance(block, Question)
        and (known := known_of(block, progress.lesson(lesson.name))) is not None
    ]


def known_of(question: Question, record: LessonRecord) -> ItemRecord | None:
    """Return what is known of a question."""
    return record.item(question.item, question.content_hash)


def due(lessons: Iterable[Lesson], progress: Progress, at: datetime | None = None) -> list[Due]:
    """Return the questions that are due, those that were missed first, then the oldest."""
    at = at or datetime.now(UTC)
    waiting = [each for each in answered(lessons, progress) if when(each.record) <= at]
    return sorted(waiting, key=lambda each: (not each.missed, each.record.last))


def when(record: ItemRecord) -> datetime:
    """Return when a question is due: so many days after the day on which it was answered."""
    days = DAYS[min(record.box, len(DAYS) - 1)]
    try:
        day = datetime.fromisoformat(record.last).astimezone()
        return day.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days)
    except (ValueError, OverflowError, OSError):  # no time, or none that anybody lives to see
        return datetime.min.replace(tzinfo=UTC)


def days_left(lessons: Iterable[Lesson], progress: Progress) -> int | None:
    """Return in how many days a question is due again, None where there is none."""
    now = datetime.now(UTC)
    times = [when(each.record) for each in answered(lessons, progress)]
    return min(((time - now).days + 1 for time in times), default=None)


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
    """Return a program without the lines that only look at a name: nothing is shown below them."""
    return "\n".join(line for line in program.split("\n") if not LOOK.fullmatch(line))


def review_of(
    questions: Sequence[Due], progress: Progress, factory: SessionFactory
) -> tuple[ReviewLesson, ReviewProgress]:
    """Return a lesson of questions with fresh numbers, and what writes their answers down."""
    blocks: list[Block] = []
    programs = []
    origins = {}
    for each in questions[:MOST]:
        item = f"{each.lesson.name}/{each.question.item}"
        before = each.lesson.programs_before(each.step, until=each.question)
        seed = f"{item}/{each.record.attempts}/{each.record.last}"
        question, before = fresh(each.question, before, factory, seed)
        question = with_names_shown(question, before)
        blocks += [Text(0, f"From *{each.lesson.title}*."), replace(question, item=item)]
        programs.append(before)
        origins[item] = each
    lesson = ReviewLesson(
        NAME, Path(NAME), "Review", (), 0, (), (), "", tuple(blocks), tuple(programs)
    )
    return lesson, ReviewProgress(progress, origins)
