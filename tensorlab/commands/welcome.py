"""`tensorlab` alone in a terminal: what one can do, each a key away."""

import sys
from collections.abc import Callable
from typing import NamedTuple

from tensorlab.process.lifecycle import ExitCode
from tensorlab.version import __version__

WHAT = "type a tensor expression, get PyTorch's answer, and ask why."
FIRST = "matmul"  # the lesson to begin with


class Way(NamedTuple):
    """A way to go: what it is, how a shell calls it, and what does it."""

    title: str
    command: str
    go: Callable[[], int]


def is_at_terminal() -> bool:
    """Return whether somebody sits at the other end."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def welcome() -> int:
    """Greet, and go where the user wants to."""
    from rich.text import Text

    from tensorlab.render.look.console import show
    from tensorlab.render.look.tables import Pairs

    ways = [lesson_way(), map_way(), prompt_way()]
    show(Text.assemble((f"tensorlab {__version__}", "name"), f": {WHAT}\n"))
    show(Pairs((f"{key}  {way.title}", way.command) for key, way in enumerate(ways, 1)))
    show(Text("\ntensorlab --help lists all commands", "quiet"))
    chosen = asked(len(ways))
    return ExitCode.FINE if chosen is None else ways[chosen - 1].go()


def asked(most: int) -> int | None:
    """Return the number that somebody chooses; Enter is the first, anything else leaves."""
    sys.stdout.write(f"Which? 1 to {most}, or q: ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    word = line.strip() or ("1" if line else "q")
    return int(word) if word.isdecimal() and 1 <= int(word) <= most else None


def lesson_way() -> Way:
    """Return the way to the lesson that comes next."""
    from tensorlab.course.lessons.library import Library
    from tensorlab.course.progress.path import next_lesson
    from tensorlab.course.progress.progress import saved_progress
    from tensorlab.repl.lesson_start import take_lesson

    advice = next_lesson(Library().lessons, saved_progress())
    if advice is None:
        return Way("a lesson once more", f"tensorlab lesson {FIRST}", lambda: take_lesson(FIRST))
    name = advice.lesson
    title = f"go on with the lesson {name}: {advice.why}"
    return Way(title, f"tensorlab lesson {name}", lambda: take_lesson(name))


def map_way() -> Way:
    """Return the way to the list of lessons."""
    from tensorlab.repl.lesson_start import list_lessons

    return Way("the map of lessons", "tensorlab lesson --list", list_lessons)


def prompt_way() -> Way:
    """Return the way to the prompt."""

    def go() -> int:
        from tensorlab.repl.start import start

        return start()

    return Way("the prompt", "tensorlab repl", go)
