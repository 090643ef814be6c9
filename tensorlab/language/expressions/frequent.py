"""What loops often ask, in one closure: `n % 2 == 0`, `(a + b) % n`, `found.append(x)`.

They are of variables that surely have a value. Where anything else is not plain, the general
closures answer from the beginning: nothing has happened.
"""

import ast
from typing import Any

from tensorlab.language.compiling.compiler import Compiler, Evaluate, Execute, Frame
from tensorlab.language.compiling.variables import side_of, sure_slot
from tensorlab.language.values.guards import LEAST, SMALL


def whole_number(node: ast.expr) -> int | None:
    """Return a whole number above 0 that is written down; None for anything else."""
    number = node.value if isinstance(node, ast.Constant) else None
    return number if type(number) is int and 0 < number < SMALL else None


def remainder_compared(
    compiler: Compiler, node: ast.Compare, operation: Any, whole: Evaluate
) -> Evaluate:
    """Return a quicker closure of `n % 2 == 0`, and of anything else the one that is given."""
    match node.left, node.comparators[0]:
        case ast.BinOp(ast.Name() as name, ast.Mod(), right), ast.Constant(value=int(b)):
            by, slot = whole_number(right), sure_slot(compiler, name)
            if by is not None and slot is not None:
                return remainder_against(slot, by, b, operation, whole)
    return whole


def remainder_against(slot: Any, by: int, b: int, operation: Any, whole: Evaluate) -> Evaluate:
    """Compile the remainder of a variable, compared with a number."""

    def evaluate(frame: Frame) -> Any:
        a = frame[slot]
        if type(a) is int and LEAST < a < SMALL:
            return operation(a % by, b)
        return whole(frame)

    return evaluate


def remainder_of_sum(compiler: Compiler, node: ast.BinOp, whole: Evaluate) -> Evaluate:
    """Return a quicker closure of `(a + b) % n`, and of anything else the one that is given."""
    match node:
        case ast.BinOp(ast.BinOp(left, ast.Add(), right), ast.Mod(), number):
            by, one, two = (
                whole_number(number),
                sure_slot(compiler, left),
                sure_slot(compiler, right),
            )
            if by and one is not None and two is not None:
                return sum_divided(one, two, by, whole)
    return whole


def sum_divided(slot: Any, other: Any, by: int, whole: Evaluate) -> Evaluate:
    """Compile the remainder of the sum of two variables."""

    def evaluate(frame: Frame) -> Any:
        a, b = frame[slot], frame[other]
        if type(a) is int and type(b) is int:
            total = a + b
            if LEAST < total < SMALL:
                return total % by
        return whole(frame)

    return evaluate


def appended(compiler: Compiler, node: ast.expr, whole: Execute) -> Execute:
    """Return a quicker closure of `found.append(x)`, and of anything else the one that is given."""
    match node:
        case ast.Call(ast.Attribute(ast.Name() as name, "append"), [part], []) if not isinstance(
            part, ast.Starred
        ):
            slot = sure_slot(compiler, name)
            if slot is not None:
                return put_last(slot, *side_of(compiler, part), whole)
    return whole


def put_last(slot: Any, value_of: Evaluate, read: Any, whole: Execute) -> Execute:
    """Compile the appending of a value to the list that a variable names."""

    def execute(frame: Frame) -> Any:
        container: Any = frame[slot]
        if type(container) is list:
            return container.append(value_of(frame) if read is None else frame[read])
        return whole(frame)

    return execute
