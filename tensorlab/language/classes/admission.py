"""What the library may hand to a program: values that the language knows, and nothing else."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.work import paid
from tensorlab.language.limits.contents import VIEWS
from tensorlab.language.values.attributes import METHODS, PROPERTIES, gate_of
from tensorlab.language.values.invoking import CALLABLE
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import (
    CONTEXTS,
    ProgramIterator,
    TensorFunction,
    TypeValue,
    type_name,
)

VIEWS_IN_ORDER: Final[tuple[type, ...]] = (
    type(OrderedDict().keys()),
    type(OrderedDict().values()),
    type(OrderedDict().items()),
)
# What the library's functions for `with` give.
BLOCK: Final[type] = type(contextmanager(lambda: iter(()))())
CONTEXTS.add(BLOCK)
PLAIN: Final = frozenset(
    {int, float, bool, complex, str, bytes, type(None), type(NotImplemented), type(...), list,
     tuple, dict, set, frozenset, range, slice, OrderedDict, defaultdict, ProgramIterator, Tensor,
     BLOCK, *VIEWS, *VIEWS_IN_ORDER}
)  # fmt: skip


def admitted(value: Any) -> Any:
    """Return a value as a program may have it.

    Raises:
        TypeError: it is one of Python's own objects.
    """
    kind = type(value)
    if kind in PLAIN or kind in CALLABLE:
        return value
    if isinstance(value, TypeValue | Tensor) or gate_of(kind) is not None:
        return value
    if kind in METHODS or kind in PROPERTIES or kind in TYPE_VALUES:
        return value
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return value
    if kind is partial and value.func is paid:  # one of the library's functions, as it calls them
        return TensorFunction(*value.args)
    if isinstance(value, Iterator):
        return ProgramIterator("generator", value)
    raise TypeError(f"{type_name(value)} is not among the values of a program")
