"""What stands for itself in brackets: np.r_, np.c_, np.s_, np.mgrid, np.ogrid."""

import math
from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.arguments import Arguments
from tensorlab.language.numpy.calling import pay
from tensorlab.language.numpy.operators import parts_of
from tensorlab.language.numpy.sizes import counted
from tensorlab.language.numpy.values import presented


class Joiner:
    """What `np.c_[a, b]` and `np.r_[a, b]` are read from."""

    __slots__ = ("maker", "name")

    def __init__(self, name: str, maker: Any) -> None:
        self.name = name
        self.maker = maker

    def __getitem__(self, index: Any) -> Any:
        arguments = Arguments(parts_of(index), {})
        cells = arguments.cells
        for part in arguments.given:
            if isinstance(part, slice):
                cells += counted_slice(part)
        pay(2 * cells, 2 * cells)
        return presented(self.maker[tuple(arguments.given)])

    def __repr__(self) -> str:
        return f"<np.{self.name}>"


def counted_slice(part: slice) -> int:
    """Return how many numbers a slice stands for in `np.r_[0:10:0.5]`, or as `0:1:5j`."""
    if isinstance(part.step, complex):
        return int(abs(part.step)) + 1
    return counted(part.start or 0, part.stop or 0, part.step or 1)


class Grid:
    """What `np.mgrid[0:3, 0:2]` and `np.ogrid[...]` are read from."""

    __slots__ = ("full", "maker")

    def __init__(self, maker: Any, *, full: bool) -> None:
        self.maker = maker
        self.full = full

    def __getitem__(self, index: Any) -> Any:
        arguments = Arguments(parts_of(index), {})
        slices = [part for part in arguments.given if isinstance(part, slice)]
        if len(slices) < len(arguments.given):
            raise TypeError("a grid is made of slices: np.mgrid[0:3, 0:2]")
        sides = [counted_slice(part) for part in slices]
        cells = len(sides) * math.prod(sides) if self.full else sum(sides)
        pay(2 * cells, 2 * cells)
        return presented(
            self.maker[tuple(arguments.given) if len(sides) > 1 else arguments.given[0]]
        )

    def __repr__(self) -> str:
        return "<np.mgrid>" if self.full else "<np.ogrid>"


class IndexMaker:
    """What `np.s_[1:2]` is read from: it gives the index itself."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        return index


COLUMNS: Final = Joiner("c_", np.c_)
ROWS: Final = Joiner("r_", np.r_)
INDEX: Final = IndexMaker()
FULL_GRID: Final = Grid(np.mgrid, full=True)
OPEN_GRID: Final = Grid(np.ogrid, full=False)
Grid.__name__ = Joiner.__name__ = IndexMaker.__name__ = "numpy index maker"
