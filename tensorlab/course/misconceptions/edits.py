"""Changes of a right program that are each a known wrong idea."""

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from tensorlab.course.misconceptions import arithmetic, dimensions, places, shapes, slips
from tensorlab.course.misconceptions.rewriting import Change, half
from tensorlab.frozen import Frozen
from tensorlab.language.reading.source import tree_of


class Rule(Frozen):
    """An idea, and what it makes of an expression.

    `together` where it also does so everywhere, `whole` where only with the last expression.
    """

    idea: str
    change: Change
    together: bool = False
    whole: bool = False


def rules() -> Iterable[Rule]:
    """Yield the rules, those first that explain most."""
    for room in (dimensions, shapes, places, arithmetic):
        for idea, change in room.CHANGES:
            yield Rule(idea, change, idea in TOGETHER)
    yield Rule("order-swapped", slips.names_swapped, whole=True)
    yield Rule("steps-swapped", slips.steps_swapped)
    yield Rule("comparison-turned", places.compared_by(places.TURNED))
    yield Rule("half-done", half)
    yield Rule("half-done", slips.inner_part, whole=True)
    yield Rule("one-step-too-many", slips.one_step_too_many, whole=True)
    yield Rule("operation-mixed-up", slips.operation_mixed_up)
    yield Rule("off-by-one", slips.number_off)


TOGETHER = {
    "counts-from-one", "dim-is-kept", "dtype-kept", "other-dim", "strict-forgotten",
    "view-is-transpose",
}  # fmt: skip
RULES = tuple(rules())


MOST_EDITS = 240
Programs = Iterator[tuple[str, str]]  # each behind what leads to it
Place = tuple[ast.AST, str, int | None, ast.expr]


def edits(source: str) -> Programs:
    """Yield the name of an idea and the program that somebody with this idea writes.

    Rules come in the order in which they are believed: the first that explains an answer is taken.
    """
    if tree := tree_of(source):
        yield from by_rules(tree, RULES, {ast.unparse(tree)})


@lru_cache(maxsize=256)
def all_edits(solution: str) -> tuple[tuple[str, str], ...]:
    """Return all edits of a program beside which many answers are put."""
    return tuple(edits(solution))


def by_rules(tree: ast.Module, rules: Iterable[Rule], seen: set[str]) -> Programs:
    """Yield the idea and the program of each change by rules that was not seen; note them all."""
    places = list(expressions(tree))
    for rule in rules:
        for program in changed_whole(tree, rule) if rule.whole else changed(tree, rule, places):
            if program not in seen and len(seen) <= MOST_EDITS:
                seen.add(program)
                yield rule.idea, program


def changed(tree: ast.Module, rule: Any, places: Iterable[Place]) -> Iterator[str]:
    """Yield the programs in which a rule changes one place, then all of its places together."""
    everywhere = []
    for holder, field, index, node in places:
        for number, new in enumerate(rule.change(node)):
            if not number:
                everywhere.append((holder, field, index, node, new))
            put(holder, field, index, new)
            yield ast.unparse(tree)
            put(holder, field, index, node)
    if len(everywhere) > 1 and rule.together:
        for holder, field, index, _, new in everywhere:
            put(holder, field, index, new)
        yield ast.unparse(tree)
        for holder, field, index, node, _ in everywhere:
            put(holder, field, index, node)


def changed_whole(tree: ast.Module, rule: Any) -> Iterator[str]:
    """Yield the programs in which a rule changes the last expression, and no part of it."""
    match tree.body:
        case [*_, ast.Expr(value=value) as last]:
            for new in rule.change(value):
                last.value = new
                yield ast.unparse(tree)
                last.value = value


def expressions(tree: ast.AST) -> Iterator[Place]:
    """Yield the expressions of a program, each with where it stands."""
    for holder in ast.walk(tree):
        for field, value in ast.iter_fields(holder):
            if isinstance(value, ast.expr):
                yield holder, field, None, value
            elif isinstance(value, list):
                for index, part in enumerate(value):
                    if isinstance(part, ast.expr):
                        yield holder, field, index, part


def put(holder: ast.AST, field: str, index: int | None, node: ast.expr) -> None:
    """Put an expression in a place."""
    if index is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[index] = node
