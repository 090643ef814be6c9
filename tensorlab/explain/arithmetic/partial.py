"""How the arithmetic of an element is played: beat by beat, with what the terms make so far."""

import ast
import operator
from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.explain.arithmetic.arithmetic import Arithmetic, Piece, arithmetic_of
from tensorlab.explain.story.frames import Frame, Number

SIGNS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def beats(frame: Frame) -> int:
    """Return in how many beats a frame is played: its steps, or the terms of its sum."""
    if frame.steps:
        return len(frame.steps)
    count = arithmetic_of(frame).count
    return count if count > 1 else 0


def up_to(read: Arithmetic, term: int) -> Sequence[Piece]:
    """Return the pieces of a text up to a term."""
    last = next(at for at, piece in enumerate(read.pieces) if piece.term == term)
    return read.pieces[: last + 1]


def so_far(read: Arithmetic, term: int) -> Number | None:
    """Return what the terms of a sum make up to one of them; None where they are not plain."""
    shown = up_to(read, term)
    first = next(at for at, piece in enumerate(shown) if piece.term == 0)
    try:
        return value_of(ast.parse("".join(piece.text for piece in shown[first:]), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None


def value_of(node: ast.expr) -> Number | None:
    """Return the value of arithmetic on written numbers, None of anything else."""
    match node:
        case ast.Constant(value=int() | float() | complex() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            under = value_of(operand)
            return None if under is None else -under
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in SIGNS:
            first, second = value_of(left), value_of(right)
            if first is None or second is None:
                return None
            made: Number = SIGNS[type(sign)](first, second)
            return made
    return None
