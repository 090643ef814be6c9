"""What a program may hand to numpy: numbers, nested lists of them, arrays, data types, words."""

import re
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.contents import deque, in_pieces, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.values import LONGEST_TEXT, NUMBERS, OTHERS, Array, require_closed
from tensorlab.language.values.display import describe
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import TypeValue, type_name

TEXTS: Final = frozenset({str, np.str_, bytes, np.bytes_})
# The last is what numpy makes of a number of its own that is compared with an array.
PLAIN: Final = frozenset({bool, float, complex, type(None), type(...), np.ndarray})
DEEPEST: Final = 64  # as many dimensions as an array can have
WIDEST: Final = LONGEST_TEXT // 2  # times 8 bytes, an element that is a text
WIDTHS: Final = {np.dtype(kind).char: max(np.dtype(kind).itemsize // 8, 1) for kind in NUMBERS}
LARGEST_NUMBER: Final = 64  # bits; numpy would keep larger ones as Python's objects
FAR: Final = 1 << 63
TOO_LARGE: Final = "Python int too large to convert to C long"
# Parameters that are data types, or values that have one.
VALUES_OR_TYPES: Final = ("type", "type1", "type2", "arg1", "arg2", "from_", "to")
TYPE: Final = re.compile(r"[<=|]?[A-Za-z?_]+\d{0,3}")
EQUATION: Final = re.compile(r"[A-Za-z, .>\-]{1,200}")
# Parameters whose texts numpy reads as words; elsewhere a text is an element.
WORDS: Final = "order kind side mode casting indexing ord method optimize UPLO reflect_type"
# numpy would leave in the margin what memory held before.
UNFILLED: Final = "empty"
LONGEST_WORD: Final = 30
LONGEST_MESSAGE: Final = 1000


class Taken:
    """Arguments on their way to numpy: checked, without our class, and counted."""

    __slots__ = ("elements", "listed", "owners", "width")

    def __init__(self) -> None:
        self.elements = 0
        self.listed = 0  # of them in lists, of which numpy makes an array
        self.width = 1  # how many times 8 bytes an element takes
        # arrays as numpy gets them, and as programs do
        self.owners: list[tuple[Any, Any]] = []

    def argument(self, value: object, parameter: str) -> Any:
        """Return an argument as numpy gets it: a text means what the parameter says."""
        role = ROLES.get(parameter)
        return self.value(value) if role is None else role(self, value)

    def value(self, value: Any, depth: int = 0) -> Any:
        """Return a value as numpy gets it.

        Raises:
            TypeError: it is nothing that numpy gets from a program.
        """
        kind = type(value)
        if kind is Array:
            self.elements += value.size
            self.widen(value.dtype)
            bare = value.view(np.ndarray)
            self.owners.append((bare, value))
            return bare
        if kind is int:
            return in_range(value)
        if kind in PLAIN or isinstance(value, np.number | np.bool_):
            return value
        if isinstance(value, Tensor):
            self.elements += value.shape.numel()
            return value
        if isinstance(value, list | tuple):
            return self.items(value, depth)
        if isinstance(value, range | deque):
            return self.items(collected(value), depth)
        return self.rare_value(value, depth)

    def items(self, values: Any, depth: int) -> Any:
        """Return a list of numbers, or of lists; what is shared counts each time."""
        if not depth:
            weigh(values)
        if depth >= DEEPEST:
            raise ValueError(f"lists are nested more than {DEEPEST} deep")
        self.elements += len(values)
        self.listed += len(values)
        meter.grow(8 * len(values))
        meter.spend(len(values))
        kinds = {*map(type, in_pieces(values))}
        if kinds <= {int, float, bool}:
            if int in kinds and (kinds > {int} or max(values) >= FAR or min(values) <= -FAR):
                for value in values:
                    in_range(value)
            return values
        made = [self.value(value, depth + 1) for value in values]
        return tuple(made) if isinstance(values, tuple) else made

    def rare_value(self, value: Any, depth: int) -> Any:
        """Return what is neither a number nor an array nor a list as numpy gets it."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, np.dtype):
            require_closed(value)
            return value
        if isinstance(value, slice):
            parts = (value.start, value.stop, value.step)
            return slice(*(self.value(part, depth) for part in parts))
        raise TypeError(OTHERS.format(f"'{type_name(value)}'"))

    def text(self, text: str) -> str:
        """Return a short text that is to be an element."""
        if len(text) > LONGEST_TEXT:
            raise TypeError(OTHERS.format(f"strings of more than {LONGEST_TEXT} characters"))
        self.width = WIDEST
        return text

    def data_type(self, value: object) -> Any:
        """Return a data type as numpy gets it.

        Raises:
            TypeError: the value stands for none.
        """
        if value is None:
            return None
        kind = type_meant(value)
        if isinstance(kind, np.dtype):
            require_closed(kind)
            self.widen(kind)
        elif issubclass(kind, str):
            self.width = WIDEST
        return kind

    def type_or_value(self, value: object) -> Any:
        """Return a data type, or a value that has one, as numpy gets it."""
        is_type = isinstance(value, str | TypeValue | np.dtype)
        return self.data_type(value) if is_type else self.value(value)

    def word_or_value(self, value: object) -> Any:
        """Return a text by which numpy is told how to work, or a value."""
        return word(value) if isinstance(value, str) else self.value(value)

    def equation_or_value(self, value: object) -> Any:
        """Return an equation of einsum, or an array."""
        return equation(value) if isinstance(value, str) else self.value(value)

    def bins(self, value: object) -> Any:
        """Return bins, or how many.

        Raises:
            TypeError: how many there are is left to numpy, which could be any number.
        """
        if isinstance(value, str):
            raise TypeError("bins must be a number, or the edges between them")
        return self.value(value)

    def message(self, value: object) -> str:
        """Return what a program says of a comparison that fails.

        Raises:
            TypeError: it is no text.
        """
        if not isinstance(value, str):
            raise TypeError(f"err_msg must be a string, not '{type_name(value)}'")
        return value[:LONGEST_MESSAGE]

    def widen(self, dtype: np.dtype[Any]) -> None:
        """Take note of how large the elements of a type are; those of texts may grow."""
        width = WIDTHS.get(dtype.char, WIDEST)
        self.width = max(self.width, width)

    def restored(self, result: object) -> Any:
        """Return the program's own array where numpy gave that very one back."""
        return next((owner for bare, owner in self.owners if bare is result), result)


ROLES: Final[dict[str, Callable[[Taken, Any], Any]]] = {
    **dict.fromkeys(VALUES_OR_TYPES, Taken.type_or_value),
    **dict.fromkeys(WORDS.split(), Taken.word_or_value),
    "dtype": Taken.data_type, "subscripts": Taken.equation_or_value, "bins": Taken.bins,
    "err_msg": Taken.message,
}  # fmt: skip


def word(text: str) -> str:
    """Return a text by which numpy is told how to work.

    Raises:
        ValueError: it is no word, or one that would show what memory held before.
    """
    if len(text) > LONGEST_WORD or text == UNFILLED:
        raise ValueError(f"mode {text[:LONGEST_WORD]!r} is not part of tensorlab")
    return text


def equation(text: str) -> str:
    """Return an equation of einsum.

    Raises:
        ValueError: it is none.
    """
    if not EQUATION.fullmatch(text):
        raise ValueError(f"an equation is made of letters, commas and '->', not {text[:40]!r}")
    return text


def in_range(value: object) -> Any:
    """Return a whole number that fits into 64 bits.

    Raises:
        OverflowError: it does not.
    """
    if type(value) is int and value.bit_length() > LARGEST_NUMBER:
        raise OverflowError(TOO_LARGE)
    return value


def type_meant(value: Any) -> Any:
    """Return the data type that a program's value stands for.

    Raises:
        TypeError: it stands for none.
    """
    if isinstance(value, np.dtype):
        return value
    if isinstance(value, str):
        if not TYPE.fullmatch(value):
            raise TypeError(f"data type {value[:40]!r} not understood")
        return np.dtype(value)
    classes = value.classes if isinstance(value, TypeValue) else ()
    kind = classes[0] if len(classes) == 1 else None
    if kind in {bool, int, float, complex, str}:
        return kind
    if kind is not None and issubclass(kind, np.generic):
        return kind
    raise TypeError(f"Cannot interpret '{describe(value)}' as a data type")
