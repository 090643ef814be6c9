"""Slips that no rule about a function knows: another operation, a step too many."""

import ast
import itertools
from collections.abc import Iterator
from copy import deepcopy

from tensorlab.course.misconceptions.places import neighbours
from tensorlab.course.misconceptions.rewriting import (
    expression,
    is_method,
    name_of,
    names_in,
    number,
    operands,
    renamed,
)
from tensorlab.explain.reference.functions import declared

STEPS = ("sum", "mean", "max")
ATTRIBUTES = ("T", "shape")
FURTHER = ("a.relu()", "a.abs()", "a + 1", "a * 2", "a / 2")
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow, ast.MatMult)


def one_step_too_many(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression of which something more is taken."""
    for name in STEPS:
        yield expression(f"a.{name}()", a=node)
    for further in FURTHER:
        yield expression(further, a=node)
    for name in ATTRIBUTES:
        yield ast.Attribute(node, name, ast.Load())


def operation_mixed_up(node: ast.expr) -> Iterator[ast.expr]:
    """Yield another operation on the same operands."""
    if isinstance(node, ast.BinOp):
        for operator in OPERATORS:
            if not isinstance(node.op, operator):
                yield ast.BinOp(node.left, operator(), node.right)
    match node:
        case ast.BinOp(left=left, op=ast.Pow()):
            yield expression("a.abs()", a=left)
        case ast.Call() if name_of(node) == "abs" and operands(node):
            yield expression("a ** 2", a=operands(node)[0])
    if isinstance(node, ast.Call) and (operation := declared(name_of(node) or "?")) is not None:
        yield from (renamed(node, name) for name in operation.facts.get("related", ()))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for comparison in (ast.Gt, ast.Lt, ast.Eq, ast.NotEq, ast.GtE, ast.LtE):
            yield ast.Compare(node.left, [comparison()], node.comparators)


def steps_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield two steps, a call and an operation or two operations, in the other order."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            yield from (
                with_operand(left, ast.BinOp(inner, op, right)) for inner in operand_of(left)
            )
            yield from (
                with_operand(right, ast.BinOp(left, op, inner)) for inner in operand_of(right)
            )
        case ast.Call():
            for inner in operand_of(node):
                if isinstance(inner, ast.Call):
                    for innermost in operand_of(inner):
                        yield with_operand(inner, with_operand(node, innermost))
                if isinstance(inner, ast.BinOp):
                    one, other = (with_operand(node, each) for each in (inner.left, inner.right))
                    yield ast.BinOp(one, inner.op, inner.right)
                    yield ast.BinOp(inner.left, inner.op, other)
                    yield ast.BinOp(one, inner.op, other)


def operand_of(node: ast.expr) -> list[ast.expr]:
    """Return what a call or an operation is taken of first, nothing of anything else."""
    if isinstance(node, ast.Call):
        return operands(node)[:1]
    return [node.left] if isinstance(node, ast.BinOp) else []


def with_operand(node: ast.expr, operand: ast.expr) -> ast.expr:
    """Return a call or an operation taken of something else."""
    new = deepcopy(node)
    match new:
        case ast.BinOp():
            new.left = operand
        case ast.Call(func=ast.Attribute(attr=name)) if is_method(new):
            new.func = ast.Attribute(operand, name, ast.Load())
        case ast.Call():
            new.args[0] = operand
    return new


def names_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression in which two names have changed places."""
    for one, other in itertools.combinations(names_in(node), 2):
        yield expression(
            ast.unparse(node),
            **{one: ast.Name(other, ast.Load()), other: ast.Name(one, ast.Load())},
        )


def inner_part(node: ast.expr) -> Iterator[ast.expr]:
    """Yield every part of an expression, which some stop at."""
    for part in ast.walk(node):
        if isinstance(part, ast.BinOp | ast.Call | ast.Subscript) and part is not node:
            yield part


def number_off(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a number one more or one less, wherever it stands; not 0, which leaves much out."""
    if number(node) is not None:
        yield from (near for _, near in neighbours(node) if number(near))
