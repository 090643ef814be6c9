"""Python's built-in functions, those that are part of tensorlab, with their work counted."""

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import chain
from typing import Any, NoReturn

import numpy as np

from tensorlab.engine.addresses import APART, stand_in
from tensorlab.engine.tensor import Tensor
from tensorlab.language.compiling.place import Ended, Unsupported
from tensorlab.language.limits.contents import (
    in_order,
    in_pieces,
    pieces,
    weigh_key,
    weighed_pieces,
)
from tensorlab.language.limits.meter import meter
from tensorlab.language.running.screen import OF_PROGRAMS, written_to
from tensorlab.language.values import guards, reflection
from tensorlab.language.values.attributes import (
    METHODS,
    SPELLED,
    WITH_SPELLED,
    gate_of,
    get_attribute,
)
from tensorlab.language.values.display import ascii_of, describe, text_of
from tensorlab.language.values.formatting import format_value
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.invoking import call_value, invoker_of
from tensorlab.language.values.items import ROWS, WRITING
from tensorlab.language.values.iteration import (
    WALKED,
    collected,
    has_word,
    items_of,
    iterate,
    lazily,
    single,
)
from tensorlab.language.values.types import BUILTIN_TYPES, ERROR_TYPES, is_instance, type_of
from tensorlab.language.values.values import ProgramIterator, TypeValue, type_name

NUMBERS = {int, float, bool, complex}
FEW = 8  # numbers that are compared at once


def callable_value(value: Any) -> Callable[..., Any]:
    """Return a value that Python's own functions may call."""
    if invoker_of(type(value)) is None:
        raise TypeError(f"'{type_name(value)}' object is not callable")
    return value  # type: ignore[no-any-return]  # known to be callable


def sum_(items: Any, /, start: Any = 0) -> Any:
    """Return the sum of the items."""
    if isinstance(start, str):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    if isinstance(items, range | list | tuple) and type(start) in NUMBERS:
        numbers = items_of(items)
        if isinstance(items, range) or NUMBERS.issuperset(map(type, in_pieces(items))):
            return sum(numbers, start)
    total = start
    for item in iterate(items):
        meter.spend(1)
        total = guards.add(total, item)
    return total


def extreme(choose: Callable[..., Any]) -> Callable[..., Any]:
    """Return `min` or `max`."""

    def call(*given: object, key: object = None, **default: object) -> Any:
        row: Any = given[0] if len(given) == 1 else given
        few = type(row) in ROWS and 0 < len(row) <= FEW and not (key or default)
        if few and NUMBERS.issuperset(map(type, row)):
            return choose(row)
        if not given or not set(default) <= {"default"} or (default and len(given) > 1):
            return choose(*given, **default)
        if key is not None:
            callable_value(key)
        items = iterate(given[0]) if len(given) == 1 else given
        if not isinstance(items, ProgramIterator):
            meter.spend(len(items))  # type: ignore[arg-type]  # what is no iterator has a length
        return choose(chain.from_iterable(weighed_pieces(items)), key=key, **default)

    return call


def sorted_(items: object, /, *, key: object = None, reverse: bool = False) -> list[Any]:
    """Return the items in order, in a new list."""
    found = collected(items)
    return in_order(found, None if key is None else callable_value(key), reverse=reverse)


def reversed_(items: Any, /) -> Any:
    """Return an iterator from the last item to the first; of a tensor, the rows turned round."""
    if isinstance(items, Tensor):
        return reversed(items)
    by_place = has_word(items, "__getitem__") and has_word(items, "__len__")
    if by_place or has_word(items, "__reversed__"):
        return lazily("reversed", reversed(items))
    if isinstance(items, ProgramIterator | set | frozenset) or not hasattr(items, "__len__"):
        raise TypeError(f"'{type_name(items)}' object is not reversible")
    found = reversed(iterate(items))  # type: ignore[call-overload]  # it fails as in Python
    return lazily(type(found).__name__, found, items)


def enumerate_(iterable: object, start: int = 0) -> ProgramIterator:
    """Return pairs of a number and an item."""
    return lazily("enumerate", enumerate(iterate(iterable), start), iterable)


def zip_(*given: object, strict: bool = False) -> ProgramIterator:
    """Return tuples of items that stand at the same place."""
    sources = () if strict else given
    return lazily("zip", zip(*map(iterate, given), strict=strict), *sources)


def map_(function: object, first: object, /, *others: object) -> ProgramIterator:
    """Return what a function makes of each item."""
    return lazily("map", map(callable_value(function), *map(iterate, (first, *others))))


def filter_(function: object, items: object, /) -> ProgramIterator:
    """Return the items for which a function holds."""
    if function is not None:
        return lazily("filter", filter(callable_value(function), iterate(items)))
    found = iterate(items)
    lazy = isinstance(found, ProgramIterator)
    return lazily("filter", filter(None, found if lazy else paid(found)))


def paid(items: Iterable[Any]) -> Iterator[Any]:
    """Return an iterator that is paid for as it is consumed."""
    for piece in pieces(items):
        meter.spend(len(piece))
        yield from piece


def iter_(value: object, /, *sentinel: object) -> ProgramIterator:
    """Return an iterator over the items."""
    if sentinel:
        return lazily("callable_iterator", iter(callable_value(value), *sentinel))
    if isinstance(value, ProgramIterator):
        return value
    items: Any = single(value)
    own = isinstance(items, ProgramIterator) or gate_of(type(items)) is not None
    return items if own else lazily(type(items).__name__, items)


def next_(iterator: Any, /, *default: Any) -> Any:
    """Return the next item."""
    kind = type(iterator)
    own = isinstance(iterator, ProgramIterator) or kind in WALKED
    if not own and gate_of(kind) is None:
        raise TypeError(f"'{type_name(iterator)}' object is not an iterator")
    return next(iterator, *default)


def any_(items: Any, /) -> bool:
    """Return whether one item holds."""
    return any(items_of(items))


def all_(items: object, /) -> bool:
    """Return whether every item holds."""
    return all(items_of(items))


def round_(number: Any, ndigits: Any = None) -> Any:
    """Return a number rounded to some digits."""
    ndigits = guards.as_int(ndigits)
    if isinstance(number, int) and isinstance(ndigits, int) and ndigits < 0:
        if -3 * ndigits > number.bit_length() + 1:  # less than half of 10 ** -ndigits
            return 0
        meter.spend_at_once(ndigits * ndigits >> 8)
    if isinstance(number, np.generic) and isinstance(ndigits, int):
        meter.spend_at_once(abs(ndigits) >> 4)  # numpy finds the power of ten by counting
    return round(number) if ndigits is None else round(number, ndigits)


def pow_(base: Any, exp: Any, mod: Any = None) -> Any:
    """Return a power."""
    return guards.power(base, exp, mod)


def hash_(value: Any, /) -> int:
    """Return the hash of a value."""
    weigh_key(value)
    if isinstance(value, Tensor) or getattr(type(value), "__hash__", None) is object.__hash__:
        return stand_in(value) // APART
    if type(value) in (tuple, frozenset):
        return hash(type(value)([hash_(part) for part in value]))
    return hash(value)


def stand_in_of(value: object, /) -> int:
    """Return a number that no other value has while this one is there."""
    return stand_in(value)


def is_callable(value: object, /) -> bool:
    """Return whether a value can be called."""
    return invoker_of(type(value)) is not None


def kind_of(*given: Any) -> TypeValue:
    """Return the type of a value; with a name, bases and a table the class that they make.

    Raises:
        TypeError: there are neither one nor three arguments.
    """
    if len(given) == 1:
        return type_of(given[0])
    if len(given) != 3:
        raise TypeError("type() takes 1 or 3 arguments")
    made: TypeValue = reflection.of_classes("definition").new_type(*given)
    return made


def print_(
    *values: Any, sep: Any = " ", end: Any = "\n", file: Any = None, flush: Any = None
) -> None:
    """Show values."""
    for word, value in (("sep", sep), ("end", end)):
        if not isinstance(value, str | None):
            raise TypeError(f"{word} must be None or a string, not {type_name(value)}")
    out = written_to(file)
    ending = "\n" if end is None else end
    texts = [text_of(value) for value in values]
    between = " " if sep is None else sep
    meter.grow(4 * len(between) * len(texts))
    if type(out) is not OwnStream:
        out.write(between.join(texts) + ending)
        return
    for place, text in enumerate((*texts, ending)):  # a stream of the program's sees each part
        if 0 < place < len(texts):
            out.write(between)
        out.write(text)


class OwnStream:
    """A stream that a program made: an instance whose `write` takes a text."""

    __slots__ = ("method",)

    def __init__(self, stream: object) -> None:
        self.method = get_attribute(stream, "write")

    def write(self, text: str) -> None:
        """Let the program's method have a text."""
        call_value(self.method, [text], {})


OF_PROGRAMS.append(OwnStream)


def open_(file: Any, *given: Any, **named: Any) -> Any:
    """Return a file that the program keeps in memory: few programs open one."""
    return import_module("tensorlab.language.modules.opened").opened(file, *given, **named)


def input_(prompt: Any = "", /) -> NoReturn:
    """Say that nobody is asked."""
    raise Unsupported(
        "input() is not part of tensorlab.",
        "A program in tensorlab cannot ask for input: write the value into the program.",
    )


def exit_(status: object = None, /) -> NoReturn:
    """End the program."""
    raise Ended(*(() if status is None else (status,)))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs, "all": all_, "any": any_, "ascii": ascii_of, "bin": bin, "callable": is_callable,
    "chr": chr, "divmod": guards.both_of_division, "enumerate": enumerate_, "exit": exit_,
    "filter": filter_,
    "format": format_value, "hash": hash_, "hex": hex, "id": stand_in_of, "input": input_,
    "isinstance": is_instance, "open": open_,
    "iter": iter_, "len": len, "map": map_, "max": extreme(max), "min": extreme(min),
    "next": next_, "oct": oct, "ord": ord, "pow": pow_, "print": print_, "quit": exit_,
    "repr": describe, "reversed": reversed_,
    "round": round_, "sorted": sorted_, "sum": sum_, "type": kind_of, "zip": zip_,
}  # fmt: skip
# What an operator of these has an answer for: beside anything else it says that it has none.
ANSWERED: dict[type, Any] = {int: int, float: (int, float), dict: dict}
ANSWERED |= dict.fromkeys((set, frozenset), (set, frozenset))
ANSWERED[Tensor] = (Tensor, np.generic, int, float, complex)


def method_of(act: Callable[[Any, Any], Any], *, turned: bool = False) -> Callable[..., Any]:
    """Return an operator's work as a method; what is no operand gets its chance to answer."""

    def method(own: Any, other: Any) -> Any:
        kinds = (ANSWERED[base] for base in type(own).__mro__ if base in ANSWERED)
        if not isinstance(other, next(kinds, object)):
            return NotImplemented
        return act(other, own) if turned else act(own, other)

    return method


def spell(word: str, act: Callable[..., Any]) -> None:
    """Enter what stands behind an operator or a function under its special name."""
    SPELLED[f"__{word.rstrip('_')}__"] = act


SPELLED.update(WRITING)
for word, act in guards.BY_WORD.items():
    spell(word, method_of(act))
    spell(f"r{word}", method_of(act, turned=True))
for word in ("lt", "le", "gt", "ge", "eq", "ne"):
    spell(word, method_of(guards.weighed(getattr(operator, word))))
for word in ("neg", "pos", "invert", "index"):
    spell(word, getattr(operator, word))
for word in ("floor", "ceil", "trunc"):
    spell(word, getattr(math, word))
for word in ("bool", "int", "float"):
    spell(word, BUILTIN_TYPES[word])
for word in ("abs", "divmod", "hash", "iter", "repr", "reversed", "round", "format"):
    spell(word, FUNCTIONS[word])
spell("str", text_of)
WITH_SPELLED.update((int, float, bool, complex, str, bytes, list, tuple, dict, set, frozenset))
METHODS[ProgramIterator] = {"__next__": next_}
# These are classes in Python, and functions here: nobody asks for their type.
BUILTINS: dict[str, Any] = {
    **under_names(FUNCTIONS),
    **under_names(reflection.FUNCTIONS),
    **BUILTIN_TYPES,
    **ERROR_TYPES,
    "object": reflection.OBJECT,
    "super": reflection.SUPER,
    "Ellipsis": ...,
    "NotImplemented": NotImplemented,
    "__name__": "__main__",
}
