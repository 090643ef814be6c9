"""Notices on what is legal and treacherous: one quiet line each, once in a session."""

import ast
import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tensorlab.engine.dtypes import FLOATING, INTEGER
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.tensor import Tensor
from tensorlab.language.values.functions import BoundMethod, Builtin

if TYPE_CHECKING:
    from tensorlab.explain.looking.memory import Before

# looking for wrapped numbers and ties costs about as much as the operation
CHECKED = 100_000
Notices = Iterator[tuple[str, str]]  # each behind its kind
EXTREMES = {"argmax", "argmin"}


class Watcher:
    """Looks on while statements run, and keeps what is worth a word."""

    def __init__(self) -> None:
        self.values: dict[ast.AST, object] = {}
        self.told: set[str] = set()
        self.waiting: list[tuple[str, str]] = []
        self.before: Before | None = None

    def see(self, node: ast.expr, value: object) -> None:
        """Take the value of one sub-expression."""
        self.values[node] = value
        if isinstance(value, Tensor):
            for kind, notice in surprises(node, value, self.values):
                self.tell(kind, notice)
        for part in ast.iter_child_nodes(node):
            # large values must not live longer than without us
            self.values.pop(part, None)

    def begin(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        """Keep what a statement may change beside what it says that it changes."""
        # the first of a program's names shares nothing
        if names and "write" not in self.told:
            from tensorlab.explain.looking.memory import before  # noqa: PLC0415  see above

            self.before = before(statement, names)

    def done(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        """Look for a write through a view, and forget the statement's values."""
        if self.before is not None:
            from tensorlab.explain.looking.memory import shared_writes  # noqa: PLC0415  rarely so

            for notice in shared_writes(self.before, names):
                self.tell("write", notice)
        self.before = None
        node = statement.value if isinstance(statement, ast.Expr) else None
        if node is not None and isinstance(self.values.get(node), BoundMethod | Builtin):
            name = ast.unparse(node)
            self.tell("uncalled", f"{name} is a function; to call it, write {name}(...).")
        self.values.clear()

    def tell(self, kind: str, notice: str) -> None:
        """Keep a notice, unless there was one of its kind before."""
        if kind not in self.told:
            self.told.add(kind)
            self.waiting.append((kind, notice))

    def collect(self, *, shown: bool = True) -> tuple[str, ...]:
        """Return the notices since the last time; what is not shown may come again."""
        self.values.clear()  # a failed statement leaves its values behind
        self.before = None
        found, self.waiting = self.waiting, []
        if not shown:
            self.told -= {kind for kind, _ in found}
            return ()
        return tuple(notice for _, notice in found)


def surprises(node: ast.expr, value: Tensor, values: dict[ast.AST, object]) -> Notices:
    """Yield the surprises in one operation, each with its kind."""
    if sides := two_sides(node):
        left, right = (values.get(side) for side in sides)
        yield from both_stretched(node, left, right, value)
        if isinstance(node, ast.BinOp):
            yield from wrapped(node, left, right, value)
            yield from divided(node, left, right, value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if name in EXTREMES:
            yield from tied(node, name, value, values)
        elif name == "sparse_coo_tensor":
            yield from out_of_range(node, value)
    if isinstance(node, ast.Call | ast.Attribute):
        yield from scattered(node, value)


def two_sides(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Return the operands of an operator that pairs elements with elements."""
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        return node.left, node.right
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return node.left, node.comparators[0]
    return None


def has_numbers(value: object) -> bool:
    """Return whether a tensor's elements can be looked at, and are few enough for that."""
    return (
        isinstance(value, Tensor)
        and value.layout is STRIDED
        and not value.is_meta
        and value.dtype.native
        and 0 < value._array.size <= CHECKED
    )


def both_stretched(node: ast.expr, left: object, right: object, value: Tensor) -> Notices:
    """Tell of operands of different rank that are both stretched: seldom what is meant."""
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        return
    shapes = tuple(left.shape), tuple(right.shape)
    whole = tuple(value.shape)
    if left.ndim != right.ndim and whole not in shapes and broadcast_shapes(*shapes) == whole:
        yield (
            "stretched",
            (
                f"{ast.unparse(node)} stretches both operands: "
                f"{shapes[0]} and {shapes[1]} give {whole}."
            ),
        )


def wrapped(node: ast.BinOp, left: Any, right: Any, value: Tensor) -> Notices:
    """Tell of whole numbers that did not fit their type and began again from the other end."""
    compute = EXACT.get(type(node.op))
    if compute is None or value.dtype.category != INTEGER or value.dtype.itemsize > 4:
        return
    operands = [side for side in (left, right) if isinstance(side, Tensor)]
    if not operands or not all(has_numbers(each) for each in (*operands, value)):
        return
    sides = [
        own._array.astype("int64") if isinstance(own, Tensor) else own for own in (left, right)
    ]
    try:
        exact = compute(*sides)
    except (TypeError, OverflowError):
        return
    if (exact != value._array).any():
        yield (
            "wrapped",
            (f"{ast.unparse(node)} does not fit {value.dtype.name}: the numbers wrapped around."),
        )


EXACT = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def divided(node: ast.BinOp, left: Any, right: Any, value: Tensor) -> Notices:
    """Tell of whole numbers that became floats by division."""
    if not isinstance(node.op, ast.Div) or value.dtype.category != FLOATING:
        return
    if all(is_whole(side) for side in (left, right)):
        advice = "; // keeps them whole" if has_no_zero(right) else ""
        yield (
            "divided",
            f"{ast.unparse(node)}: whole numbers divided by / become {value.dtype.name}{advice}.",
        )


def is_whole(side: object) -> bool:
    """Return whether an operand is a whole number or a tensor of them."""
    if isinstance(side, Tensor):
        return side.dtype.category == INTEGER and side.dtype.native
    return type(side) is int


def has_no_zero(divisor: object) -> bool:
    """Return whether whole numbers can be divided by an operand, as far as one may look."""
    if isinstance(divisor, Tensor):
        return has_numbers(divisor) and bool(divisor._array.all())
    return bool(divisor)


def tied(node: ast.Call, name: str, value: Tensor, values: dict[ast.AST, object]) -> Notices:
    """Tell of several elements that share the extreme."""
    parts = [values.get(part) for part in node.args]
    if isinstance(node.func, ast.Attribute):
        parts.insert(0, values.get(node.func.value))
    named = {word.arg: values.get(word.value) for word in node.keywords}
    parts += [named.get("input"), named.get("dim")]
    input: Any = next((part for part in parts if isinstance(part, Tensor)), None)
    if not has_numbers(input) or not has_numbers(value):
        return
    dims = [part for part in parts if type(part) is int]
    axis = dims[0] if dims and input.ndim else None
    if axis is not None and not -input.ndim <= axis < input.ndim:
        return
    first = getattr(input._array, name)(axis=axis)
    if value._array.size != first.size or (value._array.ravel() != first.ravel()).any():
        return  # another function of that name
    best = getattr(input._array, name[3:])(axis=axis, keepdims=True)
    if ((input._array == best).sum(axis=axis) > 1).any():
        yield (
            "tied",
            f"{ast.unparse(node)}: {tie(name, axis)} occurs more than once; the first counts.",
        )


def tie(name: str, axis: int | None) -> str:
    """Return the words for a number that several elements share."""
    word = "largest" if name == "argmax" else "smallest"
    return f"the {word} number" if axis is None else f"along dimension {axis} a {word} number"


def out_of_range(node: ast.Call, value: Any) -> Notices:
    """Tell of coordinates outside of a sparse tensor: its values end up in other elements."""
    if value.layout is STRIDED:
        return
    indices = value._indices()._array
    if indices.size and any(
        row.max() >= size for row, size in zip(indices, value.shape, strict=False)
    ):
        yield (
            "range",
            f"{ast.unparse(node)}: an index lies outside the size {tuple(value.shape)}.",
        )


def scattered(node: ast.expr, value: Any) -> Notices:
    """Tell of a view whose elements cannot be lined up without a copy."""
    if value._view_of is None or value.layout is not STRIDED or value.is_contiguous():
        return
    from tensorlab.ops.shape.reshaping import reshaped_view  # noqa: PLC0415  few programs flatten

    if reshaped_view(value._array, (-1,)) is None:
        yield (
            "scattered",
            (
                f"{ast.unparse(node)} is a view that is not contiguous: "
                "view(-1) refuses it, reshape(-1) copies."
            ),
        )
