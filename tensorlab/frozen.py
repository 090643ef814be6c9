"""Records that never change, texts, and patterns and modules for later: all take no time to load.

Python takes a millisecond to make a dataclass, and a quarter of one for a regular expression.
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from os.path import dirname
from types import FunctionType, MappingProxyType
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

T = TypeVar("T", bound="Frozen")
# a default, which no record can add to
NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass_transform(frozen_default=True)
class Frozen:
    """A record: a class's annotations name its fields in order, and give defaults.

    Two are equal where their classes are, and their fields but for those named in `apart`.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    known: ClassVar[frozenset[str]] = frozenset()
    needed: ClassVar[frozenset[str]] = frozenset()  # they have no default
    compared: ClassVar[tuple[str, ...]] = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, *, kw_only: bool = False, apart: tuple[str, ...] = ()) -> None:
        """Take the fields of a class from its annotations."""
        for name, default in list(vars(cls).items()):
            if name in cls.__annotations__ and isinstance(default, FunctionType):
                setattr(cls, name, staticmethod(default))  # a value, no method
        cls.fields = tuple(dict.fromkeys((*cls.fields, *cls.__annotations__)))
        cls.known = frozenset(cls.fields)
        cls.needed = frozenset(name for name in cls.fields if not hasattr(cls, name))
        cls.compared = tuple(name for name in cls.fields if name not in apart)
        cls.__match_args__ = cls.fields  # type: ignore[misc]  # as mypy sees a dataclass

    def __init__(self, *given: object, **named: object) -> None:
        """Give the fields their values, as a dataclass does.

        Raises:
            TypeError: one lacks a value, has two, or is none of the fields.
        """
        own = vars(self)
        own.update(zip(self.fields, given, strict=False), **named)
        is_odd = len(own) < len(given) + len(named) or self.needed.difference(own)
        if is_odd or (named and not self.known.issuperset(named)):
            wanted, got = ", ".join(self.fields), (*given, *named)
            raise TypeError(f"{type(self).__name__} takes {wanted}, not {got}")

    def __setattr__(self, name: str, value: object = None) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name} stays as it is")

    __delattr__ = __setattr__

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.compared_values() == other.compared_values()

    def __hash__(self) -> int:
        return hash(self.compared_values())

    def compared_values(self) -> tuple[Any, ...]:
        """Return the values by which records are compared."""
        return tuple([getattr(self, name) for name in self.compared])

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__qualname__}({values})"


def replace(record: T, **changes: object) -> T:
    """Return a record of the same class that has other values in some fields."""
    values = {name: value for name, value in vars(record).items() if name in record.known}
    return type(record)(**values | changes)


def asdict(value: Any) -> Any:
    """Return a value whose records are dictionaries of their fields."""
    if isinstance(value, Frozen):
        return {name: asdict(getattr(value, name)) for name in value.fields}
    if isinstance(value, Mapping):
        return {key: asdict(each) for key, each in value.items()}
    return type(value)(map(asdict, value)) if type(value) in (list, tuple) else value


def json_line(content: object) -> str:
    """Return data as one line of JSON."""
    text: str = import_module("json").dumps(content, allow_nan=False)
    return text


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when it is first used."""
    return cast("re.Pattern[str]", Pattern(text, flags))


class Pattern:
    """A regular expression, with the methods that `re` gives one."""

    def __init__(self, text: str, flags: int) -> None:
        self.made_of = text, flags

    def __getattr__(self, name: str) -> Any:
        """Return a method, and keep it for the next time."""
        method = getattr(re.compile(*self.made_of), name)
        setattr(self, name, method)
        return method


class Later:
    """A module whose functions load it when they are called."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, function: str) -> Callable[..., Any]:
        return lambda *given: getattr(import_module(self.name), function)(*given)


def lines_beside(file: str, name: str) -> list[str]:
    """Return the lines of a text that lies beside a file of ours, but for comments."""
    with open(f"{dirname(file)}/{name}", encoding="utf-8") as text:  # noqa: PTH120, PTH123  pathlib takes 3 ms
        return [line.rstrip("\n") for line in text if not line.startswith("#")]


def texts_beside(file: str, name: str) -> dict[str, str]:
    """Return the texts in a file of them beside a file of ours: each behind what it is about."""
    return dict(line.split(": ", 1) for line in lines_beside(file, name))


def names_beside(file: str, name: str) -> dict[str, tuple[str, ...]]:
    """Return the lists of names in a text beside a file of ours: each behind what they are of."""
    return {of: tuple(names.split()) for of, names in texts_beside(file, name).items()}
