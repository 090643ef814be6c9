"""The members of enumerations: what each is, how it is written, and its attributes."""

import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

from tensorlab.language.classes.members import ABSENT, bound, of_class, text_said
from tensorlab.language.classes.special import OURS, SPECIAL, is_special
from tensorlab.language.expressions.invoking import call_value
from tensorlab.language.values.attributes import GATES, METHODS, missing
from tensorlab.language.values.display import describe
from tensorlab.language.values.formatting import AS_TEXT
from tensorlab.language.values.values import BoundMethod, type_name

# Members that are numbers or texts too: their value answers for itself, they only say how to
# write it.
OF_VALUES: Final = frozenset({"__init__", "__str__", "__repr__", "__call__"}) | OURS
OF_MEMBERS: Final = SPECIAL | OF_VALUES
FACTS: Final = {"name": "name", "value": "value", "_name_": "name", "_value_": "value"}


class Auto:
    """Stands for the next value; what is combined with it is worked out when that is known."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Any) -> None:
        self.parts = parts  # of a combination: the operation and two values

    def __or__(self, other: Any) -> "Auto":
        return Auto(operator.or_, self, other)

    def __and__(self, other: Any) -> "Auto":
        return Auto(operator.and_, self, other)

    def __xor__(self, other: Any) -> "Auto":
        return Auto(operator.xor, self, other)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__


class Member:
    """One of the members of an enumeration."""

    stays_itself = True  # a copy of it is the member itself
    cls: Any
    name: Any
    value: Any

    def __repr__(self) -> str:
        own = said(self, "__repr__")
        place = "" if self.name is None else f".{self.name}"  # of flags together there is none
        return own or f"<{self.cls.title}{place}: {describe(self.value)}>"

    def __str__(self) -> str:
        own = said(self, "__str__")
        if own or self.cls.as_value:
            return own or str(self.value)
        place = f"({self.value})" if self.name is None else f".{self.name}"
        return f"{self.cls.title}{place}"

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __hash__(self) -> int:
        return hash(self.name)


AS_TEXT.append(Member)


class FlagMember(Member):
    """A member, or some of them together, each a bit."""

    value: int

    def __or__(self, other: Any) -> Any:
        return self.combined(other, operator.or_)

    def __and__(self, other: Any) -> Any:
        return self.combined(other, operator.and_)

    def __xor__(self, other: Any) -> Any:
        return self.combined(other, operator.xor)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self) -> Any:
        every = sum(int(member.value) for member in self.cls.single_bits)
        return self.cls.with_bits(every & ~self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __contains__(self, other: Any) -> bool:
        if not isinstance(other, FlagMember) or other.cls is not self.cls:
            raise TypeError(
                f"unsupported operand type(s) for 'in': {type_name(other)!r} and {self.cls.title!r}"
            )
        return self.value & other.value == other.value

    def __iter__(self) -> Iterator[Any]:
        return iter([member for member in self.cls.single_bits if self.value & member.value])

    def __len__(self) -> int:
        return self.value.bit_count()

    def combined(self, other: Any, operation: Callable[[int, int], int]) -> Any:
        """Return the member of the bits of two."""
        if isinstance(other, FlagMember) and other.cls is self.cls:
            return self.cls.with_bits(operation(self.value, other.value))
        if self.cls.as_value and type(other) is int:
            return self.cls.with_bits(operation(self.value, other))
        return NotImplemented


def said(member: Any, word: str) -> str | None:
    """Return the text that a method of the class gives, where it has one."""
    own = member.cls.table.get(word)
    return None if own is None else text_said(own, word, member)


def class_of_members(name: str, kind: type | None, table: dict[str, Any], *, flags: bool) -> type:
    """Return the class of the members of an enumeration; `kind` is that of their values, if any."""
    base: type[Member] = FlagMember if flags else Member
    words: dict[str, Any] = {}
    if kind is not None:
        words = {word: base.__dict__.get(word, getattr(base, word))
                 for word in ("__repr__", "__str__", "__format__")}  # fmt: skip
        words["__hash__"] = kind.__hash__
    else:
        own = (word for word in table if word in SPECIAL - {"__str__", "__repr__", "__init__"})
        words = {word: passed_on(table, word) for word in own}
        if "__eq__" in words and "__hash__" not in words:
            words["__hash__"] = None
    made = type(name, (base,) if kind is None else (base, kind), words)
    GATES[made] = GATES[Member]
    METHODS[made] = {}
    return made


def passed_on(table: dict[str, Any], word: str) -> Callable[..., Any]:
    """Return a function of Python's that runs a special method of the program's."""

    def method(self: Any, *given: Any) -> Any:
        return call_value(table[word], [self, *given], {})

    method.__name__ = method.__qualname__ = word
    return method


class MemberGate:
    """The attributes of members."""

    def find(self, value: Any, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """
        if name in FACTS:
            return value.__dict__[FACTS[name]]
        if name in value.__dict__["more"]:
            return value.__dict__["more"][name]
        found = ABSENT if is_special(name) else value.cls.table.get(name, ABSENT)
        if found is not ABSENT:
            return bound(found, value, value.cls, name)
        methods = METHODS.get(value.cls.kind, {})
        if name in methods:
            return BoundMethod(value, name, methods[name])
        raise missing(value, name)

    def put(self, value: Any, name: str, new: Any) -> None:
        """Set an attribute that is none of Python's.

        Raises:
            AttributeError: so it is.
        """
        if name in FACTS or is_special(name):
            raise missing(value, name)
        value.__dict__["more"][name] = new

    def names(self, value: Any) -> list[str]:
        """Return the names of all attributes."""
        return ["name", "value", *(n for n in value.cls.table if not n.startswith("_"))]


class EnumGate:
    """The attributes of enumerations."""

    def find(self, value: Any, name: str) -> Any:
        """Return a member.

        Raises:
            AttributeError: there is none.
        """
        if name in {"__name__", "__qualname__"}:
            return value.title.rpartition(".")[2] if name == "__name__" else value.title
        if name in {"__members__", "_member_map_"}:
            return dict(value.found)
        if name == "_member_names_":
            return [member.name for member in value.members_in_order]
        if name == "__doc__":
            return value.table.get(name)
        if name in value.found:
            return value.found[name]
        found = ABSENT if is_special(name) else value.table.get(name, ABSENT)
        if found is ABSENT:
            raise missing(value, name)
        return of_class(found, value, name)

    def put(self, value: Any, name: str, new: Any) -> None:
        """Refuse to set anything."""
        raise missing(value, name)

    def names(self, value: Any) -> list[str]:
        """Return the names of the members."""
        return list(value.found)


GATES[Member] = MemberGate()
METHODS[Member] = {}
