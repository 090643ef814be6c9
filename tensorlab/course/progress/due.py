"""Which questions come back, and when; it needs no engine, since a greeting asks for it."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from tensorlab.course.lessons.lesson import Lesson, Question
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord
from tensorlab.frozen import Frozen

# until a question comes back, by how often in a row it was right
DAYS = (0, 1, 3, 7, 21, 60)
# days on which a question was right since: its wrong ideas count no more
OVERCOME = 2


class Due(Frozen):
    """A question to be asked again: where it is from, and what is known of it."""

    lesson: Lesson
    step: int
    question: Question
    record: ItemRecord

    @property
    def name(self) -> str:
        """The name of the question among those of all lessons."""
        return f"{self.lesson.name}/{self.question.item}"

    @property
    def missed(self) -> bool:
        """Whether it was not right the last time."""
        return self.record.state != "right" or not self.record.box

    @property
    def ideas(self) -> tuple[str, ...]:
        """The wrong ideas behind its answers that have not been overcome."""
        return self.record.misconceptions if self.record.box < OVERCOME else ()


def answered(lessons: Iterable[Lesson], progress: Progress) -> list[Due]:
    """Return the questions that have been answered and are still the same, in order of urgency."""
    return in_turn(
        Due(lesson, number, block, known)
        for lesson in lessons
        if progress.lesson(lesson.name).items
        for number, step in enumerate(lesson.steps)
        for block in step
        if isinstance(block, Question)
        and (known := progress.lesson(lesson.name).item(block.item, block.content_hash))
    )


def missed(lesson: Lesson, lessons: Iterable[Lesson], progress: Progress) -> list[Due]:
    """Return the questions of a lesson, or of a review of lessons, that were not right."""
    asked = {question.item for question in lesson.questions}
    known = (each for each in answered(lessons, progress) if each.missed)
    return [each for each in known if each.lesson.name == lesson.name or each.name in asked]


def in_turn(questions: Iterable[Due]) -> list[Due]:
    """Return questions about weak ideas before others; among each, lessons take turns.

    Of a lesson the question comes first whose ideas were behind most wrong answers, then what was
    missed, then what was asked longest ago.
    """
    known = list(questions)
    times = Counter(idea for each in known for idea in each.ideas)
    turns: Counter[tuple[bool, str]] = Counter()

    def urgency(each: Due) -> tuple[int, bool, str]:
        worst = max((times[idea] for idea in each.ideas), default=0)
        return -worst, not each.missed, each.record.last

    def place(each: Due) -> tuple[bool, int]:
        group = not each.ideas, each.lesson.name
        turns[group] += 1
        return group[0], turns[group]

    return sorted(sorted(known, key=urgency), key=place)


def due(lessons: Iterable[Lesson], progress: Progress, at: datetime | None = None) -> list[Due]:
    """Return the questions that are due, in order of urgency."""
    at = at or progress.clock()
    return [each for each in answered(lessons, progress) if when(each.record) <= at]


def when(record: ItemRecord) -> datetime:
    """Return when a question is due: so many days after the day on which it was answered."""
    days = DAYS[min(record.box, len(DAYS) - 1)]
    try:
        day = datetime.fromisoformat(record.last).astimezone()
        return day.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days)
    except (ValueError, OverflowError, OSError):
        # no time, or none that anybody lives to see
        return datetime.min.replace(tzinfo=UTC)


def returning(
    lessons: Iterable[Lesson], progress: Progress, left: int = 0
) -> tuple[int, int] | None:
    """Return in how many days questions come back, and how many: 0 days where some are due.

    `left` of those that are due are known to be, and are left out; None where nothing comes back.
    """
    times = [when(each.record) for each in answered(lessons, progress)]
    days = [max((time - progress.clock()).days + 1, 0) for time in times]
    if (more := days.count(0) - left) > 0:
        return 0, more
    later = [max(day, 1) for day in days]
    return (min(later), later.count(min(later))) if later else None
