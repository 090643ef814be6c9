"""What stands for itself in brackets: np.r_, np.c_, np.mgrid."""

import math
from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.declared.making import counted
from tensorlab.language.numpy.gate import pay, run
from tensorlab.language.numpy.operators import parts_of
from tensorlab.language.numpy.taking import Taken
from tensorlab.language.numpy.values import OTHERS


class Joiner:
    """What `np.c_[a, b]` and `np.r_[a, b]` are read from."""

    __slots__ = ("maker", "name")

    def __init__(self, name: str, maker: Any) -> None:
        self.name = name
        self.maker = maker

    def __getitem__(self, index: Any) -> Any:
        taken = Taken()
        parts = index_parts(index, taken)
        slices = sum(counted_slice(part) for part in parts if isinstance(part, slice))
        elements = 2 * (taken.elements + slices)
        pay(elements, elements)
        return run(self.maker.__getitem__, (tuple(parts),), {}, taken)

    def __repr__(self) -> str:
        return f"<np.{self.name}>"


def index_parts(index: Any, taken: Taken) -> list[Any]:
    """Return the parts of an index as numpy gets them.

    Raises:
        TypeError: one is a text, by which numpy would be told how to join.
    """
    if any(isinstance(part, str) for part in parts_of(index)):
        raise TypeError(OTHERS.format("texts in brackets"))
    return [taken.value(part) for part in parts_of(index)]


def counted_slice(part: slice) -> int:
    """Return how many numbers a slice stands for in `np.r_[0:10:0.5]`, or as `0:1:5j`."""
    if isinstance(part.step, complex):
        return int(abs(part.step)) + 1
    return counted(part.start or 0, part.stop or 0, part.step or 1)


class Grid:
    """What `np.mgrid[0:3, 0:2]` is read from."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        taken = Taken()
        parts = index_parts(index, taken)
        if not all(isinstance(part, slice) for part in parts):
            raise TypeError("a grid is made of slices: np.mgrid[0:3, 0:2]")
        sides = [counted_slice(part) for part in parts]
        elements = 2 * len(sides) * math.prod(sides)
        pay(elements, elements)
        key = tuple(parts) if len(sides) > 1 else parts[0]
        return run(np.mgrid.__getitem__, (key,), {}, taken)

    def __repr__(self) -> str:
        return "<np.mgrid>"


NAMES: Final[dict[str, Any]] = {
    "c_": Joiner("c_", np.c_), "r_": Joiner("r_", np.r_), "mgrid": Grid(),
}  # fmt: skip
Grid.__name__ = Joiner.__name__ = "numpy index maker"
