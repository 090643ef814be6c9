"""The `enum` module: Enum and its kinds, classes whose members are all there is."""

import operator
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any, Final

from tensorlab.errors import meant
from tensorlab.language.classes.lookup import SPECIAL, is_special
from tensorlab.language.classes.members import (
    ABSENT,
    ClassMethod,
    Property,
    StaticMethod,
    bound,
    of_class,
    text_said,
)
from tensorlab.language.classes.values import MAKERS, STEPS_OF_CLASS
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import closed, written
from tensorlab.language.values.attributes import GATES, METHODS
from tensorlab.language.values.display import describe
from tensorlab.language.values.formatting import AS_TEXT, READING
from tensorlab.language.values.functions import BoundMethod, Function
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Namespace, TypeValue, missing

# How members are written, and the special methods that an enumeration can define.
WRITTEN: Final = ("__repr__", "__str__", "__format__", "__hash__")
ALLOWED: Final = frozenset({"__init__", "__str__", "__repr__", "__doc__", "__annotations__"})
# Members that are nothing else besides may be called, compared and added as well.
OF_PLAIN: Final = SPECIAL - ALLOWED - {"__eq__", "__ne__", "__hash__", "__index__"}

BYTES_OF_JOINED: Final = 512


class Auto:
    """Stands for the number that follows those that are there, or for several flags at once."""

    def __init__(self, *flags: Any) -> None:
        self.flags = flags
        self.value: Any = None

    def __or__(self, other: Any) -> "Auto":
        return Auto(self, other)

    def settled(self, cls: "EnumClass", name: str) -> Any:
        """Return the value, which it has from now on."""
        values = (getattr(flag, "value", flag) for flag in self.flags)
        self.value = reduce(operator.or_, values) if self.flags else cls.next_value(name)
        return self.value


class Member:
    """One of the members of an enumeration."""

    stays_itself = True  # a copy of it is the member itself
    cls: Any
    name: Any
    value: Any

    def __repr__(self) -> str:
        own = said(self, "__repr__")
        return own or f"<{self.cls.title}.{self.name}: {describe(self.value)}>"

    def __str__(self) -> str:
        own = said(self, "__str__")
        plain = str(self.value) if self.cls.as_value else f"{self.cls.title}.{self.name}"
        return own or plain

    def __format__(self, specification: str) -> str:
        return format(self.value if self.cls.as_value else str(self), specification)

    def __hash__(self) -> int:
        return hash(self.value if self.cls.kind else self.name)


def said(member: Any, word: str) -> str | None:
    """Return the text that a method of the class gives, where it has one."""
    own = member.cls.table.get(word)
    return None if own is None else text_said(own, word, member)


class EnumClass(TypeValue):
    """An enumeration; `kind` is what its members are as well: whole numbers, texts, or nothing."""

    __slots__ = ("as_value", "closed", "found", "joined", "kind", "table", "title")

    def __init__(
        self, title: str, table: dict[str, Any], roots: tuple[type, ...], *, as_value: bool
    ) -> None:
        self.title = title
        self.closed = False  # whether its members stay as they are: a module's
        self.kind = next((kind for kind in (int, str) if issubclass(roots[-1], kind)), None)
        self.as_value = as_value  # whether a member is written as its value
        self.table = {word: value for word, value in table.items() if is_no_member(word, value)}
        special = {word: passed_on(act) for word, act in table.items() if word in OF_PLAIN}
        own: Any = type(title, roots, {**{word: vars(Member)[word] for word in WRITTEN}, **special})
        super().__init__(f"__main__.{title}", (own,), self.member_of)
        self.found: dict[str, Any] = {}
        self.joined: dict[Any, Any] = {}  # members of flags that are several at once, by value
        TYPE_VALUES[own] = self
        if as_value:
            READING.add(own)
        for word, value in table.items():
            if word not in self.table:
                self.add(own, word, value.settled(self, word) if isinstance(value, Auto) else value)

    def next_value(self, name: str) -> Any:
        """Return the number that follows the last that is there; a text is its name."""
        values = [member.value for member in self.found.values()]
        if (make := self.table.get("_generate_next_value_")) is not None:
            return call_value(of_class(make, self, name), [name, 1, len(values), values], {})
        if self.kind is str and self.as_value:
            return name.lower()
        return next((value + 1 for value in reversed(values) if isinstance(value, int)), 1)

    def add(self, own: Any, name: str, value: Any) -> None:
        """Enter a member; a second name of the same value is another name of the first."""
        same = next((member for member in self.found.values() if member.value == value), None)
        if same is not None:
            self.found[name] = same
            return
        made = self.found[name] = self.made(own, name, value)
        if "__init__" in self.table:
            given = value if isinstance(value, tuple) else (value,)
            call_value(self.table["__init__"], [made, *given], {})

    def made(self, own: Any, name: Any, value: Any) -> Any:
        """Return a new member."""
        made = own.__new__(own) if self.kind is None else self.kind.__new__(own, value)
        made.__dict__.update(cls=self, name=name, value=value, more={"name": name, "value": value})
        return made

    def member_of(self, value: object, *names: object, **named: Any) -> Any:
        """Return the member with a value.

        Raises:
            ValueError: there is no such member.
        """
        if names or named:
            return self.made_of(str(value), *names, **named)
        meter.spend(len(self.found))
        for member in self.found.values():
            if member is value or member.value == value:
                return member
        otherwise = self.table.get("_missing_")
        made = otherwise and call_value(of_class(otherwise, self, "_missing_"), [value], {})
        if made in self:
            return made
        raise ValueError(f"{describe(value)} is not a valid {self.title}")

    def made_of(self, title: str, names: Any, *, start: int = 1) -> "EnumClass":
        """Return a new enumeration: its members are words in a text, a list, pairs or a dict."""
        words = names.replace(",", " ").split() if isinstance(names, str) else names
        items = collected(words.items() if isinstance(words, dict) else words)
        if items and isinstance(items[0], str):
            items = list(zip(items, range(start, start + len(items)), strict=True))
        return derived(title, title, [self], dict(items))

    def __iter__(self) -> Iterator[Any]:
        # Several flags at once are no member of their own.
        own = [each for name, each in self.found.items() if each.name == name]
        return iter([one for one in own if "_with" not in self.table or one.value.bit_count() == 1])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Member) and value.cls is self

    def __getitem__(self, name: Any) -> Any:
        return self.found[name]

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<enum '{self.title}'>"


def joined(cls: EnumClass, name: str | None, value: int) -> Any:
    """Return the member of flags that is several at once, or none of them."""
    if value not in cls.joined:
        meter.grow(BYTES_OF_JOINED)
        cls.joined[value] = cls.made(cls.classes[0], name, value)
    return cls.joined[value]


def is_no_member(word: str, value: object) -> bool:
    """Return whether a name in the body of an enumeration is no member."""
    return word.startswith("_") or isinstance(
        value, Function | Property | ClassMethod | StaticMethod
    )


def passed_on(act: Any) -> Callable[..., Any]:
    """Return a function of Python's that runs a special method of an enumeration."""
    return lambda own, *given, **named: call_value(act, [own, *given], named)


class MemberGate:
    """The attributes of members."""

    def find(self, value: Any, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        if name in value.__dict__["more"]:
            return value.__dict__["more"][name]
        found = ABSENT if is_special(name) else value.cls.table.get(name, ABSENT)
        if found is ABSENT:
            method = METHODS.get(value.cls.kind, {}).get(name)
            if method is None:
                raise missing(value, name)
            return BoundMethod(value, name, method)
        return bound(found, value, value.cls, name)

    def put(self, value: Any, name: str, new: object) -> None:
        """Set an attribute of the program's own.

        Raises:
            AttributeError: the name is one that all members have, or one of Python's; or the
                enumeration is a module's.
        """
        if name in {"name", "value"} or is_special(name) or value.cls.closed:
            raise missing(value, name)
        value.__dict__["more"][name] = new

    def names(self, value: Any) -> list[str]:
        """Return the names of all attributes."""
        return ["name", "value", *(name for name in value.cls.table if not name.startswith("_"))]


class EnumGate:
    """The attributes of enumerations."""

    def find(self, value: Any, name: str) -> Any:
        """Return a member, or what the body of the class defines beside them.

        Raises:
            AttributeError: there is none.
        """
        if name in {"__name__", "__qualname__"}:
            return value.title
        if name == "__members__":
            return dict(value.found)
        if name in value.found:
            return value.found[name]
        found = ABSENT if is_special(name) else value.table.get(name, ABSENT)
        if found is ABSENT:
            raise missing(value, name)
        return of_class(found, value, name)

    def put(self, value: Any, name: str, new: object) -> None:
        """Refuse to set anything."""
        if name in value.found:
            raise meant(AttributeError(f"cannot reassign member {name!r}", name=name, obj=value))
        raise missing(value, name)

    def names(self, value: Any) -> list[str]:
        """Return the names of the members."""
        return list(value.found)


def derived(
    name: str, title: str, bases: list[Any], table: dict[str, Any], said: object = None
) -> EnumClass:
    """Return the enumeration that a `class` statement makes.

    Raises:
        TypeError: it derives from something else too, or defines what it cannot.
    """
    meter.spend(STEPS_OF_CLASS)
    *others, own = bases
    kinds = [kind for other in others for kind in getattr(other, "classes", (other,))]
    if not isinstance(own, EnumClass) or kinds not in ([], [int], [str]):
        raise TypeError("an enumeration derives from Enum, or from int or str and from Enum")
    if own.found:
        raise TypeError(f"<enum '{title}'> cannot extend {own!r}")
    roots = (*own.classes, *kinds)
    allowed = ALLOWED if issubclass(roots[-1], int | str) else ALLOWED | OF_PLAIN
    unknown = [word for word in table if is_special(word) and word not in allowed]
    if unknown:
        raise TypeError(f"an enumeration has no {unknown[0]} of its own")
    return EnumClass(title, {**own.table, **table}, roots, as_value=own.as_value)


def enum_module() -> Namespace:
    """Return the table of `enum`."""
    plain = EnumClass("Enum", {}, (Member,), as_value=False)
    numbers = EnumClass("IntEnum", {}, (*plain.classes, int), as_value=True)
    texts = EnumClass("StrEnum", {}, (*plain.classes, str), as_value=True)
    own = written("enum", {"Enum": plain, "_joined": joined})
    flags = own["Flag"]
    own["IntFlag"] = EnumClass("IntFlag", flags.table, (*flags.classes, int), as_value=True)
    kinds = {kind.title: closed("enum", kind) for kind in (plain, numbers, texts, own["IntFlag"])}
    return namespace_of("enum", {"auto": Auto}, {**own, **kinds})


EnumClass.__name__ = "EnumType"
AS_TEXT.append(Member)
GATES[Member], GATES[EnumClass] = MemberGate(), EnumGate()
METHODS[Member] = {}
CALLABLE[EnumClass] = EnumClass.member_of
MAKERS.append((lambda value: isinstance(value, EnumClass), derived))
MODULES = {"enum": enum_module}
