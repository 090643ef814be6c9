"""Wrong ideas about places: indices, ranges, masks, order, memory."""

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import partial
from typing import Any

from tensorlab.course.misconceptions.rewriting import (
    Change,
    constant,
    either,
    expression,
    is_method,
    name_of,
    number,
    of_calls,
    operands,
    renamed,
    renaming,
    takes,
    with_argument,
)

COLON = ast.Slice(None, None, None)


def neighbours(node: ast.expr | None) -> Iterator[tuple[int, ast.expr]]:
    """Yield 1 and -1, each with a number so far away, also from a length that is computed.

    Between 0 and -1 lies a whole row: one is its beginning, the other its end.
    """
    value = number(node)
    for step in (1, -1):
        if value is not None and (value < 0) == (value + step < 0):
            yield step, constant(value + step)
        elif isinstance(node, ast.Name | ast.Subscript | ast.Call | ast.BinOp):
            yield step, expression(f"a + {step}" if step > 0 else "a - 1", a=node)


def counts_from_one(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an index that was written counting from 1."""
    for place, part in parts_of(node):
        value = number(part)
        if value is not None and value >= 0:
            yield indexed(node, place, constant(value + 1))


def counted_from_one(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an index as it is read counting from 1, where no part of it is below that."""
    values = [(place, number(part)) for place, part in parts_of(node)]
    whole = [(place, value) for place, value in values if value is not None]
    if whole and min(value for _, value in whole) > 0:
        for place, value in whole:
            node = indexed(node, place, constant(value - 1))
        yield node


def parts_of(node: ast.expr) -> list[tuple[int, ast.expr]]:
    """Return the parts of an index, each with its place; none of what is no index."""
    if not isinstance(node, ast.Subscript):
        return []
    return list(enumerate(node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]))


def indexed(node: Any, place: int, part: ast.expr) -> ast.Subscript:
    """Return an index with another part."""
    new: ast.Subscript = deepcopy(node)
    if isinstance(new.slice, ast.Tuple):
        new.slice.elts[place] = part
    else:
        new.slice = part
    return new


def end_included(node: ast.expr, by: int = -1) -> Iterator[ast.expr]:
    """Yield a range or a slice whose end was written as if it belonged to it: one too early."""
    yield from (new for direction, new in moved_ends(node) if direction == by)


end_reached = partial(end_included, by=1)  # where it is read


def moved_ends(node: ast.expr) -> Iterator[tuple[int, ast.expr]]:
    """Yield ranges and slices with a bound moved, and how far where it is the end, else 0."""
    if isinstance(node, ast.Call) and name_of(node) in {"arange", "range", "narrow", "linspace"}:
        for place in range(len(node.args)):
            for step, other in neighbours(node.args[place]):
                is_end = place == min(1, len(node.args) - 1)
                yield step * is_end, with_argument(node, place, other)
    for place, part in parts_of(node):
        if isinstance(part, ast.Slice):
            for step, other in neighbours(part.upper):
                yield step, indexed(node, place, ast.Slice(part.lower, other, part.step))
            for _, other in neighbours(part.lower):
                yield 0, indexed(node, place, ast.Slice(other, part.upper, part.step))


def start_ignored(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a range from 0."""
    if isinstance(node, ast.Call) and name_of(node) == "arange" and len(node.args) > 1:
        yield with_argument(node, 0, constant(0))
    if isinstance(node, ast.Call) and name_of(node) == "arange" and len(node.args) == 2:
        yield with_argument(node, 0, None)


def step_ignored(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a range or a slice by ones."""
    if isinstance(node, ast.Call) and name_of(node) == "arange" and len(node.args) > 2:
        yield with_argument(node, 2, None)
    if isinstance(node, ast.Slice) and node.step is not None:
        yield ast.Slice(node.lower, node.upper, None)


def row_is_column(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a row for a column and a column for a row."""
    if not isinstance(node, ast.Subscript):
        return
    match node.slice:
        case ast.Tuple(elts=[ast.Slice(lower=None, upper=None, step=None), last]):
            yield ast.Subscript(node.value, last, ast.Load())
        case ast.Tuple(elts=[first, last]):
            yield ast.Subscript(node.value, ast.Tuple([last, first], ast.Load()), ast.Load())
        case ast.Tuple():
            return
        case first:
            yield ast.Subscript(node.value, ast.Tuple([COLON, first], ast.Load()), ast.Load())


def slice_keeps_dim(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a slice of one in place of an index."""
    for place, part in parts_of(node):
        value = number(part)
        if value is not None:
            end = None if value == -1 else constant(value + 1)
            yield indexed(node, place, ast.Slice(constant(value), end, None))


def value_not_index(node: ast.expr) -> Iterator[ast.expr]:
    """Yield places for values and values for places."""
    match node:
        case ast.Attribute(value=value, attr="values" | "indices" as part):
            yield ast.Attribute(value, "indices" if part == "values" else "values", ast.Load())
        case ast.Call() if places_of(name_of(node)):
            yield renamed(node, places_of(name_of(node)))
        case ast.Call() if name_of(node) in {"argmax", "argmin"}:
            yield renamed(node, "a" + name_of(node).removeprefix("arg"))
            if not node.keywords and len(operands(node)) == 1:
                yield renamed(node, name_of(node).removeprefix("arg"))
        case ast.Call() if name_of(node) == "argsort":
            yield ast.Attribute(renamed(node, "sort"), "values", ast.Load())


def places_of(name: str) -> str:
    """Return the function that gives the places where another gives the values: argmax of amax."""
    places = f"arg{name.removeprefix('a')}"
    return places if takes(places, "input") else ""


def mask_inverted(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the elements that were not asked for."""
    match node:
        case ast.Call() if name_of(node) == "where" and len(node.args) == 3:
            condition, one, other = node.args
            new = deepcopy(node)
            new.args = [condition, other, one]
            yield new
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            yield operand
        case ast.Call() if name_of(node) in {"masked_fill", "masked_select"} and node.args:
            place = 0 if is_method(node) else 1
            mask = ast.UnaryOp(ast.Invert(), node.args[place])
            yield with_argument(node, place, mask)


OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.LtE, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
STRICT: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.GtE, ast.Lt: ast.LtE, ast.GtE: ast.Gt, ast.LtE: ast.Lt,
}  # fmt: skip
TURNED = {ast.Gt: ast.Lt, ast.Lt: ast.Gt, ast.GtE: ast.LtE, ast.LtE: ast.GtE}


def compared_by(others: Mapping[type[ast.cmpop], type[ast.cmpop]]) -> Change:
    """Return the change that compares by another sign."""

    def change(node: ast.expr) -> Iterator[ast.expr]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in others:
                yield ast.Compare(left, [others[type(op)]()], [right])

    return change


CHANGES: tuple[tuple[str, Change], ...] = (
    ("counts-from-one", counts_from_one),
    ("end-included", end_included),
    ("start-ignored", start_ignored),
    ("step-ignored", step_ignored),
    ("row-is-column", row_is_column),
    ("slice-keeps-dim", slice_keeps_dim),
    ("value-not-index", value_not_index),
    ("mask-inverted", either(mask_inverted, compared_by(OPPOSITE))),
    ("strict-forgotten", either(compared_by(STRICT), renaming(gt="ge", ge="gt", lt="le", le="lt"))),
    ("view-copies", of_calls({"clone"}, "a", "a.detach()", "a.contiguous()")),
)
