"""The text of arrays, as numpy prints them, by the options of the session."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.engine.random.numpy_state import Numpy
from tensorlab.language.expressions.invoking import call_value, invoker_of
from tensorlab.language.limits.depth import from_within
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.values import Array, plain, presented
from tensorlab.language.values.formatting import check_width
from tensorlab.language.values.values import type_name

CHARACTERS_OF_CELL: Final = 32
STEPS_OF_CELL: Final = 64
LONGEST_WORD: Final = 100
KINDS_OF_CELLS: Final = frozenset({
    "all", "bool", "int", "float", "complexfloat", "numpystr", "datetime", "timedelta",
    "int_kind", "float_kind", "complex_kind", "str_kind", "longfloat",
})  # fmt: skip
# How numpy begins; whatever this process has set for itself says nothing here.
USUAL: Final[dict[str, Any]] = {
    "precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 75, "suppress": False,
    "nanstr": "nan", "infstr": "inf", "sign": "-", "floatmode": "maxprec",
}  # fmt: skip


def text(array: Any) -> str:
    """Return what `print` shows of an array."""
    with np.printoptions(**USUAL | Numpy.options):
        pay_for_text(array)
        return str(plain(array))


def description(array: Any) -> str:
    """Return what `repr` shows of an array."""
    with np.printoptions(**USUAL | Numpy.options):
        pay_for_text(array)
        return repr(plain(array))


def pay_for_text(array: Any) -> None:
    """Take what writing an array costs: all of a small one, of a large one the edges."""
    options = np.get_printoptions()
    cells = array.size
    if cells > options["threshold"]:
        most = 2 * options["edgeitems"] + 1
        cells = math.prod(min(size, most) for size in array.shape)
    meter.grow(cells * (CHARACTERS_OF_CELL + options["precision"] + array.dtype.itemsize))
    parts = len(array.dtype.names or ())
    meter.spend_at_once(cells * STEPS_OF_CELL * (1 + parts) * (1 + array.dtype.itemsize // 64))


def set_printoptions(
    precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None,
    suppress: Any = None, nanstr: Any = None, infstr: Any = None, formatter: Any = None,
    sign: Any = None, floatmode: Any = None, **more: Any,
) -> None:  # fmt: skip
    """Set how arrays are printed from here on, in this session."""
    Numpy.options = changed({
        "precision": precision, "threshold": threshold, "edgeitems": edgeitems,
        "linewidth": linewidth, "suppress": suppress, "nanstr": nanstr, "infstr": infstr,
        "formatter": formatter, "sign": sign, "floatmode": floatmode, **more,
    })  # fmt: skip


def changed(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options with some of them changed.

    Raises:
        TypeError: one is a function, or none of numpy's.
    """
    new = {}
    for name, value in given.items():
        if value is None:
            continue
        if name not in USUAL and name != "formatter":
            raise TypeError(f"set_printoptions({name}=...) is not part of tensorlab")
        if name == "formatter":
            new[name] = written_by(value)
            continue
        if not isinstance(value, str | int | float):
            raise TypeError(f"{name} must be a number or a word, not {type_name(value)}")
        if isinstance(value, str) and len(value) > LONGEST_WORD:
            check_width(len(value) ** 2)
        if name in {"precision", "edgeitems", "linewidth"} and isinstance(value, int):
            check_width(0 if name == "linewidth" else value)
        new[name] = value
    options = {**Numpy.options, **new}
    with np.printoptions(**USUAL | options):
        return options


def written_by(formatter: Any) -> dict[str, Callable[[Any], str]]:
    """Return functions of the program as numpy calls them to write a cell.

    Raises:
        TypeError: it is no dict of functions.
    """
    if not isinstance(formatter, dict) or not KINDS_OF_CELLS.issuperset(formatter):
        raise TypeError("formatter is a dict of functions, by the kinds of cells: {'float': ...}")
    if any(invoker_of(type(write)) is None for write in formatter.values()):
        raise TypeError("what writes a cell must be a function")
    return {name: writing(write) for name, write in formatter.items()}


def writing(write: Any) -> Callable[[Any], str]:
    """Return what numpy calls to write a cell."""

    def call(cell: Any) -> str:
        with from_within:
            text = call_value(write, [presented(cell)], {})
        if not isinstance(text, str):
            raise TypeError(f"a formatter gives a text, not {type_name(text)}")
        meter.grow(4 * len(text))
        return text

    return call


def get_printoptions() -> dict[str, Any]:
    """Return how arrays are printed in this session."""
    return {**USUAL, **Numpy.options, "formatter": None, "legacy": False}


class Options:
    """What `with np.printoptions(...)` switches, for the length of its block."""

    __slots__ = ("before", "given")

    def __init__(self, **given: Any) -> None:
        self.given = given
        self.before: dict[str, Any] = {}

    def __enter__(self) -> dict[str, Any]:
        self.before = Numpy.options
        Numpy.options = changed(self.given)
        return get_printoptions()

    def __exit__(self, *error: object) -> None:
        Numpy.options = self.before


def array_text(a: Any, **given: Any) -> str:
    """Return the text of an array under options of its own."""
    return written(text, a, given)


def array_description(arr: Any, **given: Any) -> str:
    """Return the description of an array under options of its own."""
    return written(description, arr, given)


def array2string(a: Any, **given: Any) -> str:
    """Return the text of an array, with a separator of its own."""
    separator = given.pop("separator", " ")
    if not isinstance(separator, str) or len(separator) > LONGEST_WORD:
        raise TypeError("separator must be a short text")
    width = given.pop("max_line_width", None)
    small = given.pop("suppress_small", None)
    options = changed({**given, "linewidth": width, "suppress": small})
    with np.printoptions(**USUAL | options):
        pay_for_text(np.asarray(a))
        return np.array2string(np.asarray(a), separator=separator)


def written(write: Any, array: Any, given: dict[str, Any]) -> str:
    """Return the text of an array, with options changed meanwhile."""
    if not isinstance(array, Array | np.generic):
        raise TypeError(f"an array is to be written, not {type_name(array)}")
    if isinstance(array, np.generic):
        return str(array)
    before = Numpy.options
    try:
        words = {"linewidth": "max_line_width", "suppress": "suppress_small"}
        Numpy.options = changed({w: given.pop(own, None) for w, own in words.items()} | given)
        return str(write(array))
    finally:
        Numpy.options = before
