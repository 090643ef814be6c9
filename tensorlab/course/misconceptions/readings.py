"""What somebody takes a program for who reads it with a wrong idea.

Whoever foretells what a program gives has it before their eyes: they misread no number, but believe
something of what is called, and of every call alike.
"""

import ast
import itertools
from collections.abc import Iterator

from tensorlab.course.misconceptions.alignment import GENERIC
from tensorlab.course.misconceptions.arithmetic import sides_swapped
from tensorlab.course.misconceptions.edits import RULES, Programs, Rule, by_rules
from tensorlab.course.misconceptions.places import counted_from_one, end_reached, indexed, parts_of
from tensorlab.course.misconceptions.rewriting import Change, name_of, number, with_setting
from tensorlab.course.misconceptions.slips import number_off

VARIANTS = 8  # of a rule
OF_TASKS = {"half-done", "type-ignored"}  # what a program may do further
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


def readings(source: str) -> Programs:
    """Yield the ideas with which a program can be read, each with what it is taken for."""
    seen = {ast.unparse(ast.parse(source))}
    for idea, change in READINGS:
        for variant in range(VARIANTS):
            program = everywhere(source, change, variant)
            if program is None:  # nor has the change further variants
                break
            if program not in seen:
                seen.add(program)
                yield idea, program


def misread(source: str) -> Iterator[str]:
    """Yield programs that differ from one in a single place, as one misreads it, but in no data."""
    tree = ast.parse(source)
    seen, data = {ast.unparse(tree)}, literals(source)
    programs = (program for _, program in by_rules(tree, MISREAD, seen))
    yield from (program for program in programs if literals(program) == data)


def literals(source: str) -> list[str]:
    """Return the tensors that a program writes down."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [ast.unparse(call) for call in calls if name_of(call) == "tensor"]


def everywhere(source: str, change: Change, number: int) -> str | None:
    """Return a program with one variant of a change in every place that has it; None: none has."""
    places: list[ast.expr] = []

    class Read(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            node = self.generic_visit(node)
            changes = change(node) if isinstance(node, ast.expr) else iter(())
            found = list(itertools.islice(changes, number, number + 1))
            places.extend(found)
            return found[0] if found else node

    tree = Read().visit(ast.parse(source))
    return ast.unparse(tree) if places else None


def bound_moved(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a slice without its beginning, one of its bounds alone, its step taken for its end."""
    for place, part in parts_of(node):
        if isinstance(part, ast.Slice):
            slices = ast.Slice(None, part.upper, part.step), ast.Slice(None, part.step, None)
            ways = (*slices, part.lower, part.upper)
            yield from (indexed(node, place, each) for each in ways if each)


def setting_skipped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a call without one of its settings."""
    if isinstance(node, ast.Call):
        yield from (with_setting(node, each.arg, None) for each in node.keywords if each.arg)


MISREAD = (
    *(Rule("", change) for change in (bound_moved, setting_skipped)),
    *(
        rule
        for rule in RULES
        if not rule.whole and rule.idea not in OF_TASKS and rule.change is not number_off
    ),
)


def gone_in(source: str) -> Programs:
    """Yield what goes into the last line, each with the program that gives it."""
    *before, last = ast.parse(source).body
    parts = ast.walk(last.value) if isinstance(last, ast.Expr) else iter(())
    for part in itertools.islice(parts, 1, None):
        if isinstance(part, ast.Name | ast.Call | ast.BinOp | ast.Subscript | ast.Attribute):
            yield ast.unparse(part), ast.unparse(ast.Module([*before, ast.Expr(part)], []))
    for part in ast.walk(last):
        values = [each for each in getattr(part, "args", ()) if number(each) is not None]
        if len(values) > 1:
            yield (listed := ", ".join(map(ast.unparse, values))), f"[{listed}]"


def left_out(source: str) -> Programs:
    """Yield the lines before the last, each with the program without it."""
    lines = ast.parse(source).body
    for place, line in enumerate(lines[:-1]):
        rest = [*lines[:place], *lines[place + 1 :]]
        yield ast.unparse(line), ast.unparse(ast.Module(rest, []))
