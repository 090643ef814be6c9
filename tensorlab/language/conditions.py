"""Comparisons, `and`, `or`, and the truth of a value."""

import ast
import operator
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.contents import weigh, weigh_key
from tensorlab.language.place import FAULTS, at

# Comparing these does not look into anything.
FLAT = frozenset({int, float, bool, complex, type(None), Tensor})


def contains(container: Any, item: Any) -> bool:
    """Return `item in container`."""
    if isinstance(container, dict | set | frozenset):
        weigh_key(item)
    elif isinstance(container, range):
        # Python would compare one by one what is not an int.
        if not isinstance(item, int | float | complex) or item != item.real or item.real % 1:
            return False
        item = int(item.real)
    else:
        weigh(container)
        weigh(item)
    return item in container


COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
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
    if len(node.ops) > 1:
        return chain(compiler, node)
    left = compiler.expression(node.left)
    right = compiler.expression(node.comparators[0])
    operation = COMPARISONS[type(node.ops[0])]
    flat = isinstance(node.ops[0], UNWEIGHED)
    sides = (node.left, node.comparators[0])

    def evaluate(frame: Frame) -> Any:
        a = left(frame)
        b = right(frame)
        try:
            if not (flat or type(a) in FLAT or type(b) in FLAT):
                weigh(a)
                weigh(b)
            return operation(a, b)
        except FAULTS as error:
            raise at(error, node, sides, (a, b)) from None

    def less(frame: Frame) -> Any:
        a = left(frame)
        b = right(frame)
        try:
            if type(a) in FLAT or type(b) in FLAT:
                return a < b
            weigh(a)
            weigh(b)
            return a < b
        except FAULTS as error:
            raise at(error, node, sides, (a, b)) from None

    return less if operation is operator.lt else evaluate


def chain(compiler: Compiler, node: ast.Compare) -> Evaluate:
    """Compile `a < b < c`: each operand is evaluated once, and no more than are needed."""
    parts = [node.left, *node.comparators]
    first = compiler.expression(node.left)
    links = [
        (
            compiler.expression(side),
            COMPARISONS[type(op)],
            isinstance(op, UNWEIGHED),
            parts[i],
            side,
        )
        for i, (op, side) in enumerate(zip(node.ops, node.comparators, strict=True))
    ]

    def evaluate(frame: Frame) -> Any:
        a = first(frame)
        result: Any = True
        for position, (right, operation, flat, left_node, right_node) in enumerate(links):
            b = right(frame)
            try:
                if not (flat or type(a) in FLAT or type(b) in FLAT):
                    weigh(a)
                    weigh(b)
                result = operation(a, b)
                if position < len(links) - 1 and not result:
                    return result
            except FAULTS as error:
                raise at(error, node, (left_node, right_node), (a, b)) from None
            a = b
        return result

    return evaluate


def condition(compiler: Compiler, node: ast.expr) -> Evaluate:
    """Compile an expression whose truth is asked."""
    evaluate = compiler.expression(node)
    if isinstance(node, ast.Compare | ast.BoolOp | ast.Constant) and not tensors_likely(node):
        return evaluate

    def truth(frame: Frame) -> bool:
        value = evaluate(frame)
        try:
            return bool(value)
        except FAULTS as error:
            raise at(error, node, (node,), (value,)) from None

    return truth


def tensors_likely(node: ast.expr) -> bool:
    """Tell whether the truth of a value may fail: only of constants, `is` and `in` it cannot."""
    return not isinstance(node, ast.Constant) and not (
        isinstance(node, ast.Compare) and isinstance(node.ops[-1], UNWEIGHED)
    )


def either(compiler: Compiler, node: ast.BoolOp) -> Evaluate:
    """Compile `a and b`, `a or b`."""
    *tests, last = node.values
    first = [(compiler.expression(test), test) for test in tests]
    final = compiler.expression(last)
    wanted = isinstance(node.op, ast.Or)

    def evaluate(frame: Frame) -> Any:
        for test, test_node in first:
            value = test(frame)
            try:
                if bool(value) is wanted:
                    return value
            except FAULTS as error:
                raise at(error, test_node, (test_node,), (value,)) from None
        return final(frame)

    return evaluate


def choice(compiler: Compiler, node: ast.IfExp) -> Evaluate:
    """Compile `a if test else b`."""
    test = condition(compiler, node.test)
    yes = compiler.expression(node.body)
    no = compiler.expression(node.orelse)

    def evaluate(frame: Frame) -> Any:
        return yes(frame) if test(frame) else no(frame)

    return evaluate


EXPRESSIONS[ast.Compare] = comparison
EXPRESSIONS[ast.BoolOp] = either
EXPRESSIONS[ast.IfExp] = choice
