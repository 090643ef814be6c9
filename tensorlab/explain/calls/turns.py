"""Turns of loops: in which of them a call was done, so that the last one is told alone."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, Spot, Turn, Values
from tensorlab.explain.looking.memory import place_in
from tensorlab.language.outcome import Span, Step
from tensorlab.language.reading.source import Source

# the calls that lead from a value to what is asked about
Way = Mapping[Spot, Turn]


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Bound(NamedTuple):
    """A name that a loop gives to each part of what it goes over, where its text stands."""

    name: str
    over: ast.expr | None
    loop: Span


def bound_by_loops(tree: ast.AST, text: Source) -> Iterator[Bound]:
    """Yield the names that loops and comprehensions bind, those of outer ones first."""
    for node in ast.walk(tree):
        parts: list[ast.For | ast.comprehension] = []
        if isinstance(node, ast.For):
            parts = [node]
        elif isinstance(node, COMPREHENSIONS):
            parts = [*node.generators]
        span = text.span(node) if parts else None
        if span is None:
            continue
        for each in parts:
            yield from (Bound(name, over, span) for name, over in bound_in(each.target, each.iter))


def bound_in(target: ast.expr, over: ast.expr | None) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the names in a target, each with what its values are parts of."""
    function = ast.unparse(over.func) if isinstance(over, ast.Call) else ""
    match target, over:
        case ast.Name(id=name), _:
            yield name, over
        case ast.Tuple(elts=[first, second]), ast.Call(args=[whole, *_]) if function == "enumerate":
            yield from bound_in(first, None)
            yield from bound_in(second, whole)
        case ast.Tuple(elts=parts), ast.Call(args=given) if function == "zip":
            for each, whole in zip(parts, given, strict=False):
                yield from bound_in(each, whole)
        case ast.Tuple(elts=parts), _:
            for each in parts:
                yield from bound_in(each, None)


class Bindings:
    """Knows what the names of a program stand for, while its steps are gone through.

    `targets` are those that statements give to values, by where the value stands.
    """

    def __init__(self, tree: ast.AST, text: Source) -> None:
        self.bound = list(bound_by_loops(tree, text))
        self.spans = {each.over: text.span(each.over) for each in self.bound if each.over}
        self.targets = {
            text.span(statement.value): statement.targets[0].id
            for statement in ast.walk(tree)
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
        }
        self.over: dict[Span | None, Any] = dict.fromkeys(self.spans.values())

    def see(self, step: Step) -> None:
        """Take note of a step that gives what a loop goes over."""
        if step.span in self.over:
            self.over[step.span] = tensor_of(step)

    def at(self, step: Step, values: Values) -> Iterator[str]:
        """Yield what the names in a step stand for that loops around it bind."""
        found = ast.walk(step.node) if step.node is not None and self.bound else ()
        names = {each.id: values.get(each) for each in found if isinstance(each, ast.Name)}
        bound = {each.name: each.over for each in self.bound if is_within(step.span, each.loop)}
        for name, over in bound.items():
            value = names.get(name)
            if isinstance(value, int | float | str):
                yield f"{name} is {value!r}"
            elif over is not None and isinstance(value, Tensor):
                at = place_among(self.over[self.spans[over]], value)
                yield from () if at is None else [f"{name} is {ast.unparse(over)}[{at}]"]


def tensor_of(step: Step) -> Any:
    """Return the very tensor that a step gave, or its value where that is none."""
    return step.value if step.tensor is None else step.tensor


def place_among(many: object, one: Tensor) -> int | None:
    """Return which row of a tensor, or which part of a list, a tensor is, None if none."""
    if isinstance(many, Tensor):
        found = place_in(many, one, (0,) * one.ndim)
        return None if found is None else found[0]
    parts = many if isinstance(many, list | tuple) else ()
    return next((at for at, each in enumerate(parts) if each is one), None)


class Turns:
    """Counts the turns of a program's loops while its steps are gone through.

    A turn begins where that part of the body is evaluated again which was evaluated first.
    """

    def __init__(self, tree: ast.AST, text: Source) -> None:
        loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While)]
        self.bodies = [[*filter(None, map(text.span, loop.body))] for loop in loops]
        self.first: list[ast.AST | None] = [None] * len(loops)
        self.counts = [0] * len(loops)

    def see(self, step: Step) -> None:
        """Take note of a step that may begin a turn."""
        for at, body in enumerate(self.bodies):
            if self.first[at] is None and any(is_within(step.span, each) for each in body):
                self.first[at] = step.node
            self.counts[at] += self.first[at] is step.node and step.node is not None


def is_earlier(call: Call, way: Way) -> bool:
    """Return whether a call did in an earlier turn what a later one on the way did again."""
    return call.turn is not None and way.get(call.turn[0], call.turn[1]) != call.turn[1]


def with_call(way: Way, call: Call) -> Way:
    """Return a way with one more call on it."""
    return way if call.turn is None else {**way, call.turn[0]: call.turn[1]}


def is_within(inner: Span, outer: Span) -> bool:
    """Return whether a stretch of source lies in another one."""
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    return begins and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
