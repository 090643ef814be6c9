"""Comparisons, `and`, `or`, and the truth of a value."""

import ast
import operator
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tensorlab.engine.tensor import DENSE
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.scope import ask_for_kinds
from tensorlab.language.compiling.variables import sides_of
from tensorlab.language.limits.contents import CHARACTERS_PER_STEP, MOST_PLACES, weigh
from tensorlab.language.limits.tensor_guards import charge_pair
from tensorlab.language.values.items import contains

# Comparing these does not look into anything.
FLAT = frozenset({int, float, bool, complex, type(None)})


def pay_to_compare(a: object, b: object) -> None:
    """Take the steps for a comparison that looks into its sides."""
    if type(a) is str and type(b) is str and len(a) < CHARACTERS_PER_STEP:
        return  # less than a step
    if type(a) in DENSE or type(b) in DENSE:
        charge_pair(a, b)
    elif not (type(a) in FLAT or type(b) in FLAT or are_few(a, b)):
        weigh(a)
        weigh(b)


def are_few(a: Any, b: Any) -> bool:
    """Return whether two tuples are compared by a few numbers, whatever follows these."""
    if not (type(a) is tuple is type(b) and len(a) <= MOST_PLACES):
        return False
    for one, two in zip(a, b, strict=False):
        if not (type(one) in FLAT and type(two) in FLAT):
            return False
        if one is not two and one != two:
            break
    return True


Operation = Callable[[Any, Any], Any]
COMPARISONS: dict[type[ast.cmpop], Operation] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda a, b: contains(b, a),
    ast.NotIn: lambda a, b: not contains(b, a),
}
UNWEIGHED = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def comparison(compiler: Compiler, node: ast.Compare) -> Evaluate:
    """Compile `a < b`, and chains like `a < b < c`."""
    ask_for_kinds(node.left, *node.comparators)
    if len(node.ops) > 1:
        return chain(compiler, node)
    operation = COMPARISONS[type(node.ops[0])]
    left, one, right, two, fixed = sides_of(compiler, node.left, node.comparators[0])
    flat, less = isinstance(node.ops[0], UNWEIGHED), isinstance(node.ops[0], ast.Lt)
    sides = (node.left, node.comparators[0])

    def evaluate(frame: Frame) -> Any:
        a = left(frame) if one is None else frame[one]
        b = (right(frame) if two is None else frame[two]) if fixed is UNBOUND else fixed
        try:
            if not (flat or type(a) is int is type(b) or (type(a) in FLAT and type(b) in FLAT)):
                pay_to_compare(a, b)
            return a < b if less else operation(a, b)
        except FAULTS as error:
            raise at(error, node, sides, (a, b)) from None

    if not isinstance(node.left, ast.BinOp):
        return evaluate
    from tensorlab.language.expressions.frequent import remainder_compared  # noqa: PLC0415  few do

    return remainder_compared(compiler, node, operation, evaluate)


def chain(compiler: Compiler, node: ast.Compare) -> Evaluate:
    """Compile `a < b < c`: each operand is evaluated once, and no more than are needed."""
    parts = [node.left, *node.comparators]
    first = compiler.expression(node.left)
    links = [
        (compiler.expression(side), COMPARISONS[type(op)], isinstance(op, UNWEIGHED), pair)
        for op, side, pair in zip(node.ops, node.comparators, pairwise(parts), strict=True)
    ]

    def evaluate(frame: Frame) -> Any:
        a = first(frame)
        result: Any = True
        for link in links:
            right, operation, flat, pair = link
            b = right(frame)
            try:
                if not (flat or (type(a) in FLAT and type(b) in FLAT)):
                    pay_to_compare(a, b)
                result = operation(a, b)
                if result is False or not (result is True or link is links[-1] or result):
                    return result
            except FAULTS as error:
                raise at(error, node, pair, (a, b)) from None
            a = b
        return result

    return evaluate


def truth(value: object, node: ast.expr) -> bool:
    """Return whether a value counts as true."""
    try:
        return bool(value)
    except FAULTS as error:
        raise at(error, node, (node,), (value,)) from None


def either(compiler: Compiler, node: ast.BoolOp) -> Evaluate:
    """Compile `a and b`, `a or b`."""
    *tests, last = node.values
    first = [(compiler.expression(test), test) for test in tests]
    final = compiler.expression(last)
    wanted = isinstance(node.op, ast.Or)

    def evaluate(frame: Frame) -> Any:
        for test, test_node in first:
            value = test(frame)
            held = value if value is True or value is False else truth(value, test_node)
            if held is wanted:
                return value
        return final(frame)

    return evaluate


def choice(compiler: Compiler, node: ast.IfExp) -> Evaluate:
    """Compile `a if test else b`."""
    test = compiler.expression(node.test)
    test_node = node.test
    yes = compiler.expression(node.body)
    no = compiler.expression(node.orelse)

    def evaluate(frame: Frame) -> Any:
        held = test(frame)
        if held is True or (held is not False and truth(held, test_node)):
            return yes(frame)
        return no(frame)

    return evaluate


EXPRESSIONS[ast.Compare] = comparison
EXPRESSIONS[ast.BoolOp] = either
EXPRESSIONS[ast.IfExp] = choice
