"""Rows of arrays whose cells have named parts: what `people[0]` is."""

from collections.abc import Iterator
from typing import Any

from tensorlab.language.numpy.arguments import WRAPPED, Arguments
from tensorlab.language.numpy.calling import pay
from tensorlab.language.numpy.values import ROWS, presented
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.iteration import WALKED
from tensorlab.language.values.types import TYPE_VALUES, no_instances
from tensorlab.language.values.values import TypeValue


class Row:
    """A cell with named parts; it looks at the array that it is of."""

    __slots__ = ("inner",)

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getitem__(self, key: Any) -> Any:
        """Return a part by its name or its place, or several by a list of names."""
        return presented(self.inner[Arguments(((key,),), {}).given[0][0]])

    def __setitem__(self, key: Any, value: Any) -> None:
        """Set a part."""
        (key,), (new,) = (Arguments(((part,),), {}).given[0] for part in (key, value))
        pay(self.inner.nbytes, self.inner.nbytes)
        self.inner[key] = new

    def __len__(self) -> int:
        return len(self.inner)

    def __iter__(self) -> Iterator[Any]:
        return iter([presented(part) for part in self.inner])

    def __eq__(self, other: object) -> bool:
        return bool(self.inner == (other.inner if isinstance(other, Row) else other))

    __hash__ = None  # type: ignore[assignment]  # as numpy's, while it can be written to

    def __repr__(self) -> str:
        return repr(self.inner)

    def __str__(self) -> str:
        return str(self.inner)

    def tolist(self) -> Any:
        """Return the parts as Python's own."""
        return presented(self.inner.item())


Row.__name__ = "numpy.void"


def enter() -> None:
    """Let programs have rows."""
    ROWS[:] = [Row]
    WRAPPED.add(Row)
    WALKED.add(Row)
    METHODS[Row] = {"tolist": Row.tolist, "item": Row.tolist}
    PROPERTIES[Row] = reading(("dtype", "nbytes", "itemsize", "shape", "ndim", "size"), of="inner")
    TYPE_VALUES[Row] = TypeValue("numpy.void", (Row,), no_instances("numpy.void"))
