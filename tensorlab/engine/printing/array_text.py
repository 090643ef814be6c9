"""The text of an array's numbers, and the options for it."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine import memory
from tensorlab.engine.backend import place
from tensorlab.engine.device import CPU
from tensorlab.engine.dtypes import DType


class PrintOptions:
    """How tensors are written.

    Floats get `precision` digits after the point. Tensors of more than `threshold` elements show
    `edgeitems` at both ends of every dimension. Lines break at `linewidth` characters. `sci_mode`
    demands or forbids scientific notation; None leaves it to the numbers.
    """

    def __init__(
        self, precision: int = 4, threshold: float = 1000, edgeitems: int = 3, linewidth: int = 80
    ) -> None:
        self.precision = precision
        self.threshold = threshold
        self.edgeitems = edgeitems
        self.linewidth = linewidth
        self.sci_mode: bool | None = None


OPTIONS = PrintOptions()

PROFILES: dict[str, PrintOptions] = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors are printed from now on.

    A profile ("default", "short" or "full") sets everything, the other arguments then win over it.
    What is None stays, but for sci_mode, which goes back to None unless it is given.
    """
    chosen = PROFILES.get(profile) if isinstance(profile, str) else None
    changes = {} if chosen is None else dict(vars(chosen))
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    changes |= {name: value for name, value in given.items() if value is not None}
    changes["sci_mode"] = sci_mode
    for name, value in changes.items():
        setattr(OPTIONS, name, value)


def get_printoptions() -> dict[str, Any]:
    """Return the options in force, as `set_printoptions` takes them."""
    return dict(vars(OPTIONS))


@contextmanager
def printoptions(**changes: Any) -> Iterator[None]:
    """Print otherwise within a `with` block; takes what `set_printoptions` takes."""
    before = get_printoptions()
    set_printoptions(**changes)
    try:
        yield
    finally:
        set_printoptions(**before)


# The alternate form "#" keeps the point that tells 2. from 2, and adds none to nan and inf.
WHOLE_NUMBERS = "#.0f"

LARGEST_RATIO = 1000.0
LARGEST_FIXED = 1.0e8
SMALLEST_FIXED = 1.0e-4


class Words(NamedTuple):
    """Numbers as text, padded to a common width.

    A word can be longer than the width: zeros, infinities and nan are not asked when it is set.
    """

    texts: list[str]
    width: int


def number_words(numbers: NDArray[Any], options: PrintOptions) -> Words:
    """Return the words of an array's elements, in row-major order."""
    flat = numbers.ravel().tolist()
    kind = numbers.dtype.kind
    if kind == "f":
        return float_words(flat, options)
    if kind == "c":
        return complex_words(flat, options)
    return exact_words(flat)


def exact_words(numbers: list[int]) -> Words:
    """Return the words of integers or truth values."""
    texts = [str(number) for number in numbers]
    width = max(map(len, texts), default=1)
    return Words([text.rjust(width) for text in texts], width)


def float_words(numbers: list[float], options: PrintOptions) -> Words:
    """Return the words of floating-point numbers."""
    ordinary = [number for number in numbers if number and math.isfinite(number)]
    style = float_style(ordinary, options)
    width = max((len(format(number, style)) for number in ordinary), default=1)
    return Words([format(number, style).rjust(width) for number in numbers], width)


def complex_words(numbers: list[complex], options: PrintOptions) -> Words:
    """Return the words of complex numbers, whose two parts each have their own style."""
    real = float_words([number.real for number in numbers], options)
    imaginary = float_words([number.imag for number in numbers], options)
    texts = [
        left + ("" if right[0] == "-" else "+") + right + "j"
        for left, right in zip(real.texts, map(str.lstrip, imaginary.texts), strict=True)
    ]
    return Words(texts, real.width + imaginary.width + len("j"))


def float_style(ordinary: list[float], options: PrintOptions) -> str:
    """Return the format specification that suits finite numbers other than zero."""
    if not ordinary:
        return WHOLE_NUMBERS
    scientific = options.sci_mode
    if scientific is None:
        scientific = spread_wide(ordinary)
    if scientific:
        return f".{options.precision}e"
    if all(map(float.is_integer, ordinary)):
        return WHOLE_NUMBERS
    return f".{options.precision}f"


def spread_wide(ordinary: list[float]) -> bool:
    """Return whether numbers are too large, too small or too unequal for fixed-point notation."""
    magnitudes = [abs(number) for number in ordinary]
    smallest, largest = min(magnitudes), max(magnitudes)
    return (
        largest / smallest > LARGEST_RATIO or largest > LARGEST_FIXED or smallest < SMALLEST_FIXED
    )


# Of an element its number, its text and places in lists; and its text again in what is joined.
BYTES_OF_WORD = 240
WORDS = 3


def body(stored: NDArray[Any], dtype: DType, indent: int, options: PrintOptions = OPTIONS) -> str:
    """Return the bracketed numbers of stored elements, the first line `indent` columns in.

    Of a large array only the corners that are shown are read, and they alone set the widths.
    """
    if not stored.size:
        return "[]"
    reserve_text(stored.shape, stored.size > options.threshold, options)
    if stored.size > options.threshold:
        elided = [size > 2 * options.edgeitems for size in stored.shape]
        stored = corners(stored, options.edgeitems)
    else:
        elided = [False] * stored.ndim
    words = number_words(dtype.decode(place(stored, CPU)), options)
    return Brackets(words, stored.shape, elided, options).block(0, indent)


def reserve_text(shape: tuple[int, ...], elided: bool, options: PrintOptions) -> None:
    """Claim the memory for writing the elements of a shape that are shown, each some times."""
    most = 2 * max(options.edgeitems, 0) if elided else math.inf
    shown = math.prod(min(size, most) for size in shape)
    digits = options.precision if isinstance(options.precision, int) else 0
    memory.reserve_memory(int(shown * (BYTES_OF_WORD + WORDS * max(digits, 0))))


def corners(stored: NDArray[Any], edge: int) -> NDArray[Any]:
    """Return the elements within `edge` of both ends of every dimension."""
    kept = [
        [*range(edge), *range(size - edge, size)] if size > 2 * edge else range(size)
        for size in stored.shape
    ]
    return at_places(stored, kept)


def at_places(stored: NDArray[Any], kept: list[Any]) -> NDArray[Any]:
    """Return the elements at some places of each dimension."""
    # numpy cannot choose along all of 64 dimensions: those of a single element are left out.
    several = [axis for axis, size in enumerate(stored.shape) if size > 1]
    if not several:
        return stored
    elements = stored.reshape([stored.shape[axis] for axis in several])
    chosen = elements[np.ix_(*(np.array(kept[axis], np.intp) for axis in several))]
    return chosen.reshape([len(places) for places in kept])


class Brackets:
    """Words set in nested brackets, row by row, with ellipses where elements are left out."""

    def __init__(
        self, words: Words, shape: tuple[int, ...], elided: list[bool], options: PrintOptions
    ) -> None:
        self.words: Iterator[str] = iter(words.texts)
        self.width = words.width
        self.shape = shape
        self.elided = elided
        self.options = options

    def block(self, axis: int, indent: int) -> str:
        """Return the next words as one block of the dimensions from `axis` on."""
        rank = len(self.shape) - axis
        if rank == 0:
            return next(self.words)
        if rank == 1:
            return self.row(axis, indent)
        blocks = [self.block(axis + 1, indent + 1) for _ in range(self.shape[axis])]
        if self.elided[axis]:
            blocks.insert(self.options.edgeitems, "...")
        return "[" + ("," + "\n" * (rank - 1) + " " * (indent + 1)).join(blocks) + "]"

    def row(self, axis: int, indent: int) -> str:
        """Return the next words as a row, broken into lines."""
        words = list(islice(self.words, self.shape[axis]))
        if self.elided[axis]:
            words.insert(self.options.edgeitems, " ..." if words else "...")
        per_line = max(1, (self.options.linewidth - indent) // (self.width + len(", ")))
        lines = [
            ", ".join(words[start : start + per_line]) for start in range(0, len(words), per_line)
        ]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
