"""Methods that are loaded when first used."""

from collections.abc import Callable
from typing import Any


class NotYet:
    """Stands for a method until it is first used: then its declaration is loaded.

    A `__getattr__` would do the same, but slow down every attribute of every tensor.
    """

    __slots__ = ("load", "name")

    def __init__(self, name: str, load: Callable[[str], None]) -> None:
        self.name = name
        self.load = load

    def __get__(self, owner: object, kind: type) -> Any:
        """Return the method, which has taken this place by now."""
        self.load(self.name)
        if self.is_all_there_is(kind):
            raise AttributeError(f"'{kind.__name__}' object has no attribute '{self.name}'")
        return getattr(kind if owner is None else owner, self.name)

    def __set__(self, owner: object, value: object) -> None:
        """Set what the declaration lets be set, or a value of the owner's own of this name."""
        self.load(self.name)
        if self.is_all_there_is(type(owner)):
            vars(owner)[self.name] = value
        else:
            setattr(owner, self.name, value)

    def is_all_there_is(self, kind: type) -> bool:
        """Return whether no class found a method to put before this one."""
        for one in kind.__mro__:
            if self.name in one.__dict__:
                return one.__dict__[self.name] is self
        return True
