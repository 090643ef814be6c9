"""Declarations of numpy's callables: what each may write to, is given, and makes.

A callable without a declaration cannot be reached by a program. A declaration is a signature in
numpy's own words, in `declared/signatures.txt`, behind the name of an estimate of what calls cost:

    chosen
      take_along_axis(arr, indices, axis)
      put_along_axis(arr!, indices, values, axis)

`!` marks what is written to, as `out` always is; `*` stands before what goes by name alone, and
`*arrays` takes whatever follows by place. The estimate asks by name for what it reckons with, for
all `operands` or for the number of their `elements`, and returns the elements that are made, or
those and the elements that are worked on.
"""

import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tensorlab.frozen import lines_beside
from tensorlab.language.limits.meter import meter

# some functions take a hundred times as long for one as a sum does
ELEMENTS_PER_STEP: Final = 16
TOO_MANY: Final = 1 << 59  # refused, whatever limits there are
NO_OPERANDS: Final = (
    str,
    type(None),
    type,
    np.dtype,
)  # they say how, and are broadcast with nothing
MOST_AXES: Final = 64
NUMBERS: Final = frozenset({int, float, bool, complex})


def shape_of(value: object) -> tuple[int, ...]:
    """Return the shape of an array, a tensor, or of nested lists: that of the first in each."""
    if isinstance(value, list | tuple):
        return (len(value), *shape_of(value[0])) if value else (0,)
    return () if isinstance(value, type) else tuple(getattr(value, "shape", ()))


def count(value: object) -> int:
    """Return the elements of an array, a tensor, or of nested lists."""
    if isinstance(value, list | tuple):
        return len(value) if NUMBERS.issuperset(map(type, value)) else sum(map(count, value))
    return math.prod(shape_of(value))


def elements_of(value: object) -> NDArray[Any]:
    """Return an array whose very elements say what a call costs; looking at them is paid for."""
    meter.spend_at_once(count(value) // ELEMENTS_PER_STEP)
    return np.asarray(value)


def sizes(value: Any) -> list[int]:
    """Return the whole numbers of a size: one, several, or an array of them."""
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist() if value.size <= MOST_AXES else [TOO_MANY]
    if isinstance(value, list | tuple):
        return [size for part in value for size in sizes(part)]
    if isinstance(value, bool | complex | str | None):
        return []
    try:
        return [min(max(int(value), 0), TOO_MANY)]
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return []


def number(value: object, default: int = 0) -> int:
    """Return one whole number, the default where there is none."""
    found = sizes(value)
    return found[0] if found else default


def product(value: object) -> int:
    """Return how many elements a size means."""
    return math.prod(sizes(value))


def broadcast(values: Sequence[Any]) -> int:
    """Return the elements of arrays broadcast with one another, 0 where numpy refuses them."""
    shapes = [shape_of(value) for value in values if not isinstance(value, NO_OPERANDS)]
    try:
        return math.prod(np.broadcast_shapes(*shapes)) if len(shapes) < MOST_AXES // 2 else 0
    except ValueError:
        return 0


Estimate = Callable[..., int | tuple[int, int]]
AnEstimate = TypeVar("AnEstimate", bound=Estimate)
SIGNATURE: Final = re.compile(r"([\w.]+)\((.*)\)")
WRITTEN: Final = "out"
ELEMENTS: Final = "elements"
ALL: Final = "operands"
# Python sees in them what numpy has: they are nobody's to give.
KEPT_BACK: Final = frozenset({"like", "subok", "signature", "sig", "extobj", "overwrite_input"})


class Declaration(NamedTuple):
    """What one callable of numpy's may be given, and what a call of it costs."""

    name: str
    parameters: tuple[str, ...]  # by place
    by_name: frozenset[str]  # these may be named, too, or must be
    rest: str  # takes all that follows by place, empty where nothing may follow
    writes: frozenset[str]
    estimate: Estimate
    wanted: tuple[str, ...]  # by the estimate

    def parameter_at(self, place: int) -> str:
        """Return the parameter that an argument by place is given to.

        Raises:
            TypeError: there are more arguments than parameters.
        """
        if place < len(self.parameters):
            return self.parameters[place]
        if self.rest:
            return self.rest
        most = len(self.parameters)
        raise TypeError(f"{self.own_name} takes at most {most} arguments by place here")

    def require_known(self, word: str) -> None:
        """Refuse a named argument that is not declared.

        Raises:
            TypeError: numpy has no such parameter, or programs do not get it.
        """
        if word in self.by_name:
            return
        if word in KEPT_BACK:
            raise TypeError(f"{self.own_name}({word}=...) is not part of tensorlab")
        raise TypeError(f"{self.own_name}() got an unexpected keyword argument {word!r}")

    @property
    def own_name(self) -> str:
        """The name behind the last dot."""
        return self.name.rpartition(".")[2]

    def cost(self, bound: Mapping[str, Any], elements: int) -> tuple[int, int]:
        """Return how many elements a call makes, and on how many it works."""
        try:
            found = self.estimate(**self.asked_for(bound, elements))
        except (TypeError, ValueError, IndexError, OverflowError, RuntimeError):
            # Most likely numpy refuses the call; if not, this is the most that it could be.
            whole = [size for value in bound.values() for size in loose_sizes(value)]
            found = max(math.prod(whole) if whole else 0, elements)
        made, worked = found if isinstance(found, tuple) else (found, found)
        return max(min(made, TOO_MANY), 0), max(min(worked, TOO_MANY), 0)

    def asked_for(self, bound: Mapping[str, Any], elements: int) -> dict[str, Any]:
        """Return what the estimate reckons with."""
        given = {word: bound[word] for word in self.wanted if word in bound}
        if ELEMENTS in self.wanted:
            given[ELEMENTS] = elements
        if ALL in self.wanted and ALL not in bound:
            given[ALL] = [*bound.values()]
        return given


def loose_sizes(value: object) -> list[int]:
    """Return the whole numbers of an argument that may be a size."""
    return [] if isinstance(value, np.ndarray) else [size for size in sizes(value) if size]


DECLARED: Final[dict[str, Declaration]] = {}


TEXT: Final = "\n".join(lines_beside(__file__, "declared/signatures.txt"))
SIGNATURES: Final = {
    name: [line.strip() for line in lines]
    for name, *lines in (part.split("\n") for part in TEXT.strip().split("\n\n"))
}


def declares(estimate: AnEstimate) -> AnEstimate:
    """Enter the callables of the signatures behind its name with the cost that it decorates."""
    declare(SIGNATURES[estimate.__name__], estimate)
    return estimate


def declare(signatures: Iterable[str], estimate: Estimate) -> None:
    """Enter the callables of some signatures with what a call of them costs."""
    for signature in signatures:
        declared = declaration(signature, estimate)
        DECLARED[declared.name] = declared


def declaration(signature: str, estimate: Estimate) -> Declaration:
    """Return what a signature says.

    Raises:
        ValueError: it is none.
    """
    match = SIGNATURE.fullmatch(signature)
    if match is None:
        raise ValueError(f"{signature!r} is no signature")
    words = [word.strip() for word in match[2].split(",") if word.strip()]
    stars = [word for word in words if word.startswith("*")]
    by_place = words[: words.index(stars[0])] if stars else words
    bare = [word.rstrip("!") for word in words if word not in stars]
    writes = {word.rstrip("!") for word in words if word.endswith("!") or word == WRITTEN}
    return Declaration(
        match[1],
        tuple(word.rstrip("!") for word in by_place),
        frozenset(bare),
        stars[0].lstrip("*") if stars else "",
        frozenset(writes),
        estimate,
        tuple(inspect.signature(estimate).parameters),
    )
