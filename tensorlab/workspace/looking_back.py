"""Which earlier statements a value goes back to: those that may have changed what made it."""

import ast
from collections.abc import Iterator, Sequence

from tensorlab.workspace.workspace import Past

BACK = "backward"  # it changes the gradients of tensors that it does not name


def program_since(past: Sequence[Past], expression: str) -> tuple[str, int]:
    """Return the statements from the first that matters on, then an expression; and which it is."""
    first = first_that_matters(past, expression)
    return "\n".join([*(each.source for each in past[first:]), expression]), first


def first_that_matters(past: Sequence[Past], expression: str) -> int:
    """Return the place of the earliest statement that a value may go back to.

    All that come after it are run again, so that what they draw and change stays as it was.
    """
    wanted = names_in(ast.parse(expression))
    first = len(past)
    for place in range(len(past) - 1, -1, -1):
        tree = ast.parse(past[place].source)
        if goes_back(tree) or not wanted.isdisjoint(changed_by(tree)):
            wanted |= names_in(tree)
            first = place
    return first


def names_in(tree: ast.AST) -> set[str]:
    """Return the names that a program uses."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def goes_back(tree: ast.AST) -> bool:
    """Return whether a program calls backward."""
    return any(isinstance(node, ast.Attribute) and node.attr == BACK for node in ast.walk(tree))


def changed_by(tree: ast.AST) -> Iterator[str]:
    """Yield the names whose values a program may change: bound, or written into."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                yield from names_in(node)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name.endswith("_"):
                yield from names_in(owner)
                yield from (each for part in node.args for each in names_in(part))
