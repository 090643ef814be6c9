"""The `dataclasses` module: methods of ours for the fields of a class, with no source text made."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from tensorlab.language.classes.for_python import class_of, show_to_python
from tensorlab.language.classes.gate import FrozenInstanceError
from tensorlab.language.classes.values import ProgramClass
from tensorlab.language.compiling.code import Code
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.copies import deep
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.attributes import PROPERTIES, get_attribute, reading, set_attribute
from tensorlab.language.values.display import describe
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.types import BUILTIN_TYPES, type_of
from tensorlab.language.values.values import (
    Builtin,
    Closed,
    ErrorType,
    Function,
    Namespace,
    TypeValue,
    no_instances,
    type_name,
)

FIELDS: Final = "__dataclass_fields__"
MISSING: Final = TypeValue("dataclasses.MISSING", (), no_instances("MISSING"))
TYPES: Final = {name: kind for name, kind in BUILTIN_TYPES.items() if kind.classes}


class Field(Closed):
    """What is said of one field."""

    def __init__(self, *, default: object = MISSING, default_factory: object = MISSING,
                 init: bool = True, repr: bool = True, hash: object = None, compare: bool = True,
                 metadata: object = None, kw_only: object = MISSING) -> None:  # fmt: skip
        if default is not MISSING and default_factory is not MISSING:
            raise ValueError("cannot specify both default and default_factory")
        self.name = ""
        self.type: Any = None  # as it was written
        self.default = default
        self.factory = default_factory
        self.init = init
        self.shown = repr
        self.compared = compare
        self.metadata = metadata or {}
        self.by_name = kw_only

    @property
    def has_default(self) -> bool:
        """Whether it can be left out."""
        return self.default is not MISSING or self.factory is not MISSING


class Options(NamedTuple):
    """What is asked for of a record's class."""

    init: bool = True
    repr: bool = True
    eq: bool = True
    order: bool = False
    unsafe_hash: bool = False
    frozen: bool = False
    kw_only: bool = False
    slots: bool = False


def inherited(cls: ProgramClass) -> dict[str, Field]:
    """Return the fields of the classes from which a class derives."""
    found: dict[str, Field] = {}
    for base in reversed(cls.order[1:]):
        known = class_of(base)
        if isinstance(known, ProgramClass):
            found.update(known.table.get(FIELDS, {}))
    return found


def own_fields(cls: ProgramClass, options: Options) -> dict[str, Field]:
    """Return the fields that a class itself says it has.

    Raises:
        ValueError: a default would be shared by all instances.
    """
    found = {}
    for name, words in cls.table.get("__annotations__", {}).items():
        if "ClassVar" in words:
            continue
        given = cls.table.get(name, MISSING)
        field = given if isinstance(given, Field) else Field(default=given)
        if isinstance(field.default, list | dict | set):
            raise ValueError(
                f"mutable default {describe(type_of(field.default))} for field "
                f"{name} is not allowed: use default_factory"
            )
        field.name = name
        field.type = TYPES.get(words, words)
        field.by_name = options.kw_only if field.by_name is MISSING else field.by_name
        if field.default is not MISSING:
            cls.table[name] = field.default
        elif given is field:
            del cls.table[name]
        found[name] = field
    return found


def in_order(fields: list[Field]) -> list[Field]:
    """Return the fields in the order of the parameters.

    Raises:
        TypeError: one that must be given follows one that need not be.
    """
    by_place = [field for field in fields if not field.by_name]
    seen = False
    for field in by_place:
        if field.init and seen and not field.has_default:
            raise TypeError(f"non-default argument '{field.name}' follows default argument")
        seen = seen or (field.init and field.has_default)
    return [*by_place, *(field for field in fields if field.by_name)]


PROPERTIES[Field] = {
    **reading(("name", "default", "metadata", "init", "type")),
    "default_factory": lambda field: field.factory,
}


def method(
    owner: Any,
    name: str,
    parameters: tuple[str, ...],
    act: Callable[..., Any],
    defaults: dict[str, Any] | None = None,
    *,
    by_name: tuple[str, ...] = (),
) -> Function:
    """Return a method of a class: `act` is given what its parameters hold."""
    code = Code(name, f"{owner.made.__qualname__}.{name}")
    code.positional = parameters
    code.keyword_only = by_name
    code.arity = -1 if by_name or defaults else len(parameters)
    code.cost = 1 + len(parameters)
    count = len(parameters) + len(by_name)
    code.evaluate = lambda frame: act(*frame[1 : 1 + count])
    return Function(code, defaults or {}, [])


def dataclass(cls: object = None, /, **named: Any) -> Any:
    """Return a class with the methods of a record, or what makes one."""
    options = Options(**named)
    if cls is None:
        return Builtin("dataclass", partial(record, options=options))
    return record(cls, options)


def record(cls: object, options: Options) -> Any:
    """Return a class, given the methods of a record."""
    if not isinstance(cls, ProgramClass):
        raise TypeError(f"dataclass takes a class of the program, not '{type_name(cls)}'")
    fields = {**inherited(cls), **own_fields(cls, options)}
    cls.table[FIELDS] = fields
    order = in_order(list(fields.values()))
    meter.spend(1000)
    kept = list(fields.values())
    if options.init:
        enter(cls, "__init__", begin(cls, order))
    if options.repr and "__repr__" not in cls.table:
        enter(cls, "__repr__", written(cls, [f.name for f in kept if f.shown]))
    compared = [field.name for field in kept if field.compared]
    if options.eq and "__eq__" not in cls.table:
        enter(cls, "__eq__", comparing(cls, "__eq__", compared, lambda a, b: a == b))
        hashed = options.frozen or options.unsafe_hash
        if "__hash__" not in cls.table:
            enter(cls, "__hash__", hashing(cls, compared) if hashed else None)
    if options.order:
        for name, compare in ORDER.items():
            enter(cls, name, comparing(cls, name, compared, compare))
    if options.frozen:
        cls.frozen = True
    names = tuple(field.name for field in order if field.init and not field.by_name)
    cls.table.setdefault("__match_args__", names)
    return cls


def begin(cls: ProgramClass, fields: list[Field]) -> Any:
    """Return `__init__`."""
    given = [field for field in fields if field.init]
    made = [field for field in fields if not field.init]
    defaults = {
        field.name: field.default if field.factory is MISSING else MISSING
        for field in given
        if field.has_default
    }

    def act(own: object, *values: object) -> None:
        for field, value in zip(given, values, strict=True):
            if value is MISSING:
                value = call_value(field.factory, [], {})  # noqa: PLW2901  made now
            put(own, field.name, value)
        for field in made:
            if field.factory is not MISSING:
                put(own, field.name, call_value(field.factory, [], {}))
            elif field.default is not MISSING:
                put(own, field.name, field.default)
        try:
            after = get_attribute(own, "__post_init__")
        except AttributeError:
            return
        call_value(after, [], {})

    by_place = tuple(field.name for field in given if not field.by_name)
    by_name = tuple(field.name for field in given if field.by_name)
    return method(cls, "__init__", ("self", *by_place), act, defaults, by_name=by_name)


def put(own: object, name: str, value: object) -> None:
    """Set a field of a new record, whether or not it stays as it is."""
    if getattr(class_of(type(own)), "frozen", None):
        own.__dict__[name] = value
    else:
        set_attribute(own, name, value)


def written(cls: ProgramClass, names: list[str]) -> Any:
    """Return `__repr__`."""

    def act(own: object) -> str:
        inner = ", ".join(f"{name}={describe(get_attribute(own, name))}" for name in names)
        return f"{type(own).__qualname__}({inner})"

    return method(cls, "__repr__", ("self",), act)


def values_of(own: object, names: list[str]) -> tuple[Any, ...]:
    """Return the fields of a record."""
    return tuple(get_attribute(own, name) for name in names)


def comparing(
    cls: ProgramClass, word: str, names: list[str], compare: Callable[[Any, Any], Any]
) -> Any:
    """Return a comparison of records of one class."""

    def act(own: object, other: object) -> Any:
        if type(own) is not type(other):
            return NotImplemented
        meter.spend(len(names))
        return compare(values_of(own, names), values_of(other, names))

    return method(cls, word, ("self", "other"), act)


def hashing(cls: ProgramClass, names: list[str]) -> Any:
    """Return `__hash__`."""
    return method(cls, "__hash__", ("self",), lambda own: hash(values_of(own, names)))


ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "__lt__": lambda a, b: a < b,
    "__le__": lambda a, b: a <= b,
    "__gt__": lambda a, b: a > b,
    "__ge__": lambda a, b: a >= b,
}


def enter(cls: ProgramClass, name: str, value: object) -> None:
    """Give a class a method."""
    cls.table[name] = value
    show_to_python(cls.made, name, value)


def fields_of(value: object) -> dict[str, Field]:
    """Return the fields of a record or of its class.

    Raises:
        TypeError: it is none.
    """
    cls = value if isinstance(value, ProgramClass) else class_of(type(value))
    found = inherited(cls) | cls.table.get(FIELDS, {}) if isinstance(cls, ProgramClass) else {}
    if not found and not is_dataclass(value):
        raise TypeError("must be called with a dataclass type or instance")
    return found


def is_dataclass(value: object, /) -> bool:
    """Return whether a value is a record, or the class of one."""
    cls = value if isinstance(value, ProgramClass) else class_of(type(value))
    return isinstance(cls, ProgramClass) and any(
        FIELDS in known.table
        for known in map(class_of, cls.order)
        if isinstance(known, ProgramClass)
    )


def asdict(obj: object, /) -> Any:
    """Return a record as a dict, and those within it."""
    return plain(obj, dict)


def astuple(obj: object, /) -> Any:
    """Return a record as a tuple, and those within it."""
    return plain(obj, lambda pairs: tuple(value for _, value in pairs))


def plain(value: Any, make: Callable[[Any], Any]) -> Any:
    """Return a value with the records in it as plain containers."""
    meter.spend(4)
    if is_dataclass(value) and not isinstance(value, ProgramClass):
        names = fields_of(value)
        return make([(name, plain(get_attribute(value, name), make)) for name in names])
    if type(value) in (list, tuple):
        return type(value)([plain(part, make) for part in value])
    if type(value) is dict:
        return {plain(key, make): plain(part, make) for key, part in value.items()}
    return deep(value)


def replace(obj: object, /, **changes: object) -> Any:
    """Return a record with some fields exchanged."""
    fields = fields_of(obj)
    named = {name: get_attribute(obj, name) for name, field in fields.items() if field.init}
    return class_of(type(obj)).construct(**{**named, **changes})


def dataclasses_module() -> Namespace:
    """Return the table of `dataclasses`."""
    wrong = ErrorType("dataclasses.FrozenInstanceError", FrozenInstanceError)
    return namespace_of(
        "dataclasses",
        {
            "dataclass": dataclass, "field": Field, "asdict": asdict, "astuple": astuple,
            "replace": replace, "is_dataclass": is_dataclass,
            "fields": lambda obj: tuple(fields_of(obj).values()),
        },
        {"MISSING": MISSING, "FrozenInstanceError": wrong},
    )  # fmt: skip


MODULES = {"dataclasses": dataclasses_module}
