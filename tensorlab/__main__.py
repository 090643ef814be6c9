"""The console entry: answers plain `eval`, `help`, `lesson`, `repl` and their like; Typer the rest.

Reading a command line costs Typer as much as half an `import numpy`; who gives no options does not
pay for that. A script of Python's ends the process in its own way.
"""

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from tensorlab.process.lifecycle import NO_OPTIONS, finish, leave, prepare_streams

WIDTH_OF_HELP = 80


def main() -> NoReturn:
    """Answer the command line and end the process with the exit code that says how it went."""
    # Importing makes many objects and no garbage: looking for it as often as usual costs 15 ms.
    gc.set_threshold(100_000, 20, 100)
    # BLAS would start its threads at once; `numerics/matrices/blas.py` asks for them when needed.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    prepare_streams()
    leave(finish(lambda: answer(sys.argv[1:])))


def answer(arguments: Sequence[str]) -> int:
    """Return the exit code of a command line after doing what it asks."""
    match arguments:
        case ["--complete", *words]:
            from tensorlab.completing import words as table
            from tensorlab.completing.candidates import complete

            return complete(words, table)
        case ["--version"]:
            from tensorlab.version import VERSION

            print(f"tensorlab {VERSION}")
            return 0
        case ["--help" | "-h" | "help"] if are_plain([]) and (page := page_of_help()):
            sys.stdout.write(page)
            return 0
        case ["eval", expression] if is_plain(expression):
            from tensorlab.commands.evaluate import evaluate

            return evaluate([expression])
        case ["eval", "--format", ("plain" | "json") as form, expression] if is_plain(expression):
            from tensorlab.commands.evaluate import evaluate

            return evaluate([expression], form)
        case ["help", *words] if words and are_plain(words) and not is_command(words):
            from tensorlab.commands.help import show_found

            if show_found(" ".join(words)).went_well:
                return 0
        case ["lesson", name] if are_plain([name]):
            from tensorlab.repl.lesson_start import take_lesson

            return take_lesson(name)
        case ["progress"] if are_plain([]):
            from tensorlab.repl.lesson_start import show_progress

            return show_progress()
        case ["repl"] if not is_told_more():
            from tensorlab.repl.start import start

            return start()
        case ["python", script, *rest] if script == "-" or not script.startswith("-"):
            from tensorlab.commands.python import run_script

            return run_script(script, rest)
    from tensorlab.cli.application import command_line

    return command_line(arguments)


def page_of_help() -> str:
    """Return the page of all commands as it was drawn beforehand, nothing for a narrow window."""
    from shutil import get_terminal_size

    from tensorlab.completing.candidates import text_of

    is_wide = get_terminal_size().columns >= WIDTH_OF_HELP
    return text_of("completing", "help.txt") if is_wide else ""


def is_plain(expression: str) -> bool:
    """Return whether a word is an expression, and no option is given by the environment."""
    return not expression.startswith(("--", "-h")) and not is_told_more()


def are_plain(words: Sequence[str]) -> bool:
    """Return whether words are names or text, and no option is given beside them."""
    return not any(word.startswith("-") for word in words) and not is_told_more()


def is_command(words: Sequence[str]) -> bool:
    """Return whether words are the name of a command, which Typer has the help of."""
    from tensorlab.completing.words import OPTIONS

    return " ".join(words) in OPTIONS


def is_told_more() -> bool:
    """Return whether the environment gives options or settings."""
    given = (name for name in os.environ if name.startswith("TENSORLAB_"))
    return not NO_OPTIONS.issuperset(given)


if __name__ == "__main__":
    # `python -m` puts the working folder first: a numpy.py lying there must not become ours.
    if not sys.flags.safe_path:
        del sys.path[0]
    main()
