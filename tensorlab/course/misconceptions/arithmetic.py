"""Wrong ideas about arithmetic and types."""

import ast
from collections.abc import Iterator
from copy import deepcopy

from tensorlab.course.misconceptions.rewriting import (
    Change,
    constant,
    expression,
    name_of,
    operands,
    renamed,
    setting,
    with_setting,
)
from tensorlab.engine.dtypes import ALIASES, DTYPES

PAIR = 2
CASTS = {"to", "type", *ALIASES, *DTYPES}
ORDERED = (ast.Sub, ast.Div, ast.Pow, ast.MatMult, ast.FloorDiv, ast.Mod)


def order_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield two operands that have changed places."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, ORDERED):
            yield ast.BinOp(right, op, left)
        case ast.Call() if len(node.args) > 1 and name_of(node) not in {"arange", "tensor"}:
            new = deepcopy(node)
            new.args[0], new.args[1] = new.args[1], new.args[0]
            yield new
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[other]) if name in {
            "sub",
            "div",
            "pow",
            "matmul",
            "mm",
            "bmm",
        }:
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


def floors(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the other way to a whole number: down, or towards 0."""
    match node:
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            yield expression("torch.div(a, b, rounding_mode='trunc')", a=left, b=right)
            yield expression("(a / b).long()", a=left, b=right)
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            yield expression("torch.fmod(a, b)", a=left, b=right)
        case ast.Call() if name_of(node) in {"trunc", "floor", "long", "int", "fix"}:
            if name_of(node) in {"long", "int"}:
                yield (
                    expression("a.floor().long()", a=operands(node)[0]) if operands(node) else node
                )
            else:
                yield renamed(node, "floor" if name_of(node) != "floor" else "trunc")
        case ast.Call() if isinstance(mode := setting(node, "rounding_mode"), ast.Constant):
            other = "floor" if mode.value == "trunc" else "trunc"
            yield with_setting(node, "rounding_mode", constant(other))


def rounds(node: ast.expr) -> Iterator[ast.expr]:
    """Yield rounding to the nearest for crossing out, and the other way round."""
    if isinstance(node, ast.Call) and name_of(node) in {"trunc", "floor", "ceil"}:
        yield renamed(node, "round")
    elif isinstance(node, ast.Call) and name_of(node) in {"long", "int"} and operands(node):
        yield expression("a.round().long()", a=operands(node)[0])
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        for name in ("round", "ceil"):
            yield expression(f"(a / b).{name}()", a=node.left, b=node.right)
            yield expression(f"(a / b).{name}().long()", a=node.left, b=node.right)
    elif isinstance(node, ast.Call) and name_of(node) == "round":
        yield renamed(node, "trunc")
        yield renamed(node, "floor")


def rounds_down(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a division that forgets what is left over."""
    match node:
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            yield ast.BinOp(left, ast.FloorDiv(), right)
        case ast.Call() if name_of(node) in {"div", "true_divide"}:
            yield with_setting(node, "rounding_mode", constant("floor"))


def dtype_kept(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a value whose type was not converted."""
    if isinstance(node, ast.Call) and name_of(node) in CASTS and operands(node):
        yield operands(node)[0]


def dtype_follows_numbers(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a call that says no type, or whole numbers where floats were written."""
    if isinstance(node, ast.Call) and setting(node, "dtype") is not None:
        yield with_setting(node, "dtype", None)
    match node:
        case ast.Constant(value=float() as value) if value.is_integer():
            yield constant(int(value))


def always_float(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a division in floats for one in whole numbers."""
    match node:
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            yield ast.BinOp(left, ast.Div(), right)


def sign_lost(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a number with the other sign, or without one."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield operand
        case ast.Call() if name_of(node) in {"abs", "neg"} and operands(node):
            yield operands(node)[0]
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            yield ast.BinOp(left, ast.Add(), right)


def square_is_double(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a product with the exponent for a power."""
    match node:
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            yield ast.BinOp(left, ast.Mult(), right)
        case ast.Call() if name_of(node) == "pow" and len(operands(node)) > 1:
            yield ast.BinOp(operands(node)[0], ast.Mult(), operands(node)[1])


def alpha(node: ast.expr) -> tuple[ast.expr, ast.expr, ast.expr] | None:
    """Return both tensors and the factor of an `add` or `sub` with `alpha`."""
    if not isinstance(node, ast.Call) or name_of(node) not in {"add", "sub"}:
        return None
    factor = setting(node, "alpha")
    parts = operands(node)
    return (parts[0], parts[1], factor) if factor is not None and len(parts) > 1 else None


def alpha_for_both(node: ast.expr) -> Iterator[ast.expr]:
    """Yield `alpha` times everything."""
    if (found := alpha(node)) and isinstance(node, ast.Call):
        yield expression("k * a", k=found[2], a=with_setting(node, "alpha", None))


def alpha_for_first(node: ast.expr) -> Iterator[ast.expr]:
    """Yield `alpha` times the first."""
    if found := alpha(node):
        sign = "+" if name_of(node) == "add" else "-"
        yield expression(f"k * a {sign} b", k=found[2], a=found[0], b=found[1])


def bounds_swapped(node: ast.expr) -> Iterator[ast.expr]:
    """Yield `clamp` with its bounds in each other's place."""
    if isinstance(node, ast.Call) and name_of(node) in {"clamp", "clip"}:
        low, high = setting(node, "min"), setting(node, "max")
        if low is not None or high is not None:
            yield with_setting(with_setting(node, "min", high), "max", low)


def log_forgotten(node: ast.expr) -> Iterator[ast.expr]:
    """Yield `softmax` for its logarithm and the other way round."""
    if isinstance(node, ast.Call) and name_of(node) in {"softmax", "log_softmax"}:
        yield renamed(node, "softmax" if name_of(node) == "log_softmax" else "log_softmax")


CHANGES: tuple[tuple[str, Change], ...] = (
    ("alpha-for-both", alpha_for_both),
    ("alpha-for-first", alpha_for_first),
    ("order-swapped", order_swapped),
    ("brackets-missing", brackets_missing),
    ("floors", floors),
    ("rounds", rounds),
    ("rounds-down", rounds_down),
    ("dtype-kept", dtype_kept),
    ("dtype-follows-numbers", dtype_follows_numbers),
    ("always-float", always_float),
    ("sign-lost", sign_lost),
    ("square-is-double", square_is_double),
    ("bounds-swapped", bounds_swapped),
    ("log-forgotten", log_forgotten),
)
