"""The `enum` module: classes whose members are all there is."""

from collections.abc import Iterator
from typing import Any

from tensorlab.language.classes.members import (
    ClassMethod,
    Property,
    StaticMethod,
    of_class,
    unchanged,
)
from tensorlab.language.classes.special import is_special
from tensorlab.language.classes.values import MAKERS, STEPS_OF_CLASS
from tensorlab.language.expressions.invoking import CALLABLE, call_value
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.enum_members import (
    OF_MEMBERS,
    OF_VALUES,
    Auto,
    EnumGate,
    Member,
    class_of_members,
)
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.attributes import GATES
from tensorlab.language.values.display import describe
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Function, TypeValue, type_name

NEXT = "_generate_next_value_"
KINDS = (str, int, float, tuple)  # of values that members can be as well


class EnumClass(TypeValue):
    """An enumeration."""

    __slots__ = ("as_value", "flags", "found", "kind", "others", "own", "table", "title")

    def __init__(
        self, name: str, title: str, table: dict[str, Any], kind: type | None,
        *, as_value: bool, flags: bool,
    ) -> None:  # fmt: skip
        self.title = title
        self.kind = kind
        self.flags = flags
        self.as_value = as_value  # whether a member is written as its value
        self.table = {word: value for word, value in table.items() if is_no_member(word, value)}
        self.own = class_of_members(name, kind, self.table, flags=flags)
        super().__init__(f"__main__.{title}", (self.own,), self.member_of)
        self.found: dict[str, Any] = {}
        self.others: dict[int, Any] = {}  # flags together
        TYPE_VALUES[self.own] = self
        known: dict[int, Any] = {}
        for word, value in table.items():
            if word not in self.table:
                self.add(word, self.resolved(value, word, known))

    def resolved(self, value: Any, name: str, known: dict[int, Any]) -> Any:
        """Return a value, the next one where it is left to the enumeration."""
        if not isinstance(value, Auto):
            return value
        if id(value) not in known:
            if value.parts:
                operation, *pair = value.parts
                known[id(value)] = operation(*(self.resolved(part, name, known) for part in pair))
            else:
                known[id(value)] = self.next_value(name)
        return known[id(value)]

    def next_value(self, name: str) -> Any:
        """Return the value that follows those that are there."""
        values = [member.value for member in self.found.values()]
        own = self.table.get(NEXT)
        if own is not None:
            function = getattr(own, "function", own)
            return call_value(function, [name, 1, len(values), values], {})
        if self.kind is str and self.as_value:
            return name.lower()
        numbers = [value for value in values if isinstance(value, int)]
        if self.flags:
            return 1 << max(map(int.bit_length, numbers), default=0)
        return int(numbers[-1]) + 1 if numbers else 1

    def add(self, name: str, value: Any) -> None:
        """Enter a member; a second name of the same value is another name of the first."""
        made = self.made(name, value)
        same = next((m for m in self.found.values() if m.value == made.value), None)
        self.found[name] = same or made
        begin = self.table.get("__init__")
        if same is None and begin is not None:
            given = value if isinstance(value, tuple) else (value,)
            call_value(begin, [made, *given], {})

    def made(self, name: str | None, value: Any) -> Any:
        """Return a new member."""
        if self.kind is None:
            member: Any = object.__new__(self.own)
        else:
            given = value if isinstance(value, tuple) and self.kind is not tuple else (value,)
            plain = TYPE_VALUES[self.kind](*given)
            member = self.kind.__new__(self.own, plain)
            value = plain if "__init__" not in self.table else value
        member.__dict__.update(cls=self, name=name, value=value, more={})
        return member

    @property
    def single_bits(self) -> list[Any]:
        """The flags that are one bit each, in their order."""
        bits = [member for member in self.members_in_order if member.value.bit_count() == 1]
        return sorted(bits, key=lambda member: int(member.value))

    def with_bits(self, bits: int) -> Any:
        """Return the flags of these bits together."""
        meter.spend(len(self.found))
        for member in self.found.values():
            if member.value == bits:
                return member
        if bits not in self.others:
            names = [member.name for member in self.single_bits if member.value & bits]
            rest = bits & ~sum(int(member.value) for member in self.single_bits)
            if rest and not self.as_value:
                raise ValueError(f"<flag '{self.title}'> invalid value {bits}")
            self.others[bits] = self.made(
                "|".join([*names, *([str(rest)] if rest else [])]) or None, bits
            )
        return self.others[bits]

    def member_of(self, value: Any, names: Any = None, **named: Any) -> Any:
        """Return the member with a value; of an enumeration without members a new one, by names.

        Raises:
            ValueError: there is no such member.
        """
        if names is not None:
            return from_names(self, value, names)
        meter.spend(len(self.found))
        for member in self.found.values():
            if member is value or member.value == value:
                return member
        if self.flags and isinstance(value, int):
            return self.with_bits(int(value))
        own = self.table.get("_missing_")
        if own is not None:
            found = call_value(of_class(own, self, "_missing_"), [value], {})
            if isinstance(found, Member):
                return found
        raise ValueError(f"{describe(value)} is not a valid {self.title}")

    @property
    def members_in_order(self) -> list[Any]:
        """The members, each once."""
        return [member for name, member in self.found.items() if member.name == name]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.single_bits if self.flags else self.members_in_order)

    def __reversed__(self) -> Iterator[Any]:
        return iter([*self][::-1])

    def __len__(self) -> int:
        return len(self.single_bits if self.flags else self.members_in_order)

    def __contains__(self, value: Any) -> bool:
        return isinstance(value, Member) and value.cls is self

    def __getitem__(self, name: Any) -> Any:
        return self.found[name]

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<{'flag' if self.flags else 'enum'} '{self.title}'>"


def is_no_member(word: str, value: Any) -> bool:
    """Return whether a name in the body of an enumeration is no member."""
    return word.startswith("_") or isinstance(
        value, Function | Property | ClassMethod | StaticMethod | TypeValue
    )


def base(name: str, kind: type | None, *, flags: bool = False) -> EnumClass:
    """Return one of the enumerations from which others derive."""
    made = EnumClass(name, name, {}, kind, as_value=kind is not None, flags=flags)
    made.name = f"enum.{name}"
    return made


def derived(
    name: str, title: str, bases: list[Any], table: dict[str, Any], said: Any = None
) -> EnumClass:
    """Return the enumeration that a `class` statement makes.

    Raises:
        TypeError: it defines what it cannot.
    """
    meter.spend(STEPS_OF_CLASS)
    own = next(kind for kind in bases if isinstance(kind, EnumClass))
    if own.found:
        raise TypeError(f"<enum '{title}'> cannot extend {own!r}")
    kind = own.kind
    for other in bases:
        if other is not own:
            kind = kind_of(other)
            table = {**getattr(other, "table", {}), **table}
    allowed = OF_MEMBERS if kind is None else OF_VALUES
    unknown = [
        word
        for word in table
        if is_special(word) and word not in allowed | {"__doc__", "__annotations__"}
    ]
    if unknown:
        raise TypeError(f"an enumeration has no {unknown[0]} of its own")
    return EnumClass(
        name, title, {**own.table, **table}, kind, as_value=own.as_value, flags=own.flags
    )


def kind_of(base: Any) -> type | None:
    """Return the type of values of which the members are, as a base says.

    Raises:
        TypeError: it is no such type.
    """
    kinds = base.classes if isinstance(base, TypeValue) else ()
    if hasattr(base, "table"):  # a class of the program: its methods
        return None
    if len(kinds) != 1 or kinds[0] not in KINDS:
        raise TypeError(f"the members of an enumeration cannot be of type {type_name(base)} too")
    return kinds[0]


def from_names(own: EnumClass, title: Any, names: Any) -> EnumClass:
    """Return an enumeration of names: in a text, in a list, with values in pairs or in a dict."""
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    pairs = list(names.items()) if isinstance(names, dict) else collected(names)
    table = {}
    for pair in pairs:
        name, value = (pair, Auto()) if isinstance(pair, str) else collected(pair)
        table[str(name)] = value
    return derived(str(title), str(title), [own], table)


def unique(enumeration: Any, /) -> Any:
    """Return an enumeration in which no value has two names.

    Raises:
        ValueError: one has.
    """
    twice = [(n, m.name) for n, m in enumeration.found.items() if n != m.name]
    if twice:
        listed = ", ".join(f"{name} -> {first}" for name, first in twice)
        raise ValueError(f"duplicate values found in {enumeration!r}: {listed}")
    return enumeration


EnumClass.__name__ = "EnumType"
GATES[EnumClass] = EnumGate()
CALLABLE[EnumClass] = EnumClass.member_of
MAKERS.append((lambda value: isinstance(value, EnumClass), derived))


def namespace() -> Namespace:
    """Return the table of `enum`."""
    kinds: dict[str, type | None] = {"Enum": None, "IntEnum": int, "StrEnum": str}
    return namespace_of(
        "enum",
        {"auto": Auto, "unique": unique, "verify": lambda *rules: unchanged, "property": Property},
        {
            **{name: base(name, kind) for name, kind in kinds.items()},
            "Flag": base("Flag", None, flags=True), "IntFlag": base("IntFlag", int, flags=True),
        },
    )  # fmt: skip
