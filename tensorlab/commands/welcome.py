"""`tensorlab` alone in a terminal: what one can do, each a key away."""

import sys
from collections.abc import Callable
from typing import NamedTuple

from tensorlab.process.lifecycle import ExitCode
from tensorlab.version import VERSION

WHAT = "type a tensor expression, get PyTorch's answer, and ask why."


class Way(NamedTuple):
    """A way to go: what it is, how a shell calls it, and what does it."""

    title: str
    command: str
    go: Callable[[], int]


def welcome() -> int:
    """Greet, say what is due, and go where the user wants to."""
    from rich.text import Text

    from tensorlab.course.lessons.library import Library
    from tensorlab.course.progress.path import next_lesson
    from tensorlab.course.progress.progress import saved_progress
    from tensorlab.render.look.console import show
    from tensorlab.render.look.tables import Pairs
    from tensorlab.repl.lesson_start import due_line, list_lessons, review, take_lesson

    library, progress = Library(), saved_progress()
    advice = next_lesson(library.lessons, progress)
    lesson = advice.lesson if advice else "matmul"
    title = f"{advice.title}: {advice.why}" if advice else "a lesson once more"
    ways = [
        Way(title, f"tensorlab lesson {lesson}", lambda: take_lesson(lesson)),
        Way("the map of lessons", "tensorlab lesson --list", list_lessons),
        Way("the prompt", "tensorlab repl", prompt),
    ]
    if waiting := due_line(library, progress):
        show(Text(f"{waiting}\n", "hint"))
        ways.insert(0, Way("review, with fresh numbers", "tensorlab review", review))
    show(Text.assemble((f"tensorlab {VERSION}", "name"), f": {WHAT}\n"))
    if not progress.records:
        show(Text("New here? Press Enter: the first lesson shows what a tensor is.\n", "hint"))
    show(Pairs((f"{key}  {way.title}", way.command) for key, way in enumerate(ways, 1)))
    keys = f"Enter for 1, a number up to {len(ways)}, an expression, or q to leave:"
    show(Text(f"\ntensorlab --help lists all commands\n{keys}", "quiet"))
    chosen = asked(len(ways))
    if isinstance(chosen, str):
        return prompt(chosen)
    return ExitCode.FINE if chosen is None else ways[chosen - 1].go()


def asked(most: int) -> int | str | None:
    """Return the number that somebody chooses, or the line for the prompt that they type.

    Enter is the first number; q or no more input leaves, which is None.
    """
    chosen = {"": 1, "q": None} | {str(number): number for number in range(1, most + 1)}
    while True:
        sys.stdout.write("> ")
        sys.stdout.flush()
        given = (sys.stdin.readline() or "q").strip()
        if given.lower() in chosen:
            return chosen[given.lower()]
        if not given.isdigit():
            return given
        print(f"{given} is none of these.")


def prompt(*first: str) -> int:
    """Talk at the prompt; answer some lines first."""
    from tensorlab.repl.start import start

    return start(first=first)
