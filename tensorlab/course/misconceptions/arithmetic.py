"""Wrong ideas about arithmetic and types."""

import ast
from collections.abc import Iterator
from copy import deepcopy

from tensorlab.course.misconceptions.rewriting import (
    Change,
    constant,
    either,
    name_of,
    of_calls,
    of_operator,
    renaming,
    setting,
    with_setting,
)
from tensorlab.engine.dtypes import ALIASES, DTYPES

PAIR = 2
WHOLE = {"long", "int"}
CASTS = {"to", "type", *ALIASES, *DTYPES}
ORDERED = (ast.Sub, ast.Div, ast.Pow, ast.MatMult, ast.FloorDiv, ast.Mod)


def sides_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an operation whose sides have changed places."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, ORDERED):
            yield ast.BinOp(right, op, left)


def order_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield two operands, or two parts of a list, that have changed places."""
    match node:
        case ast.Call() if len(node.args) > 1 and name_of(node) not in {"arange", "tensor"}:
            new = deepcopy(node)
            new.args[0], new.args[1] = new.args[1], new.args[0]
            yield new
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[other]):
            if name in {"sub", "div", "pow", "matmul", "mm", "bmm"}:
                new = deepcopy(node)
                new.func, new.args = ast.Attribute(other, name, ast.Load()), [value]
                yield new
        case ast.List(elts=elts) | ast.Tuple(elts=elts) if len(elts) > 1:
            yield type(node)(elts[::-1], ast.Load())
            for place in range(len(elts) - 1 if len(elts) > PAIR else 0):
                one, other = elts[place : place + PAIR]
                yield type(node)([*elts[:place], other, one, *elts[place + PAIR :]], ast.Load())


def brackets_missing(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a program without a pair of brackets."""
    match node:
        case ast.BinOp(
            left=ast.BinOp(left=first, op=ast.Add() | ast.Sub() as inner, right=second),
            op=ast.Mult() | ast.Div() as outer,
            right=third,
        ):
            yield ast.BinOp(first, inner, ast.BinOp(second, outer, third))
        case ast.BinOp(
            left=first,
            op=ast.Mult() | ast.Div() as outer,
            right=ast.BinOp(left=second, op=ast.Add() | ast.Sub() as inner, right=third),
        ):
            yield ast.BinOp(ast.BinOp(first, outer, second), inner, third)


def other_rounding(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a division that is rounded the other way."""
    if isinstance(node, ast.Call) and isinstance(
        mode := setting(node, "rounding_mode"), ast.Constant
    ):
        other = "floor" if mode.value == "trunc" else "trunc"
        yield with_setting(node, "rounding_mode", constant(other))


def division_floored(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a division that forgets what is left over."""
    if isinstance(node, ast.Call) and name_of(node) in {"div", "true_divide"}:
        yield with_setting(node, "rounding_mode", constant("floor"))


def dtype_follows_numbers(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a call that says no type, or whole numbers where floats were written."""
    if isinstance(node, ast.Call) and setting(node, "dtype") is not None:
        yield with_setting(node, "dtype", None)
    match node:
        case ast.Constant(value=float() as value) if value.is_integer():
            yield constant(int(value))


def bounds_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield `clamp` with its bounds in each other's place."""
    if isinstance(node, ast.Call) and name_of(node) in {"clamp", "clip"}:
        low, high = setting(node, "min"), setting(node, "max")
        if low is not None or high is not None:
            yield with_setting(with_setting(node, "min", high), "max", low)


CHANGES: tuple[tuple[str, Change], ...] = (
    ("order-swapped", either(sides_swapped, order_swapped)),
    ("brackets-missing", brackets_missing),
    (
        "floors",
        either(
            of_operator(
                ast.FloorDiv, "torch.div(a, b, rounding_mode='trunc')", "(a / b).long()"
            ),
            of_operator(ast.Mod, "torch.fmod(a, b)"),
            of_calls(WHOLE, "a.floor().long()"),
            renaming(trunc="floor", floor="trunc", fix="floor"),
            other_rounding,
        ),
    ),
    (
        "rounds",
        either(
            renaming(trunc="round", floor="round", ceil="round"),
            of_calls(WHOLE, "a.round().long()"),
            of_operator(
                ast.FloorDiv, "(a / b).round()", "(a / b).round().long()", "(a / b).ceil()",
                "(a / b).ceil().long()",
            ),
        ),
    ),
    ("rounds-down", either(of_operator(ast.Div, "a // b"), division_floored)),
    ("dtype-kept", of_calls(CASTS, "a")),
    ("dtype-follows-numbers", dtype_follows_numbers),
    (
        "sign-lost",
        either(
            of_operator(ast.USub, "a"), of_calls({"neg"}, "a"), of_operator(ast.Sub, "a + b"),
        ),
    ),
    ("abs-forgotten", of_calls({"abs"}, "a")),
    ("cut-for-rounded", either(of_calls({"round"}, "a"), renaming(round="trunc floor ceil"))),
    ("square-is-double", either(of_operator(ast.Pow, "a * b"), of_calls({"pow"}, "a * b"))),
    ("bounds-swapped", bounds_swapped),
    ("log-forgotten", renaming(softmax="log_softmax", log_softmax="softmax")),
)  # fmt: skip
