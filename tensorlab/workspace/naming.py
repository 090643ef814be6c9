"""Statements that use earlier results by number, with names; which of them a value goes back to."""

import ast
import re
import symtable
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tensorlab.workspace.statements import LAST, NUMBERED, OUT, Statement, begin_of, end_of
from tensorlab.workspace.workspace import Past

FAILED = "try:\n{}\nexcept Exception:\n    pass  # it failed, but not before it changed something"


class Use(NamedTuple):
    """Where a statement uses an earlier result: which, and the stretch of its text."""

    number: int
    start: int
    end: int


def with_names(statements: Sequence[Statement]) -> list[str]:
    """Return the statements with `_`, `_3` and `Out[3]` replaced by names of their own.

    A name stays as it is while it is the program that gave it to something.
    """
    given: list[int] = []  # the numbers of the statements that gave a value
    own: set[str] = set()
    uses: list[list[Use]] = []
    for statement in statements:
        taken = own | {*stored(ast.parse(statement.source))}
        uses.append([*uses_in(statement.source, given, taken)])
        own |= kept_by(statement.source)
        if statement.gave:
            given.append(statement.number)
            own -= {*LAST}
    wanted = {use.number for found in uses for use in found}
    return [
        written(statement, found, wanted) for statement, found in zip(statements, uses, strict=True)
    ]


def stored(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a program gives to something, in its functions, too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def kept_by(source: str) -> set[str]:
    """Return the names that a program has given to something when it is over."""
    symbols = symtable.symtable(source, "", "exec").get_symbols()
    return {symbol.get_name() for symbol in symbols if symbol.is_assigned()}


def uses_in(source: str, given: Sequence[int], own: set[str]) -> Iterator[Use]:
    """Yield where a statement uses results that the statements before it gave."""
    for node in ast.walk(ast.parse(source)):
        number = number_of(node, given, own)
        if number in given:
            yield Use(number, begin_of(source, node), end_of(source, node))


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


def written(statement: Statement, uses: Sequence[Use], wanted: set[int]) -> str:
    """Return a statement with its uses named, its value given a name where one is wanted."""
    source = statement.source
    edits = [(use.start, use.end, f"_{use.number}") for use in uses]
    if statement.gave and statement.number in wanted:
        begin = begin_of(source, ast.parse(source).body[-1])
        edits.append((begin, begin, f"_{statement.number} = "))
        source = re.sub(r";\s*$", "", source)
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text + source[end:]
    return FAILED.format(indented(source)) if statement.failed else source


def indented(program: str, margin: str = "    ") -> str:
    """Return a program behind a margin, but for what stands within its texts."""
    texts = [
        node
        for node in ast.walk(ast.parse(program))
        if isinstance(node, ast.Constant | ast.JoinedStr)
    ]
    inside = {row for node in texts for row in range(node.lineno, node.end_lineno or 0)}
    lines = enumerate(program.split("\n"))
    return "\n".join(line if row in inside or not line else margin + line for row, line in lines)


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
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        if BACK in attributes or not wanted.isdisjoint(changed_by(tree)):
            wanted |= names_in(tree)
            first = place
    return first


def names_in(tree: ast.AST) -> set[str]:
    """Return the names that a program uses."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


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
