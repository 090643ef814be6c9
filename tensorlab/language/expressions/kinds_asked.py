"""Where `x.__class__` stands for what type(x) gives: called, compared, or asked what it is."""

import ast
from typing import Final

ASKED: Final = "kind_asked"
# Of these functions an argument may be one.
ASKING: Final = frozenset({"str", "repr", "print", "isinstance", "issubclass"})


def ask_for_kinds(*nodes: ast.AST) -> None:
    """Let `x.__class__` at these places be the type; anywhere else it is refused."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            setattr(node, ASKED, True)


def ask_in_call(node: ast.Call) -> None:
    """Let the types that a call names be asked for."""
    ask_for_kinds(node.func)
    if isinstance(node.func, ast.Name) and node.func.id in ASKING:
        ask_for_kinds(*node.args)


def is_asked(node: ast.AST) -> bool:
    """Return whether `x.__class__` stands at such a place."""
    return getattr(node, ASKED, False)
