"""Finds lessons: where their files are, and which one answers to a name."""

import difflib
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from itertools import islice
from pathlib import Path

from tensorlab.course.lessons.lesson import Lesson, LessonError, Text, program_of
from tensorlab.course.lessons.markdown import read_lesson
from tensorlab.course.lessons.variants import for_learner
from tensorlab.course.progress.path import in_order
from tensorlab.process.paths import state_directory

PREFIXES = ("torch.nn.functional.", "torch.Tensor.", "torch.", "nn.functional.", "F.", "Tensor.")
NO_LESSON = "README"
SUGGESTIONS = 3
GROUP = "tensorlab.lessons"  # under which a package offers a folder of lessons
HEAD = 10  # lines in which a lesson says its names


class UnknownLessonError(Exception):
    """No lesson answers to a name; `suggestions` are the nearest names that one does."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        advice = f" Did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"There is no lesson {name!r}.{advice}")
        self.name = name
        self.suggestions = suggestions


def lessons_folder() -> Path:
    """Return the folder of the lessons: inside an installed package, beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "lessons"
    return installed if installed.is_dir() else package.parent / "lessons"


def lesson_names() -> list[str]:
    """Return the names of the lessons, none of which is read."""
    names = (path.stem for path in lessons_folder().glob("*.md"))
    return sorted(name for name in names if name != NO_LESSON)


def installed_courses() -> list[Path]:
    """Return the folders of lessons that installed packages offer as `tensorlab.lessons`."""
    return [folder for entry in entry_points(group=GROUP) if (folder := folder_of(entry))]


def folder_of(entry: EntryPoint) -> Path | None:
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


class Library:
    """The lessons of a folder, or all that are installed and `more`, and the names they answer to.

    A file that cannot be read as a lesson is left out and its error kept in `broken`. `learner`
    says whose numbers the lessons have.
    """

    def __init__(
        self, folder: Path | None = None, more: Sequence[Path] = (), learner: str = ""
    ) -> None:
        folders = [folder] if folder else [lessons_folder(), *known_courses()]
        files = [path for each in (*folders, *more) for path in lesson_files(each)]
        self.lessons: list[Lesson] = []
        self.broken: list[LessonError] = []
        for path in files:
            # One author's mistake must not close the other lessons.
            try:
                self.lessons.append(for_learner(self.named_apart(read_lesson(path)), learner))
            except LessonError as error:
                self.broken.append(error)
        self.lessons = in_order(self.lessons)
        self.by_name: dict[str, Lesson] = {}
        for lesson in self.lessons:
            for name in (lesson.name, *lesson.names):
                self.by_name.setdefault(name, lesson)

    def named_apart(self, lesson: Lesson) -> Lesson:
        """Return a lesson under a name of its own: that of its course goes before a known one."""
        if all(lesson.name != each.name for each in self.lessons):
            return lesson
        return replace(lesson, name=f"{lesson.path.parent.name}-{lesson.name}")

    def find(self, name: str) -> Lesson:
        """Return the lesson that answers to a name such as `mm`, `torch.mm`, `@`.

        Raises:
            UnknownLessonError: none does; a name is never a path.
        """
        short = short_name(name)
        for candidate in (name.strip(), short, short.lower()):
            if candidate in self.by_name:
                return self.by_name[candidate]
        raise UnknownLessonError(name, self.nearest(short))

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


def taught_in(name: str) -> str:
    """Return the lesson that answers to a name, by the heads of the files alone; or nothing."""
    wanted = short_name(name).lower()
    for path in sorted(lessons_folder().glob("*.md")):
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            head = [line.partition(":")[2] for line in islice(file, HEAD) if line[:5] == "names"]
        names = {each.strip().lower() for each in ",".join(head).split(",")}
        if path.stem != NO_LESSON and wanted in names | {path.stem}:
            return path.stem
    return ""


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


def short_name(name: str) -> str:
    """Return a function's bare name: `torch.mm()` is mm."""
    bare = name.strip().removesuffix("()")
    for prefix in PREFIXES:
        if bare.startswith(prefix) and len(bare) > len(prefix):
            return bare.removeprefix(prefix)
    return bare
