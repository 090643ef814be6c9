"""Fields of a lesson file: `name: text` lines, continued on indented lines."""

import textwrap
from typing import NamedTuple

from tensorlab.frozen import pattern

START = pattern(r"([a-z]+):(?: (.*))?$")


class Field(NamedTuple):
    """One field: where it begins, its name and its text without the indentation."""

    line: int
    name: str
    text: str


class FieldError(Exception):
    """A line that is no field, or a field that has no place here."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def read_fields(lines: list[str], first_line: int, allowed: tuple[str, ...]) -> list[Field]:
    """Return the fields of some lines; `first_line` is the file's number of the first.

    Raises:
        FieldError: a name that is not `allowed`, an empty field, or a line that starts none.
    """
    found: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(lines, first_line):
        start = START.match(line)
        if start:
            if start[1] not in allowed:
                choices = ", ".join(allowed)
                raise FieldError(number, f"there is no field {start[1]!r} here; use {choices}")
            found.append((number, start[1], [start[2] or ""]))
        elif found and (not line.strip() or line.startswith("  ")):
            found[-1][2].append(line)
        elif line.strip():
            message = f"expected a field such as '{allowed[0]}: ...', or an indented line: {line!r}"
            raise FieldError(number, message)
    return [_field(number, name, parts) for number, name, parts in found]


def _field(line: int, name: str, parts: list[str]) -> Field:
    rest = textwrap.dedent("\n".join(parts[1:]))
    text = f"{parts[0].strip()}\n{rest}".strip("\n").rstrip()
    if not text:
        raise FieldError(line, f"the field {name!r} is empty")
    return Field(line, name, text)


def split_list(text: str) -> tuple[str, ...]:
    """Return the words of a list such as `mm, matmul, @`."""
    return tuple(word.strip() for word in text.split(",") if word.strip())
