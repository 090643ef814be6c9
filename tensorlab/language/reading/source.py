"""From text to a syntax tree, and from its nodes back to places in the text."""

import ast
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from tensorlab.engine.warning import warn
from tensorlab.errors import LimitReached, SaidAside
from tensorlab.frozen import pattern
from tensorlab.language.outcome import Span

# Nobody types longer programs; reading and compiling takes a few seconds for so many characters.
LONGEST = 500_000


class Source:
    """A program's text; its lines as the parser counts them."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.lines = self.text.split("\n")

    def column(self, line: int, offset: int) -> int:
        """Return the column in characters of an offset in UTF-8 bytes."""
        if not 0 < line <= len(self.lines):
            return offset
        text = self.lines[line - 1]
        return offset if text.isascii() else len(text.encode()[:offset].decode(errors="ignore"))

    def span(self, node: ast.AST | None) -> Span | None:
        """Return where a node stands."""
        line = getattr(node, "lineno", None)
        if node is None or line is None:
            return None
        end_line = getattr(node, "end_lineno", None) or line
        # Nodes with a line have a column.
        start = self.column(line, node.col_offset)  # type: ignore[attr-defined]
        end = self.column(end_line, getattr(node, "end_col_offset", None) or start)
        return Span(line, start, end_line, end)

    def excerpt(self, span: Span | None) -> str:
        """Return the text of a span."""
        if span is None:
            return ""
        lines = self.lines[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column]
        lines[0] = lines[0][span.column :]
        return "\n".join(lines)


@contextmanager
def quiet() -> Iterator[None]:
    """Keep the parser's warnings (`1 is 1`, bad escapes) from reaching the terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# What notebooks take besides Python, none of which changes a value: %matplotlib inline.
MAGIC = pattern(r"^(?P<indent>[ \t]*)(?P<mark>[%!])(?=[a-z]).*$", re.MULTILINE)
FOR_A_SHELL = "is for a shell, which programs do not reach: the line was left out"


def parsed(source: Source) -> ast.Module:
    """Return the tree of a program, the lines in it that are for a notebook left out."""
    try:
        return ast.parse(source.text)
    except SyntaxError:
        plain = MAGIC.sub(lambda line: f"{line['indent']}pass", source.text)
        if plain == source.text:
            raise
        tree = ast.parse(plain)
        for line in MAGIC.finditer(source.text):
            if line["mark"] == "!":
                warn(f"{line[0].strip()!r} {FOR_A_SHELL}", SaidAside)
        return tree


def parse(source: Source) -> ast.Module:
    """Return the tree of a program; nobody is warned of what the parser finds odd.

    Raises:
        SyntaxError: it is no Python.
        LimitReached: it is too long or too deep for the parser.
    """
    with quiet():
        return read(source)


def tree_of(text: str) -> ast.Module | None:
    """Return the tree of a text, None where it is no program."""
    try:
        with quiet():
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def read(source: Source) -> ast.Module:
    """Return the tree of a program, where somebody sees to the parser's warnings.

    Raises:
        SyntaxError: it is no Python.
        LimitReached: it is too long or too deep for the parser.
    """
    if len(source.text) > LONGEST:
        raise LimitReached("program size", f"a program may have {LONGEST:,} characters")
    if "\0" in source.text:
        line = source.text.count("\n", 0, source.text.index("\0")) + 1
        column = source.lines[line - 1].index("\0") + 1
        raise SyntaxError(
            "source code cannot contain null bytes", ("", line, column, source.lines[line - 1])
        )
    try:
        return parsed(source)
    except (RecursionError, MemoryError):
        raise LimitReached("depth", "the expression is nested too deeply to be read") from None
    except UnicodeEncodeError:
        raise SyntaxError("the text has characters that are half of another (surrogates)") from None
    except ValueError as error:
        raise SyntaxError(str(error)) from None
