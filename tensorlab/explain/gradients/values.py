"""The values that a gradient passes: who handed it on to whom, and what derivatives ask for."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import prod
from typing import Any

import numpy as np

from tensorlab.engine.autograd.graph import Edge, Node
from tensorlab.engine.autograd.saved import Saved, SavedList
from tensorlab.engine.autograd.witness import StepBack, WalkBack
from tensorlab.engine.facts import parameter_names
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.gradients.names import Key, Names, is_view, key_behind
from tensorlab.explain.gradients.slopes import Slopes
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError


@dataclass(eq=False)
class Use:
    """One use of a value: the step of the function that took it, and as which operand."""

    step: StepBack
    edge: Edge
    slopes: Slopes
    results: list["Value"]  # of the function, in order
    # on the way to the operand, by steps that have no name
    moved: tuple[Slopes, ...] = ()

    def places(self, index: Index) -> list[Index]:
        """Return which elements of the operand an element of the value is."""
        found = [index]
        for slopes in self.moved:
            found = [at for each in found for _, at, _ in slopes.at(each)]
        return found


@dataclass(eq=False)
class Value:
    """A value of the program: its name, where it was used, and the gradient that arrived."""

    key: Key
    name: str
    node: Node | None
    number: int  # among the results of its step
    gradient: Tensor
    uses: list[Use] = field(default_factory=list)
    # the one use of a value without a name, that only moves its elements
    moving: Use | None = None

    @property
    def shown(self) -> "Value":
        """The value with a name that a value's elements are moved into."""
        return self if self.moving is None else self.moving.results[0].shown

    def shown_at(self, at: Index) -> Index:
        """Return where an element lies in what is shown."""
        if self.moving is None:
            return at
        ((_, where, _),) = self.moving.slopes.at(at)
        return self.moving.results[0].shown_at(where)


class Passage:
    """The values of one walk back, by what they are in the graph."""

    def __init__(self, walk: WalkBack, names: Names) -> None:
        arrived: list[tuple[Key, Node | None, int, Tensor]] = [
            ((id(step.node), number), step.node, number, grad)
            for step in walk.steps
            for number, grad in enumerate(step.incoming)
            if grad is not None
        ]
        arrived += [(key, None, 0, grad) for key, (_, grad) in walk.walk.leaves.items()]
        self.names = names.told_apart((key, node) for key, node, _, _ in reversed(arrived))
        self.values: dict[Key, Value] = {
            key: Value(key, self.names.of(key, node), node, number, grad)
            for key, node, number, grad in arrived
        }
        for step in walk.steps:
            self.connect(step)
        for value in self.values.values():
            self.join(value)

    def connect(self, step: StepBack) -> None:
        """Take note of what a step handed on."""
        results = [
            self.values[id(step.node), number]
            for number in range(len(step.incoming))
            if (id(step.node), number) in self.values
        ]
        for place, (edge, grad) in enumerate(zip(step.node.edges, step.handed, strict=True)):
            value = self.values.get(key_behind(edge))
            if value is not None and grad is not None:
                value.uses.append(Use(step, edge, Slopes(step, place), results))

    def join(self, value: Value) -> None:
        """Leave out the steps around a value that only move elements, and have no name."""
        uses: list[Use] = []
        for use in value.uses:
            before = use.results[0]
            is_hidden = before.uses and self.names.is_hidden(before.key, before.node)
            uses += (
                [replace(each, moved=(use.slopes, *each.moved)) for each in before.uses]
                if is_hidden
                else [use]
            )
        if value.node is not None and value.key not in self.names.tensors and len(value.uses) == 1:
            (only,) = value.uses
            sizes = [each.gradient.numel() for each in (value, *only.results)]
            if is_view(only.step.node) and sizes == sizes[:1] * 2:
                value.moving = only
        value.uses = uses

    def leading_to(self, ends: Iterable[Value]) -> list[Value]:
        """Return the values through which gradients came to some, in the order of the walk."""
        wanted: set[int] = set()
        waiting = list(ends)
        while waiting:
            value = waiting.pop()
            if id(value) not in wanted:
                wanted.add(id(value))
                waiting += [result.shown for use in value.uses for result in use.results]
        return [value for value in self.values.values() if id(value) in wanted]


MOST_READ = 256  # elements of a result that one element was read for


def along(at: Index, dim: int, where: Index) -> Index:
    """Return an element with another place along one dimension."""
    dim %= len(at)
    return (*at[:dim], *where, *at[dim + 1 :])


def read_for(shape: Index, whole: Index, index: Index) -> Iterator[Index]:
    """Yield the elements of a result that an element of a stretched operand was read for.

    Raises:
        CannotExplainError: there are too many.
    """
    missing = len(whole) - len(shape)
    axes: list[Any] = [range(size) for size in whole[:missing]]
    for size, total, at in zip(shape, whole[missing:], index, strict=True):
        axes.append(range(total) if size == 1 else (at,))
    if prod(map(len, axes)) > MOST_READ:
        raise CannotExplainError
    yield from itertools.product(*axes)


def kept(value: Any) -> Any:
    """Return what was saved: a tensor, several of them, a setting."""
    if isinstance(value, SavedList):
        return value.parts.__class__(map(kept, value.parts))
    return value.tensor if isinstance(value, Saved) else value


class Quantities:
    """What is known of one use of a value by name: what was saved, and what is worked out of it."""

    def __init__(self, use: Use, saved: Mapping[str, Any], operation: Operation | None) -> None:
        self.use = use
        self.saved = saved
        self.rules = operation.quantities if operation else {}
        self.of = cache(self.worked_out)

    def worked_out(self, name: str) -> Any:
        """Return what a derivative asks for: an operand, a setting, or a quantity.

        Raises:
            CannotExplainError: it was not saved, and cannot be worked out.
        """
        if name in self.rules:
            return self.declared(name)
        if name in self.saved:
            return self.saved[name]
        if name == "mean":
            dim = self.saved.get("dim")
            along = None if isinstance(dim, bool) or dim == () else dim
            return self.saved["input"].detach().mean(along, keepdim=True)
        count = prod(self.use.edge.shape) // max(prod(self.use.results[0].gradient.shape), 1)
        if name == "degrees":
            correction = self.saved.get("correction")
            return count - (1 if correction is None else correction)
        if name != "n":
            raise CannotExplainError
        return count

    def declared(self, name: str) -> Any:
        """Return a quantity that the function's declaration says how to work out.

        Raises:
            CannotExplainError: so it cannot.
        """
        rule = self.rules[name]
        try:
            with np.errstate(all="ignore"):
                found = rule(*(detached(self.saved[each]) for each in parameter_names(rule)))
        except Exception as error:  # noqa: BLE001  a matrix may have no inverse
            raise CannotExplainError(str(error)) from None
        return found


def detached(value: Any) -> Any:
    """Return what was saved as numbers that no gradient is recorded for."""
    return value.detach() if isinstance(value, Tensor) else value
