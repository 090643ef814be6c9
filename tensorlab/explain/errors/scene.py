"""The place of a failure as something that can be edited: its expression and its operands."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.outcome import Failure, Operand, Span

PLACEHOLDER = "operand_"


@dataclass(frozen=True)
class Candidate:
    """An edited expression, not tried yet, and what it would mean."""

    tree: ast.expr
    meaning: str


@dataclass(frozen=True)
class Spot:
    """A tensor operand: its name in the source, its node there, its value."""

    placeholder: str
    name: str
    node: ast.expr
    value: Any

    @property
    def shape(self) -> tuple[int, ...]:
        """The operand's shape."""
        return tuple(self.value.shape)


class Scene:
    """A failing expression in which each tensor operand is a placeholder of its own."""

    def __init__(self, tree: ast.expr, source: str, operands: tuple[Operand, ...]) -> None:
        self.spots: list[Spot] = []
        self.values: dict[str, object] = {}
        self.source = source
        self.operands = operands
        self.tree: ast.expr = self.marked(copy.deepcopy(tree))

    def marked(self, tree: ast.expr) -> Any:
        """Return the tree with placeholders; lists of tensors are gone through."""
        scene = self

        class Marker(ast.NodeTransformer):
            def generic_visit(self, node: ast.AST) -> ast.AST:
                if isinstance(node, ast.expr):
                    found = scene.value_of(node)
                    if isinstance(found, Tensor):
                        return scene.placeholder(node, found)
                    if isinstance(found, list | tuple):
                        return scene.listed(node, found) or super().generic_visit(node)
                    if found is not None and isinstance(node, ast.Name):
                        scene.values[node.id] = found
                        return node
                return super().generic_visit(node)

        return Marker().visit(tree)

    def value_of(self, node: ast.expr) -> object:
        """Return the value of an operand, None for other parts of the expression."""
        text = " ".join((ast.get_source_segment(self.source, node) or "").split())
        for operand in self.operands:
            name = operand.name
            if name == text or (name.endswith("...") and text.startswith(name[:-3])):
                return operand.value
        return None

    def placeholder(self, node: ast.expr, value: Tensor) -> ast.Name:
        """Return the placeholder of one tensor."""
        name = f"{PLACEHOLDER}{len(self.spots)}"
        self.spots.append(Spot(name, ast.unparse(node), node, value))
        self.values[name] = value
        return ast.Name(name, ast.Load())

    def listed(self, node: ast.expr, values: Any) -> ast.expr | None:
        """Return a list of tensors with a placeholder for each."""
        if not values or not all(isinstance(value, Tensor) for value in values):
            return None
        named = isinstance(node, ast.List | ast.Tuple) and len(node.elts) == len(values)
        parts: list[ast.expr] = []
        for place, value in enumerate(values):
            part = (
                node.elts[place]  # type: ignore[attr-defined]
                if named
                else ast.parse(f"{ast.unparse(node)}[{place}]", mode="eval").body
            )
            parts.append(self.placeholder(part, value))
        return (
            ast.List(parts, ast.Load())
            if isinstance(node, ast.List)
            else (ast.Tuple(parts, ast.Load()))
        )

    def other(self, spot: Spot) -> Spot | None:
        """Return the operand beside an operand."""
        return next((each for each in self.spots if each is not spot), None)

    def with_operand(self, spot: Spot, template: str, meaning: str) -> Candidate:
        """Return the expression with something done to one operand; {} stands for it."""
        new = ast.parse(template.format(spot.placeholder), mode="eval").body
        return Candidate(replaced(self.tree, spot.placeholder, new), meaning)

    def made(self, text: str, meaning: str) -> Candidate:
        """Return a candidate that is written anew, operands under their placeholders."""
        return Candidate(ast.parse(text, mode="eval").body, meaning)

    @property
    def arguments(self) -> list[ast.expr]:
        """The arguments of the call behind its tensors, a list of numbers gone through."""
        if not isinstance(self.tree, ast.Call):
            return []
        found = self.tree.args if self.is_method else self.tree.args[1:]
        if len(found) == 1 and isinstance(found[0], ast.Tuple | ast.List):
            return list(found[0].elts)
        return list(found)

    def recalled(self, arguments: str, meaning: str, name: str = "") -> Candidate:
        """Return the call of the first operand with other arguments, or of another method."""
        called = name or self.call_name
        if self.is_method or name:
            return self.made(f"{self.spots[0].placeholder}.{called}({arguments})", meaning)
        assert isinstance(self.tree, ast.Call)  # noqa: S101  only calls are recalled
        function = ast.unparse(self.tree.func)
        return self.made(f"{function}({self.spots[0].placeholder}, {arguments})", meaning)

    def called(self, name: str) -> bool:
        """Return whether the failing expression calls a function or a method of that name."""
        return self.call_name == name

    @property
    def call_name(self) -> str:
        """The last word of the called function's name, empty where nothing is called."""
        if not isinstance(self.tree, ast.Call):
            return ""
        function = self.tree.func
        if isinstance(function, ast.Attribute):
            return function.attr
        return function.id if isinstance(function, ast.Name) else ""

    @property
    def is_method(self) -> bool:
        """Whether the call is a method of the first operand."""
        return (
            isinstance(self.tree, ast.Call)
            and isinstance(self.tree.func, ast.Attribute)
            and isinstance(self.tree.func.value, ast.Name)
            and self.tree.func.value.id.startswith(PLACEHOLDER)
        )

    def display(self, tree: ast.expr) -> str:
        """Return an edited expression in the learner's own words."""
        for spot in self.spots:
            tree = replaced(tree, spot.placeholder, spot.node)
        return ast.unparse(tree)


def replaced(tree: ast.expr, name: str, new: ast.expr) -> ast.expr:
    """Return a copy of a tree with something else in a name's place."""

    class Replacer(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return copy.deepcopy(new) if node.id == name else node

    made: ast.expr = Replacer().visit(copy.deepcopy(tree))
    return made


def scene_of(failure: Failure) -> Scene | None:
    """Return the scene of a failure, None where no expression on tensors failed."""
    if failure.span is None:
        return None
    text = excerpt(failure.source, failure.span)
    try:
        tree = ast.parse(source := f"({text})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return written_over(text, failure)
    return Scene(tree, source, failure.operands)


def written_over(text: str, failure: Failure) -> Scene | None:
    """Return the scene of `x += value`, read as the expression x + value."""
    try:
        statement = ast.parse(text.strip()).body[0]
    except (SyntaxError, ValueError, IndexError):
        return None
    if not isinstance(statement, ast.AugAssign) or not isinstance(statement.target, ast.Name):
        return None
    target = ast.Name(statement.target.id, ast.Load())
    tree = ast.BinOp(ast.copy_location(target, statement.target), statement.op, statement.value)
    return Scene(tree, text.strip(), failure.operands)


def excerpt(source: str, span: Span) -> str:
    """Return the text of a span."""
    lines = source.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column]
    lines[0] = lines[0][span.column :]
    return "\n".join(lines)


def integers(nodes: list[ast.expr]) -> Iterator[int]:
    """Yield the whole numbers that literals stand for."""
    for node in nodes:
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError):
            continue
        if type(value) is int:
            yield value
