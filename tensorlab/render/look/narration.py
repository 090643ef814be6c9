"""Tensors as sentences for the ear: "2 by 3, int64. Row 0: 0, 1, 2."."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import SQUARED, dense, literal, number
from tensorlab.explain.story.frames import Number
from tensorlab.frozen import pattern
from tensorlab.language.values.display import text_of
from tensorlab.wording import counted, joined

LONGEST = 4000  # a longer text is left as it is
SIGNS: dict[type[ast.AST], tuple[str, int]] = {
    ast.Add: ("plus", 1), ast.Sub: ("minus", 1), ast.Mult: ("times", 2),
    ast.Div: ("divided by", 2), ast.FloorDiv: ("divided and rounded down by", 2),
    ast.Mod: ("modulo", 2), ast.Pow: ("to the power of", 4), ast.MatMult: ("matrix times", 2),
    ast.BitAnd: ("and", 1), ast.BitOr: ("or", 1), ast.BitXor: ("either or", 1),
    ast.LShift: ("shifted left by", 1), ast.RShift: ("shifted right by", 1),
}  # fmt: skip
COMPARED: dict[type[ast.AST], str] = {
    ast.Lt: "is less than", ast.LtE: "is at most", ast.Gt: "is greater than",
    ast.GtE: "is at least", ast.Eq: "equals", ast.NotEq: "differs from",
}  # fmt: skip
NUMBERS = {"nan": "nan", "inf": "infinity"}
# Signs between words, as sentences have them; the longer ones first.
BETWEEN: dict[str, str] = {
    r" -> ": "to", r" == ": "equals", r" != ": "differs from", r" >= ": "is at least",
    r" <= ": "is at most", r" > ": "is greater than", r" < ": "is less than", r" = ": "is",
    r" \+ ": "plus", r" - ": "minus",
    r" \*\* |(?<=[\w)\]])\*\*(?=[\w(-])": "to the power of",
    r" \* |(?<=[\w)\]])\*(?=[\w(-])": "times", r" // ": "divided and rounded down by",
    r" / |(?<=[\w)\]])/(?=[\w(-])": "divided by", r" % ": "modulo", r" @ ": "matrix times",
}  # fmt: skip
# What sentences have in signs, as one says it, in this order.
REWORDED = {
    r"element of ([^()]* [<>=!]=? [^()]*?) that is ": r"element of (\1) that is ",
    r" = (-?[\w.]+) (is|stands|has|occurs|comes|lies) ": r", which is \1, \2 ",
    r" = ((?:(?! and |\. )[^=,:;])+?) = (?=-?[\d.])": r" = \1, which is ",
    r"\b(With|and) ([a-z]) = ": r"\1 \2 for ",
    # d f(x)/dx: how fast one changes with the other
    r"\bd(?: |(?=\())((?:\w[\w.]*)?(?:\([^:=]*?\))?(?:\[[^]]*\])?) ?/ ?d ?(\w+(?:\[[^]]*\])?)": (
        r"the derivative of \1 by \2"
    ),
    r"(^|\. )the derivative": r"\1The derivative",
    r"\b(at|coordinates|name|tensor,) \[([\d, ]+)\]": r"\1 \2",
    r"(From [^:]*?\]) = (-?\d+)(\.| and )": r"\1, which is \2\3",
    # behind what it is a place of, first of which of several
    r"(?<=[\w)])\[(\d+)\]\[([\d, ]+)\]": r" at \1, place \2",
    r"(?<=[\w)\]])\[(-?\w+(?:, -?\w+)*)\]": r" at \1",
    r"(?<=[\w)\]])\[(\w+(?: [+*-] \w+)+)\]": r" at (\1)",
}
# A row of numbers with one sign: of three, or of two behind a word.
IN_ORDER = pattern(r"-?[\w.]+(?: [<>]=? -?[\w.]+){2,}|(?<=place \d of )-?[\w.]+ [<>]=? -?[\w.]+")
SIZES = pattern(r"(?<![\w.])\((\d+(?:, \d+)*),?\)")  # of a shape, or strides


def said(value: Number) -> str:
    """Return a number as it is said."""
    return spoken(literal(value))


@cache
def spoken(text: str) -> str:
    """Return an arithmetic text in words; what is no arithmetic stays as it is."""
    try:
        tree = ast.parse(text if len(text) <= LONGEST else "", mode="eval").body
        return SQUARED.sub("squared", words(tree)[0])
    except (SyntaxError, ValueError, RecursionError):
        return text


def words(node: ast.expr) -> tuple[str, int]:
    """Return a part of an expression in words, and how strongly it is bound together."""
    match node:
        case ast.Constant(value=float() as value):
            return literal(value), 9
        case ast.BinOp(op=ast.Add()) if counts := conditions(node):
            return f"the number of these that hold: {'; '.join(counts)}", 0
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            sign, level = SIGNS[type(op)]
            return f"{within(left, level)} {sign} {within(right, level + 1)}", level
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            text = within(operand, 3)
            return f"{'the opposite of' if text.startswith('minus') else 'minus'} {text}", 3
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            return f"{within(left, 1)} {COMPARED[type(op)]} {within(right, 1)}", 0
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"{within(body, 0)} if {within(test, 0)}, else {within(orelse, 0)}", -1
        case ast.Name(id=name) if name in NUMBERS:
            return NUMBERS[name], 9
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=[*numbers, last]):
            return f"the {'larg' if name == 'max' else 'small'}est of {row_of([*numbers, last])}", 0
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]):
            called = "the square root" if name == "sqrt" else name
            return f"{called} of {within(argument, 3)}", 3
        case ast.Call(func=ast.Name(id=name), args=[_, _, *_] as numbers, keywords=[]):
            return f"{name.replace('_', ' ')} of {row_of(numbers)}", 0
    return ast.unparse(node), 9


def row_of(nodes: Sequence[ast.expr]) -> str:
    """Return parts in words, one after the other; another such row among them in parentheses."""
    return joined([within(each, 1) for each in nodes])


def conditions(node: ast.expr) -> list[str]:
    """Return the conditions that a sum counts, in words; none where it adds anything else."""
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Compare() as last):
            before = [words(left)[0]] if isinstance(left, ast.Compare) else conditions(left)
            return [*before, words(last)[0]] if before else []
    return []


def within(node: ast.expr, level: int) -> str:
    """Return a part in words, in parentheses where it is bound less strongly than it must be."""
    text, own = words(node)
    return text if own >= level else f"({text})"


def spoken_sentence(text: str) -> str:
    """Return a sentence with words in place of the signs between its numbers and names."""
    for sign, spelt in REWORDED.items():
        text = re.sub(sign, spelt, text)
    between = " and " if "strides" in text else " by "
    text = SIZES.sub(lambda found: f"({found[1].replace(', ', between)})", text)
    text = IN_ORDER.sub(lambda found: re.sub(" [<>]=? ", ", then ", found[0]), text)
    for sign, word in BETWEEN.items():
        text = re.sub(sign, f" {word} ", text)
    return SQUARED.sub("squared", re.sub(r"(?<![\w)\]-])-(?=[\d.(a-z])", "minus ", text))


MOST_VALUES = 1000
MOST_IN_PASSING = 12
MOST_AT_ONCE = 5  # numbers without a word between them


def narrated(value: object) -> str:
    """Return a value as sentences; what is no tensor as its own text."""
    return " ".join(sentences(value)) if isinstance(value, Tensor) else text_of(value)


def sentences(tensor: Any) -> Iterator[str]:
    """Yield what a tensor is, then its rows."""
    kind = f"{tensor.dtype.name}, sparse" if tensor.layout is not STRIDED else tensor.dtype.name
    tensor = dense(tensor)
    yield f"{shape_words(tuple(tensor.shape))}, {kind}.".capitalize()
    if tensor.is_meta:
        yield "It has no values."
    elif tensor.ndim == 0:
        yield f"Value: {said(number(tensor, ()))}."
    else:
        yield from rows(tensor)


def values_said(tensor: Tensor) -> str:
    """Return the values of a small tensor, of a larger one how many there are."""
    if tensor.shape.numel() > MOST_IN_PASSING:
        return f"{counted(tensor.shape.numel(), 'value')}."
    return " ".join(list(sentences(tensor))[1:])


def rows(tensor: Tensor) -> Iterator[str]:
    """Yield the rows of a tensor, each with its index; of a huge one the first rows."""
    told = 0
    *fronts, length = tensor.shape
    for front in islice(places(fronts), MOST_VALUES + 1):
        if told >= MOST_VALUES:
            yield "The remaining rows are left out."
            return
        row = range(min(length, MOST_VALUES))
        values = [said(number(tensor, (*front, place))) for place in row]
        told += max(len(values), 1)
        yield row_sentence(front, values)
        if len(row) < length:
            yield "The remaining values of it are left out."


def row_sentence(front: Sequence[int], values: Sequence[str]) -> str:
    """Return a row with its place, and in a long one a word every few numbers."""
    where = f"Row {listed(map(str, front))}" if front else "Values"
    parts = [listed(values[at : at + MOST_AT_ONCE]) for at in range(0, len(values), MOST_AT_ONCE)]
    further = [f"from place {MOST_AT_ONCE * at} on: {part}" for at, part in enumerate(parts)][1:]
    return f"{where}: {'; '.join([*parts[:1], *further]) or 'none'}."


def places(shape: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the indices of a shape in order, none of them ahead of time."""
    if not shape:
        yield ()
        return
    for place in range(shape[0]):
        for rest in places(shape[1:]):
            yield (place, *rest)


def shape_words(shape: Iterable[int]) -> str:
    """Return a shape in words: "2 by 3", "3 numbers", "a single number"."""
    sizes = list(shape)
    if not sizes:
        return "a single number"
    if len(sizes) == 1:
        return counted(sizes[0], "number")
    return " by ".join(map(str, sizes))


def listed(items: Iterable[str]) -> str:
    """Return items with commas between them."""
    return ", ".join(items)
