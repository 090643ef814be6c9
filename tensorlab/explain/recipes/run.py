"""A run of a recipe: which step gave each tensor, and what the tensors are called."""

import ast
import copy
from collections.abc import Mapping
from dataclasses import replace
from types import NoneType
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, Values
from tensorlab.explain.calls.calls import call_at
from tensorlab.explain.strategies.explaining import CannotExplainError, parts_of
from tensorlab.language.outcome import Outcome

SIMPLE = (int, float, str, tuple, list, NoneType)
WORD = 16  # an argument that is written longer is called by its parameter's name


class Labels:
    """What the values of a recipe are called for those who wrote the call."""

    def __init__(self, call: Call) -> None:
        self.taken = set(call.names.values())
        self.words = {
            name: ast.parse(text, mode="eval").body
            for name, value in call.bound().items()
            if isinstance(value, Tensor)
            and len(text := call.name_of(value)) <= WORD
            and text.isidentifier()
        }

    def of(self, node: ast.expr, values: Values) -> str:
        """Return an expression of the recipe, on the arguments that were given."""
        copies: dict[int, Any] = {}
        expression = copy.deepcopy(node, copies)
        originals = {id(copied): key for key in ast.walk(node) if (copied := copies.get(id(key)))}
        expression = Worded(self, originals, values).visit(expression)
        text = ast.unparse(expression)
        return (
            f"({text})" if isinstance(expression, ast.BinOp | ast.UnaryOp | ast.Compare) else text
        )

    def own(self, name: str) -> str:
        """Return a name of the recipe, another one than the program's own."""
        return f"{name}_" if name in self.taken else name


class Worded(ast.NodeTransformer):
    """Puts in an expression arguments for parameters, numbers for settings, the branch taken."""

    def __init__(self, labels: Labels, originals: Mapping[int, Any], values: Values) -> None:
        self.labels = labels
        self.originals = originals
        self.values = values

    def visit(self, node: ast.AST) -> Any:
        """Return what stands for a part of an expression."""
        value = self.values.get(self.originals.get(id(node)), self)
        if isinstance(value, SIMPLE) and len(repr(value)) <= WORD:
            return ast.parse(repr(value), mode="eval").body
        if isinstance(node, ast.IfExp):
            taken = self.values.get(self.originals.get(id(node.body)), self) is value
            return self.visit(node.body if taken else node.orelse)
        if isinstance(node, ast.Call):
            node.args = [each for each in node.args if not self.says_nothing(each)]
            node.keywords = [each for each in node.keywords if not self.says_nothing(each.value)]
        if isinstance(node, ast.Name):
            return self.labels.words.get(node.id) or ast.Name(self.labels.own(node.id))
        return self.generic_visit(node)

    def says_nothing(self, node: ast.expr) -> bool:
        """Return whether an argument is as good as none."""
        value = self.values.get(self.originals.get(id(node)), self)
        return value is None or value is False


class Run:
    """A recorded run of a recipe; `given` are the tensors that the call was given, by identity."""

    def __init__(self, call: Call, outcome: Outcome, source: str) -> None:
        self.outcome = outcome
        self.given = {id(tensor): call.name_of(tensor) for tensor in call.tensors}
        self.names: dict[int, str] = dict(self.given)
        self.labels = Labels(call)
        self.made: dict[int, tuple[Call, int | None]] = {}
        values: dict[Any, Any] = {}
        for each in outcome.trace:
            if each.node is not None:
                values[each.node] = each.value
                self.enter(each.node, values, source)
        self.tell_apart()

    def enter(self, node: ast.expr, values: dict[Any, Any], source: str) -> None:
        """Enter what an expression gave, when it was evaluated."""
        value = values[node]
        if isinstance(node, ast.Name):
            if isinstance(value, Tensor) and id(value) not in self.given:
                self.names[id(value)] = self.labels.own(node.id)
            return
        step = call_at(node, values, source)
        for part, tensor in parts_of(step.result) if step else []:
            if step is not None and id(tensor) not in self.given:
                self.made.setdefault(id(tensor), (step, part))
                name = self.labels.of(node, values) + ("" if part is None else f"[{part}]")
                self.names.setdefault(id(tensor), name)

    def tell_apart(self) -> None:
        """Give tensors other names that a loop gave the same one."""
        count: dict[str, int] = {}
        for tensor, name in self.names.items():
            count[name] = count.get(name, 0) + 1
            if count[name] > 1:
                self.names[tensor] = f"{name}({count[name]})"

    def step_to(self, tensor: Tensor) -> tuple[Call, int | None]:
        """Return the call that gave a tensor, with its operands under their names in the run.

        Raises:
            CannotExplainError: it came about otherwise.
        """
        if id(tensor) not in self.made:
            raise CannotExplainError
        call, part = self.made[id(tensor)]
        names = {id(each): self.names.get(id(each), "input") for each in call.tensors}
        return replace(call, names=names), part
