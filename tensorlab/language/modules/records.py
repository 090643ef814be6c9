"""The `dataclasses` module, but for what the language cannot write itself."""

from typing import Any

from tensorlab.language.classes.gate import FrozenInstanceError
from tensorlab.language.classes.values import ProgramClass
from tensorlab.language.compiling.code import Code
from tensorlab.language.modules.copies import deep
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.attributes import set_attribute
from tensorlab.language.values.functions import Function
from tensorlab.language.values.types import class_of
from tensorlab.language.values.values import ErrorType, Namespace, type_name


def table_of(cls: object) -> dict[str, Any]:
    """Return what stands in a class itself.

    Raises:
        TypeError: it is none of the program.
    """
    if not isinstance(cls, ProgramClass):
        raise TypeError(f"dataclass takes a class of the program, not '{type_name(cls)}'")
    return dict(cls.table)


def method(
    cls: ProgramClass, by_place: list[str], by_name: list[str], defaults: dict[str, Any], act: Any
) -> Function:
    """Return a class's `__init__` with these parameters: `act` is given what they hold."""
    code = Code("__init__", f"{cls.made.__qualname__}.__init__")
    code.positional = tuple(by_place)
    code.keyword_only = tuple(by_name)
    code.arity = -1 if by_name or defaults else len(by_place)
    code.cost = 1 + len(by_place)
    count = len(by_place) + len(by_name)
    code.evaluate = lambda frame: act(*frame[1 : 1 + count])
    return Function(code, defaults, [])


def put(own: object, name: str, value: object) -> None:
    """Set a field of a new record, whether or not it stays as it is."""
    if getattr(class_of(type(own)), "frozen", None):
        own.__dict__[name] = value
    else:
        set_attribute(own, name, value)


def take(cls: ProgramClass, name: str) -> None:
    """Take a name out of a class."""
    del cls.table[name]


def freeze(cls: ProgramClass) -> None:
    """Let instances of a class stay as they are."""
    cls.frozen = True


def dataclasses_module() -> Namespace:
    """Return the table of `dataclasses`."""
    functions: dict[str, Any] = {
        "_table": table_of, "_method": method, "_put": put, "_freeze": freeze,
        "_take": take, "_deepcopy": deep,
    }  # fmt: skip
    own = written("dataclasses", functions)
    wrong = ErrorType("dataclasses.FrozenInstanceError", FrozenInstanceError)
    return namespace_of("dataclasses", {}, {**own, "FrozenInstanceError": wrong})


MODULES = {"dataclasses": dataclasses_module}
