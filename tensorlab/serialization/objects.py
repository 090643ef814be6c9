"""Objects of classes in PyTorch's files: written by their classes' names, with their state."""

from __future__ import annotations

import struct
from types import FunctionType
from typing import Any

from tensorlab.serialization.naming import public_place


def write_named(writing: Any, kind: Any) -> None:
    """Write a class, or a function, by its name."""
    writing.known(*public_place(kind))


def write_object(writing: Any, value: Any) -> None:
    """Write an object: its class, what it is made with, and its state."""
    reduced = value.__reduce_ex__(2)
    if isinstance(reduced, str):
        raise TypeError(f"such a file holds values, not {type(value).__name__}")
    make, given, *rest = reduced
    state, items, pairs = (*rest, None, None, None)[:3]
    if make.__name__ == "__newobj__":
        write_named(writing, given[0])
        writing.write(tuple(given[1:]))
        writing.parts.append(b"\x81")
    else:
        write_named(writing, make)
        writing.write(tuple(given))
        writing.parts.append(b"R")
    writing.remember(value)
    if items is not None:
        writing.several(b"(", list(items), b"e")
    if pairs is not None:
        writing.several(b"(", [part for pair in pairs for part in pair], b"u")
    if state is not None:
        writing.write(state)
        writing.parts.append(b"b")


def write_other(writing: Any, value: object) -> None:
    """Write what is no plain value."""
    if isinstance(value, type | FunctionType):
        write_named(writing, value)
    else:
        write_object(writing, value)


def write_again(number: int) -> bytes:
    """Return what stands for an object that was written before."""
    return b"j" + struct.pack("<I", number)
