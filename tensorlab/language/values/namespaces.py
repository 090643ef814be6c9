"""Namespaces of programs: closed tables of names, such as torch, F and math."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any


class Table(dict[str, Any]):
    """The names of a namespace; one that is not there yet is looked for when it is asked for."""

    __slots__ = ("find", "index")

    def __init__(
        self,
        members: Mapping[str, object],
        find: Callable[[str], Any] | None = None,
        index: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        super().__init__(members)
        self.find = find  # raises KeyError
        self.index = index

    def __missing__(self, name: str) -> Any:
        """Return a name that was asked for the first time."""
        if self.find is None:
            raise KeyError(name)
        value = self[name] = self.find(name)
        return value

    def names(self) -> list[str]:
        """Return every name, asked for before or not."""
        return list(dict.fromkeys((*self, *self.index())))


class SwitchTable(Table):
    """The names of a namespace with switches: they stand otherwise once a program set them."""

    __slots__ = ()

    def __missing__(self, name: str) -> Any:
        """Return how a switch stands, or what has this name."""
        value = super().__missing__(name)
        del self[name]
        return value


class Namespace:
    """A frozen table of names: `torch`, `F`, `math`. Not a module.

    What a program writes into it is its session's own, `MACHINE.members`; the table stays.
    """

    __slots__ = ("is_as_made", "name", "table")

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.table = table
        self.is_as_made = True  # no program has written to it, so its names can be kept at hand

    def __repr__(self) -> str:
        return f"<module '{self.name}'>"


Namespace.__name__ = "module"  # in Python's own error texts
