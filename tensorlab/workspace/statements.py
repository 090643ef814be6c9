"""What is entered: a text cut into statements as a prompt takes them, and which took effect."""

import ast
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tensorlab.engine.tensor import Tensor
from tensorlab.language.outcome import Failure
from tensorlab.language.reading.layout import goes_on, logical_lines
from tensorlab.language.reading.source import tree_of
from tensorlab.language.reading.syntax import is_complete
from tensorlab.workspace.command_line import question

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
    # a decorator stands above what it decorates
    return last.startswith("@") or goes_on(line)


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
    tree = tree_of(statement)
    return not (tree and tree.body and hasattr(tree.body[-1], "body"))


class Statement(NamedTuple):
    """A statement that took effect, by the number of those that worked until then."""

    source: str
    number: int
    gave: bool = False  # a value, which became the last result
    failed: bool = False  # and yet it had changed something


def cut(source: str, failure: Failure) -> tuple[str, str]:
    """Return what of a program worked before a statement failed, and that statement.

    It is left out where it can have changed nothing. Where a function failed, it is not known which
    statement called it: then all of the program counts as failed.
    """
    if failure.span is None or failure.led_by or failure.source != source:
        return "", trimmed(source)
    place = offset(source, failure.span.line, failure.span.column)
    for node in ast.parse(source).body:
        if end_of(source, node) > place:
            worked = trimmed(source[: begin_of(source, node)]).rstrip("; ")
            failed = source[begin_of(source, node) : end_of(source, node)]
            return worked, failed if not worked or may_change(node) else ""
    return "", trimmed(source)


def trimmed(source: str) -> str:
    """Return a program without the empty lines around it."""
    return source.strip("\n").rstrip()


def may_change(statement: ast.stmt) -> bool:
    """Return whether a statement can have changed something before it failed."""
    return any(isinstance(node, ast.Call) or hasattr(node, "body") for node in ast.walk(statement))


def begin_of(source: str, node: ast.AST) -> int:
    """Return the place in a text where a part of its program begins."""
    line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    return offset(source, line, characters(source, line, column))


def end_of(source: str, node: ast.AST) -> int:
    """Return the place in a text where a part of its program ends."""
    line, column = getattr(node, "end_lineno", 1), getattr(node, "end_col_offset", 0)
    return offset(source, line, characters(source, line, column))


def characters(source: str, line: int, column: int) -> int:
    """Return how many characters the first bytes of a line are."""
    return len(source.split("\n")[line - 1].encode()[:column].decode())


def offset(source: str, line: int, column: int) -> int:
    """Return the place in a text of a column of a line."""
    return sum(len(each) + 1 for each in source.split("\n")[: line - 1]) + column


LAST = ("_", "__", "___")
OUT = "Out"
MOST = 100  # kept by number
# of a tensor that is kept by number: each is looked at before a statement
MOST_BYTES = 1 << 20
NUMBERED = re.compile(r"_\d+")


def is_result(name: str) -> bool:
    """Return whether a name is given to results, and not by the program."""
    return name in LAST or name == OUT or NUMBERED.fullmatch(name) is not None


def keep(names: dict[str, Any], number: int, value: object) -> None:
    """Make a value the last result of these names, and move the earlier ones on."""
    results = [value, *(names[name] for name in LAST[:-1] if name in names)]
    names.update(zip(LAST, results, strict=False))
    if isinstance(value, Tensor) and value.shape.numel() * value.dtype.itemsize > MOST_BYTES:
        return
    out = names.setdefault(OUT, {})
    if not isinstance(out, dict):
        return  # the program has given the name to something else
    out[number] = names[f"_{number}"] = value
    for old in numbers(names)[:-MOST]:
        del out[old]
        names.pop(f"_{old}", None)


def numbers(names: dict[str, Any]) -> list[int]:
    """Return the numbers that results are kept by, in order."""
    out = names.get(OUT)
    return [each for each in out if isinstance(each, int)] if isinstance(out, dict) else []
