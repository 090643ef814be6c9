"""A script's text cut into the statements that a prompt would have taken one by one."""

import re
from collections.abc import Callable, Iterator

# These go on with the statement before them, although they are not indented.
CLAUSES = re.compile(r"(?:else|elif|except|finally|case)\b")


def statements(text: str, is_complete: Callable[[str], bool]) -> Iterator[str]:
    """Yield the statements of a script, each with blank lines before it up to its own line.

    The blank lines keep the line numbers of error messages those of the script. A statement that
    never becomes complete is yielded as it is: running it says what it lacks.
    """
    lines = text.split("\n")
    first = 0
    while first < len(lines):
        if not lines[first].strip():
            first += 1
            continue
        end = end_of_statement(lines, first, is_complete)
        yield "\n" * first + "\n".join(lines[first:end])
        first = end


def end_of_statement(lines: list[str], first: int, is_complete: Callable[[str], bool]) -> int:
    """Return the line after the statement that begins on a line."""
    if lines[first].startswith((":", "?")):
        return first + 1
    for end in range(first + 1, len(lines) + 1):
        if end < len(lines) and goes_on(lines[end]):
            continue
        if is_complete("\n".join((*lines[first:end], ""))):  # a line follows: no block goes on
            return end
    return len(lines)


def goes_on(line: str) -> bool:
    """Return whether a line cannot begin a statement of its own."""
    return not line.strip() or line[0] in " \t#" or CLAUSES.match(line) is not None
