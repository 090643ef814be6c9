"""How the numbers of one tensor are written, so that they line up."""

from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from tensorlab.engine.printing.print_options import PrintOptions

if TYPE_CHECKING:
    from numpy.typing import NDArray

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


def number_words(numbers: "NDArray[Any]", options: PrintOptions) -> Words:
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
    ordinary = [number for number in numbers if number and isfinite(number)]
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
