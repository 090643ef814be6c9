"""The parts of nodes, and walks over them: in a fifth of the time of those in `ast`."""

import ast
from functools import cache
from typing import Any

OF_NO_NODES = frozenset({
    "arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "kwd_attrs", "level",
    "module", "name", "names", "op", "ops", "rest", "simple", "type_comment",
})  # fmt: skip
BARE = (ast.Constant, ast.MatchSingleton)  # whose value is no node
WITH_GAPS = frozenset({"keys", "kw_defaults"})  # in which None stands for what is not there
BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")  # the statements in a statement


@cache
def fields_of(kind: Any) -> tuple[str, ...]:
    """Return in which fields of a kind of node there may be others."""
    if not issubclass(kind, ast.AST) or issubclass(kind, BARE):
        return ()
    return tuple(name for name in kind._fields if name not in OF_NO_NODES)


@cache
def blocks_of(kind: Any) -> tuple[str, ...]:
    """Return in which fields of a kind of statement there are others, if they are no function's."""
    closed = issubclass(kind, ast.FunctionDef | ast.ClassDef)
    return () if closed else tuple(name for name in BLOCKS if name in kind._fields)


def parts_of(node: Any) -> list[Any]:
    """Return the nodes that a node is made of, in order."""
    found: list[Any] = []
    for name in fields_of(node.__class__):
        part = getattr(node, name, None)
        if part.__class__ is list:
            found += filter(None, part) if name in WITH_GAPS else part
        elif part is not None:
            found.append(part)
    return found


def walked(node: ast.AST) -> list[Any]:
    """Return a node and all that lie within it, those nearer to it first."""
    found: list[Any] = [node]
    for part in found:  # which grows meanwhile
        found += parts_of(part)
    return found


def statements_in(body: list[ast.stmt]) -> list[Any]:
    """Return the statements of a body and those in their blocks, functions and classes closed."""
    found: list[Any] = list(body)
    for node in found:  # which grows meanwhile
        for name in blocks_of(node.__class__):
            found += getattr(node, name)
    return found
