"""Wrong ideas about `dim` and `keepdim`."""

import ast
from collections.abc import Iterator
from functools import partial

from tensorlab.course.misconceptions.rewriting import (
    Change,
    constant,
    is_method,
    name_of,
    number,
    renamed,
    renaming,
    setting,
    takes,
    with_argument,
    with_setting,
)
from tensorlab.explain.reference.functions import declared

ALTERNATIVES: dict[int | None, tuple[int, ...]] = {
    0: (1, 2, -3, -1), 1: (0, 2, -3, -2), 2: (1, 0, 3), -1: (0, -2, 1, 2), -2: (-1, 0, 1, 2),
}  # fmt: skip


def dimension(node: ast.expr) -> tuple[ast.expr, int | None] | None:
    """Return what a call gives as `dim`, and its place where it has no name."""
    if not isinstance(node, ast.Call):
        return None
    if (named := setting(node, "dim")) is not None:
        return named, None
    operation = declared(name_of(node)) if name_of(node) else None
    parameters = list(operation.signature.parameters) if operation else []
    place = parameters.index("dim") - is_method(node) if "dim" in parameters else len(node.args)
    return (node.args[place], place) if place < len(node.args) else None


def with_dimension(node: ast.Call, value: ast.expr | None) -> ast.Call:
    """Return a call with another `dim`, or without one."""
    found = dimension(node)
    if found is None or found[1] is None:
        return with_setting(node, "dim", value)
    return with_argument(node, found[1], value)


def exchanged(node: ast.expr, *, reducing: bool) -> Iterator[ast.expr]:
    """Yield a call along another dimension, of those that take theirs away or of the others."""
    found = dimension(node)
    if (
        found is None
        or not isinstance(node, ast.Call)
        or takes(name_of(node), "keepdim") != reducing
    ):
        return
    others = ALTERNATIVES.get(number(found[0]), ())
    yield from (with_dimension(node, constant(other)) for other in others)
    for other in others[:reducing]:
        kept = None if setting(node, "keepdim") else constant(True)
        yield with_setting(with_dimension(node, constant(other)), "keepdim", kept)
    if isinstance(found[0], ast.Tuple):
        for part in found[0].elts:
            yield with_dimension(node, part)


def reduction(node: ast.expr) -> ast.Call | None:
    """Return an expression where it is a call that can take a dimension away."""
    return node if isinstance(node, ast.Call) and takes(name_of(node), "keepdim") else None


def dim_forgotten(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a reduction of everything."""
    if (call := reduction(node)) and dimension(call):
        yield with_setting(with_dimension(call, None), "keepdim", None)
    if isinstance(node, ast.Attribute) and node.attr in {"values", "indices"}:
        inner = node.value
        if isinstance(inner, ast.Call) and dimension(inner) and name_of(inner) in {"max", "min"}:
            name = f"arg{name_of(inner)}" if node.attr == "indices" else name_of(inner)
            yield renamed(with_setting(with_dimension(inner, None), "keepdim", None), name)


def rank_lost(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a call without `keepdim`, or an index in place of a slice."""
    if (call := reduction(node)) and setting(call, "keepdim") is not None:
        yield with_setting(call, "keepdim", None)


def rank_kept(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a reduction that keeps its dimension."""
    if (call := reduction(node)) and dimension(call) and not setting(call, "keepdim"):
        yield with_setting(call, "keepdim", constant(True))


def align_left(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an operand without the dimension that would line it up."""
    match node:
        case ast.Subscript(value=value, slice=ast.Tuple(elts=[*_, ast.Constant(value=None)])):
            yield value
        case ast.Call(func=ast.Attribute(value=value, attr="unsqueeze")):
            if node.args and number(node.args[0]) in {1, -1}:
                yield value
        case ast.Call(func=ast.Attribute(value=value, attr="view" | "reshape"), args=[*_, last]):
            if number(last) == 1:
                yield value


sum_is_mean = renaming(sum="mean", mean="sum")
scan_is_sum = renaming(cumsum="sum", cumprod="prod")
cat_stacks = renaming(cat="stack", concat="stack", stack="cat")
CHANGES: tuple[tuple[str, Change], ...] = (
    ("dim-is-kept", partial(exchanged, reducing=True)),
    ("dim-forgotten", dim_forgotten),
    ("rank-lost", rank_lost),
    ("align-left", align_left),
    ("rank-kept", rank_kept),
    ("other-dim", partial(exchanged, reducing=False)),
    ("sum-is-mean", sum_is_mean),
    ("scan-is-sum", scan_is_sum),
    ("cat-stacks", cat_stacks),
)
