"""Modules that are not here: a program that imports one goes on until it uses it."""

import warnings
from typing import Any, NoReturn

from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.values.attributes import GATES


class Absent:
    """A module that is not part of tensorlab, or a name in it: whoever uses it is told so."""

    __slots__ = ("instead", "name")

    def __init__(self, name: str, instead: str) -> None:
        self.name = name
        self.instead = instead

    def refuse(self, *given: Any, **named: Any) -> NoReturn:
        """Say that it is not here.

        Raises:
            Unsupported: always.
        """
        raise Unsupported(f"{self.name} is not part of tensorlab.", self.instead)

    __call__ = __iter__ = refuse

    def __repr__(self) -> str:
        return f"<{self.name}, which is not part of tensorlab>"


class AbsentGate:
    """What is in it is not here either; what is asked of it is told at the dot."""

    def find(self, value: Absent, name: str) -> NoReturn:
        """Say that it is not here."""
        Absent(f"{value.name}.{name}", value.instead).refuse()

    def put(self, value: Absent, name: str, new: Any) -> NoReturn:
        """Say that it is not here."""
        value.refuse()

    def names(self, value: Absent) -> list[str]:
        """Return the names that it is known to have: none."""
        return []


Absent.__name__ = "module"
GATES[Absent] = AbsentGate()


def say_once(name: str) -> None:
    """Tell that an imported module is not here."""
    warnings.warn(
        f"{name} is not part of tensorlab; the program goes on until it uses it",
        ImportWarning,
        stacklevel=2,
    )
