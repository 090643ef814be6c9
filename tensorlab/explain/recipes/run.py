"""A run of a recipe: which step gave each tensor, and what the tensors are called and mean."""

import ast
from collections.abc import Iterator
from functools import cache
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, Values
from tensorlab.explain.calls.calls import calls_at
from tensorlab.explain.strategies.explaining import CannotExplainError, once, parts_of
from tensorlab.explain.strategies.sentences import PARAMETER, given_names
from tensorlab.frozen import replace
from tensorlab.language.outcome import Outcome

COMMENT = "  # "
# of a meaning that stand for operands, beside capitals
WORDS = {"input", "other", "target"}
# where an expression begins and ends
Stretch = tuple[int, int, int | None, int | None]


# a name, what stands in its brackets, a meaning
Introduction = tuple[str, tuple[str, ...], str]


@cache
def introduced_in(source: str) -> dict[Stretch, Introduction]:
    """Return the expressions that a recipe gives names to, with what a comment says they mean."""
    return dict(introductions(source))


def introductions(source: str) -> Iterator[tuple[Stretch, Introduction]]:
    """Yield where each assigned expression stands, its name, and the comment behind it."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign):
            meaning = lines[(node.end_lineno or node.lineno) - 1].partition(COMMENT)[2]
            match node.targets[0]:
                case ast.Name(id=name):
                    yield stretch_of(node.value), (name, (), meaning)
                case ast.Subscript(value=ast.Name(id=name), slice=key):
                    places = key.elts if isinstance(key, ast.Tuple) else [key]
                    yield stretch_of(node.value), (name, tuple(map(ast.unparse, places)), meaning)


def stretch_of(node: ast.expr) -> Stretch:
    """Return where an expression stands in its program."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


class Run:
    """A recorded run of a recipe; `given` are the tensors that the call was given, by identity.

    Steps whose name comes with a comment have it in `meanings`, all others are without a name. What
    a recipe keeps under a key, as in `lower[row, column] = ...`, is named with it in `places`.
    """

    def __init__(self, call: Call, outcome: Outcome, source: str) -> None:
        self.outcome = outcome
        self.given = {id(tensor): call.name_of(tensor) for tensor in call.tensors}
        self.names: dict[int, str] = dict(self.given)
        self.meanings: dict[int, str] = {}
        self.made: dict[int, tuple[Call, int | None]] = {}
        self.kept: dict[object, Any] = {}  # what was answered
        self.operands = {
            name: text
            for name, text in given_names(call).items()
            if name in WORDS or name.isupper()
        }
        self.places: dict[int, tuple[str, tuple[int, ...]]] = {}
        known = introduced_in(source)
        values = Values()
        latest: dict[str, Any] = {}  # of each variable
        for each in outcome.trace:
            if each.node is not None:
                values.enter(each, each.value)
                self.enter(each.node, values, source)
                if isinstance(each.node, ast.Name):
                    latest[each.node.id] = each.value
                name, key, meaning = known.get(stretch_of(each.node), ("", (), ""))
                self.introduce(each.value, name, tuple(map(latest.get, key)), meaning)

    def enter(self, node: ast.expr, values: Values, source: str) -> None:
        """Enter what an expression gave, when it was evaluated."""
        for step in [] if isinstance(node, ast.Name) else calls_at(node, values, source):
            for part, tensor in parts_of(step.result):
                if id(tensor) not in self.given:
                    self.made.setdefault(id(tensor), (step, part))
                    if id(tensor) not in self.names:
                        self.names[id(tensor)] = self.unused(f"value {len(self.made)}")

    def unused(self, name: str) -> str:
        """Return a name that nothing has, also of what a recipe around this one was at."""
        while name in self.names.values():
            name = f"{name}_"
        return name

    def introduce(self, value: object, name: str, key: tuple[Any, ...], meaning: str) -> None:
        """Give a tensor the name and the meaning that a recipe has for it, if it says one."""
        # what drops nothing gives what it got
        known = self.given.keys() | self.meanings.keys()
        if not meaning or not isinstance(value, Tensor) or id(value) in known:
            return
        self.places[id(value)] = (name, key)
        self.names[id(value)] = self.unused(name + (f"{list(key)}" if key else ""))
        self.meanings[id(value)] = PARAMETER.sub(
            lambda found: self.operands.get(found[0], found[0]), meaning
        )

    @once
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
