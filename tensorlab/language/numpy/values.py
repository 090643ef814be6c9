"""The values of numpy's that a program can hold: arrays of numbers, numbers, data types."""

from typing import Any, Final
from weakref import WeakValueDictionary

import numpy as np

from tensorlab.engine.tensor import Tensor

NUMBERS: Final = (
    np.bool_, np.int8, np.int16, np.int32, np.int64, np.longlong, np.uint8, np.uint16, np.uint32,
    np.uint64, np.ulonglong, np.float16, np.float32, np.float64, np.complex64, np.complex128,
)  # fmt: skip
# No objects, and nothing of another machine's byte order.
TYPES: Final = frozenset(np.dtype(kind).num for kind in NUMBERS)
OTHERS: Final = "numpy holds numbers, truth values and short strings here, not {}"
# characters, each of which takes four bytes in every element
LONGEST_TEXT: Final = 64
NAMED: Final = (int, float, complex, bool, str, bytes, type(None), np.finfo, np.iinfo, Tensor)


class Array(np.ndarray):
    """An array of a program's: whatever is done with it goes through the one gate to numpy.

    It is a view of a plain array that owns the elements, or looks at some of another's.
    """

    __slots__ = ()


Array.__name__ = Array.__qualname__ = "numpy.ndarray"
# so that Python's own error texts name it by that alone
Array.__module__ = "builtins"


# The first array of a program's over memory, by the plain array that owns it.
OWNERS: Final[WeakValueDictionary[int, Any]] = WeakValueDictionary()


def base_of(array: Any) -> Any:
    """Return the array whose memory an array of a program's looks at, None where it is its own."""
    owner = array.base
    while isinstance(owner, np.ndarray) and isinstance(owner.base, np.ndarray):
        owner = owner.base
    if type(owner) is not np.ndarray:
        return None
    found = OWNERS.get(id(owner))
    if found is None:
        found = presented(owner)
    return None if found is array else found


def is_closed(dtype: np.dtype[Any]) -> bool:
    """Return whether a program can have arrays of a type."""
    if dtype.kind == "U":
        return dtype.isnative and dtype.itemsize <= 4 * LONGEST_TEXT
    return dtype.num in TYPES and dtype.isnative


def plain(array: Any) -> Any:
    """Return a view of a program's array as numpy's own functions take it."""
    return array.view(np.ndarray)


def presented(value: object) -> Any:
    """Return what numpy gave as a program may have it.

    Raises:
        TypeError: it is, or holds, something else than numbers and short texts.
    """
    if isinstance(value, np.ndarray):
        require_closed(value.dtype)
        if type(value) is Array:
            return value
        made = value.view(Array)
        if value.base is None:
            OWNERS[id(value)] = made
        return made
    if isinstance(value, np.generic):
        require_closed(value.dtype)
        return value
    if isinstance(value, tuple):
        parts = [presented(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, list):
        return [presented(part) for part in value]
    if isinstance(value, np.dtype):
        require_closed(value)
        return value
    if isinstance(value, NAMED):
        return value
    raise TypeError(OTHERS.format(type(value).__name__))


def require_closed(dtype: np.dtype[Any]) -> None:
    """Refuse a data type that programs do not have.

    Raises:
        TypeError: its elements are neither numbers nor short texts.
    """
    if not is_closed(dtype):
        raise TypeError(OTHERS.format(f"elements of type {dtype}"))
