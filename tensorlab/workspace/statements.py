"""A script's text cut into the statements that a prompt would have taken one by one."""

import ast
from collections.abc import Iterator

from tensorlab.language.reading.layout import goes_on, logical_lines
from tensorlab.language.reading.syntax import is_complete
from tensorlab.workspace.line import question

QUESTIONS = (":", "?")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements of a script, each with the number of lines before it.

    What is open at the end is yielded as it is: running it says what it lacks.
    """
    number = 0
    statement: list[str] = []
    last = ""  # but for blank lines and comments
    for line in lines_of(text):
        if statement and not continues(last, line):
            yield number, "".join(statement)
            number += sum(part.count("\n") for part in statement)
            statement = []
        if statement or line.strip():
            statement.append(line)
            is_blank = not line.strip() or line.startswith("#")
            last = last if is_blank else line
        else:
            number += 1
    if statement:
        yield number, "".join(statement)


def lines_of(text: str) -> Iterator[str]:
    """Yield the logical lines of a script; a question is one line, whatever is open in it."""
    begin = 0
    for end, _ in logical_lines(text, QUESTIONS):
        yield text[begin:end]
        begin = end


def continues(last: str, line: str) -> bool:
    """Return whether a line belongs to the statement whose last line is given."""
    if last.startswith(QUESTIONS):
        return False
    return last.startswith("@") or goes_on(line)  # a decorator stands above what it decorates


def is_question(statement: str) -> bool:
    """Return whether a statement is for the prompt: a command, or a question."""
    return statement.startswith(QUESTIONS) or question(statement) is not None


class Incoming:
    """The statements of a text that arrives in parts."""

    def __init__(self) -> None:
        self.pending = ""
        self.before = 0  # lines

    @property
    def may_be_over(self) -> bool:
        """Whether what has come of a statement could be all of it: an empty line follows."""
        return self.pending.endswith("\n\n") and is_complete(self.pending)

    def taken(self, text: str, *, final: bool) -> list[tuple[int, str]]:
        """Return the statements that are whole, the last one only if nothing can belong to it."""
        self.pending += text
        parts = [*statements(self.pending)]
        if parts and not final and not is_over(parts[-1][1]):
            parts, (place, _) = parts[:-1], parts[-1]
        else:
            place = self.pending.count("\n")
        found = [(self.before + number, part) for number, part in parts]
        lines = self.pending.split("\n")
        self.pending = "\n".join(lines[place:])
        self.before += place
        return found


def is_over(statement: str) -> bool:
    """Return whether no further line can belong to a statement."""
    if is_question(statement):
        return True
    if statement.startswith("@") or not is_complete(f"{statement}\n"):
        return False
    try:
        return not hasattr(ast.parse(statement).body[-1], "body")
    except (SyntaxError, ValueError, IndexError, RecursionError, MemoryError):
        return True
