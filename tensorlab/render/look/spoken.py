"""Arithmetic in words: 1.0*2.0 + 3.0 is "1.0 times 2.0 plus 3.0", so that no sign is guessed."""

import ast
import re
from functools import cache

from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.story.frames import Number
from tensorlab.frozen import pattern

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
ASIDE = pattern(r" = (-?[\w.]+) is ")
NEGATIVE = pattern(r"(?<![\w)\]-])-(?=[\d.])")


def said(value: Number) -> str:
    """Return a number as it is said."""
    return spoken(literal(value))


@cache
def spoken(text: str) -> str:
    """Return an arithmetic text in words; what is no arithmetic stays as it is."""
    try:
        tree = ast.parse(text if len(text) <= LONGEST else "", mode="eval").body
        return words(tree)[0]
    except (SyntaxError, ValueError, RecursionError):
        return text


def words(node: ast.expr) -> tuple[str, int]:
    """Return a part of an expression in words, and how strongly it is bound together."""
    match node:
        case ast.Constant(value=float() as value):
            return literal(value), 9
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            sign, level = SIGNS[type(op)]
            return f"{within(left, level)} {sign} {within(right, level + 1)}", level
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"minus {within(operand, 3)}", 3
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            return f"{within(left, 1)} {COMPARED[type(op)]} {within(right, 1)}", 0
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"{within(body, 0)} if {within(test, 0)}, else {within(orelse, 0)}", -1
        case ast.Name(id=name) if name in NUMBERS:
            return NUMBERS[name], 9
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=[*numbers, last]):
            found = [within(each, 0) for each in numbers]
            kind = "largest" if name == "max" else "smallest"
            return f"the {kind} of {', '.join(found)} and {within(last, 0)}", 3
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]):
            return f"{name} of {within(argument, 3)}", 3
    return ast.unparse(node), 9


def within(node: ast.expr, level: int) -> str:
    """Return a part in words, in parentheses where it is bound less strongly than it must be."""
    text, own = words(node)
    return text if own >= level else f"({text})"


def spoken_sentence(text: str) -> str:
    """Return a sentence with words in place of the signs between its numbers and names."""
    text = ASIDE.sub(r", which is \1, is ", text)
    for sign, word in BETWEEN.items():
        text = re.sub(sign, f" {word} ", text)
    return NEGATIVE.sub("minus ", text)
