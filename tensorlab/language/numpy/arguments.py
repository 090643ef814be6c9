"""What a program may hand to numpy: numbers, nested lists of them, arrays, types, known words."""

import math
import re
from typing import Any, Final

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.contents import pieces, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.values import (
    DATES,
    LONGEST_TEXT,
    OTHERS,
    WIDEST_ROW,
    Array,
    plain,
    require_closed,
)
from tensorlab.language.numpy.words import EQUATION, OF_TEXTS, UNITS, known_word
from tensorlab.language.values.deque import deque
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import TypeValue, type_name

REFUSED: Final = frozenset({"signature", "sig", "extobj", "like", "subok"})
TEXTS: Final = frozenset({str, np.str_, bytes, np.bytes_})
PLAIN: Final = frozenset({bool, float, complex, type(None), type(...)})
DEEPEST: Final = 64  # as many dimensions as an array can have
# How many of the arguments by place may be texts; a data type never stands among these.
TAKING_TYPES: Final = {"zeros": 1, "ones": 1, "empty": 1, "array": 1, "asarray": 1, "astype": 1,
                       "dtype": 0}  # fmt: skip
TAKING_TEXTS: Final = {"where": 3, "isin": 2, "append": 2, "array": 1, "asarray": 1, "equal": 2,
                       "not_equal": 2, "searchsorted": 2, "count_nonzero": 1, "full": 2,
                       "full_like": 2, "busday_count": 2, "is_busday": 1,
                       "busday_offset": 1}  # fmt: skip
WIDEST: Final = LONGEST_TEXT // 2
MOST_PARTS: Final = 100  # of a cell with named parts
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
        place_of_type = TAKING_TYPES.get(name, -1)
        self.given = [
            type_given(value)
            if place == place_of_type and isinstance(value, list | dict | str | tuple)
            else self.text(value)
            if type(value) is str and place < self.texts
            else self.taken(value, 0)
            for place, value in enumerate(given)
        ]
        self.named = {
            word: type_given(value)
            if word == "dtype" and isinstance(value, list | dict | str)
            else self.parts_named(value)
            if word == "order"
            else self.taken(value, 0)
            for word, value in named.items()
        }
        for value in (*self.given, *self.named.values()):
            if isinstance(value, np.dtype):
                self.width = max(self.width, -(-value.itemsize // 8))

    def taken(self, value: Any, depth: int) -> Any:
        """Return a value as numpy gets it.

        Raises:
            TypeError: it is nothing that numpy gets from a program.
        """
        kind = type(value)
        if kind is Array:
            self.cells += value.size
            if value.dtype.kind in "US":
                self.width = WIDEST
            elif value.dtype.kind == "V":
                self.width = max(self.width, -(-value.dtype.itemsize // 8))
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
        if not kinds.isdisjoint(TEXTS):
            made = [
                self.text(v) if isinstance(v, str | bytes) else self.taken(v, depth + 1)
                for v in values
            ]
        else:
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
        if isinstance(value, DATES) and type(value).__module__ == "datetime":
            return value
        if (inner := getattr(value, "inner", None)) is not None and type(value) in WRAPPED:
            self.cells += inner.size
            self.width = max(self.width, -(-inner.dtype.itemsize // 8))
            return inner
        raise TypeError(OTHERS.format(f"'{type_name(value)}'"))

    def parts_named(self, value: Any) -> Any:
        """Return the names of parts by which cells are put in order, or a word."""
        arrays = [bare for bare, _ in self.owners]
        known = {name for array in arrays for name in array.dtype.names or ()}
        names = value if isinstance(value, list | tuple) else [value]
        return value if known.issuperset(names) else self.taken(value, 0)

    def word(self, text: str) -> str:
        """Return a text that is a word of numpy's, or an equation of einsum."""
        if (
            known_word(text)
            or OF_TEXTS.fullmatch(text)
            or text in UNITS
            or (self.takes_equations and EQUATION.fullmatch(text))
        ):
            return text
        if re.fullmatch(r"[\w<>=|?,\[\]() ]{1,40}", text):
            raise TypeError(f"data type {text!r} not understood")
        raise TypeError(OTHERS.format("texts"))

    def text(self, text: Any) -> Any:
        """Return a short text that is to stand in an array."""
        if len(text) > LONGEST_TEXT:
            raise TypeError(OTHERS.format(f"texts of more than {LONGEST_TEXT} characters"))
        self.width = WIDEST
        return text

    def restored(self, result: Any) -> Any:
        """Return the program's own array where numpy gave that very one back."""
        return next((owner for bare, owner in self.owners if bare is result), result)


# What holds one of numpy's values for the program, in `inner`.
WRAPPED: Final[set[type]] = set()


def type_given(value: Any) -> Any:
    """Return a data type as numpy gets it, also one of cells with named parts.

    Raises:
        TypeError: it is none that programs have.
    """
    if isinstance(value, list):
        return closed_type(list(map(part_given, value[: MOST_PARTS + 1])), len(value))
    if isinstance(value, dict):
        if set(value) != {"names", "formats"} or len(value["names"]) > MOST_PARTS:
            raise TypeError("a dict that is a data type has 'names' and 'formats'")
        kinds = list(map(type_given, value["formats"]))
        pairs = zip(value["names"], kinds, strict=True)
        return closed_type([(part_name(name), kind) for name, kind in pairs])
    if isinstance(value, str) and "," in value:
        kinds = [type_given(part.strip()) for part in value.split(",")[:MOST_PARTS]]
        return closed_type([(f"f{place}", kind) for place, kind in enumerate(kinds)])
    found = value if isinstance(value, type) else Arguments((value,), {}).given[0]
    return found if found is None or found is ... else closed_type(found)


def part_given(part: Any) -> tuple[Any, ...]:
    """Return a part of a data type: its name, its type, and its shape where it has one.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(part, tuple) or not 2 <= len(part) <= 3:
        raise TypeError("a part of a data type is a name and a type: ('age', 'i4')")
    name, kind, *shape = part
    sizes = Arguments(shape, {}).given
    cells = math.prod(max(int(size), 0) for given in sizes for size in np.atleast_1d(given))
    if cells > WIDEST_ROW:
        raise TypeError(f"a cell takes at most {WIDEST_ROW:,} bytes")
    return (part_name(name), type_given(kind), *sizes)


def part_name(name: Any) -> str:
    """Return the name of a part.

    Raises:
        TypeError: it is no short text.
    """
    if not isinstance(name, str) or len(name) > LONGEST_TEXT:
        raise TypeError("the name of a part is a short text")
    return name


def closed_type(kind: Any, parts: int = 0) -> np.dtype[Any]:
    """Return a data type of numpy's that programs have.

    Raises:
        TypeError: they do not have it.
    """
    if parts > MOST_PARTS:
        raise TypeError(f"a cell has at most {MOST_PARTS} parts")
    found: np.dtype[Any] = np.dtype(kind)
    require_closed(found)
    return found


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
