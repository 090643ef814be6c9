"""The letters of einsum: read from an equation, and fitted to the operands."""

from collections.abc import Sequence
from functools import cache
from operator import index
from typing import Any

from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.errors import meant

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


DOTS = "..."


def split_term(term: str, start: int) -> list[str]:
    """Return one operand's letters and its ellipsis.

    Raises:
        RuntimeError: something else stands there.
    """
    found: list[str] = []
    place = 0
    while place < len(term):
        if term.startswith(DOTS, place):
            if DOTS in found:
                raise RuntimeError(in_full("einsum(): found '.'", start))
            found.append(DOTS)
            place += 2
        elif term[place] == ".":
            raise RuntimeError(
                f"einsum(): found '.' for operand {start} that is not part of any ellipsis"
            )
        elif term[place] in LETTERS:
            found.append(term[place])
        elif term[place] != " ":
            raise RuntimeError(in_full("einsum(): invalid", place))
        place += 1
    return found


@cache
def parse(equation: str) -> tuple[list[list[str]], list[str] | None]:
    """Return the letters of each operand, and those of the result if they are given."""
    left, arrow, right = equation.partition("->")
    terms = [split_term(term, number) for number, term in enumerate(left.split(","))]
    return terms, split_term(right, len(terms)) if arrow else None


def from_lists(arguments: Sequence[Any]) -> tuple[list[list[str]], list[str] | None, list[Any]]:
    """Return the letters and the operands of `einsum(x, [0, 1], y, [1, 2], [0, 2])`."""
    pairs = list(arguments)
    output = letters_of(pairs.pop()) if len(pairs) % 2 else None
    return [letters_of(part) for part in pairs[1::2]], output, pairs[::2]


def place_of(part: Any) -> int:
    """Return the whole number that a subscript is.

    Raises:
        TypeError: it is none.
    """
    try:
        bool(part >= 0)  # as PyTorch's function asks first, in Python
        return index(part)
    except TypeError as error:
        raise meant(error) from None


def iterable(places: object) -> Any:
    """Return a list of subscripts as it was given.

    Raises:
        TypeError: it is none.
    """
    if not hasattr(places, "__iter__"):
        raise meant(TypeError(f"{class_name(places)!r} object is not iterable"))
    return places


def letters_of(places: object) -> list[str]:
    """Return the letters that a list of subscripts names by their places.

    Raises:
        ValueError: there are not so many letters.
        TypeError: it is no list of subscripts.
    """
    found = []
    for part in iterable(places):
        place = part if part is ... else place_of(part)
        if place is not ... and not 0 <= place < len(LETTERS):
            raise ValueError(
                "einsum(): subscript in subscript list is not within the valid range [0, 52)"
            )
        found.append(DOTS if place is ... else LETTERS[place])
    return found


def given(arguments: tuple[Any, ...]) -> tuple[list[list[str]], list[str] | None, list[Tensor]]:
    """Return the letters of the operands, those of the result if they are given, and the operands.

    Raises:
        ValueError: there is no operand.
        TypeError: an argument is of no use here.
    """
    listed = len(arguments) == 2 and isinstance(arguments[1], list | tuple)
    if len(arguments) < 2 or (isinstance(arguments[0], str) and listed and not arguments[1]):
        raise ValueError(in_full("einsum(): must specify"))
    equation, *parts = arguments
    if isinstance(equation, Tensor):
        terms, output, parts = from_lists(arguments)
    elif not isinstance(equation, str):
        wrong = class_name(equation)
        raise meant(
            TypeError(f"einsum(): argument 'equation' (position 1) must be str, not {wrong}")
        )
    else:
        terms, output = parse(equation)
        parts = list(parts[0]) if listed else parts
    for place, part in enumerate(parts):
        if not isinstance(part, Tensor):
            wrong = class_name(part)
            raise meant(
                TypeError(f"expected Tensor as element {place} in argument 1, but got {wrong}")
            )
    return terms, output, parts


def require_operands(terms: list[list[str]], operands: Sequence[Tensor]) -> int:
    """Return the number of dimensions that the ellipses stand for.

    Raises:
        RuntimeError: the letters don't fit the operands.
    """
    if len(terms) != len(operands):
        more = len(operands) > len(terms)
        raise RuntimeError(in_full("einsum(): {} operands", "more" if more else "fewer"))
    hidden = 0
    for number, (term, operand) in enumerate(zip(terms, operands, strict=True)):
        named = len(term) - (DOTS in term)
        if named > operand.ndim or (DOTS not in term and named != operand.ndim):
            some = "and no ellipsis was given" if DOTS not in term else "but got more subscripts"
            verb = "does not match" if DOTS not in term else "is more than"
            raise RuntimeError(in_full("einsum(): the", named, verb, operand.ndim, number, some))
        hidden = max(hidden, operand.ndim - named)
    return hidden


def spelled(term: list[str], ndim: int, hidden: int) -> list[str]:
    """Return an operand's letters with its ellipsis written out as numbers, aligned at the end."""
    if DOTS not in term:
        return term
    place = term.index(DOTS)
    count = ndim - len(term) + 1
    return term[:place] + [str(n) for n in range(hidden - count, hidden)] + term[place + 1 :]


def output_letters(terms: list[list[str]], output: list[str] | None, hidden: int) -> list[str]:
    """Return the letters of the result: those that occur once, in order, if none are given.

    Raises:
        RuntimeError: a letter of the result occurs twice or in no operand.
    """
    every = [letter for term in terms for letter in term]
    dots = [str(n) for n in range(hidden)]
    if output is None:
        return dots + sorted(
            letter for letter in set(every) if every.count(letter) == 1 and letter in LETTERS
        )
    if DOTS in output:
        place = output.index(DOTS)
        output = output[:place] + dots + output[place + 1 :]
    for letter in output:
        if output.count(letter) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {letter} appears more than once in the output"
            )
        if letter not in every:
            raise RuntimeError(in_full("einsum(): output", letter))
    return output


def sizes_of(terms: list[list[str]], operands: Sequence[Tensor]) -> dict[str, int]:
    """Return the size that each letter stands for.

    Raises:
        RuntimeError: it would have to be two sizes.
    """
    sizes: dict[str, int] = {}
    for number, (term, operand) in enumerate(zip(terms, operands, strict=True)):
        for letter, size in zip(term, operand.shape, strict=True):
            before = sizes.get(letter, 1)
            if size != before and 1 not in (size, before):
                raise RuntimeError(in_full("einsum(): subscript", letter, size, number, before))
            sizes[letter] = size if before == 1 else before
    return sizes
