"""Types put together of others, written as in Python: `list[int]`, `int | None`."""

import sys
from collections.abc import Iterable
from typing import Any, Final

from tensorlab.language.limits.meter import meter
from tensorlab.language.values.display import describe
from tensorlab.language.values.values import NONE_TYPE, TypeValue, type_name

LONGEST: Final = 2000  # characters of a text about types


class Form(TypeValue):
    """A type with its parts named: what it makes, and what it is made of, does not change."""

    __slots__ = ()

    def __repr__(self) -> str:
        return self.name


class Union(Form):
    """One of several types, exceptions among them."""

    __slots__ = ("kinds",)

    def __init__(self, name: str, kinds: tuple[Any, ...]) -> None:
        classes = tuple(made for kind in kinds for made in kind.classes)
        super().__init__(name, classes, refuse)
        self.kinds = kinds


Form.__name__ = "types.GenericAlias"
Union.__name__ = "types.UnionType"


def refuse(*given: object, **named: object) -> Any:
    """Refuse to make anything: no one knows of which type."""
    raise TypeError("Cannot instantiate typing.Union")


def text_of_type(kind: object) -> str:
    """Return how a type is written as a part of another."""
    if isinstance(kind, list):
        return f"[{texts(kind)}]"
    if kind is ...:
        return "..."
    if not isinstance(kind, TypeValue):
        if isinstance(kind, str):
            return f"ForwardRef({describe(kind)})"
        return describe(kind) if isinstance(kind, int | None) else type_name(kind)
    return kind.name


def texts(kinds: Iterable[Any]) -> str:
    """Return several, with commas between them."""
    return short(", ".join(map(text_of_type, kinds)))


def short(text: str) -> str:
    """Return the name of a type.

    Raises:
        TypeError: it is very long.
    """
    meter.grow(4 * len(text))
    if len(text) > LONGEST:
        raise TypeError(f"types are named in {LONGEST:,} characters at most")
    return text


def members(kinds: Iterable[Any]) -> tuple[Any, ...]:
    """Return the types of a union, each once: None stands for its type."""
    found: list[Any] = []
    for kind in kinds:
        for part in kind.kinds if isinstance(kind, Union) else (kind,):
            made = NONE_TYPE if part is None else part
            if isinstance(made, TypeValue) and made not in found:
                found.append(made)
            meter.spend(1 + len(found))
    return tuple(found)


def joined(first: object, second: object) -> Any:
    """Return `int | None`."""
    for kind in (first, second):
        if kind is not None and not isinstance(kind, TypeValue):
            return NotImplemented
    return one_of(members((first, second)))


def one_of(kinds: tuple[Any, ...], named: str = "") -> Any:
    """Return a union, which has its name from Python 3.14 on however it was written."""
    words = ("None" if kind is NONE_TYPE else text_of_type(kind) for kind in kinds)
    name = named if named and sys.version_info < (3, 14) else " | ".join(words)
    return kinds[0] if len(kinds) == 1 else Union(short(name), kinds)


def with_parts(kind: TypeValue, index: Any) -> Any:
    """Return what `List[int]` means: the type itself, with the names of its parts."""
    parts = index if isinstance(index, tuple) else (index,)
    if kind.name == "typing.Optional":
        return one_of(members((*parts, None)), f"typing.Optional[{texts(parts)}]")
    if kind.name == "typing.Union":
        found = members(parts)
        if len(found) == 2 and NONE_TYPE in found:
            return with_parts(TypeValue("typing.Optional", (), refuse), found[0])
        listed = texts(NONE_TYPE if part is None else part for part in parts)
        return one_of(found, f"typing.Union[{listed}]")
    if kind.name == "typing.Literal":
        return Form(f"typing.Literal[{short(', '.join(map(describe, parts)))}]", (), refuse)
    named = f"{kind.name.partition('[')[0]}[{texts(parts)}]"
    return Form(named, kind.classes, kind.convert, kind.members)
