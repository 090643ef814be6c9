"""What those know that give programs the attributes of their values."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable


class Loader(Protocol):
    """Knows attributes that come into being when they are first used."""

    def enter(self, name: str) -> None:
        """Enter an attribute into the tables, if there is one of this name."""

    def names(self) -> list[str]:
        """Return the names of all attributes."""
        ...


class Gate(Protocol):
    """Knows the attributes of values that have their own, or those of a class of the program."""

    def find(self, value: Any, name: str) -> Any:
        """Return an attribute.

        Raises:
            AttributeError: there is none.
        """

    def put(self, value: Any, name: str, new: Any) -> None:
        """Set an attribute."""

    def names(self, value: Any) -> list[str]:
        """Return the names of all attributes."""
        ...


@runtime_checkable
class OpenGate(Protocol):
    """A gate that shows attributes without running anything."""

    def look(self, value: object, name: str) -> Any:
        """Return an attribute as it can be seen, None where it would have to be worked out.

        Raises:
            AttributeError: there is none.
        """


@runtime_checkable
class GateWithMethods(Protocol):
    """A gate that gives the methods of classes to be called at once."""

    def method(self, value: Any, name: str) -> Callable[..., Any] | None:
        """Return a method that takes the value first; None where the name means anything else."""
