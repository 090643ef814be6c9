"""Ways through arrays, cell by cell: nditer, ndindex, ndenumerate, and windows that slide."""

from collections.abc import Iterator
from itertools import product
from operator import index as index_of
from typing import Any, Final, Self

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from tensorlab.engine.layout import strided_view
from tensorlab.language.numpy.arguments import DEEPEST, Arguments
from tensorlab.language.numpy.calling import pay
from tensorlab.language.numpy.functions import as_array
from tensorlab.language.numpy.sizes import sizes
from tensorlab.language.numpy.values import Array, plain, presented
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.iteration import collected, lazily
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.values import CONTEXTS, Builtin, ProgramIterator, TypeValue

# None of them lets numpy copy, or run for long within one step.
FLAGS: Final = frozenset({"multi_index", "c_index", "f_index", "zerosize_ok", "refs_ok"})
WAYS: Final = frozenset({"readonly", "readwrite", "writeonly"})
ORDERS: Final = frozenset("CFAK")


class Visit(ProgramIterator):
    """What `np.nditer` gives: a way through the cells of an array, which it gives one by one."""

    __slots__ = ()
    source: Any

    def __init__(
        self, op: Any, flags: Any = (), op_flags: Any = (), *, order: Any = "K", **named: Any
    ) -> None:
        words = closed("flags", flags, FLAGS)
        ways = closed("op_flags", flat(op_flags), WAYS) or ["readonly"]
        closed("order", [order], ORDERS)
        if named:
            raise TypeError(f"nditer({next(iter(named))}=...) is not part of tensorlab")
        make: Any = np.nditer
        several = isinstance(op, list | tuple) and any(isinstance(part, Array) for part in op)
        if several and op_flags:
            raise TypeError("nditer(op_flags=...) of several arrays is not part of tensorlab")
        arrays = [plain(as_array(part)) for part in (op if several else [op])]
        every: Any = [ways] * len(arrays)
        super().__init__(
            "numpy.nditer", make(arrays if several else arrays[0], words, every, order=order)
        )

    def __next__(self) -> Any:
        return presented(super().__next__())

    def __getitem__(self, place: Any) -> Any:
        return presented(self.source[place])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing: cells were written where they are."""


Visit.__name__ = "numpy.nditer"


def closed(name: str, words: Any, known: frozenset[str]) -> list[str]:
    """Return words that are all known.

    Raises:
        TypeError: one is not.
    """
    found = collected(words)
    for word in found:
        if word not in known:
            raise TypeError(f"nditer({name}=[{word!r}]) is not part of tensorlab")
    return found


def flat(words: Any) -> Any:
    """Return the words of one operand, in a list of their own or not."""
    return words[0] if words and isinstance(words[0], list | tuple) else words


def indices(*shape: Any) -> Iterator[tuple[int, ...]]:
    """Return the places of all cells in order."""
    lengths = sizes(list(shape))
    if len(lengths) > DEEPEST:
        raise ValueError(f"maximum supported dimension for an ndarray is currently {DEEPEST}")
    pay(sum(lengths), sum(lengths))
    return lazily("numpy.ndindex", product(*map(range, lengths)))


def enumerated(arr: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Return the places of all cells with what is in them."""
    array = plain(as_array(arr))
    pairs = zip(product(*map(range, array.shape)), array.flat, strict=True)
    return lazily("numpy.ndenumerate", pairs)


def sliding_window_view(x: Any, window_shape: Any, axis: Any = None) -> Any:
    """Return all windows over an array, which share its memory and cannot be written to."""
    array, window, given = Arguments((as_array(x), window_shape, axis), {}).given
    pay(0, 0)
    return presented(windows_of(plain(array), *along(plain(array), window, given)))


def as_strided(x: Any, shape: Any = None, strides: Any = None, **named: Any) -> Any:
    """Return an array that goes through the memory of another in steps; never outside of it.

    Raises:
        ValueError: it would reach outside.
    """
    array, lengths, steps = Arguments((as_array(x), shape, strides), {}).given
    bare = plain(array)
    sizes_of = bare.shape if lengths is None else tuple(sizes(lengths))
    given = () if steps is None else np.atleast_1d(steps).tolist()
    pay(0, len(sizes_of))
    view = strided_view(bare, sizes_of, bare.strides if steps is None else tuple(given))
    view.flags.writeable = bool(named.get("writeable", True)) and bare.flags.writeable
    return presented(view)


def along(array: Any, window: Any, axis: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sizes of a window and the dimensions that it slides along.

    Raises:
        ValueError: there are more or fewer sizes than dimensions, or one is negative.
    """
    lengths = (
        tuple(map(index_of, window)) if isinstance(window, list | tuple) else (index_of(window),)
    )
    if any(length < 0 for length in lengths):
        raise ValueError("`window_shape` cannot contain negative values")
    if axis is None:
        if len(lengths) != array.ndim:
            raise ValueError(
                "Since axis is None, must provide window_shape for all dimensions of `x`; got "
                f"{len(lengths)} window_shape elements and `x.ndim` is {array.ndim}."
            )
        return lengths, tuple(range(array.ndim))
    axes = normalize_axis_tuple(axis, array.ndim, allow_duplicate=True)
    if len(lengths) != len(axes):
        raise ValueError(
            "Must provide matching length window_shape and axis; got "
            f"{len(lengths)} window_shape elements and {len(axes)} axes elements."
        )
    return lengths, axes


def windows_of(array: Any, lengths: tuple[int, ...], axes: tuple[int, ...]) -> Any:
    """Return all windows of some sizes along some dimensions, not to be written to.

    Raises:
        ValueError: a window is larger than the array.
    """
    shape = list(array.shape)
    for axis, length in zip(axes, lengths, strict=True):
        if shape[axis] < length:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[axis] -= length - 1
    strides = (*array.strides, *(array.strides[axis] for axis in axes))
    view = strided_view(array, (*shape, *lengths), strides)
    view.flags.writeable = False
    return view


def put_place(visit: Visit, place: int | None) -> None:
    """Go back to a place."""
    if place is not None:
        visit.source.iterindex = place


def place_of(visit: Visit) -> int | None:
    """Return the place that is next; None at the end."""
    return None if visit.source.finished else visit.source.iterindex


def names() -> dict[str, Any]:
    """Return what this file adds to numpy's table."""
    METHODS[Visit] = {
        "iternext": lambda visit: visit.source.iternext(),
        "reset": lambda visit: visit.source.reset(),
    }
    PROPERTIES[Visit] = {
        **reading(("finished", "index", "multi_index", "iterindex"), of="source"),
        "value": lambda visit: presented(visit.source[0]),
    }
    KINDS[Visit] = Kind(place_of, nothing, put_place)
    CONTEXTS.add(Visit)
    windows = {
        "sliding_window_view": Builtin("sliding_window_view", sliding_window_view),
        "as_strided": Builtin("as_strided", as_strided),
    }
    tricks = Namespace("numpy.lib.stride_tricks", Table(windows))
    return {
        "nditer": TypeValue("numpy.nditer", (Visit,), Visit),
        "ndindex": Builtin("ndindex", indices),
        "ndenumerate": Builtin("ndenumerate", enumerated),
        "lib": Namespace("numpy.lib", Table({"stride_tricks": tricks})),
    }
