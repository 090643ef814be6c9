"""Operators as closures: of numbers without the guards that other values need."""

import ast
import operator
from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.variables import Sides, sides_of
from tensorlab.language.values import guards
from tensorlab.language.values.guards import LEAST, SMALL

Operation = Callable[[Any, Any], Any]
# Types whose sums and differences need no guard: the result is about as large as the operands.
FREE = frozenset({int, float, bool, complex})


def binary(compiler: Compiler, node: ast.BinOp) -> Evaluate:
    """Compile `a + b` and its like."""
    symbol = type(node.op).__name__
    sides = sides_of(compiler, node.left, node.right)
    operation = guards.BINARY[symbol]
    if symbol not in FORMS:
        return general(sides.left, sides.right, node, operation)
    form, plain = FORMS[symbol]
    whole = form(sides, node, plain, operation)
    if not (isinstance(node.op, ast.Mod) and isinstance(node.left, ast.BinOp)):
        return whole
    from tensorlab.language.expressions.frequent import remainder_of_sum  # noqa: PLC0415  few need it

    return remainder_of_sum(compiler, node, whole)


def general(
    left: Evaluate, right: Evaluate, node: ast.BinOp, operation: Callable[[Any, Any], Any]
) -> Evaluate:
    """Compile an operator that has no form of its own."""

    def evaluate(frame: Frame) -> Any:
        a = left(frame)
        b = right(frame)
        try:
            return operation(a, b)
        except FAULTS as error:
            raise at(error, node, (node.left, node.right), (a, b)) from None

    return evaluate


def divide(sides: Sides, node: ast.BinOp, plain: Operation, operation: Operation) -> Evaluate:
    """Compile a division: of numbers that are not long without a guard."""
    left, one, right, two, fixed = sides
    modulo = plain is operator.mod

    def evaluate(frame: Frame) -> Any:
        a = left(frame) if one is None else frame[one]
        b: Any = (right(frame) if two is None else frame[two]) if fixed is UNBOUND else fixed
        try:
            small = type(a) is float or (type(a) is int and LEAST < a < SMALL)
            if small and (type(b) is int or type(b) is float):
                return a % b if modulo else plain(a, b)
            return operation(a, b)
        except FAULTS as error:
            raise at(error, node, (node.left, node.right), (a, b)) from None

    return evaluate


def add_or_subtract(
    sides: Sides, node: ast.BinOp, plain: Operation, operation: Operation
) -> Evaluate:
    """Compile a + b or a - b; written out, they take half the time of `plain`."""
    left, one, right, two, fixed = sides
    adds = plain is operator.add

    def evaluate(frame: Frame) -> Any:
        a = left(frame) if one is None else frame[one]
        b: Any = (right(frame) if two is None else frame[two]) if fixed is UNBOUND else fixed
        try:
            if type(a) in FREE and type(b) in FREE:
                return a + b if adds else a - b
            return operation(a, b)
        except FAULTS as error:
            raise at(error, node, (node.left, node.right), (a, b)) from None

    return evaluate


def multiply(sides: Sides, node: ast.BinOp, plain: Operation, operation: Operation) -> Evaluate:
    """Compile a * b."""
    left, one, right, two, fixed = sides

    def evaluate(frame: Frame) -> Any:
        a = left(frame) if one is None else frame[one]
        b: Any = (right(frame) if two is None else frame[two]) if fixed is UNBOUND else fixed
        try:
            if type(a) is int and type(b) is int:
                result = a * b
                if LEAST < result < SMALL:
                    return result
            elif type(a) is float and type(b) in FREE:
                return a * b
            return operation(a, b)
        except FAULTS as error:
            raise at(error, node, (node.left, node.right), (a, b)) from None

    return evaluate


Form = Callable[[Sides, ast.BinOp, Operation, Operation], Evaluate]
# How each is compiled, and what numbers need no more than.
FORMS: dict[str, tuple[Form, Operation]] = {
    "Add": (add_or_subtract, operator.add),
    "Sub": (add_or_subtract, operator.sub),
    "Mult": (multiply, operator.mul),
    "Div": (divide, operator.truediv),
    "FloorDiv": (divide, operator.floordiv),
    "Mod": (divide, operator.mod),
}


def inverted(value: Any) -> Any:
    """Return `~value`; of a truth value that of its number, of which newer Pythons warn."""
    return ~int(value) if value.__class__ is bool else ~value


UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: inverted,
    ast.Not: operator.not_,
}


def unary(compiler: Compiler, node: ast.UnaryOp) -> Evaluate:
    """Compile `-a` and its like."""
    operand = compiler.expression(node.operand)
    operation = UNARY[type(node.op)]

    def evaluate(frame: Frame) -> Any:
        a = operand(frame)
        try:
            return operation(a)
        except FAULTS as error:
            raise at(error, node, (node.operand,), (a,)) from None

    return evaluate


EXPRESSIONS[ast.BinOp] = binary
EXPRESSIONS[ast.UnaryOp] = unary
