"""How a learner stands: what is done, what is due, which ideas come up again and again."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.progress.due import Due, answered, due
from tensorlab.course.progress.path import next_lesson, state_of
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Advice
from tensorlab.frozen import Frozen

MOST_IDEAS = 5


class Weakness(Frozen):
    """An idea that was behind wrong answers: how often, in which lessons, and what is true."""

    idea: str
    times: int
    lessons: tuple[str, ...]
    sentence: str


class Standing(Frozen):
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
        weaknesses(known),
        next_lesson(lessons, progress),
    )


def sentence_of(idea: str, lessons: Sequence[Lesson]) -> str:
    """Return what is true of a wrong idea: the catalogue's sentence, or a lesson's own."""
    questions = (question for lesson in lessons for question in lesson.questions)
    own = (wrong.misconception for question in questions for wrong in question.wrong)
    if idea in IDEAS:
        return IDEAS[idea].sentence
    return next((each.sentence for each in own if each.name == idea), "")


def weaknesses(questions: Iterable[Due]) -> tuple[Weakness, ...]:
    """Return the ideas behind most wrong answers to some questions."""
    where: dict[str, list[Lesson]] = {}
    for each in questions:
        for idea in each.ideas:
            where.setdefault(idea, []).append(each.lesson)

    def weakness(idea: str, lessons: list[Lesson]) -> Weakness:
        names = tuple(dict.fromkeys(lesson.name for lesson in lessons))
        return Weakness(idea, len(lessons), names, sentence_of(idea, lessons))

    found = [weakness(*each) for each in where.items()]
    return tuple(sorted(found, key=lambda each: -each.times)[:MOST_IDEAS])
