"""Checks a whole course: also what no single lesson can tell, such as order and links."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tensorlab.course.answers.bench import SessionFactory
from tensorlab.course.authoring.linter import Fault, check_lesson
from tensorlab.course.lessons.lesson import Exercise, Lesson, Question, Text
from tensorlab.course.lessons.words import words_of
from tensorlab.course.progress.path import TRACKS

Found = tuple[int, str]
WORDS_A_MINUTE = 150  # read slowly, with programs between
MINUTES_A_QUESTION = 0.75
LONGEST = 30  # minutes
SHORT = 6  # characters: a solution such as t.T is in every hint that speaks of it
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


def template(title: str, name: str) -> str:
    """Return the beginning of a lesson for its author to go on with."""
    return Path(__file__).with_name("template.md").read_text("utf-8").format(title=title, name=name)


def check_course(
    lessons: Sequence[Lesson], factory: SessionFactory, course: Sequence[Lesson] | None = None
) -> list[Fault]:
    """Return every fault of some lessons, those of each in the order of its lines.

    `course` are the lessons among which they stand, these alone where it is not given.
    """
    course = lessons if course is None else course
    places = {lesson.name: number for number, lesson in enumerate(course)}
    words = list(words_of(course))
    faults = []
    for lesson in lessons:
        found = [*order_of(lesson, places), *links(lesson), *length_of(lesson), *hints(lesson)]
        found += [(line, message) for place, line, message in words if course[place] is lesson]
        own = [Fault(lesson.path, line, message) for line, message in found]
        faults += sorted([*own, *check_lesson(lesson, factory)], key=lambda fault: fault.line)
    return faults


def order_of(lesson: Lesson, places: dict[str, int]) -> Iterator[Found]:
    """Yield lessons that do not exist, or that are needed and come later."""
    for name in (*lesson.needs, *lesson.related):
        if name not in places:
            yield 1, f"there is no lesson {name!r} here"
    for name in lesson.needs:
        if places.get(name, -1) > places[lesson.name]:
            yield 1, f"it needs {name}, which comes later"
    if lesson.track and lesson.track not in TRACKS:
        yield 1, f"there is no track {lesson.track!r}; use {', '.join(TRACKS)}"


def links(lesson: Lesson) -> Iterator[Found]:
    """Yield links to files that are not there."""
    for block in lesson.blocks:
        if isinstance(block, Text):
            for target in LINK.findall(block.markdown):
                if "://" not in target and not (lesson.path.parent / target).exists():
                    yield block.line, f"the link to {target} leads nowhere"


def minutes(lesson: Lesson) -> float:
    """Return about how long a lesson takes."""
    words = sum(len(block.markdown.split()) for block in lesson.blocks if isinstance(block, Text))
    return words / WORDS_A_MINUTE + MINUTES_A_QUESTION * len(lesson.questions)


def length_of(lesson: Lesson) -> Iterator[Found]:
    """Yield that a lesson is too long for one sitting."""
    if minutes(lesson) > LONGEST:
        yield 1, f"it takes about {minutes(lesson):.0f} minutes; {LONGEST} at most, or make it two"


def hints(lesson: Lesson) -> Iterator[Found]:
    """Yield questions whose hints say the answer."""
    for question in lesson.questions:
        for number, hint in enumerate(question.hints, 1):
            if gives_away(question, hint):
                yield question.line, f"hint {number} of {question.item!r} gives the answer away"


def gives_away(question: Question, hint: str) -> bool:
    """Return whether a hint says the solution itself."""
    if not isinstance(question, Exercise):
        return False
    solution = squeezed(question.solution)
    return len(solution) > SHORT and solution in squeezed(hint)


def squeezed(text: str) -> str:
    """Return a text without blanks and marks of code."""
    return re.sub(r"[\s`]+", "", text)
