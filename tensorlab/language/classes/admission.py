"""What the library may hand to a program: values that the language knows, tables of parts."""

from collections import OrderedDict, defaultdict
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.work import paid
from tensorlab.language.limits.contents import VIEWS
from tensorlab.language.values.attributes import METHODS, PROPERTIES, gate_of
from tensorlab.language.values.display import described
from tensorlab.language.values.functions import TensorFunction
from tensorlab.language.values.invoking import CALLABLE
from tensorlab.language.values.iteration import lazily
from tensorlab.language.values.types import TYPE_VALUES, class_of
from tensorlab.language.values.values import CONTEXTS, Plain, ProgramIterator, TypeValue, type_name

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
     BLOCK, Plain, *VIEWS, *VIEWS_IN_ORDER}
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
    # one of the library's functions, as it calls them
    if kind is partial and value.func is paid:
        return TensorFunction(*value.args)
    if isinstance(value, Iterator):
        return lazily("generator", value)
    if isinstance(value, type) and (known := class_of(value)):
        return known
    raise TypeError(f"{type_name(value)} is not among the values of a program")


PARTS: Final = ("_parameters", "_buffers", "_modules")
HOOKS: Final = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
TABLES: Final = frozenset(PARTS + HOOKS)
ENTER: Final = {
    "_parameters": "register_parameter",
    "_buffers": "register_buffer",
    "_modules": "add_module",
}


class PartTable:
    """One of the tables of a module."""

    _module: Any
    _name: str

    def __init__(self, module: object, name: str) -> None:
        self._module, self._name = module, name

    def _entries(self) -> dict[Any, Any]:
        """Return the table of the module itself."""
        found: dict[Any, Any] = self._module.__dict__[self._name]
        return found

    def copy(self) -> dict[Any, Any]:
        """Return the entries in a dict of the program's own."""
        return {key: admitted(value) for key, value in self._entries().items()}

    def __getitem__(self, key: object) -> Any:
        return admitted(self._entries()[key])

    def __setitem__(self, key: object, value: object) -> None:
        if self._name not in ENTER:
            way = f"register{self._name.removesuffix('s').replace('_backward', '_full_backward')}"
            raise TypeError(f"hooks are added to {self._name} by {way}(function)")
        getattr(self._module, ENTER[self._name])(key, value)

    def __delitem__(self, key: object) -> None:
        del self._entries()[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries()

    def __len__(self) -> int:
        return len(self._entries())

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._entries()))

    def __repr__(self) -> str:
        table = self.copy() if self._name in PARTS else OrderedDict(self.copy())
        return described(table, ())

    def keys(self) -> KeysView[Any]:
        """Return the names of the parts, or the numbers of the hooks."""
        return self.copy().keys()

    def values(self) -> ValuesView[Any]:
        """Return the parts or hooks."""
        return self.copy().values()

    def items(self) -> ItemsView[Any, Any]:
        """Return both."""
        return self.copy().items()

    def get(self, key: object, default: object = None, /) -> Any:
        """Return an entry, or a default where there is none."""
        return admitted(self._entries().get(key, default))

    def pop(self, key: object, /, *default: object) -> Any:
        """Take an entry out and return it."""
        return admitted(self._entries().pop(key, *default))

    def clear(self) -> None:
        """Take everything out."""
        self._entries().clear()


PartTable.__name__ = "dict"  # as programs see it
HookTable = type("collections.OrderedDict", (PartTable,), {})
