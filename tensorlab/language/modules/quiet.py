"""`matplotlib`, `seaborn` and `tqdm`, answered quietly: no picture and no bar comes of them."""

from collections.abc import Iterator
from typing import Any, Final, Self

from tensorlab.language.values.attributes import GATES, METHODS, missing
from tensorlab.language.values.iteration import WALKED, single
from tensorlab.language.values.values import CONTEXTS, Builtin, Namespace, Table

# What these calls give is taken apart: so many things each.
PARTS = {"hist": 3, "plot": 1, "get_legend_handles_labels": 2}
MOST_PLACES = 10_000
QUIET: Final = frozenset({
    "close", "refresh", "reset", "set_description", "set_description_str", "set_postfix",
    "set_postfix_str", "update",
})  # fmt: skip
PARTS_OF_TQDM: Final = ("auto", "notebook", "rich", "autonotebook")


class Drawing:
    """A figure, a curve, or a call that would make one: whatever is done with it does nothing."""

    __slots__ = ("name", "shape")

    def __init__(self, name: str, shape: tuple[int, ...] = ()) -> None:
        self.name = name
        self.shape = shape

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return another drawing, or as many as the call gives."""
        if self.name == "subplots":
            return Drawing("figure"), subplots(*given, **named)
        if self.name in {"ravel", "flatten"}:
            return Drawing("axes", self.shape)
        count = PARTS.get(self.name)
        return Drawing(self.name) if count is None else [Drawing(self.name)] * count

    def __getitem__(self, place: Any) -> "Drawing":
        return Drawing("axes", self.shape[1:] if isinstance(place, int) else ())

    def __setitem__(self, place: Any, new: Any) -> None:
        """Keep nothing."""

    def __len__(self) -> int:
        return self.shape[0] if self.shape else 0

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator["Drawing"]:
        return iter([Drawing("axes", self.shape[1:])] * len(self))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing."""

    def __repr__(self) -> str:
        return f"<{self.name}, not drawn>"


def subplots(nrows: Any = 1, ncols: Any = 1, **named: Any) -> Drawing:
    """Return the axes of a figure: one, a row of them, or a table."""
    shape = tuple(n for n in (nrows, ncols) if isinstance(n, int) and 1 < n <= MOST_PLACES)
    return Drawing("axes", shape)


class DrawingGate:
    """Every name of a drawing is there, and does nothing."""

    def find(self, value: Drawing, name: str) -> Drawing:
        """Return what does nothing.

        Raises:
            AttributeError: the name is one of Python's own.
        """
        if name.startswith("_"):
            raise missing(value, name)
        if name in {"flat", "ravel", "flatten"}:
            count = 1
            for size in value.shape:
                count *= size
            return Drawing("axes" if name == "flat" else name, (count,))
        return Drawing(name)

    def put(self, value: Drawing, name: str, new: Any) -> None:
        """Keep nothing."""

    def names(self, value: Drawing) -> list[str]:
        """Return the names that are known: none."""
        return []


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


def trange(*given: Any, **named: Any) -> Progress:
    """Return a range with a bar."""
    return Progress(range(*given))


def tqdm_module() -> Namespace:
    """Return the table of `tqdm`, whose parts have the same names."""
    own = {"tqdm": Builtin("tqdm", Progress), "trange": Builtin("trange", trange)}
    parts = {name: Namespace(f"tqdm.{name}", Table(own)) for name in PARTS_OF_TQDM}
    return Namespace("tqdm", Table({**own, **parts}))


Progress.__name__ = "tqdm"
GATES[Drawing] = DrawingGate()
WALKED.add(Progress)
METHODS[Progress] = {name: lambda bar, *given, **named: None for name in QUIET}
CONTEXTS.update((Drawing, Progress))
MODULES = {
    "matplotlib": lambda: Drawing("matplotlib"), "seaborn": lambda: Drawing("seaborn"),
    "tqdm": tqdm_module,
}  # fmt: skip
