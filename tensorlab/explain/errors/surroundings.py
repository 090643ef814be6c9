"""What is around a failing expression: the statement, and the program with another one in it."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from tensorlab.frozen import Frozen
from tensorlab.language.compiling.compiler import is_watched
from tensorlab.language.outcome import Span
from tensorlab.language.reading.source import Source, parse

FAILING = "failing_"
FUNCTIONS = (ast.FunctionDef, ast.ClassDef)
CHOOSING = (ast.If, ast.While, ast.IfExp, ast.Assert)


class Surroundings(Frozen):
    """Where a failing expression stands.

    `whole` is the expression that is edited: the failing one, or all of a condition; `statement`
    has a name in its place, and is None where the expression is all. One that `can_run` again does
    so on the program's variables, one `inside` a function on those of the function. `decides` tells
    that a truth value is asked of the expression.
    """

    whole: ast.expr
    text: str  # of that, as it was written
    statement: ast.stmt | None
    can_run: bool
    inside: bool
    decides: bool
    span: Span  # of the whole
    stands: Span  # of the statement


def surroundings(text: str, span: Span) -> Surroundings | None:
    """Return where the expression at a place in a program stands, None where there is none."""
    source = Source(text)
    for statement, inside in statements(parse(source).body):
        for path in paths(statement, ()):
            if source.span(path[-1]) == span:
                return around(source, statement, path, inside=inside)
    return None


def statements(body: list[Any], *, inside: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the statements of a program, those in blocks too, and whether functions hold them."""
    for statement in body:
        yield statement, inside
        for field in ("body", "orelse", "finalbody"):
            block = getattr(statement, field, [])
            yield from statements(block, inside=inside or isinstance(statement, FUNCTIONS))


def paths(node: ast.AST, before: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, ...]]:
    """Yield the ways to the expressions of one statement; blocks in it have their own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler):
            continue
        path = (*before, child)
        if isinstance(child, ast.expr):
            yield path
        yield from paths(child, path)


def around(
    source: Source, statement: ast.stmt, path: tuple[Any, ...], *, inside: bool
) -> Surroundings:
    """Return where an expression stands, all of a condition taken together."""
    whole = path[-1]
    for parent in reversed(path[:-1]):
        if not is_connective(parent):
            break
        whole = parent
    above = [statement, *path]
    holder = above[above.index(whole) - 1]
    decides = isinstance(holder, CHOOSING) and getattr(holder, "test", None) is whole
    alone = isinstance(statement, ast.Expr) and statement.value is whole
    rest = None if alone else exchanged(header(statement), whole)
    span, stands = source.span(whole), source.span(statement)
    assert span is not None and stands is not None  # noqa: S101, PT018  they were read from it
    text = source.excerpt(span)
    can_run = is_watched(statement) or (inside and isinstance(statement, ast.Return))
    return Surroundings(whole, text, rest, can_run, inside, decides, span, stands)


def is_connective(node: ast.AST) -> bool:
    """Return whether a node joins truth values: and, or, not, or & between what is compared."""
    if isinstance(node, ast.Compare):
        return any(
            isinstance(part, ast.BinOp) and isinstance(part.op, ast.BitAnd | ast.BitOr)
            for part in (node.left, *node.comparators)
        )
    return isinstance(node, ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def header(statement: ast.stmt) -> ast.stmt:
    """Return a statement with three dots for its block."""
    if not getattr(statement, "body", None):
        return statement
    shown: Any = copy.copy(statement)
    shown.body = [ast.Expr(ast.Constant(...))]
    for name in ("orelse", "handlers", "finalbody"):
        if hasattr(shown, name):
            setattr(shown, name, [])
    short: ast.stmt = shown
    return short


def exchanged(statement: ast.stmt, failing: ast.AST) -> ast.stmt:
    """Return a statement with a name in place of one of its expressions."""

    class Exchanger(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            if node is failing:
                return ast.Name(FAILING, ast.Load())
            return self.generic_visit(node)

    made: ast.stmt = Exchanger().visit(copy.deepcopy(statement, {id(failing): failing}))
    return made


def one_line(tree: ast.AST) -> str:
    """Return the text of a statement, with its block on the same line."""
    return ": ".join(part.strip() for part in ast.unparse(tree).split(":\n"))


CLOSED = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.Constant, ast.List, ast.Tuple)


def mended(program: str, span: Span | None, part: ast.AST) -> str:
    """Return a program with a part of a tree at a place; nothing where that is not known."""
    if span is None:
        return ""
    text = ast.unparse(part)
    plain = put_in(program, span, text)
    if not isinstance(part, ast.expr) or isinstance(part, CLOSED):
        return plain
    safe = put_in(program, span, f"({text})")
    return plain if is_same(plain, safe) else safe


def is_same(first: str, second: str) -> bool:
    """Return whether two texts are one program."""
    try:
        return ast.dump(ast.parse(first)) == ast.dump(ast.parse(second))
    except SyntaxError:
        return False


def put_in(program: str, span: Span, text: str) -> str:
    """Return a program with a text at a place, its further lines indented as the first is."""
    lines = program.split("\n")
    before, after = lines[span.line - 1][: span.column], lines[span.end_line - 1][span.end_column :]
    indentation = before[: len(before) - len(before.lstrip())]
    text = text.replace("\n", f"\n{indentation}")
    return "\n".join([*lines[: span.line - 1], f"{before}{text}{after}", *lines[span.end_line :]])
