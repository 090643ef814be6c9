"""What stands at the cursor: the dotted name being typed, and the call around it."""

import re
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.frozen import Frozen
from tensorlab.language.running.session import Session
from tensorlab.language.values.attributes import looked_at
from tensorlab.language.values.functions import BoundMethod

DOTTED = re.compile(r"(?:[A-Za-z_]\w*\s*\.\s*)*[A-Za-z_]?\w*$")
OPENING, CLOSING = "([{", ")]}"
STRING = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")
UNCLOSED = re.compile(r"""["'][^"'\n]*$""")
RESULT = "()"
RESULT_BEFORE = re.compile(r"[)\]]\s*\.\s*$")
CALLED = re.compile(r"[A-Za-z_][\w.]*$")
COMMENT = re.compile(r"#[^\n]*")
KEYWORD = re.compile(r"[(,]\s*(\w+)\s*=\s*$")
LOOKED_UP = re.compile(r"([A-Za-z_][\w.]*)\[\s*$")


class Cursor(Frozen):
    """The text before the cursor, read just far enough to know what can follow.

    `path` is what stands before the last dot, `word` what has been typed of the name after it; of
    a result, as in f(x).word, the path begins with RESULT.
    `function` is the call that the cursor stands in, `position` the number of arguments before
    it, and `keyword` the parameter being given. `container` is what an item is looked up in.
    `inside_text` is true within a text or a comment; of a text, `word` is what stands in it so far
    and `quote` what it begins with.
    """

    word: str
    function: str
    position: int
    keyword: str
    container: str
    path: str = ""
    inside_text: bool = False
    quote: str = ""


def at_cursor(text: str) -> Cursor:
    """Return what stands at the end of a text."""
    bare = COMMENT.sub("#", STRING.sub('""', text))
    line = bare.rpartition("\n")[2]
    unclosed = UNCLOSED.search(line.replace('""', "  "))
    if "#" in line:
        return placed(bare, "", bare, inside_text=True)
    if unclosed is not None:
        begin = len(bare) - len(unclosed[0])
        quote, word = unclosed[0][0], unclosed[0][1:]
        return placed(bare[:begin], word, bare[:begin], inside_text=True, quote=quote)
    match = DOTTED.search(bare)
    found = "" if match is None else match[0]
    path, _, word = "".join(found.split()).rpartition(".")
    before = bare[: len(bare) - len(found)]
    if RESULT_BEFORE.search(before):
        path = f"{RESULT}.{path}" if path else RESULT
    return placed(bare, word, before, path=path)


def placed(bare: str, word: str, before: str, **more: Any) -> Cursor:
    """Return the cursor behind a text without its strings; `before` ends where the name begins."""
    keyword, container = KEYWORD.search(before), LOOKED_UP.search(before)
    function, position = call_around(bare)
    return Cursor(
        word=word,
        function=function,
        position=position,
        keyword=keyword[1] if keyword else "",
        container=container[1] if container else "",
        **more,
    )


def innermost_open(text: str) -> int | None:
    """Return where the innermost bracket stands that is still open; texts count as any other."""
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        if text[place] in CLOSING:
            depth += 1
        elif text[place] in OPENING:
            if depth == 0:
                return place
            depth -= 1
    return None


def call_around(text: str) -> tuple[str, int]:
    """Return the dotted name of the innermost call that is still open, and the arguments so far."""
    place = innermost_open(text)
    if place is None:
        return "", 0
    name = CALLED.search(text[:place]) if text[place] == "(" else None
    if name is None:
        return call_around(text[:place])
    of_result = RESULT_BEFORE.search(text[: name.start()])
    return f"{RESULT}." * bool(of_result) + name[0], commas(text[place + 1 :])


def commas(text: str) -> int:
    """Return the number of commas in a text that stand in no brackets, or in open ones."""
    count, depth = 0, 0
    for mark in text:
        depth += (mark in OPENING) - (mark in CLOSING)
        count += mark == "," and depth == 0
    return count


def reached(session: Session, path: str) -> Any:
    """Return what a dotted name stands for, None where that cannot be seen; nothing is run."""
    first, *rest = path.split(".")
    try:
        if first == RESULT:  # most calls give a tensor
            value: Any = wrap(np.empty(0, np.float32), DTYPES["float32"])
        else:
            names = session.names
            value = names[first] if first in names else session.library.find(first)
        for name in rest:
            value = looked_at(value, name)
    except (KeyError, AttributeError):
        return None
    return value


def operation_of(session: Session, function: str) -> Operation | None:
    """Return the declared operation that a call of a dotted name reaches."""
    from tensorlab.explain.reference.functions import declared  # noqa: PLC0415  it loads every operation

    if is_method(session, function):
        return declared(f"torch.Tensor.{function.rpartition('.')[2]}")
    found = reached(session, function)
    return declared(found.name) if isinstance(found, BoundMethod) else called(found)


def is_method(session: Session, function: str) -> bool:
    """Return whether a dotted name is that of a tensor's method."""
    path = function.rpartition(".")[0]
    return bool(path) and isinstance(reached(session, path), Tensor)


def called(value: object) -> Operation | None:
    """Return the declared operation that a variable is a name of."""
    found = getattr(getattr(value, "function", None), "operation", None)
    return found if isinstance(found, Operation) else None


def first_line(operation: Operation | None) -> str:
    """Return what an operation does, in the first line of its documentation."""
    return "" if operation is None else operation.doc.strip().partition("\n")[0]
