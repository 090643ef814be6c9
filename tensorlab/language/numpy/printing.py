"""The text of arrays, as numpy prints them, by the options of the session."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.engine.settings import Numpy
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.values import plain
from tensorlab.language.values.formatting import check_width
from tensorlab.language.values.values import type_name

CHARACTERS_OF_ELEMENT: Final = 32
STEPS_OF_ELEMENT: Final = 64
LONGEST_WORD: Final = 100
# How numpy begins; whatever this process has set for itself says nothing here.
USUAL: Final[dict[str, Any]] = {
    "precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 75, "suppress": False,
    "nanstr": "nan", "infstr": "inf", "sign": "-", "floatmode": "maxprec",
}  # fmt: skip


def text(array: object) -> str:
    """Return what `print` shows of an array."""
    return by_options(array, str)


def description(array: object) -> str:
    """Return what `repr` shows of an array."""
    return by_options(array, repr)


def pay_for_text(array: Any) -> None:
    """Take what writing an array costs: all of a small one, of a large one the edges."""
    options = np.get_printoptions()
    elements = array.size
    if elements > options["threshold"]:
        most = 2 * options["edgeitems"] + 1
        elements = math.prod(min(size, most) for size in array.shape)
    width = CHARACTERS_OF_ELEMENT + options["precision"] + array.dtype.itemsize
    meter.grow(elements * width)
    meter.spend_at_once(elements * STEPS_OF_ELEMENT * (1 + array.dtype.itemsize // 64))


def by_options(
    array: Any, write: Callable[[Any], str], options: dict[str, Any] | None = None
) -> str:
    """Return the text of an array, as the options of the session say, or others.

    Raises:
        TypeError: the value is no array.
    """
    if not isinstance(array, np.ndarray | np.generic):
        raise TypeError(f"an array is written, not {type_name(array)}: make one by np.array")
    with np.printoptions(**USUAL | (options or Numpy.options)):
        pay_for_text(array)
        return write(plain(array))


def written(write: Callable[..., str]) -> Callable[..., str]:
    """Return a function that writes an array, by options that are given to it alone."""

    def call(
        a: Any, max_line_width: Any = None, precision: Any = None, suppress_small: Any = None,
        separator: Any = None, *, threshold: Any = None, edgeitems: Any = None,
    ) -> str:  # fmt: skip
        between = {} if separator is None else {"separator": separator}
        if not isinstance(separator, str | None) or len(separator or "") > LONGEST_WORD:
            raise TypeError(f"separator must be a short word, not {type_name(separator)}")
        options = changed({
            "linewidth": max_line_width, "precision": precision, "suppress": suppress_small,
            "threshold": threshold, "edgeitems": edgeitems,
        })  # fmt: skip
        return by_options(a, lambda array: write(array, **between), options)

    return call


WRITING: Final = {
    name: written(getattr(np, name)) for name in ("array2string", "array_repr", "array_str")
}


def set_printoptions(
    precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None,
    suppress: Any = None, nanstr: Any = None, infstr: Any = None, **more: Any,
) -> None:  # fmt: skip
    """Set how arrays are printed from here on, in this session."""
    Numpy.options = changed({
        "precision": precision, "threshold": threshold, "edgeitems": edgeitems,
        "linewidth": linewidth, "suppress": suppress, "nanstr": nanstr, "infstr": infstr, **more,
    })  # fmt: skip


def changed(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options with some of them changed.

    Raises:
        TypeError: a value is neither a number nor a word, or numpy has no such option.
    """
    new = {}
    for name, value in given.items():
        if value is None:
            continue
        if name not in USUAL:
            raise TypeError(f"set_printoptions({name}=...) is not part of tensorlab")
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
