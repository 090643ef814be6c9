"""Finds lessons: where their files are, and which one answers to a name."""

import difflib
import os
import re
import sys
from collections.abc import Container, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, overload

from tensorlab.course.lessons.files import NO_LESSON, lessons_folder, short_name, taught_in
from tensorlab.course.lessons.lesson import (
    Block,
    Exercise,
    Lesson,
    LessonError,
    Predict,
    Text,
    program_of,
)
from tensorlab.course.lessons.markdown import read_lesson
from tensorlab.course.progress.path import in_order
from tensorlab.course.setups.drawing import draw
from tensorlab.frozen import replace
from tensorlab.process.paths import state_directory

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def for_learner(lesson: Lesson, learner: str) -> Lesson:
    """Return a lesson with a learner's own numbers; the same ones every time."""
    if not learner:
        return lesson
    blocks = tuple(own(block, f"{lesson.name}/{learner}") for block in lesson.blocks)
    return replace(lesson, blocks=blocks)


def own(block: Block, seed: str) -> Block:
    """Return a block with the numbers that a seed gives it, where it leaves them open."""
    if isinstance(block, Exercise) and block.drawn:
        return replace(block, setup=draw(block.vary, f"{seed}/{block.item}").program)
    if isinstance(block, Predict) and block.vary:
        program = draw(block.vary, f"{seed}/{block.item}").program
        return replace(block, source=f"{program}\n{block.body}", why="", wrong=())
    return block


SUGGESTIONS = 3
GROUP = "tensorlab.lessons"  # under which a package offers a folder of lessons


class UnknownLessonError(Exception):
    """No lesson answers to a name; `suggestions` are the nearest names that one does."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        advice = f" Did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"There is no lesson {name!r}.{advice}")
        self.name = name
        self.suggestions = suggestions


def installed_courses() -> list[Path]:
    """Return the folders of lessons that installed packages offer as `tensorlab.lessons`."""
    if not any(map(offers_lessons, sys.path)):
        return []
    from importlib.metadata import entry_points  # noqa: PLC0415  12 ms

    return [folder for entry in entry_points(group=GROUP) if (folder := folder_of(entry))]


def offers_lessons(place: str) -> bool:
    """Return whether a package may offer lessons, of those at a place of Python's path."""
    folder = Path(place)
    if not folder.is_dir():
        return folder.exists()  # an archive: whoever can read it has to look
    try:
        told = folder.glob("*-info/entry_points.txt")
        return any(GROUP.encode() in file.read_bytes() for file in told)
    except OSError:
        return True


def folder_of(entry: "EntryPoint") -> Path | None:
    """Return the folder that an entry point names as Python would, `package.lessons`.

    It is read as data: nothing of the package is imported, nor run.
    """
    parts = re.split(r"[.:]", entry.value)
    roots = [entry.dist.locate_file("")] if entry.dist else []
    places = (Path(str(root), *parts) for root in (*roots, *sys.path))
    return next((place for place in places if place.is_dir()), None)


def added_courses() -> list[Path]:
    """Return the folders of lessons that somebody added on this machine."""
    with suppress(OSError, ValueError):
        return list(map(Path, courses_file().read_text(encoding="utf-8").splitlines()))
    return []


def courses_file() -> Path:
    """Return the file that lists the added courses; it need not exist."""
    return state_directory() / "courses.txt"


def known_courses() -> list[Path]:
    """Return the folders of lessons that are installed or added."""
    return [*installed_courses(), *(each for each in added_courses() if each.exists())]


def lesson_files(folder: Path) -> list[Path]:
    """Return the lessons of a folder, or of a file: in the learner's language where there is one.

    A translation lies beside its lesson: `tour.de.md` beside `tour.md`.
    """
    paths = [folder] if folder.is_file() else sorted(folder.glob("*.md"))
    found: dict[str, Path] = {}
    for path in paths:
        name, _, language = path.stem.partition(".")
        if name != NO_LESSON and language in {"", preferred_language()}:
            found[name] = path if language or name not in found else found[name]
    return list(found.values())


def preferred_language() -> str:
    """Return the language in which lessons are wanted, such as de."""
    wanted = os.environ.get("TENSORLAB_LANGUAGE") or os.environ.get("LANG", "")
    return wanted[:2].lower()


class Lessons(Sequence[Lesson]):
    """The lessons of a library in their order, all of them read when one is asked for."""

    def __init__(self, library: "Library") -> None:
        self.library = library

    @overload
    def __getitem__(self, place: int) -> Lesson: ...
    @overload
    def __getitem__(self, place: slice) -> list[Lesson]: ...
    def __getitem__(self, place: int | slice) -> Lesson | list[Lesson]:
        return self.library.read[place]

    def __len__(self) -> int:
        return len(self.library.read)

    def __bool__(self) -> bool:
        # known without reading any, whether or not they can be
        return bool(self.library.files)


class Library:
    """The lessons of a folder, or all that are installed and `more`, and the names they answer to.

    A file that cannot be read as a lesson is left out and its error kept in `broken`. `learner`
    says whose numbers the lessons have.
    """

    def __init__(
        self, folder: Path | None = None, more: Sequence[Path] = (), learner: str = ""
    ) -> None:
        folders = [folder] if folder else [lessons_folder(), *known_courses()]
        self.is_usual = folder is None and len(folders) == 1 and not more
        self.files = [path for each in (*folders, *more) for path in lesson_files(each)]
        self.learner = learner
        self.lessons = Lessons(self)
        self.known: dict[Path, Lesson] = {}

    @cached_property
    def read(self) -> list[Lesson]:
        """The lessons in their order."""
        return in_order([each for each in self.contents if isinstance(each, Lesson)])

    @property
    def broken(self) -> list[LessonError]:
        """Why files cannot be read as lessons."""
        return [each for each in self.contents if isinstance(each, LessonError)]

    @cached_property
    def contents(self) -> list[Lesson | LessonError]:
        """What the files are: one author's mistake must not close the other lessons."""
        found: list[Lesson | LessonError] = []
        for path in self.files:
            try:
                lesson = self.named_apart(self.read_alone(path), found)
                found.append(for_learner(lesson, self.learner))
            except LessonError as error:
                found.append(error)
        return found

    @cached_property
    def by_name(self) -> dict[str, Lesson]:
        """The lessons by the names that they answer to."""
        named: dict[str, Lesson] = {}
        for lesson in self.read:
            for name in (lesson.name, *lesson.names):
                named.setdefault(name, lesson)
        return named

    def read_alone(self, path: Path) -> Lesson:
        """Return the lesson in a file, as its author wrote it; no file is read twice.

        Raises:
            LessonError: it holds none.
        """
        if path not in self.known:
            self.known[path] = read_lesson(path)
        return self.known[path]

    def named_apart(self, lesson: Lesson, others: Sequence[Lesson | LessonError]) -> Lesson:
        """Return a lesson under a name of its own: that of its course goes before a known one."""
        if all(lesson.name != each.name for each in others if isinstance(each, Lesson)):
            return lesson
        return replace(lesson, name=f"{lesson.path.parent.name}-{lesson.name}")

    def find(self, name: str) -> Lesson:
        """Return the lesson that answers to a name such as `mm`, `torch.mm`, `@`.

        Raises:
            UnknownLessonError: none does; a name is never a path.
        """
        with suppress(LessonError):
            if lesson := self.named_in_head(name):
                return lesson
        short = short_name(name)
        for candidate in (name.strip(), short, short.lower()):
            if candidate in self.by_name:
                return self.by_name[candidate]
        raise UnknownLessonError(name, self.nearest(short))

    def named_in_head(self, name: str) -> Lesson | None:
        """Return the lesson whose head has a name, the only one that is read.

        None where others than the usual ones may have it, too.
        """
        stem = taught_in(name) if self.is_usual else ""
        files = (path for path in self.files if path.stem.partition(".")[0] == stem)
        path = next(files, None)
        return for_learner(self.read_alone(path), self.learner) if path else None

    def begun(self, names: Container[str]) -> list[Lesson]:
        """Return the lessons with some names; of the usual ones no other is read."""
        if not self.is_usual:
            return self.read
        found: list[Lesson] = []
        for path in self.files:
            if path.stem.partition(".")[0] in names:
                with suppress(LessonError):
                    found.append(for_learner(self.read_alone(path), self.learner))
        return found

    def search(self, words: str) -> list[Lesson]:
        """Return the lessons that speak of some words, the ones that say most first."""
        wanted = [word for word in re.findall(r"[\w@]+", words.lower()) if word]
        scored = [(score(lesson, wanted), lesson) for lesson in self.lessons]
        found = [pair for pair in scored if pair[0]]
        found.sort(key=lambda pair: (-pair[0], pair[1].order))
        return [lesson for _, lesson in found]

    def nearest(self, name: str) -> tuple[str, ...]:
        """Return the names nearest to one that is unknown, at most one of each lesson."""
        close = difflib.get_close_matches(name.lower(), list(self.by_name), n=10, cutoff=0.6)
        of_lesson: dict[str, str] = {}
        for found in close:
            of_lesson.setdefault(self.by_name[found].name, found)
        return tuple(of_lesson.values())[:SUGGESTIONS]


def score(lesson: Lesson, words: list[str]) -> int:
    """Return how much a lesson says of some words, 0 where it lacks one of them."""
    title = f"{lesson.title} {' '.join(lesson.names)}".lower()
    prose = "\n".join(block.markdown for block in lesson.blocks if isinstance(block, Text)).lower()
    programs = "\n".join(program_of(block) for block in lesson.blocks).lower()
    headings = "\n".join(line for line in prose.split("\n") if line.startswith("#"))
    points = []
    for word in words:
        whole = re.compile(rf"(?<!\w){re.escape(word)}")
        marked = len(re.findall(rf"\*\*[^*\n]*{re.escape(word)}", prose))
        said = min(len(whole.findall(prose)), 4) + min(len(whole.findall(programs)), 4)
        points.append(
            20 * bool(whole.search(title)) + 8 * bool(whole.search(headings)) + 4 * marked + said
        )
    return sum(points) if points and all(points) else 0
