"""Notices on what is legal and treacherous: one quiet line each, once in a session."""

import ast
from collections.abc import Iterator
from typing import Any

from tensorlab.engine.dtypes import BOOLEAN, FLOATING, INTEGER
from tensorlab.engine.tensor import Tensor

CHECKED = 100_000  # looking for wrapped numbers and ties costs about as much as the operation
EXTREMES = {"argmax", "argmin"}


class Watcher:
    """Looks on while statements run, and keeps what is worth a word."""

    def __init__(self) -> None:
        self.values: dict[ast.AST, object] = {}
        self.told: set[str] = set()
        self.waiting: list[str] = []

    def see(self, node: ast.expr, value: object) -> None:
        """Take the value of one sub-expression."""
        self.values[node] = value
        if isinstance(value, Tensor):
            for kind, notice in surprises(node, value, self.values):
                self.tell(kind, notice)
        for part in ast.iter_child_nodes(node):
            self.values.pop(part, None)  # large values must not live longer than without us

    def done(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        """Look for a write through a view, and forget the statement's values."""
        for notice in shared_writes(statement, names):
            self.tell("write", notice)
        self.values.clear()

    def tell(self, kind: str, notice: str) -> None:
        """Keep a notice, unless there was one of its kind before."""
        if kind not in self.told:
            self.told.add(kind)
            self.waiting.append(notice)

    def collect(self) -> tuple[str, ...]:
        """Return the notices since the last time."""
        self.values.clear()  # a failed statement leaves its values behind
        found, self.waiting = tuple(self.waiting), []
        return found


def surprises(
    node: ast.expr, value: Tensor, values: dict[ast.AST, object]
) -> Iterator[tuple[str, str]]:
    """Yield the surprises in one operation, each with its kind."""
    if isinstance(node, ast.BinOp | ast.Compare):
        sides = (node.left, node.right if isinstance(node, ast.BinOp) else node.comparators[0])
        left, right = (values.get(side) for side in sides)
        if isinstance(left, Tensor) and isinstance(right, Tensor):
            yield from both_stretched(node, left, right, value)
        if isinstance(node, ast.BinOp):
            yield from wrapped(node, left, right, value)
            yield from divided(node, left, right, value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if name in EXTREMES:
            yield from tied(node, name, values)
        elif name == "sparse_coo_tensor":
            yield from out_of_range(node, value)
    if isinstance(node, ast.Call | ast.Attribute):
        yield from scattered(node, value)


def both_stretched(
    node: ast.expr, left: Tensor, right: Tensor, value: Tensor
) -> Iterator[tuple[str, str]]:
    """Tell of operands of different rank that are both stretched: seldom what is meant."""
    shapes = tuple(left.shape), tuple(right.shape)
    whole = tuple(value.shape)
    if left.ndim != right.ndim and whole not in shapes and left.ndim and right.ndim:
        yield (
            "stretched",
            (
                f"{ast.unparse(node)} stretches both operands: "
                f"{shapes[0]} and {shapes[1]} give {whole}."
            ),
        )


def wrapped(node: ast.BinOp, left: Any, right: Any, value: Tensor) -> Iterator[tuple[str, str]]:
    """Tell of whole numbers that did not fit their type and began again from the other end."""
    compute = EXACT.get(type(node.op))
    if compute is None or value.dtype.category != INTEGER or value.dtype.itemsize > 4:
        return
    if not 0 < value.array.size <= CHECKED:
        return
    sides = [side.array.astype("int64") if isinstance(side, Tensor) else side
             for side in (left, right)]  # fmt: skip
    try:
        exact = compute(*sides)
    except (TypeError, OverflowError):
        return
    if (exact != value.array).any():
        yield (
            "wrapped",
            (f"{ast.unparse(node)} does not fit {value.dtype.name}: the numbers wrapped around."),
        )


EXACT: dict[type[ast.operator], Any] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
}


def divided(node: ast.BinOp, left: Any, right: Any, value: Tensor) -> Iterator[tuple[str, str]]:
    """Tell of whole numbers that became floats by division."""
    if isinstance(node.op, ast.Div) and value.dtype.category == FLOATING:
        tensors = [side for side in (left, right) if isinstance(side, Tensor)]
        whole = all(side.dtype.category in {BOOLEAN, INTEGER} for side in tensors)
        numbers = [side for side in (left, right) if not isinstance(side, Tensor)]
        if tensors and whole and not any(isinstance(number, float) for number in numbers):
            yield (
                "divided",
                (
                    f"{ast.unparse(node)}: whole numbers divided by / become {value.dtype.name}; "
                    "// keeps them whole."
                ),
            )


def tied(node: ast.Call, name: str, values: dict[ast.AST, object]) -> Iterator[tuple[str, str]]:
    """Tell of several cells that share the extreme."""
    parts = [values.get(part) for part in node.args]
    if isinstance(node.func, ast.Attribute):
        parts.insert(0, values.get(node.func.value))
    input: Any = next((part for part in parts if isinstance(part, Tensor)), None)
    if input is None or not 0 < input.array.size <= CHECKED or not input.dtype.native:
        return
    parts += [values.get(word.value) for word in node.keywords if word.arg == "dim"]
    dims = [part for part in parts if type(part) is int]
    axis = dims[0] if dims and input.ndim else None
    best = getattr(input.array, name[3:])(axis=axis, keepdims=True)
    if ((input.array == best).sum(axis=axis) > 1).any():
        word = "largest" if name == "argmax" else "smallest"
        yield (
            "tied",
            f"{ast.unparse(node)}: the {word} number stands more than once; the first counts.",
        )


def out_of_range(node: ast.Call, value: Any) -> Iterator[tuple[str, str]]:
    """Tell of coordinates outside of a sparse tensor: its values end up in other cells."""
    if not value.is_sparse:
        return
    indices = value._indices().array
    if indices.size and any(
        row.max() >= size for row, size in zip(indices, value.shape, strict=False)
    ):
        yield (
            "range",
            f"{ast.unparse(node)}: an index lies outside of the size {tuple(value.shape)}.",
        )


def scattered(node: ast.expr, value: Any) -> Iterator[tuple[str, str]]:
    """Tell of a view whose elements do not lie in reading order."""
    if value.base is not None and not value.is_sparse and not value.is_contiguous():
        yield (
            "scattered",
            (
                f"{ast.unparse(node)} is a view that is not contiguous: "
                "view() refuses it, reshape() copies."
            ),
        )


def shared_writes(statement: ast.stmt, names: dict[str, Any]) -> Iterator[str]:
    """Tell which other names changed when a statement wrote into a tensor."""
    name = written_name(statement)
    value = names.get(name) if name else None
    if not isinstance(value, Tensor) or value.version is None or value.is_sparse:
        return
    others = [
        other for other, tensor in names.items()
        if other != name and isinstance(tensor, Tensor) and tensor is not value
        and tensor.version is value.version
    ]  # fmt: skip
    if others:
        changed = ", ".join(sorted(others)[:3])
        yield f"{name} shares its memory: {changed} changed too."


def written_name(statement: ast.stmt) -> str:
    """Return the variable into whose tensor a statement writes, empty where it writes none."""
    target: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        target = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr.endswith("_"):
            target = function.value
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""
