"""What somebody takes a program for who reads it with a wrong idea.

Whoever foretells what a program gives has it before their eyes: they misread no number, but believe
something of what is called, and of every call alike.
"""

import ast
import itertools
from collections.abc import Iterator

from tensorlab.course.misconceptions.alignment import GENERIC
from tensorlab.course.misconceptions.arithmetic import sides_swapped
from tensorlab.course.misconceptions.places import counted_from_one, end_reached
from tensorlab.course.misconceptions.rewriting import Change
from tensorlab.course.misconceptions.rules import RULES

VARIANTS = 8  # of a rule
OF_WRITING = GENERIC.union(
    ["comparison-turned", "counts-from-one", "end-included", "off-by-one"],
    ["order-swapped", "part-for-whole", "steps-swapped", "type-ignored"],
)
READINGS: tuple[tuple[str, Change], ...] = (
    ("counts-from-one", counted_from_one),
    ("end-included", end_reached),
    ("order-swapped", sides_swapped),
    *((rule.idea, rule.change) for rule in RULES if rule.idea not in OF_WRITING and not rule.whole),
)


def readings(source: str) -> Iterator[tuple[str, str]]:
    """Yield the ideas with which a program can be read, each with what it is taken for."""
    seen = {ast.unparse(ast.parse(source))}
    for idea, change in READINGS:
        for number in range(VARIANTS):
            program = everywhere(source, change, number)
            if program not in seen:
                seen.add(program)
                yield idea, program


def everywhere(source: str, change: Change, number: int) -> str:
    """Return a program with one variant of a change in every place that has it."""

    class Read(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            node = self.generic_visit(node)
            if not isinstance(node, ast.expr):
                return node
            return next(itertools.islice(change(node), number, None), node)

    return ast.unparse(ast.fix_missing_locations(Read().visit(ast.parse(source))))


def gone_in(source: str) -> Iterator[tuple[str, str]]:
    """Yield what goes into the last line, each with the program that gives it."""
    *before, last = ast.parse(source).body
    parts = ast.walk(last.value) if isinstance(last, ast.Expr) else iter(())
    for part in itertools.islice(parts, 1, None):
        if isinstance(part, ast.Name | ast.Call | ast.BinOp | ast.Subscript | ast.Attribute):
            yield ast.unparse(part), ast.unparse(ast.Module([*before, ast.Expr(part)], []))


def left_out(source: str) -> Iterator[tuple[str, str]]:
    """Yield the lines before the last, each with the program without it."""
    lines = ast.parse(source).body
    for place, line in enumerate(lines[:-1]):
        rest = [*lines[:place], *lines[place + 1 :]]
        yield ast.unparse(line), ast.unparse(ast.Module(rest, []))
