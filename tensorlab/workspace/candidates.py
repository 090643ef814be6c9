"""What can be typed next: names, attributes, parameters and data types, with shapes beside."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.reference import declared, function_names
from tensorlab.language.attributes import looked_at
from tensorlab.language.session import Session
from tensorlab.workspace.command_line import MARK
from tensorlab.workspace.cursor import RESULT, Cursor, at_cursor
from tensorlab.workspace.summary import summary

KEYWORDS = (
    "and", "as", "assert", "break", "continue", "def", "del", "elif", "else", "except", "False",
    "finally", "for", "from", "if", "import", "in", "is", "lambda", "None", "not", "or", "pass",
    "raise", "return", "True", "try", "while", "with",
)  # fmt: skip
Notes = Iterator[tuple[str, str]]


class Candidate(NamedTuple):
    """What a word may become, and a note on it."""

    name: str
    note: str


class Candidates(NamedTuple):
    """The word being typed, and what it may become, the program's own names first."""

    word: str
    found: tuple[Candidate, ...]


def candidates(session: Session, text: str, commands: Mapping[str, str]) -> Candidates:
    """Return what the word at the end of a text may become, each once; nothing is run.

    `commands` says what each command is for that may stand behind a colon.
    """
    word, noted = possible(session, text, commands)
    notes = {name: note for name, note in reversed([*noted]) if name.startswith(word)}
    return Candidates(word, tuple(Candidate(name, notes[name]) for name in reversed(notes)))


def possible(session: Session, text: str, commands: Mapping[str, str]) -> tuple[str, Notes]:
    """Return the word being typed, and what may stand in its place with a note on each."""
    if text.startswith("?"):
        return text[1:].lstrip(), ((name, "") for name in function_names())
    if text.startswith(MARK) and " " not in text:
        return text[1:], iter(commands.items())
    cursor = at_cursor(text)
    if cursor.inside_text:
        return cursor.word, iter(())
    return cursor.word, of_cursor(session, cursor)


def of_cursor(session: Session, cursor: Cursor) -> Notes:
    """Yield what may stand at a place in a program."""
    if cursor.path:
        yield from attributes(session, cursor)
        return
    if cursor.keyword == "dtype":
        yield from ((f"torch.{name}", "data type") for name in DTYPES)
    elif cursor.function and not cursor.keyword:
        yield from parameters(session, cursor.function)
    for name, value in session.names.items():
        yield name, summary(value)
    if cursor.word:
        yield from ((name, "") for name in (*sorted(session.known_names()), *KEYWORDS))


def attributes(session: Session, cursor: Cursor) -> Notes:
    """Yield the attributes of the value that a dotted name stands for; underscores on demand."""
    value = value_of(session, cursor.path)
    if value is None:
        return
    for name in sorted(session.attributes_of(value)):
        if cursor.word.startswith("_") or not name.startswith("_"):
            yield name, first_line(operation_of(session, f"{cursor.path}.{name}"))


def value_of(session: Session, path: str) -> Any:
    """Return what a dotted name stands for, None where that cannot be seen; nothing is run."""
    if path == RESULT:
        return wrap(np.empty(0, np.float32), DTYPES["float32"])  # most calls give a tensor
    first, *rest = path.split(".")
    try:
        value = session.names[first] if first in session.names else session.library.find(first)
        for name in rest:
            value = looked_at(value, name)
    except (KeyError, AttributeError):
        return None
    return value


def operation_of(session: Session, function: str) -> Operation | None:
    """Return the declared operation that a call of a dotted name reaches."""
    path, _, name = function.rpartition(".")
    if path and isinstance(value_of(session, path), Tensor):
        return declared(f"torch.Tensor.{name}")
    return declared(function)


def parameters(session: Session, function: str) -> Notes:
    """Yield the parameters of a call that have a name worth typing."""
    operation = operation_of(session, function)
    if operation is None:
        return
    for parameter in operation.signature.parameters.values():
        if not parameter.is_operand and not parameter.variadic:
            yield f"{parameter.name}=", "parameter"


def first_line(operation: Operation | None) -> str:
    """Return what an operation does, in the first line of its documentation."""
    return "" if operation is None else operation.doc.strip().partition("\n")[0]
