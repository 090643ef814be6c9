"""The one way from a program to numpy: arguments checked, cost claimed, result presented."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine import memory
from tensorlab.errors import meant
from tensorlab.language.expressions.invoking import CALLABLE
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.arguments import Arguments
from tensorlab.language.numpy.costs import cost_of
from tensorlab.language.numpy.values import presented
from tensorlab.language.values.values import Builtin

CELLS_PER_STEP = 16  # some functions take a hundred times as long for a cell as a sum does
STEPS_OF_CALL = 8
BYTES_OF_CELL = 8
SMALL = 1 << 10
# Of so many cells no array can be made: numpy says so itself.
UNMAKEABLE = 1 << 60


def call(name: str, function: Callable[..., Any], given: Any, named: dict[str, Any]) -> Any:
    """Return what one of numpy's functions gives a program."""
    arguments = Arguments(given, named, name)
    cells, work = cost_of(name, arguments)
    pay(cells * arguments.width, work * arguments.width)
    return run(function, arguments)


def pay(cells: int, work: int) -> None:
    """Take memory for so many new cells, and the steps for so many that are worked on."""
    if SMALL < cells < UNMAKEABLE:
        memory.claim(cells * BYTES_OF_CELL)
    if work < UNMAKEABLE:
        meter.spend_at_once(STEPS_OF_CALL + work // CELLS_PER_STEP)


def run(function: Callable[..., Any], arguments: Arguments) -> Any:
    """Return what a function gives for arguments that are paid for."""
    try:
        result = function(*arguments.given, **arguments.named)
    except AttributeError as error:
        raise meant(error) from None
    if isinstance(result, np.ndarray):
        result = arguments.restored(result)
    return presented(result)


class NumpyFunction(Builtin):
    """A function of numpy's, by its public name."""

    __slots__ = ()

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return what the call gives."""
        return call(self.name, self.function, given, named)

    def __repr__(self) -> str:
        return f"<function {self.name}>"


class Ufunc(NumpyFunction):
    """A function of numpy's that works cell by cell, and has a few methods."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<ufunc '{self.name}'>"


NumpyFunction.__name__ = "function"
Ufunc.__name__ = "numpy.ufunc"
CALLABLE[NumpyFunction] = NumpyFunction.__call__
CALLABLE[Ufunc] = Ufunc.__call__
