"""A module's tables of parts and hooks as programs have them: looked into, and changed with care.

What is entered is registered as it would be under its name; what is handed out is among the values
of a program, for a hook may be the library's own.
"""

from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Any, Final

from tensorlab.language.classes.admission import admitted
from tensorlab.language.values.display import described

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
            raise TypeError(f"hooks enter {self._name} by {way}(function)")
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
        text = described(self.copy(), ())
        return text if self._name in PARTS else f"OrderedDict({text if len(self) else ''})"

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
