"""Whether a text at the prompt is a whole program, waits for another line, or is none at all."""

import ast
import codeop

from tensorlab.errors import LimitReached
from tensorlab.language.outcome import Failure
from tensorlab.language.reading.layout import has_open_block, logical_lines
from tensorlab.language.reading.source import Source, parse, quiet
from tensorlab.language.reading.syntax import syntax_failure

# A longer text is not compiled at each line's end to see a mistake while something is open.
SHORT = 2_000


def is_complete(text: str) -> bool:
    """Return False while a bracket, a text or a block is open.

    An indented block is open until an empty line ends it. A text with a mistake is complete:
    running it says what is wrong.
    """
    source = Source(text)
    if "\0" in source.text:
        return True
    if len(source.text) > SHORT and seems_open(source):
        return False
    try:
        with quiet():
            if codeop.compile_command(source.text, "<input>", "exec") is None:
                return False
            body = ast.parse(source.text).body
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
        return True
    last_line = source.lines[-1]
    block_open = bool(body) and hasattr(body[-1], "body") and body[-1].end_lineno != body[-1].lineno
    return not (block_open and last_line.strip())


def seems_open(source: Source) -> bool:
    """Return whether a text is open by its layout alone."""
    closed = all(closed for _, closed in logical_lines(source.text))
    return not closed or (bool(source.lines[-1].strip()) and has_open_block(source.text))


def slip_of(text: str) -> Failure | None:
    """Return why a text is no program and where it cannot be read; None of a program."""
    source = Source(text)
    try:
        parse(source)
    except SyntaxError as error:
        return syntax_failure(error, source)
    except LimitReached:
        pass  # running it says so
    return None
