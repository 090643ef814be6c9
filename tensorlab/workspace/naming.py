"""Statements that use earlier results by number, as a program that gives those results names."""

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tensorlab.workspace.results import LAST, NUMBERED, OUT


class Use(NamedTuple):
    """Where a statement uses an earlier result: which, and the stretch of its text."""

    number: int
    start: int
    end: int


def with_names(statements: Sequence[str]) -> list[str]:
    """Return the statements with `_`, `_3` and `Out[3]` replaced by names of their own.

    A name that the program itself gives to something stays as it is.
    """
    trees = [ast.parse(source) for source in statements]
    own = {name for tree in trees for name in stored(tree)}
    given: list[int] = []  # the numbers of the statements that showed a value
    uses: list[list[Use]] = []
    for number, (source, tree) in enumerate(zip(statements, trees, strict=True), 1):
        uses.append([*uses_in(source, tree, given, own)])
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            given.append(number)
    wanted = {use.number for found in uses for use in found}
    return [
        written(source, tree, found, f"_{number}" if number in wanted else "")
        for number, (source, tree, found) in enumerate(zip(statements, trees, uses, strict=True), 1)
    ]


def stored(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a program gives to something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def uses_in(source: str, tree: ast.AST, given: Sequence[int], own: set[str]) -> Iterator[Use]:
    """Yield where a statement uses results that the statements before it gave."""
    for node in ast.walk(tree):
        number = number_of(node, given, own)
        if number in given:
            yield Use(number, offset(source, node, 0), offset(source, node, 1))


def number_of(node: ast.AST, given: Sequence[int], own: set[str]) -> int:
    """Return the number of the result that a part of a program names, 0 of other parts."""
    match node:
        case ast.Name(id=name) if name in LAST and name not in own and len(name) <= len(given):
            return given[-len(name)]
        case ast.Name(id=name) if NUMBERED.fullmatch(name) and name not in own:
            return int(name[1:])
        case ast.Subscript(ast.Name("Out"), ast.Constant(int(number))) if OUT not in own:
            return number
    return 0


def offset(source: str, node: ast.AST, end: int) -> int:
    """Return the place in a text where a part of it begins, or ends."""
    line, column = (
        (getattr(node, "end_lineno", 1), getattr(node, "end_col_offset", 0))
        if end
        else (getattr(node, "lineno", 1), getattr(node, "col_offset", 0))
    )
    lines = source.split("\n")
    before = sum(len(each) + 1 for each in lines[: line - 1])
    return before + len(lines[line - 1].encode()[:column].decode())


def written(source: str, tree: ast.Module, uses: Sequence[Use], name: str) -> str:
    """Return a statement with its uses named, its value given a name where one is wanted."""
    edits = [(use.start, use.end, f"_{use.number}") for use in uses]
    if name:
        begin = offset(source, tree.body[-1], 0)
        edits.append((begin, begin, f"{name} = "))
        source = re.sub(r";\s*$", "", source)
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text + source[end:]
    return source
