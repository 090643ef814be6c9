"""An assignment: what class.toml asks of a class, read with the line of each mistake."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tensorlab.course.authoring.linter import Fault
from tensorlab.course.lessons.lesson import Lesson, Question, short_hash
from tensorlab.course.lessons.library import Library, UnknownLessonError, known_courses
from tensorlab.frozen import Frozen

USUAL: dict[str, Any] = {
    "title": "Assignment",
    "due": None,
    "seed": 0,
    "points": 1,
    "attempts": 3,
    "hint_cost": 0.5,
}
# The keys of the file, each with what its value must be; those of a table of a lesson as well.
MOST = 1_000_000  # of what is counted
NUMBER = f"a number from 0 to {MOST}"
KINDS: dict[str, tuple[Any, str]] = {
    "title": (str, "a string"),
    "due": (date, "a date such as 2026-12-01, or a time such as 2026-12-01T18:00:00, unquoted"),
    "seed": (int, "a whole number"),
    "points": (int | float, NUMBER),
    "attempts": (int, f"a whole number from 1 to {MOST}"),
    "hint_cost": (int | float, NUMBER),
}
OF_FILE = {
    **KINDS,
    "course": (str, "the path of a folder"),
    "lessons": (list, "a list of tables, each begun by [[lessons]]"),
}
OF_TABLE = {**KINDS, "name": (str, "the name of a lesson"), "questions": (list, "a list of ids")}
HEAD = re.compile(r"\s*\[\[\s*lessons\s*\]\]")


class Part(Frozen):
    """A lesson of an assignment: the questions that are asked of it, and what holds for them."""

    lesson: Lesson
    title: str
    questions: tuple[str, ...]
    due: datetime | None
    seed: int
    points: float
    attempts: int
    hint_cost: float


class Assignment(Frozen):
    """What a class is to do; `name` tells the hand-ins of this class from all others."""

    path: Path
    title: str
    due: datetime | None
    seed: int
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        """A short name that follows from the seed, from which all numbers follow."""
        return short_hash("class", str(self.seed))

    @property
    def total(self) -> float:
        """The points of all questions."""
        return sum(part.points * len(part.questions) for part in self.parts)


def assignment_in(text: str, path: Path) -> tuple[Assignment | None, list[Fault]]:
    """Return the assignment in the text of a file, None where it has mistakes, and the mistakes."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r"at line (\d+)", str(error))
        last = text.count("\n") + 1
        return None, [Fault(path, int(place[1]) if place else last, f"not TOML: {error}")]
    reader = Reader(path, text.split("\n"), content)
    parts = tuple(reader.parts())
    if reader.faults:
        return None, sorted(reader.faults, key=lambda fault: fault.line)
    given = USUAL | content
    due = end_of(given["due"])
    return Assignment(path, given["title"], due, given["seed"], parts), []


def as_one(faults: Sequence[Fault]) -> str:
    """Return a sentence of mistakes: the first, and how many more there are."""
    return f"{faults[0]}" + f" (and {len(faults) - 1} more)" * (len(faults) > 1)


class Reader:
    """Reads the content of an assignment, and keeps its faults."""

    def __init__(self, path: Path, lines: list[str], content: dict[str, Any]) -> None:
        self.path = path
        self.lines = lines
        self.content = content
        self.faults: list[Fault] = []
        self.libraries: list[Library] = []

    def fault(self, message: str, key: str, table: int | None = None, word: str = "") -> None:
        """Keep a fault, at the line of a key or of a word behind it."""
        self.faults.append(Fault(self.path, self.line_of(key, table, word), message))

    def line_of(self, key: str, table: int | None, word: str) -> int:
        """Return the line of a word behind a key, of the key, or else of its table."""
        heads = [place for place, line in enumerate(self.lines) if HEAD.match(line)]
        bounds = [*heads, len(self.lines)]
        at = len(heads) if table is None else table
        inside = range(*bounds[at : at + 2]) if at < len(heads) else range(len(self.lines))
        named = re.compile(rf"[\s\[\"']*{re.escape(key)}[\s\"']*[=.\]]")
        place = next((each for each in inside if named.match(self.lines[each])), inside.start)
        said = (each for each in range(place, inside.stop) if word and word in self.lines[each])
        return 1 + next(said, place)

    def parts(self) -> Iterator[Part]:
        """Yield the lessons that can be read."""
        if not self.has_only(self.content, OF_FILE):
            return
        tables = self.content.get("lessons", [])
        if not tables:
            self.fault('no lesson is asked: add [[lessons]] and below it name = "add"', "lessons")
        self.libraries = list(self.look_in(self.content.get("course", "")))
        seen: set[str] = set()
        for number, table in enumerate(tables):
            part = self.part(number, table)
            if part is not None and part.lesson.name in seen:
                self.fault(f"the lesson {part.lesson.name!r} is asked twice", "name", number)
            elif part is not None:
                seen.add(part.lesson.name)
                yield part

    def look_in(self, course: str) -> Iterator[Library]:
        """Yield the lessons of the assignment's own course, then all that are known."""
        if course:
            folder = self.path.parent / course
            known = [each for each in known_courses() if each.name == folder.absolute().name]
            if found := [each for each in (folder, *known) if each.exists()]:
                yield Library(found[0])
            else:
                self.fault(f"there is no folder {course!r} of lessons", "course")
        yield Library()

    def has_only(
        self, given: object, kinds: dict[str, tuple[Any, str]], at: int | None = None
    ) -> bool:
        """Return whether a table has keys that it may have, with values that they may have."""
        before = len(self.faults)
        if not isinstance(given, dict):
            self.fault('a lesson is a table: [[lessons]] and below it name = "add"', "lessons")
            return False
        for key, value in given.items():
            if key not in kinds:
                near = get_close_matches(key, kinds, 1)
                advice = f"did you mean {near[0]}?" if near else f"there are {', '.join(kinds)}"
                self.fault(f"there is no key {key!r}: {advice}", key, at)
            elif not is_of(value, *kinds[key]):
                self.fault(f"{key} is {kinds[key][1]}", key, at)
        return len(self.faults) == before

    def part(self, number: int, table: Any) -> Part | None:
        """Return a lesson with what is asked of it, None where it cannot be read."""
        if not self.has_only(table, OF_TABLE, number):
            return None
        if "name" not in table:
            self.fault('this lesson has no name: name = "add"', "", number)
            return None
        lesson = self.lesson(table["name"], number)
        if lesson is None:
            return None
        items = [question.item for question in lesson.questions]
        wanted = table.get("questions", items)
        for each in wanted:
            if each not in items or wanted.count(each) > 1:
                known = f"there are {', '.join(items)}"
                told = "it is asked twice" if each in items else known
                words = f"question {each!r} of {lesson.name}: {told}"
                self.fault(words, "questions", number, each)
        if not wanted:
            self.fault(f"nothing of the lesson {lesson.name!r} is asked", "questions", number)
        given = USUAL | self.content | table
        return Part(
            lesson,
            table.get("title", lesson.title),
            tuple(item for item in items if item in wanted),
            end_of(given["due"]),
            *(given[key] for key in ("seed", "points", "attempts", "hint_cost")),
        )

    def lesson(self, name: str, number: int) -> Lesson | None:
        """Return the lesson that answers to a name, None where none does."""
        try:
            return lesson_named(name, self.libraries)
        except UnknownLessonError as error:
            broken = [each for library in self.libraries for each in library.broken]
            told = next((str(each) for each in broken if each.path.stem == name), str(error))
            self.fault(told, "name", number)
            return None


def lesson_named(name: str, libraries: Sequence[Library]) -> Lesson:
    """Return the lesson that answers to a name in the first library that has one.

    Raises:
        UnknownLessonError: none has.
    """
    for library in libraries[:-1]:
        with suppress(UnknownLessonError):
            return library.find(name)
    return libraries[-1].find(name)


def is_of(value: Any, kind: Any, words: str) -> bool:
    """Return whether a value is of a kind; a number also whether it is in its range."""
    if isinstance(value, bool) or not isinstance(value, kind):
        return False
    if isinstance(value, list):
        return "ids" not in words or all(isinstance(each, str) for each in value)
    if isinstance(value, date):
        return end_of(value) is not None
    return "from" not in words or int("from 1" in words) <= value <= MOST


def end_of(due: date | None) -> datetime | None:
    """Return the moment from which on a hand-in is late: of a day its end, where one lives."""
    try:
        if due is None or isinstance(due, datetime):
            return due and due.astimezone()
        return datetime.combine(due + timedelta(days=1), time()).astimezone()
    except (OverflowError, ValueError, OSError):
        # no moment that anybody lives to see
        return None


def question_of(part: Part, item: str) -> Question:
    """Return a question of an assignment."""
    return next(each for each in part.lesson.questions if each.item == item)
