"""How a line that begins with a colon is read: abbreviations, and the nearest name."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

MARK = ":"
# What leaves other programs, and what asks them for help.
LEAVING = {"q", "q!", "wq", "x", "bye", "logout", "exit", "quit"}
HELPING = {"h", "help", "?"}


class UnknownCommandError(Exception):
    """A line names no command, or more than one; the message says what to type instead."""


def split(line: str) -> tuple[str, str]:
    """Return the word of a command and what stands behind it."""
    word, _, argument = line.strip().removeprefix(MARK).partition(" ")
    return word, argument.strip()


def command_named(word: str, names: Iterable[str]) -> str:
    """Return the command that a word stands for: its own name, or the only one that begins so.

    Raises:
        UnknownCommandError: none does, or several.
    """
    known = list(names)
    if word in known:
        return word
    matches = [name for name in known if word and name.startswith(word)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UnknownCommandError(f":{word} can mean {choice(matches)}")
    if advice := ending_or_help(word):
        raise UnknownCommandError(advice)
    near = get_close_matches(word, known, 3)
    advice = f"did you mean {choice(near)}?" if near else ":help lists the commands"
    raise UnknownCommandError(f"there is no command :{word}; {advice}")


def ending_or_help(word: str) -> str:
    """Return how to leave or where help is, if that is what a word asks for elsewhere."""
    if word in LEAVING:
        return ":quit leaves, and so do exit and Ctrl-D; :save FILE keeps what worked"
    return ":help lists the commands, ?name explains" if word in HELPING else ""


def choice(names: Sequence[str]) -> str:
    """Return commands as a choice in words."""
    *front, last = (f"{MARK}{name}" for name in names)
    return f"{', '.join(front)} or {last}" if front else last
