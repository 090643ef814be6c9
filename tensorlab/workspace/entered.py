"""What was entered and took effect: what worked, and what had changed something when it failed."""

import ast
from typing import NamedTuple

from tensorlab.language.outcome import Failure


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
