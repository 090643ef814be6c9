"""Tuples whose parts have names: classes made without writing source text."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, Self

from tensorlab.language.classes.gate import register as register_classes
from tensorlab.language.classes.lookup import Instance
from tensorlab.language.classes.members import ClassMethod
from tensorlab.language.classes.of_values import OF_SEQUENCES, VALUES, begin, derivable
from tensorlab.language.classes.values import MAKERS, STEPS_OF_CLASS, is_generic, make_class
from tensorlab.language.compiling.code import Code, bind
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.container_methods import TUPLE_METHODS
from tensorlab.language.values.display import described
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.invoking import CALLABLE
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import SwitchTable, TypeValue


class Named(tuple[Any, ...]):
    """A tuple whose parts have names."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = {}

    def __new__(cls, *parts: object) -> Self:
        """Return a tuple of its parts, as the library makes those of Python's own."""
        return super().__new__(cls, parts)

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return what copies are made of."""
        return tuple(self)

    def __repr__(self) -> str:
        pairs = zip(self._fields, self, strict=True)
        inner = ", ".join(f"{name}={described(part, ())}" for name, part in pairs)
        return f"{type(self).__name__}({inner})"


class TupleClass(TypeValue):
    """A class of such tuples."""

    __slots__ = ()

    def __call__(self, /, *given: object, **named: object) -> Any:
        """Return a tuple."""
        return self.convert(*given, **named)


TupleClass.__name__ = "type"
CALLABLE[TupleClass] = TupleClass.__call__


def class_of_tuples(name: str, fields: tuple[str, ...], defaults: dict[str, Any]) -> TypeValue:
    """Return a class of tuples."""
    meter.spend(STEPS_OF_CLASS)
    body = {"__slots__": (), "_fields": fields, "defaults": defaults, "__module__": "__main__"}
    made = type(name, (Named,), body)
    code = Code("__new__", f"{name}.__new__")
    code.positional = ("_cls", *fields)

    def make(*given: object, **named: object) -> Named:
        parts: Named = made(*bind(code, defaults, [None, *given], named)[1:])
        return parts

    def make_of(iterable: object) -> Named:
        found = collected(iterable)
        if len(found) != len(fields):
            raise TypeError(f"Expected {len(fields)} arguments, got {len(found)}")
        parts: Named = made(*found)
        return parts

    members: Any = {
        "_make": Builtin("_make", make_of), "_fields": fields,
        **{word: Builtin(word, method) for word, method in TUPLE_METHODS.items()},
        "__doc__": f"{name}({', '.join(fields)})",
        **{word: Builtin(word, itemgetter(place)) for place, word in enumerate(fields)},
    }  # fmt: skip
    members = SwitchTable(members, lambda word: {"_field_defaults": dict(defaults)}[word])
    METHODS[made] = METHODS_OF_NAMED
    PROPERTIES[made] = reading(["_fields"])
    TYPE_VALUES[made] = TupleClass(f"__main__.{name}", (made,), make, members)
    return TYPE_VALUES[made]


def as_dict(value: Named) -> dict[str, Any]:
    """Return the parts by name."""
    return dict(zip(value._fields, value, strict=True))


def replaced(value: Named, /, **named: object) -> Named:
    """Return the tuple with some parts exchanged."""
    unknown = [name for name in named if name not in value._fields]
    if unknown:
        raise ValueError(f"Got unexpected field names: {unknown}")
    parts = [named.get(name, part) for name, part in as_dict(value).items()]
    return type(value)(*parts)


METHODS_OF_NAMED: dict[str, Callable[..., Any]] = {
    **TUPLE_METHODS,
    "_asdict": as_dict,
    "_replace": replaced,
}


def derived(
    name: str, title: str, bases: list[Any], table: dict[str, Any], said: object = None
) -> TypeValue:
    """Return the class that a `class` statement makes of NamedTuple, or of one of our tuples.

    Raises:
        TypeError: it derives from something else too.
        ValueError: a part has a name that none can have.
    """
    if len(bases) != 1 and bases[1:] != [bases[0]] and not is_generic(bases[1]):
        raise TypeError(f"{name} derives from named tuples and from others: choose one kind")
    base = bases[0]
    if base.name == "typing.NamedTuple":
        fields = tuple(table.get("__annotations__", {}))
        for field in fields:
            if field.startswith("_"):
                raise ValueError(f"Field names cannot start with an underscore: {field!r}")
        defaults = {word: table[word] for word in fields if word in table}
        table = {word: value for word, value in table.items() if word not in fields}
        base = class_of_tuples(name, fields, defaults)
    let_derive(base)
    return make_class(name, title, [base], table)


def let_derive(base: TypeValue) -> None:
    """Let a class derive from one of named tuples."""
    (made,) = base.classes
    if made in VALUES or not issubclass(made, Named) or issubclass(made, Instance):
        return
    fields = made._fields
    inherited = {
        **METHODS_OF_NAMED, **OF_SEQUENCES, "__init__": begin, "__repr__": Named.__repr__,
        **{field: property(itemgetter(place)) for place, field in enumerate(fields)},
        "_fields": fields, "__match_args__": fields, "_field_defaults": dict(made.defaults),
        "_make": ClassMethod(Builtin("_make", lambda cls, items: cls(*collected(items)))),
    }  # fmt: skip
    register_classes()
    derivable(made, base.convert, inherited)


def is_base(value: object) -> bool:
    """Return whether a class that derives from a value is one of named tuples."""
    if not isinstance(value, TypeValue):
        return False
    return value.name == "typing.NamedTuple" or any(issubclass(k, Named) for k in value.classes)


MAKERS.append((is_base, derived))
