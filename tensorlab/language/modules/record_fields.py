"""What is said of the fields of a record's class, by the class and by those it derives from."""

from typing import Any, Final, NamedTuple

from tensorlab.language.classes.for_python import class_of
from tensorlab.language.classes.values import ProgramClass
from tensorlab.language.values.attributes import PROPERTIES, reading
from tensorlab.language.values.display import describe
from tensorlab.language.values.types import BUILTIN_TYPES, no_instances, type_of
from tensorlab.language.values.values import Closed, TypeValue

FIELDS: Final = "__dataclass_fields__"
MISSING: Final = TypeValue("dataclasses.MISSING", (), no_instances("MISSING"))
TYPES: Final = {name: kind for name, kind in BUILTIN_TYPES.items() if kind.classes}


class Field(Closed):
    """What is said of one field."""

    def __init__(self, *, default: Any = MISSING, default_factory: Any = MISSING,
                 init: bool = True, repr: bool = True, hash: Any = None, compare: bool = True,
                 metadata: Any = None, kw_only: Any = MISSING) -> None:  # fmt: skip
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
