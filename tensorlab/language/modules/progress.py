"""`tqdm`: hands the items on; no bar is drawn."""

from collections.abc import Iterator
from typing import Any, Final, Self

from tensorlab.language.values.attributes import GATES, missing
from tensorlab.language.values.display import text_of
from tensorlab.language.values.iteration import single
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.values import CONTEXTS, Builtin

QUIET: Final = frozenset({
    "close", "refresh", "reset", "set_description", "set_description_str", "set_postfix",
    "set_postfix_str", "update",
})  # fmt: skip
PARTS: Final = ("auto", "notebook", "rich", "autonotebook")


class Progress:
    """Items for which somebody wanted a bar."""

    __slots__ = ("items",)

    def __init__(self, iterable: Any = (), *given: Any, **named: Any) -> None:
        self.items = iterable

    def __iter__(self) -> Iterator[Any]:
        return iter(single(self.items))

    def __len__(self) -> int:
        return len(self.items)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing."""


class ProgressGate:
    """What can be told to a bar: nothing comes of it."""

    def find(self, value: Progress, name: str) -> Builtin:
        """Return a method.

        Raises:
            AttributeError: there is none of this name.
        """
        if name not in QUIET:
            raise missing(value, name)
        return Builtin(name, quiet)

    def put(self, value: Progress, name: str, new: Any) -> None:
        """Keep nothing."""

    def names(self, value: Progress) -> list[str]:
        """Return the names of its methods."""
        return sorted(QUIET)


def quiet(*given: Any, **named: Any) -> None:
    """Do nothing."""
    for value in given:
        text_of(value)


def trange(*given: Any, **named: Any) -> Progress:
    """Return a range with a bar."""
    return Progress(range(*given))


Progress.__name__ = "tqdm"
GATES[Progress] = ProgressGate()
CONTEXTS.add(Progress)


def namespace() -> Namespace:
    """Return the table of `tqdm`, whose parts have the same names."""
    own = {"tqdm": Builtin("tqdm", Progress), "trange": Builtin("trange", trange)}
    parts = {name: Namespace(f"tqdm.{name}", Table(own)) for name in PARTS}
    return Namespace("tqdm", Table({**own, **parts}))
