"""How a learner stands: what is done, what is due, which ideas come up again and again."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.progress.path import next_lesson, state_of
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.review import answered, due
from tensorlab.course.taking.events import Advice

MOST_IDEAS = 5
OVERCOME = 2  # days on which a question was right since: its wrong ideas count no more


@dataclass(frozen=True, slots=True)
class Weakness:
    """An idea that was behind wrong answers: how often, in which lessons, and what is true."""

    idea: str
    times: int
    lessons: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How a learner stands in all lessons."""

    lessons: int
    done: tuple[str, ...]
    begun: tuple[str, ...]
    questions: int
    right: int
    missed: int
    due: int
    weak: tuple[Weakness, ...]
    next: Advice | None


def standing(lessons: Sequence[Lesson], progress: Progress, at: datetime | None = None) -> Standing:
    """Return how a learner stands."""
    states = {each.name: state_of(each, progress) for each in lessons}
    known = answered(lessons, progress)
    right = sum(each.record.state == "right" for each in known)
    return Standing(
        len(lessons),
        tuple(name for name, state in states.items() if state == "done"),
        tuple(name for name, state in states.items() if state == "begun"),
        sum(len(each.questions) for each in lessons),
        right,
        len(known) - right,
        len(due(lessons, progress, at)),
        weaknesses(lessons, progress),
        next_lesson(lessons, progress),
    )


def weaknesses(lessons: Sequence[Lesson], progress: Progress) -> tuple[Weakness, ...]:
    """Return the ideas behind most wrong answers."""
    times: Counter[str] = Counter()
    where: dict[str, list[str]] = {}
    for lesson in lessons:
        for record in progress.lesson(lesson.name).items.values():
            if record.box >= OVERCOME:
                continue
            times.update(record.misconceptions)
            for idea in record.misconceptions:
                where.setdefault(idea, []).append(lesson.name)
    return tuple(
        Weakness(
            idea,
            count,
            tuple(dict.fromkeys(where[idea])),
            IDEAS[idea].sentence if idea in IDEAS else "",
        )
        for idea, count in times.most_common(MOST_IDEAS)
    )
