"""Which earlier statements a value goes back to: those that may have changed what made it."""

import ast
from collections.abc import Iterator, Sequence

from tensorlab.workspace.entered import Statement
from tensorlab.workspace.naming import with_names
from tensorlab.workspace.workspace import Past

BACK = "backward"  # it changes the gradients of tensors that it does not name


def program_since(past: Sequence[Past], expression: str) -> tuple[str, int]:
    """Return the statements from the first that matters on, then an expression; and which it is.

    Results that are used by `_` or by number have names there.
    """
    statements = [each.statement for each in past]
    asked = Statement(expression, statements[-1].number + 1 if statements else 1)
    named = with_names([*statements, asked])
    first = first_that_matters(named)
    return "\n".join(named[first:]), first


def first_that_matters(statements: Sequence[str]) -> int:
    """Return the place of the earliest statement that the value of the last may go back to.

    All that come after it are run again, so that what they draw and change stays as it was.
    """
    first = len(statements) - 1
    wanted = names_in(ast.parse(statements[first]))
    for place in range(first - 1, -1, -1):
        tree = ast.parse(statements[place])
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
