"""What a program may hand to numpy: numbers, nested lists of them, arrays, types, known words."""

import re
from functools import cache
from typing import Any, Final

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.contents import pieces, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.values import LONGEST_TEXT, OTHERS, Array, plain, require_closed
from tensorlab.language.values.deque import deque
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import TypeValue, type_name

REFUSED: Final = frozenset({"signature", "sig", "extobj", "like", "subok"})
PLAIN: Final = frozenset({bool, float, complex, type(None), type(...)})
DEEPEST: Final = 64  # as many dimensions as an array can have
WORDS: Final = (
    "C F A K ij xy left right raise clip wrap same full valid constant edge linear_ramp maximum "
    "mean median minimum reflect symmetric empty even odd linear lower higher midpoint nearest "
    "inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf hazen "
    "weibull median_unbiased normal_unbiased fro nuc reduced complete r raw L U no equiv safe "
    "same_kind unsafe quicksort mergesort heapsort stable auto fd doane scott stone rice sturges "
    "sqrt greedy optimal backward ortho forward unsorted MT19937 eigh svd cholesky warn ignore "
    "fixed unique maxprec maxprec_equal + - f b bool bool_ int float complex half single double "
    "int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 int_ float16 float32 float64 "
    "complex64 complex128 ? h i l q B H I L Q e f d D i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16 "
    "<f4 <f8 <i4 <i8 =f4 =f8 =i4 =i8 |b1 b1 |u1 |i1"
)
# How many of the arguments by place may be texts; a data type never stands among these.
TAKING_TEXTS: Final = {"where": 3, "isin": 2, "append": 2, "array": 1, "asarray": 1, "equal": 2,
                       "not_equal": 2, "searchsorted": 2, "count_nonzero": 1}  # fmt: skip
WIDEST: Final = LONGEST_TEXT // 2
OF_TEXTS: Final = re.compile(r"<?U\d?")
EQUATION: Final = re.compile(r"[A-Za-z, .>\-]{1,200}")
LARGEST_NUMBER: Final = 64  # bits; numpy would keep larger ones as Python's objects
TOO_LARGE: Final = "Python int too large to convert to C long"


class Arguments:
    """The arguments of one call on their way to numpy: checked, without our class, and counted."""

    def __init__(self, given: Any, named: dict[str, Any], name: str = "") -> None:
        self.takes_equations = name == "einsum"
        self.texts = TAKING_TEXTS.get(name, 0)  # of its arguments by place, so many may be texts
        self.width = 1  # how many times 8 bytes a cell takes, where there are texts
        for word in named:
            if word in REFUSED:
                raise TypeError(f"{name}({word}=...) is not part of tensorlab")
        self.owners: list[tuple[Any, Any]] = []  # arrays as numpy gets them, and as programs do
        self.cells = 0
        self.given = [
            self.text(value) if type(value) is str and place < self.texts else self.taken(value, 0)
            for place, value in enumerate(given)
        ]
        self.named = {name: self.taken(value, 0) for name, value in named.items()}

    def taken(self, value: Any, depth: int) -> Any:
        """Return a value as numpy gets it.

        Raises:
            TypeError: it is nothing that numpy gets from a program.
        """
        kind = type(value)
        if kind is Array:
            self.cells += value.size
            if value.dtype.kind == "U":
                self.width = WIDEST
            bare = plain(value)
            self.owners.append((bare, value))
            return bare
        if kind is int:
            return in_range(value)
        if kind in PLAIN or isinstance(value, np.generic):
            return value
        if isinstance(value, Tensor):
            self.cells += value.shape.numel()
            return value
        if isinstance(value, list | tuple):
            return self.taken_list(value, depth)
        return self.rarely_taken(value, depth)

    def taken_list(self, values: Any, depth: int) -> Any:
        """Return a list of numbers, or of lists; what is shared counts each time."""
        if not depth:
            weigh(values)
        if depth >= DEEPEST:
            raise ValueError(f"lists lie more than {DEEPEST} deep in one another")
        self.cells += len(values)
        meter.grow(8 * len(values))
        meter.spend(len(values))
        kinds: set[type] = set()
        for piece in pieces(values):
            kinds.update(map(type, piece))
        if kinds <= {int, float, bool}:
            if int in kinds:
                for value in values:
                    in_range(value)
            return values
        if str in kinds or np.str_ in kinds:
            return [
                self.text(v) if isinstance(v, str) else self.taken(v, depth + 1) for v in values
            ]
        made = [self.taken(value, depth + 1) for value in values]
        return tuple(made) if isinstance(values, tuple) else made

    def rarely_taken(self, value: Any, depth: int) -> Any:
        """Return what is no number and no list as numpy gets it."""
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, range | deque):
            return self.taken_list(collected(value), depth)
        if isinstance(value, np.dtype):
            require_closed(value)
            return value
        if isinstance(value, TypeValue):
            return type_meant(value)
        if isinstance(value, slice):
            return slice(*(self.taken(part, depth) for part in parts_of(value)))
        if isinstance(value, np.finfo | np.iinfo):
            return value
        raise TypeError(OTHERS.format(f"'{type_name(value)}'"))

    def word(self, text: str) -> str:
        """Return a text that is a word of numpy's, or an equation of einsum."""
        if (
            known_word(text)
            or OF_TEXTS.fullmatch(text)
            or (self.takes_equations and EQUATION.fullmatch(text))
        ):
            return text
        if re.fullmatch(r"[\w<>=|?,\[\]() ]{1,40}", text):
            raise TypeError(f"data type {text!r} not understood")
        raise TypeError(OTHERS.format("texts"))

    def text(self, text: str) -> str:
        """Return a short text that is to stand in an array."""
        if len(text) > LONGEST_TEXT:
            raise TypeError(OTHERS.format(f"texts of more than {LONGEST_TEXT} characters"))
        self.width = WIDEST
        return text

    def restored(self, result: Any) -> Any:
        """Return the program's own array where numpy gave that very one back."""
        return next((owner for bare, owner in self.owners if bare is result), result)


@cache
def words() -> frozenset[str]:
    """Return the texts that mean something to numpy."""
    return frozenset(WORDS.split())


def known_word(text: str) -> bool:
    """Return whether a text means something to numpy."""
    return text in words()


def in_range(value: Any) -> Any:
    """Return a whole number that fits into 64 bits.

    Raises:
        OverflowError: it does not.
    """
    if type(value) is int and value.bit_length() > LARGEST_NUMBER:
        raise OverflowError(TOO_LARGE)
    return value


def parts_of(value: slice) -> tuple[Any, Any, Any]:
    """Return what a slice holds."""
    return value.start, value.stop, value.step


def type_meant(value: TypeValue) -> Any:
    """Return the type that a type of the program's stands for as a data type.

    Raises:
        TypeError: it stands for none.
    """
    kind = value.classes[0] if len(value.classes) == 1 else None
    if kind in {bool, int, float, complex, str}:
        return kind
    if kind is not None and issubclass(kind, np.generic):
        return kind
    raise TypeError(f"Cannot interpret '{value!r}' as a data type")
