"""Objects of classes that files name: they are made bare, and given their attributes.

Nothing of the class runs, neither its constructor nor a method, but for a `__setstate__`, which is
there to be given what a file holds.
"""

from __future__ import annotations

import math
import pickle
import re
from collections import Counter, OrderedDict, defaultdict, deque
from enum import Enum, EnumType
from types import FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.naming import reduced_by_name
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import MetaTensor, Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn.module import Module
from tensorlab.serialization.naming import of_torch, public_place

if TYPE_CHECKING:
    from collections.abc import Callable

# What can be iterated over, compared and converted without calling a method of a script's.
DATA = (
    type(None), type, EnumType, bool, int, float, complex, str, bytes, bytearray, list, tuple, dict,
    set, frozenset, OrderedDict, Counter, defaultdict, deque, Size, Device, DType, Tensor,
    MetaTensor,
)  # fmt: skip
# The classes of Python's whose bare objects can be made for classes that derive from them.
BARE: set[Any] = {
    kind.__new__ for kind in (object, dict, list, tuple, set, frozenset, str, int, float, Exception)
}


def require_data(values: object) -> None:
    """Refuse arguments of which methods of a script's class would be called.

    Raises:
        UnpicklingError: there is such a one.
    """
    for value in values if type(values) is tuple else [values]:
        if type(value) not in DATA and not isinstance(value, np.dtype):
            raise pickle.UnpicklingError(
                f"torch.load: the file makes something of an object of {type(value).__name__}"
            )


def bare_object(kind: object, given: tuple[Any, ...]) -> Any:
    """Return a new object of a class, without running anything of the class's.

    Raises:
        UnpicklingError: that is impossible.
    """
    if isinstance(kind, type) and not hasattr(kind, "__del__"):
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return tuple.__new__(kind, given)
        new = object.__new__ if issubclass(kind, Module) else kind.__new__
        if new in BARE:
            require_data(given)
            return new(kind, *given)
    raise pickle.UnpicklingError(in_full("torch.load makes no", shown(kind)))


class CompiledFunctions:
    """Where PyTorch has the functions of torch that are written in C++."""


def attribute(kind: object, name: object) -> Any:
    """Return what `getattr` is used for in a file: an enumerated value, or a function of torch.

    Raises:
        UnpicklingError: it is used for another thing.
    """
    if type(name) is str:
        found = None
        if kind is CompiledFunctions:
            found = of_torch("torch", name)
        elif isinstance(kind, type) and issubclass(kind, Enum):
            found = kind._member_map_.get(name)
        if found is not None:
            return found
    raise pickle.UnpicklingError(f"torch.load takes no attribute of {shown(kind)}")


def member_of_value(kind: type[Enum], value: object) -> Any:
    """Return the member that has a value.

    Raises:
        UnpicklingError: none has it.
    """
    require_data((value,))
    for member in kind._member_map_.values():
        if type(member._value_) is type(value) and member._value_ == value:
            return member
    raise pickle.UnpicklingError(f"torch.load: {kind.__name__} has no member of this value")


def type_of_elements(text: str, *_: object) -> np.dtype[Any]:
    """Return numpy's type of numbers or truth values.

    Raises:
        UnpicklingError: it is another one, of objects or records.
    """
    if not re.fullmatch(r"[biufc]\d+", text):
        raise pickle.UnpicklingError(f"torch.load makes no array of {text!r}")
    return np.dtype(text)


def array_element(kind: object, data: object) -> Any:
    """Return a number of numpy's."""
    made = np.ndarray(0)
    fill_array(made, (1, (1,), kind, False, data))
    return made[0]


def fill_array(made: Any, state: Any) -> None:
    """Give an empty array its elements: as many bytes as it has room for.

    Raises:
        UnpicklingError: it has some, or they do not fit.
    """
    _, sizes, kind, by_columns, data = state
    require_data((data, *sizes))
    fits = not made.size and type(data) is bytes and min(sizes, default=0) >= 0
    if not fits or math.prod(sizes) * kind.itemsize != len(data):
        raise pickle.UnpicklingError("torch.load: the elements of an array do not fit it")
    made.__setstate__((1, sizes, kind, by_columns is True, data))


def set_state(made: object, state: Any) -> None:
    """Give an object its attributes, or its state if it takes one.

    Raises:
        UnpicklingError: the state is another one's.
    """
    takes: Callable[[Any, Any], None] | None = getattr(type(made), "__setstate__", None)
    if isinstance(made, np.dtype):  # which says again what it is
        if state[1] == ">":
            raise pickle.UnpicklingError("torch.load: the bytes of elements begin with the least")
    elif isinstance(made, np.ndarray):
        fill_array(made, state)
    elif takes is not None:
        takes(made, state)
    else:
        set_attributes(made, state)


def set_attributes(made: object, state: object) -> None:
    """Give an object its attributes, and what it has slots for.

    Raises:
        UnpicklingError: the state is no table of attributes.
    """
    attributes, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
    if table := table_of_names(attributes):
        made.__dict__.update(table)
    for name, value in table_of_names(slots).items():
        if not isinstance(getattr(type(made), name, None), MemberDescriptorType):
            raise pickle.UnpicklingError(f"torch.load: {shown(type(made))} has no slot {name!r}")
        object.__setattr__(made, name, value)


def table_of_names(state: object) -> dict[str, Any]:
    """Return the attributes that a state gives an object.

    Raises:
        UnpicklingError: it is another thing.
    """
    if state is None:
        return {}
    if type(state) is not dict or any(type(name) is not str for name in state):
        raise pickle.UnpicklingError("torch.load: an object's state is no table of attributes")
    return state


def shown(kind: object) -> str:
    """Return the name of a class, or of the type of anything else."""
    return kind.__qualname__ if isinstance(kind, type) else f"a {type(kind).__name__}"


def write_named(writing: Any, kind: Any) -> None:
    """Write a class, or a function, by its name."""
    writing.known(*public_place(kind))


def write_object(writing: Any, value: Any) -> None:
    """Write an object: its class, what it is made with, and its state; a class by its name."""
    if isinstance(value, type | FunctionType):
        write_named(writing, value)
        return
    plain: Any = type(value).__reduce_ex__
    named = plain is reduced_by_name  # its class is written by its own name
    reduced = object.__reduce_ex__(value, 2) if named else value.__reduce_ex__(2)
    if isinstance(reduced, str):
        raise TypeError(f"such a file holds values, not {type(value).__name__}")
    make, given, *rest = reduced
    state, items, pairs = (*rest, None, None, None)[:3]
    if make.__name__ == "__newobj__":
        write_named(writing, given[0])
        writing.write(tuple(given[1:]))
        writing.parts.append(b"\x81")
    else:
        write_named(writing, make)
        writing.write(tuple(given))
        writing.parts.append(b"R")
    writing.remember(value)
    if items is not None:
        writing.several(b"(", list(items), b"e")
    if pairs is not None:
        writing.several(b"(", [part for pair in pairs for part in pair], b"u")
    if state is not None:
        writing.write(state)
        writing.parts.append(b"b")
