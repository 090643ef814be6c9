"""`tensorlab course add`, `list` and `remove`: folders of lessons that this machine remembers."""

from os.path import realpath
from pathlib import Path

from tensorlab.course.lessons.library import (
    Library,
    added_courses,
    courses_file,
    installed_courses,
    lesson_files,
)
from tensorlab.course.progress.progress import write_atomically
from tensorlab.frozen import json_line
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say
from tensorlab.render.look.console import show
from tensorlab.render.look.tables import Pairs
from tensorlab.wording import counted


def add(place: str) -> int:
    """Remember a folder of lessons, or one file.

    Raises:
        WrongUsageError: there is none, or it cannot be remembered.
    """
    path = Path(realpath(place))
    if not path.exists():
        raise WrongUsageError(f"there is no folder {place}")
    library = Library(path)
    if not library.read:
        told = "".join(f"; {error}" for error in library.broken[:1])
        raise WrongUsageError(f"there is no lesson in {place}{told}")
    known = added_courses()
    if path not in known:
        remember([*known, path])
    for error in library.broken:
        say(f"note: {error}")
    names = ", ".join(lesson.name for lesson in library.lessons)
    say(f"added {path}: {names}")
    return ExitCode.FINE


def remove(place: str) -> int:
    """Forget a folder of lessons.

    Raises:
        WrongUsageError: it was not added.
    """
    known, path = added_courses(), Path(realpath(place))
    if path not in known:
        there = ", ".join(map(str, known)) or "none"
        raise WrongUsageError(f"{place} was not added; added are: {there}")
    remember([each for each in known if each != path])
    say(f"removed {path}; its files are as they were")
    return ExitCode.FINE


def remember(courses: list[Path]) -> None:
    """Write down which courses were added.

    Raises:
        WrongUsageError: that is impossible.
    """
    file = courses_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, "".join(f"{course}\n" for course in courses))
    except OSError as error:
        raise WrongUsageError(f"{file} cannot be written: {error.strerror}") from None


def list_courses(form: str) -> int:
    """Show the courses that are installed or added, and how many lessons each has."""
    pairs = [("installed", each) for each in installed_courses()]
    pairs += [("added", each) for each in added_courses()]
    rows = [
        {"path": str(path), "origin": origin, "lessons": len(lesson_files(path))}
        for origin, path in pairs
    ]
    if form == "json":
        print(json_line({"courses": rows}))
    elif rows:
        show(
            Pairs(
                (str(path), f"{origin}, {counted(len(lesson_files(path)), 'lesson')}")
                for origin, path in pairs
            )
        )
    else:
        say("No course is installed or added: tensorlab course add PATH")
    return ExitCode.FINE
