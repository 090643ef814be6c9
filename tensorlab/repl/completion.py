"""What can be typed next: names, attributes, parameters and data types, with shapes beside."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.reference import declared, function_names
from tensorlab.language.attributes import looked_at
from tensorlab.language.session import Session
from tensorlab.render.value import summary
from tensorlab.repl.command_line import MARK
from tensorlab.repl.cursor import RESULT, Cursor, at_cursor

KEYWORDS = (
    "and", "as", "assert", "break", "continue", "def", "del", "elif", "else", "except", "False",
    "finally", "for", "from", "if", "import", "in", "is", "lambda", "None", "not", "or", "pass",
    "raise", "return", "True", "try", "while", "with",
)  # fmt: skip
Candidates = Iterator[tuple[str, str]]


class TensorCompleter(Completer):
    """Completes what stands at the cursor from the session as it is."""

    def __init__(self, session: Callable[[], Session], commands: Mapping[str, str]) -> None:
        self.session = session
        self.commands = commands  # what each is for, by name

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield the completions, each once, those of the program first."""
        try:
            word, candidates = self.candidates(document.text_before_cursor)
            notes = {name: note for name, note in reversed([*candidates]) if name.startswith(word)}
        except Exception:  # noqa: BLE001  nobody's line is lost to a completion that fails
            return
        for name in reversed(notes):
            yield Completion(name, -len(word), display_meta=notes[name])

    def candidates(self, text: str) -> tuple[str, Candidates]:
        """Return the word being typed, and what it may become with a note on each."""
        if text.startswith("?"):
            return text[1:].lstrip(), ((name, "") for name in function_names())
        if text.startswith(MARK) and " " not in text:
            return text[1:], iter(self.commands.items())
        cursor = at_cursor(text)
        if cursor.inside_text:
            return cursor.word, iter(())
        return cursor.word, self.of_cursor(cursor)

    def of_cursor(self, cursor: Cursor) -> Candidates:
        """Yield what may stand at a place in a program."""
        session = self.session()
        if cursor.path:
            yield from attributes(session, cursor)
            return
        if cursor.keyword == "dtype":
            yield from ((f"torch.{name}", "data type") for name in DTYPES)
        elif cursor.function and not cursor.keyword:
            yield from parameters(session, cursor.function)
        for name, value in session.names.items():
            yield name, meta_of(value)
        if cursor.word:
            yield from ((name, "") for name in (*sorted(session.known_names()), *KEYWORDS))


def attributes(session: Session, cursor: Cursor) -> Candidates:
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


def parameters(session: Session, function: str) -> Candidates:
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


def meta_of(value: object) -> str:
    """Return the note beside a variable: a tensor's shape and type, else its value, cut short."""
    return summary(value)
