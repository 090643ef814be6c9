"""What loops often ask, in one closure: `n % 2 == 0`, `(a + b) % n`, `found.append(x)`.

Where anything is not plain, the general closures answer from the beginning: nothing has happened.
"""

import ast
from typing import Any

from tensorlab.language.compiling.compiler import Compiler, Evaluate, Execute, Frame
from tensorlab.language.compiling.variables import Place, kept_together, variable
from tensorlab.language.values.guards import LEAST, SMALL


def whole_number(node: ast.expr) -> int | None:
    """Return a whole number above 0 that is written down; None for anything else."""
    number = node.value if isinstance(node, ast.Constant) else None
    return number if type(number) is int and 0 < number < SMALL else None


def remainder_compared(
    compiler: Compiler, node: ast.Compare, operation: object, whole: Evaluate
) -> Evaluate:
    """Return a quicker closure of `n % 2 == 0`, and of anything else the one that is given."""
    match node.left, node.comparators[0]:
        case ast.BinOp(ast.Name() as name, ast.Mod(), right), ast.Constant(value=b):
            by, place = whole_number(right), variable(compiler, name)
            if by is not None and place is not None and type(b) is int:
                return remainder_against(place, by, b, operation, whole)
    return whole


def remainder_against(place: Place, by: int, b: int, operation: Any, whole: Evaluate) -> Evaluate:
    """Compile the remainder of a variable, compared with a number."""
    names, slot = place

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            return whole(frame)
        if type(a) is int and LEAST < a < SMALL:
            return operation(a % by, b)
        return whole(frame)

    return evaluate


def remainder_of_sum(compiler: Compiler, node: ast.BinOp, whole: Evaluate) -> Evaluate:
    """Return a quicker closure of `(a + b) % n`, and of anything else the one that is given."""
    match node:
        case ast.BinOp(ast.BinOp(left, ast.Add(), right), ast.Mod(), number):
            by = whole_number(number)
            parts = kept_together(compiler, left, right)
            if by and parts is not None:
                return sum_divided(*parts, by, whole)
    return whole


def sum_divided(first: Place, second: Place, by: int, whole: Evaluate) -> Evaluate:
    """Compile the remainder of the sum of two variables that are kept in one place."""
    names, slot = first
    _, other = second

    def evaluate(frame: Frame) -> Any:
        variables: Any = frame if names is None else names
        try:
            a, b = variables[slot], variables[other]
        except KeyError:
            return whole(frame)
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
            place = variable(compiler, name)
            if place is not None:
                return put_last(place, compiler.expression(part), whole)
    return whole


def put_last(place: Place, value_of: Evaluate, whole: Execute) -> Execute:
    """Compile the appending of a value to the list that a variable names."""
    names, slot = place

    def execute(frame: Frame) -> Any:
        try:
            container = (frame if names is None else names)[slot]
        except KeyError:
            return whole(frame)
        if type(container) is list:
            return container.append(value_of(frame))
        return whole(frame)

    return execute
