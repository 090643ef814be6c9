"""The types that a program can name, and the type of each value."""

from collections.abc import Callable
from types import MethodDescriptorType
from typing import Any

from tensorlab.engine.dtypes import PYTHON_TYPES
from tensorlab.engine.naming import OfPrograms
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.type_names import written_in
from tensorlab.language.compiling.place import Closing, Ended, Interrupted, Passing, is_kind_of
from tensorlab.language.limits.contents import CHARACTERS_PER_STEP, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.values import container_methods as containers
from tensorlab.language.values import display
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.display import text_of
from tensorlab.language.values.functions import BoundMethod, Builtin, Function
from tensorlab.language.values.guards import check_bits
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.text_methods import (
    METHODS_OF_BYTES,
    NAMES,
    TEXT_METHODS,
    bytes_of_int,
    encode,
    float_from_hex,
    int_from_bytes,
    maketrans,
    to_bytes,
)
from tensorlab.language.values.values import (
    JOINED,
    MARK,
    NONE_TYPE,
    ErrorType,
    ErrorValue,
    Namespace,
    TypeValue,
    no_instances,
    type_name,
)


def to_slice(*given: object) -> slice:
    """Return a slice; of parts that hold others Python could not let go again.

    Raises:
        TypeError: a part is no index.
    """
    for part in given:
        if not isinstance(part, int | Tensor | None):
            raise TypeError("slice indices must be integers or None or have an __index__ method")
    return slice(*given)


NUMBERS = frozenset({int, float, bool})


def is_short(text: object) -> bool:
    """Tell whether a value is a text that is read in less than a step."""
    return type(text) is str and len(text) < CHARACTERS_PER_STEP


def to_int(*given: Any, **named: Any) -> int:
    """Return an int, as Python's int() does."""
    if given and isinstance(given[0], str):
        meter.spend_at_once(len(given[0]))
    made = int(*given, **named)
    check_bits(made.bit_length())
    return made


def to_float(*given: Any) -> float:
    """Return a float, as Python's float() does."""
    if not (len(given) == 1 and (type(given[0]) in NUMBERS or is_short(given[0]))):
        weigh(given)
    return float(*given)


def to_complex(*given: Any, **named: Any) -> complex:
    """Return a complex number, as Python's complex() does."""
    weigh(given)
    return complex(*given, **named)


def to_text(*given: Any) -> str:
    """Return the text of a value."""
    if len(given) > 1:
        raise TypeError("decoding bytes is not part of tensorlab")
    return text_of(given[0]) if given else ""


def container(name: str, kind: type, items_of: Callable[[object], Any]) -> TypeValue:
    """Return a type of containers, made of items that are paid for as they are taken."""
    return TypeValue(name, (kind,), lambda *given: kind(*map(items_of, given)), members(kind))


INT_METHODS: dict[str, Callable[..., Any]] = {
    name: getattr(int, name)
    for name in ("bit_length", "bit_count", "conjugate", "as_integer_ratio")
} | {"to_bytes": bytes_of_int}
METHODS.update(
    {
        int: INT_METHODS,
        bool: INT_METHODS,
        float: {
            name: getattr(float, name)
            for name in ("is_integer", "as_integer_ratio", "hex", "conjugate")
        },
        complex: {"conjugate": complex.conjugate},
        str: {**TEXT_METHODS, "encode": encode},
        bytes: METHODS_OF_BYTES,
        list: containers.LIST_METHODS,
        tuple: containers.TUPLE_METHODS,
        dict: containers.DICT_METHODS,
        set: containers.SET_METHODS,
        frozenset: containers.FROZENSET_METHODS,
        range: {"count": containers.count_in_range, "index": containers.index_in_range},
        ErrorValue: display.METHODS_OF_ERRORS,
    }
)
METHODS[slice] = {"indices": slice.indices}
PROPERTIES.update(
    {
        int: reading(("real", "imag", "numerator", "denominator")),
        bool: reading(("real", "imag", "numerator", "denominator")),
        float: reading(("real", "imag")),
        complex: reading(("real", "imag")),
        range: reading(("start", "stop", "step")),
        slice: reading(("start", "stop", "step")),
        ErrorValue: display.FACTS,
    }
)


def members(kind: type, **extra: Callable[..., Any]) -> dict[str, object]:
    """Return what can follow the dot after a type: its methods, to be given a value."""
    methods = {**METHODS.get(kind, {}), **extra}
    return {name: Builtin(name, descriptor(kind, name, method)) for name, method in methods.items()}


def descriptor(kind: type, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that is called on its type, as `str.upper`: it is given the value."""

    def call(*given: Any, **named: Any) -> Any:
        if not isinstance(given[0] if given else None, kind):
            getattr(kind, name)(*given)  # Python says why not
        return method(*given, **named)

    return call if isinstance(vars(kind).get(name), MethodDescriptorType) else method


# Python's types, not functions of ours.
BUILTIN_TYPES: dict[str, TypeValue] = {
    "int": TypeValue("int", (int,), to_int, members(int, from_bytes=int_from_bytes)),
    "float": TypeValue("float", (float,), to_float, members(float, fromhex=float_from_hex)),
    "complex": TypeValue("complex", (complex,), to_complex, members(complex)),
    "bool": TypeValue("bool", (bool,), bool, members(bool)),
    "str": TypeValue("str", (str,), to_text, members(str, maketrans=maketrans)),
    "bytes": TypeValue("bytes", (bytes,), to_bytes, members(bytes)),
    "list": container("list", list, collected),
    "tuple": container("tuple", tuple, collected),
    "dict": TypeValue(
        "dict",
        (dict,),
        containers.make_dict,
        members(dict, fromkeys=containers.from_keys, **containers.of_keys(dict)),
    ),
    "set": container("set", set, containers.keys_of),
    "frozenset": container("frozenset", frozenset, containers.keys_of),
    "range": TypeValue("range", (range,), range, members(range)),
    "slice": TypeValue("slice", (slice,), to_slice),
}
# The type value of each exact type that programs may hold; further ones are added by the library.
TYPE_VALUES: dict[type, TypeValue] = {
    kind: value for value in (*BUILTIN_TYPES.values(), NONE_TYPE) for kind in value.classes
}
PYTHON_TYPES.update(
    {BUILTIN_TYPES[kind.__name__]: dtype for kind, dtype in tuple(PYTHON_TYPES.items())}
)


def class_of(made: type) -> Any:
    """Return the class of the program that a class of Python's stands for, else what it is."""
    return made.__dict__.get(MARK) or TYPE_VALUES.get(made)


def error_types() -> dict[str, ErrorType]:
    """Return the exceptions that a program can name."""
    import builtins  # noqa: PLC0415  named once, to look up classes of exceptions

    found = {name: ErrorType(name, getattr(builtins, name)) for name in NAMES["errors"]}
    found |= dict.fromkeys(("EnvironmentError", "IOError"), found["OSError"])
    passing = {kind.__name__: kind for kind in (Passing, Interrupted, Closing, Ended)}
    return {**found, **{name: ErrorType(name, kind) for name, kind in passing.items()}}


ERROR_TYPES = error_types()


def joined(first: object, second: object) -> Any:
    """Return `int | None`."""
    from tensorlab.language.values import type_forms  # noqa: PLC0415  seldom needed

    return type_forms.joined(first, second)


JOINED[:] = [joined]


# Types that were only asked for, in a message or by type(): programs may hold them not for that.
ONLY_NAMED: dict[type, TypeValue] = {}
# What knows the types of the library's values: entered by the library.
OF_LIBRARY: list[Callable[[Any], TypeValue | None]] = []


def type_of(value: object) -> TypeValue:
    """Return the type of a value."""
    kind = value.raised if isinstance(value, ErrorValue) else type(value)
    own = kind.__dict__.get(MARK)
    if own is not None:
        return own  # type: ignore[no-any-return]  # marked by us
    if isinstance(value, ErrorValue):
        return ERROR_TYPES.get(kind.__name__) or ErrorType(kind.__name__, value.raised)
    if kind in TYPE_VALUES and kind is not Tensor:
        return TYPE_VALUES[kind]
    for find in OF_LIBRARY:
        library = find(value)
        if library is not None:
            return library
    if kind not in ONLY_NAMED:
        name = type_name(value)
        if kind.__module__.startswith("torch") and kind.__module__ != "torch.return_types":
            name = f"{kind.__module__}.{name}"
        ONLY_NAMED[kind] = TypeValue(name, (kind,), no_instances(name))
    return ONLY_NAMED[kind]


def name_in_messages(value: object) -> str | None:
    """Return what PyTorch calls a value of the language in messages, None for any other value."""
    if not type(value).__module__.startswith("tensorlab.language."):
        return None
    if isinstance(value, Function):
        return f"__main__.{value.code.title}"
    if isinstance(value, BoundMethod):
        return f"{type_name(value.receiver)}.{value.name}"
    if isinstance(value, TypeValue | Builtin | Namespace):
        operation = getattr(getattr(value, "function", None), "operation", None)
        return f"{written_in(operation)}.{value.name}" if operation else value.name
    return type_of(value).name


OfPrograms.name_of = staticmethod(name_in_messages)


def is_instance(value: object, kinds: object) -> bool:
    """Return whether a value is of a type, or of one of several."""
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if isinstance(kind, tuple):
            if is_instance(value, kind):
                return True
        elif isinstance(kind, ErrorType):
            if isinstance(value, ErrorValue) and is_kind_of(value.raised, kind.raised):
                return True
        elif (kinds_of := getattr(kind, "kinds", None)) is not None:
            if is_instance(value, kinds_of):
                return True
        elif type(kind) is Builtin and kind.name == "type":
            if isinstance(value, TypeValue):
                return True
        elif not isinstance(kind, TypeValue):
            raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")
        elif isinstance(value, kind.classes):
            return True
    return False
