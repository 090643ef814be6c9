"""What an answer called, as it ran: rules about functions look at this, not at names."""

import ast
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.calls import BINARY, UNARY, operation_with
from tensorlab.explain.calls.function_calls import function_value, operation_of, receiver_of
from tensorlab.language.outcome import Outcome
from tensorlab.language.values.values import Builtin

LOOPS = {
    ast.For: "for", ast.While: "while", ast.ListComp: "for", ast.SetComp: "for",
    ast.DictComp: "for", ast.GeneratorExp: "for",
}  # fmt: skip


def called(outcome: Outcome, source: str) -> set[str]:
    """Return the functions, operators and loops that a traced run used, by their own names."""
    tree = ast.parse(source)
    found = {LOOPS[type(node)] for node in ast.walk(tree) if type(node) in LOOPS}
    if not outcome.trace:
        return found | named(tree)
    values = {step.node: step.value for step in outcome.trace if step.node is not None}
    for node in values:
        found |= set(at(node, values))
    return found


def at(node: ast.AST, values: dict[Any, Any]) -> set[str]:
    """Return what a node of a traced run calls."""
    match node:
        case ast.BinOp(op=op) if type(op) in BINARY:
            return both(BINARY[type(op)])
        case ast.UnaryOp(op=op) if type(op) in UNARY:
            return both(UNARY[type(op)])
        case ast.Compare(ops=ops):
            return {name for op in ops if type(op) in BINARY for name in both(BINARY[type(op)])}
        case ast.Subscript():
            return {"[]"}
        case ast.Attribute(value=owner, attr=name) if isinstance(values.get(node), Tensor):
            return {name} if isinstance(values.get(owner), Tensor) else set()
        case ast.Call(func=function, args=args):
            receiver = receiver_of(function, values)
            own = {receiver.name.removesuffix("_")} if receiver else name_of(function, values)
            # A function that is handed on, as in map(torch.sum, rows), is called there.
            return own.union(*(name_of(arg, values) for arg in args))
    return set()


def name_of(node: ast.expr, values: dict[Any, Any]) -> set[str]:
    """Return the name of the function that a node is, nothing where it is none of ours."""
    try:
        value = function_value(node, values)
    except Exception:  # noqa: BLE001  whatever an attribute does, it names no function then
        return set()
    operation = operation_of(value)
    if operation is not None:
        return {operation.name}
    return {value.name} if isinstance(value, Builtin) and hasattr(value, "name") else set()


def both(symbol: str) -> set[str]:
    """Return an operator's sign and the function that it calls."""
    operation = operation_with(symbol)
    return {symbol, operation.name} if operation else {symbol}


def plain(name: str) -> str:
    """Return the function that a word of a rule means: matmul for @, and sum for torch.sum."""
    operation = operation_with(name)
    return operation.name if operation else name.rpartition(".")[2].removesuffix("()")


def named(tree: ast.Module) -> set[str]:
    """Return the names that a program uses, where nobody traced it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.BinOp) and type(node.op) in BINARY:
            found |= both(BINARY[type(node.op)])
    return found
