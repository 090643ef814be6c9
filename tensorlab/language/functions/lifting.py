"""A generator's body with each `yield` in a statement of its own."""

import ast
from typing import Any

from tensorlab.language.compiling.place import Unsupported, fail
from tensorlab.language.compiling.scope import parts_of

YIELDS = (ast.Yield, ast.YieldFrom)
OWN = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = {
    ast.ListComp: "list comprehension",
    ast.SetComp: "set comprehension",
    ast.DictComp: "dict comprehension",
    ast.GeneratorExp: "generator expression",
}
# Of these a part may never be reached, so that no `yield` can be taken out of it.
DOUBTFUL = (ast.BoolOp, ast.IfExp)
# The parts of a statement that are evaluated before all others in it.
FIRST = ("value", "test", "iter", "exc", "subject", "items", "targets", "target", "msg", "cause")


def yields(body: list[Any]) -> bool:
    """Return whether a function with this body is a generator."""
    waiting: list[Any] = list(body)
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind in YIELDS:
            return True
        if kind not in OWN:
            waiting += parts_of(node)
    return False


class Lifter:
    """Takes each `yield` out of the expression in which it stands, into a name of its own."""

    def __init__(self) -> None:
        self.count = 0

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements in each of which a `yield` stands alone."""
        return [part for statement in body for part in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """Return a statement with those that must come before it."""
        if isinstance(node, OWN) or not yields([node]) or stands_alone(node):
            return [node]
        if isinstance(node, ast.While) and yields([node.test]):
            node = endless(node)
        before: list[ast.stmt] = []
        for name in FIRST:
            part = getattr(node, name, None)
            if isinstance(part, ast.AST):
                setattr(node, name, self.expression(part, before))
            elif isinstance(part, list):
                setattr(node, name, [self.expression(each, before) for each in part])
        for name in ("body", "orelse", "finalbody"):
            if getattr(node, name, None):
                setattr(node, name, self.block(getattr(node, name)))
        for clause in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            clause.body = self.block(clause.body)
        return [*before, node]

    def expression(self, node: Any, before: list[ast.stmt]) -> Any:
        """Return an expression without `yield`, which `before` now has."""
        if isinstance(node, OWN) or not yields([node]):
            return node
        if type(node) in COMPREHENSIONS:
            fail(SyntaxError(f"'yield' inside {COMPREHENSIONS[type(node)]}"), node)
        if isinstance(node, DOUBTFUL) or (isinstance(node, ast.Compare) and len(node.ops) > 1):
            raise Unsupported(
                "A yield inside and, or, a < b < c, or if ... else is not part of tensorlab.",
                "Give its value to a name on a line before.",
                node,
            )
        for name, part in ast.iter_fields(node):
            if isinstance(part, ast.AST):
                setattr(node, name, self.expression(part, before))
            elif isinstance(part, list):
                parts = [self.expression(p, before) if isinstance(p, ast.AST) else p for p in part]
                setattr(node, name, parts)
        if not isinstance(node, YIELDS):
            return node
        self.count += 1
        word = f"<sent {self.count}>"
        store = ast.copy_location(ast.Name(word, ast.Store()), node)
        before.append(ast.copy_location(ast.Assign([store], node), node))
        return ast.copy_location(ast.Name(word, ast.Load()), node)


def stands_alone(node: ast.stmt) -> bool:
    """Return whether a statement is a `yield`, its value kept under one name or not at all."""
    match node:
        case ast.Expr(value=ast.Yield(value=part) | ast.YieldFrom(value=part)):
            return part is None or not yields([part])
        case ast.Assign(
            targets=[ast.Name()], value=ast.Yield(value=part) | ast.YieldFrom(value=part)
        ):
            return part is None or not yields([part])
        case _:
            return False


def endless(node: ast.While) -> ast.While:
    """Return a loop that looks at its test within."""
    if node.orelse:
        raise Unsupported(
            "A loop with a yield in its test and an else is not part of tensorlab.",
            "Write while True, and break.",
            node,
        )
    leave: list[ast.stmt] = [ast.copy_location(ast.Break(), node.test)]
    negated = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    test = ast.copy_location(ast.If(negated, leave, []), node.test)
    true = ast.copy_location(ast.Constant(True), node.test)
    return ast.copy_location(ast.While(true, [test, *node.body], []), node)
