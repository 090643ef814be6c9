"""The `enum` module: classes whose members are all there is."""

from collections.abc import Iterator
from typing import Any

from tensorlab.language.attributes import GATES, missing
from tensorlab.language.classes.members import (
    ABSENT,
    ClassMethod,
    Property,
    StaticMethod,
    bound,
    of_class,
)
from tensorlab.language.classes.special import is_special
from tensorlab.language.classes.values import MAKERS, STEPS_OF_CLASS
from tensorlab.language.display import describe
from tensorlab.language.invoking import CALLABLE, call_value
from tensorlab.language.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.types import TYPE_VALUES, no_instances
from tensorlab.language.values import Function, Namespace, TypeValue, type_name

OF_MEMBERS = frozenset({"__str__", "__repr__", "__doc__", "__annotations__", "__call__"})


class Auto:
    """Stands for the next number."""

    __slots__ = ()


class Member:
    """One of the members of an enumeration."""

    __slots__ = ("cls", "name", "value")

    def __init__(self, cls: "EnumClass", name: str, value: Any) -> None:
        self.cls = cls
        self.name = name
        self.value = value

    def __repr__(self) -> str:
        return said(self, "__repr__") or f"<{self.cls.title}.{self.name}: {describe(self.value)}>"

    def __str__(self) -> str:
        own = said(self, "__str__")
        plain = self.cls.as_number and not self.cls.mixed
        return own or (str(self.value) if plain else f"{self.cls.title}.{self.name}")

    def __index__(self) -> int:
        if not self.cls.as_number:
            raise TypeError(f"'{self.cls.title}' object cannot be interpreted as an integer")
        return int(self.value)

    __int__ = __index__

    def compared(self, other: Any) -> tuple[Any, Any] | None:
        """Return the numbers to compare; None where there is nothing to compare."""
        value = other.value if isinstance(other, Member) else other
        return (self.value, value) if self.cls.as_number else None

    def __eq__(self, other: object) -> bool:
        pair = self.compared(other)
        return self is other if pair is None else bool(pair[0] == pair[1])

    def __hash__(self) -> int:
        return hash(self.value if self.cls.as_number else self.name)

    def __add__(self, other: Any) -> Any:
        pair = self.compared(other)
        return NotImplemented if pair is None else pair[0] + pair[1]

    def __sub__(self, other: Any) -> Any:
        pair = self.compared(other)
        return NotImplemented if pair is None else pair[0] - pair[1]

    def __mul__(self, other: Any) -> Any:
        pair = self.compared(other)
        return NotImplemented if pair is None else pair[0] * pair[1]

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other: Any) -> Any:
        pair = self.compared(other)
        return NotImplemented if pair is None else pair[0] < pair[1]

    def __gt__(self, other: Any) -> Any:
        pair = self.compared(other)
        return NotImplemented if pair is None else pair[0] > pair[1]


def said(member: Member, word: str) -> str | None:
    """Return the text that a method of the class gives, where it has one."""
    own = member.cls.table.get(word)
    if own is None:
        return None
    text = call_value(own, [member], {})
    if type(text) is not str:
        raise TypeError(f"{word} returned non-string (type {type_name(text)})")
    return text


class EnumClass(TypeValue):
    """An enumeration."""

    __slots__ = ("as_number", "found", "mixed", "table", "title")

    def __init__(
        self, name: str, title: str, table: dict[str, Any], *, as_number: bool, mixed: bool = False
    ) -> None:
        own = type(name, (Member,), {"__slots__": ()})
        super().__init__(f"__main__.{title}", (own,), self.member_of)
        self.title = title
        self.as_number = as_number
        self.mixed = mixed  # of values that are of another type too
        self.table = {word: value for word, value in table.items() if is_no_member(word, value)}
        self.found: dict[str, Member] = {}
        TYPE_VALUES[own] = self
        GATES[own] = GATES[Member]
        number = 0
        for word, value in table.items():
            if word in self.table:
                continue
            number = number + 1 if isinstance(value, Auto) else value
            same = next((m for m in self.found.values() if m.value == number), None)
            self.found[word] = same or own(self, word, number)
            number = number if type(number) is int else 0

    def member_of(self, value: Any) -> Member:
        """Return the member with a value.

        Raises:
            ValueError: there is none.
        """
        meter.spend(len(self.found))
        for member in self.found.values():
            if member is value or member.value == value:
                return member
        raise ValueError(f"{describe(value)} is not a valid {self.title}")

    @property
    def members_in_order(self) -> list[Member]:
        """The members, each once."""
        return [member for name, member in self.found.items() if member.name == name]

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members_in_order)

    def __len__(self) -> int:
        return len(self.members_in_order)

    def __contains__(self, value: Any) -> bool:
        return isinstance(value, Member) and value.cls is self

    def __getitem__(self, name: Any) -> Member:
        return self.found[name]

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<enum '{self.title}'>"


def is_no_member(word: str, value: Any) -> bool:
    """Return whether a name in the body of an enumeration is no member."""
    return word.startswith("_") or isinstance(
        value, Function | Property | ClassMethod | StaticMethod
    )


class MemberGate:
    """The attributes of members."""

    def find(self, value: Member, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        if name in {"name", "value"}:
            return getattr(value, name)
        found = ABSENT if is_special(name) else value.cls.table.get(name, ABSENT)
        if found is ABSENT:
            raise missing(value, name)
        return bound(found, value, value.cls, name)

    def put(self, value: Member, name: str, new: Any) -> None:
        """Refuse to set anything."""
        raise missing(value, name)

    def names(self, value: Member) -> list[str]:
        """Return the names of all attributes."""
        return ["name", "value", *(n for n in value.cls.table if not n.startswith("_"))]


class EnumGate:
    """The attributes of enumerations."""

    def find(self, value: EnumClass, name: str) -> Any:
        """Return a member.

        Raises:
            AttributeError: there is none.
        """
        if name == "__name__":
            return value.title.rpartition(".")[2]
        if name == "__members__":
            return dict(value.found)
        if name in value.found:
            return value.found[name]
        found = ABSENT if is_special(name) else value.table.get(name, ABSENT)
        if found is ABSENT:
            raise missing(value, name)
        return of_class(found, value, name)

    def put(self, value: EnumClass, name: str, new: Any) -> None:
        """Refuse to set anything."""
        raise missing(value, name)

    def names(self, value: EnumClass) -> list[str]:
        """Return the names of the members."""
        return list(value.found)


def base(name: str, *, as_number: bool) -> EnumClass:
    """Return one of the enumerations from which others derive."""
    made = EnumClass(name, name, {}, as_number=as_number)
    made.name = f"enum.{name}"
    made.convert = no_instances(name)
    return made


def derived(name: str, title: str, bases: list[Any], table: dict[str, Any]) -> EnumClass:
    """Return the enumeration that a `class` statement makes.

    Raises:
        TypeError: it defines what it cannot.
    """
    meter.spend(STEPS_OF_CLASS)
    own = next(kind for kind in bases if isinstance(kind, EnumClass))
    if own.found:
        raise TypeError(f"<enum '{title}'> cannot extend {own!r}")
    unknown = [word for word in table if is_special(word) and word not in OF_MEMBERS]
    if unknown:
        raise TypeError(f"an enumeration has no {unknown[0]} of its own")
    inherited = {**own.table, **table}
    mixed = len(bases) > 1 or own.mixed
    return EnumClass(name, title, inherited, as_number=own.as_number or mixed, mixed=mixed)


EnumClass.__name__ = "EnumType"
GATES[Member] = MemberGate()
GATES[EnumClass] = EnumGate()
CALLABLE[EnumClass] = EnumClass.member_of
MAKERS.append((lambda value: isinstance(value, EnumClass), derived))


def namespace() -> Namespace:
    """Return the table of `enum`."""
    bases = {"Enum": False, "IntEnum": True, "StrEnum": True}
    return namespace_of(
        "enum",
        {"auto": Auto, "unique": lambda cls: cls},
        {name: base(name, as_number=as_number) for name, as_number in bases.items()},
    )
