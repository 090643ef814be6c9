"""Calls: which operation each part of an expression is, with its operands under their names."""

import ast
import operator
from collections.abc import Iterator
from typing import Any

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, Values, names_of, operation_with, tensors_in, text_of
from tensorlab.explain.calls.distribution_calls import distribution_calls
from tensorlab.explain.calls.function_calls import function_call, made_call
from tensorlab.explain.calls.layer_calls import layer_calls
from tensorlab.frozen import lines_beside
from tensorlab.language.values.attributes import get_attribute

OPERATORS = [row.split(" | ") for row in lines_beside(__file__, "operators.txt")]
SYMBOLS = {getattr(ast, kind): symbol for kind, _, symbol, *_ in OPERATORS}
FUNCTIONS = {symbol: getattr(operator, name) for _, name, symbol, *_ in OPERATORS}
REPEATED = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def calls_in(tree: ast.expr, values: Values, source: str) -> list[Call]:
    """Return the operations of an expression in the order of evaluation."""
    found = []
    for node in postorder(tree):
        if node in values:
            found += [call for call in calls_at(node, values, source) if is_explained(call.result)]
    return found


def calls_at(node: ast.AST, values: Values, source: str) -> list[Call]:
    """Return the operations at a node: one, several for layers in a row, none for other nodes."""
    call = call_at(node, values, source)
    if call is None and isinstance(node, ast.Call):
        call = made_call(node, values, source)
    if call is not None:
        return [call]
    if not isinstance(node, ast.Call | ast.Attribute):
        return []
    found = distribution_calls(node, values, source)
    return found or (layer_calls(node, values, source) if isinstance(node, ast.Call) else [])


def is_explained(result: object) -> bool:
    """Return whether a result has elements: tensors, or a single number."""
    if isinstance(result, tuple | list):
        return not result or any(map(is_tensor, result))
    return isinstance(result, Tensor | bool | int | float | complex)


def postorder(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of an expression, each after its parts."""
    if isinstance(node, REPEATED):
        return  # what happens in there happens many times
    for child in ast.iter_child_nodes(node):
        yield from postorder(child)
    if isinstance(node, ast.expr):
        yield node


def call_at(node: ast.AST, values: Values, source: str) -> Call | None:
    """Return the operation at a node, None where it is none on tensors."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            return operator_call(node, SYMBOLS[type(op)], (left, right), values, source)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in SYMBOLS:
            return operator_call(node, SYMBOLS[type(op)], (left, right), values, source)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in SYMBOLS:
            return operator_call(node, SYMBOLS[type(op)], (operand,), values, source)
        case ast.Call():
            return function_call(node, values, source)
        case ast.Attribute(value=owner) if is_tensor(values.get(owner)):
            return attribute_call(node, values, source) if is_tensor(values[node]) else None
        case ast.Subscript(value=owner) if is_tensor(values.get(owner)):
            return index_call(node, values, source)
    return None


def operator_call(
    node: ast.expr, symbol: str, parts: tuple[ast.expr, ...], values: Values, source: str
) -> Call | None:
    """Return the operation that an operator is between tensors."""
    args = tuple(values.get(part) for part in parts)
    if not any(isinstance(arg, Tensor) for arg in args):
        return None  # on tensors it has been done, and is declared by now
    if (operation := operation_with(symbol)) is None:
        return None
    names = names_of(parts, args, source)
    sizes = [getattr(each, "ndim", 0) for each in args] if symbol == "@" else []
    name = {"[2, 2]": "mm", "[3, 3]": "bmm"}.get(str(sizes), operation.name)
    return Call(
        name, text_of(node, source), operation, args, {}, values[node], names, FUNCTIONS[symbol]
    )


def attribute_call(node: ast.Attribute, values: Values, source: str) -> Call:
    """Return an attribute that is a tensor, such as x.T."""
    owner = values[node.value]
    name = "adjoint" if node.attr in {"H", "mH"} else node.attr
    names = names_of((node.value,), (owner,), source)
    # a part of complex numbers, as its function gives it
    head = node.attr, text_of(node, source), OPERATIONS.get(f"torch.{name}"), (owner,)
    return Call(*head, {}, values[node], names, lambda tensor: get_attribute(tensor, node.attr))


def index_call(node: ast.Subscript, values: Values, source: str) -> Call:
    """Return an index of a tensor."""
    owner = values[node.value]
    key = key_of(node.slice, values)
    names = names_of((node.value, node.slice), (owner, key), source)
    head = "index", text_of(node, source), None, (owner, key)
    return Call(*head, {}, values[node], names, operator.getitem)


def key_of(node: ast.expr, values: Values) -> Any:
    """Return what stands between the brackets of an index."""
    if isinstance(node, ast.Slice):
        return slice(*(values.get(part) for part in (node.lower, node.upper, node.step)))
    if node in values:
        return values[node]
    if isinstance(node, ast.Tuple):
        return tuple(key_of(part, values) for part in node.elts)
    return node.value if isinstance(node, ast.Constant) else None


def is_tensor(value: object) -> bool:
    """Return whether a value is a tensor with strides."""
    return isinstance(value, Tensor)


__all__ = ["Call", "calls_in", "operation_with", "tensors_in"]
