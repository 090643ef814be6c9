"""What stands at hand in a program: Python's built-ins, and the namespaces of torch."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tensorlab.language.modules import module_of_python
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.values import Builtin, TypeValue
from tensorlab.ops.second_places import home_of

PREFERRED = {"F": "torch.nn.functional", "nn": "torch.nn"}
NOTHING: Table = Table({})


class Library:
    """The namespaces that a program can import, and the names it finds without importing."""

    def __init__(
        self, modules: Mapping[str, Namespace], names: Mapping[str, Any], *, preload: bool
    ) -> None:
        self.names = names
        self.modules = modules
        self.given: dict[str, Any] = self.at_hand() if preload else {}
        self.bare = modules["torch"].table if preload and "torch" in modules else NOTHING

    def at_hand(self) -> dict[str, Any]:
        """Return the namespaces that stand ready in a session."""
        wanted = {"torch": "torch", **PREFERRED}
        return {
            name: self.modules[module] for name, module in wanted.items() if module in self.modules
        }

    def find(self, name: str) -> Any:
        """Return what a name means that the program did not bind.

        Raises:
            KeyError: nothing.
        """
        for table in (self.names, self.given):
            if name in table:
                return table[name]
        if name.startswith("__"):
            raise KeyError(name)
        return self.bare[name]

    def import_module(self, name: str) -> Namespace:
        """Return the namespace of a module.

        Raises:
            KeyError: there is none.
        """
        own = self.modules.get(name) or self.modules.get(home_of(name) or "")
        return own or module_of_python(name)

    def known_names(self) -> tuple[str, ...]:
        """Return every name that stands at hand."""
        return tuple(dict.fromkeys((*self.names, *self.given, *self.bare.names())))


def with_parts(tables: Mapping[str, Table]) -> dict[str, Table]:
    """Return the tables, every namespace entered in the one that it is a part of."""
    found = dict(tables)
    for name in tables:
        while name := name.rpartition(".")[0]:
            found.setdefault(name, Table({}))
    for name, table in found.items():
        parent, _, last = name.rpartition(".")
        if parent:
            found[parent][last] = Namespace(name, table)
    return found


def modules_in(given: Mapping[str, Table]) -> dict[str, Namespace]:
    """Return the namespace of each table by its full name."""
    found, tables = {}, with_parts(given)
    for name, table in tables.items():
        parent, _, last = name.rpartition(".")
        found[name] = tables[parent][last] if parent else Namespace(name, table)
    return found


@cache
def torch_modules() -> dict[str, Namespace]:
    """Return the namespaces of torch: programs only read them, so all sessions share them."""
    from tensorlab.language.library.parts import namespaces  # noqa: PLC0415
    from tensorlab.language.library.tensors import describe_types  # noqa: PLC0415

    describe_types()
    return modules_in(namespaces())


def torch_library(names: Mapping[str, Any], *, preload: bool) -> Library:
    """Return the library of the declared operations."""
    return Library(torch_modules(), names, preload=preload)


def given_library(
    namespaces: Mapping[str, Mapping[str, Any]], names: Mapping[str, Any], *, preload: bool
) -> Library:
    """Return a library of functions that the caller brings."""
    tables = {
        name: Table({member: wrapped(member, value) for member, value in members.items()})
        for name, members in namespaces.items()
    }
    return Library(modules_in(tables), names, preload=preload)


def wrapped(name: str, value: Any) -> Any:
    """Return a value of the caller's as a program may have it."""
    known: tuple[type, ...] = (Builtin, TypeValue, Namespace)
    function: Callable[..., Any] | None = value if callable(value) else None
    return value if function is None or isinstance(value, known) else Builtin(name, function)
