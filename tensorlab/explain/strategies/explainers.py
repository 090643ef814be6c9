"""Which ways there are to explain a call, and in which order they are tried."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from tensorlab.engine.facts import Kind
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.again import on_others
from tensorlab.explain.calls.call import Call
from tensorlab.explain.dependence.claims import Claims
from tensorlab.explain.meanings import strategies_for
from tensorlab.explain.recipes.recipes import NARROW, widened
from tensorlab.explain.recipes.steps import LONGEST, by_recipe
from tensorlab.explain.story.frames import Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    parts_of,
)
from tensorlab.explain.strategies.factors import by_composition, by_factors
from tensorlab.explain.strategies.moving import by_labels
from tensorlab.explain.strategies.narrowing import by_narrowing
from tensorlab.explain.strategies.strategies import (
    by_call,
    by_element,
    by_emptiness,
    by_name,
    by_terms,
)

FAILURES = (
    CannotExplainError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    RuntimeError,
)
LATER: tuple[Strategy, ...] = (by_composition, by_emptiness, by_factors)
MOVERS: tuple[Strategy, ...] = (by_labels, by_element, by_call, by_terms)
COMBINERS: tuple[Strategy, ...] = (by_element, by_terms, by_call, by_labels)

DOUBLE = {"float64", "complex128"}


class Known:
    """Ways to explain a call, each begun only where those before it failed."""

    def __init__(self, call: Call, strategies: Iterable[Strategy]) -> None:
        self.call = call
        self.waiting = list(strategies)
        self.tells: list[Explainer] = []

    def __iter__(self) -> Iterator[Explainer]:
        """Yield what tells of the elements."""
        yield from self.tells
        while self.waiting:
            with suppress(*FAILURES):
                self.tells.append(self.waiting.pop(0)(self.call))
                yield self.tells[-1]


class StepExplainers:
    """The ways to explain a step of a recipe: as the whole is checked, its steps need not be."""

    def __init__(self, call: Call) -> None:
        last = by_recipe(StepExplainers, also_moves=True, most=LONGEST)
        operation = call.operation
        is_composed = operation is not None and operation.kind is Kind.COMPOSITE
        first = [by_recipe(StepExplainers, most=LONGEST)] if is_composed else []
        self.known = Known(call, [*meant(call), *first, *usual(call), last])

    def explained(self, part: int | None, index: Index, value: Number) -> Explained:
        """Return how an element came about.

        Raises:
            CannotExplainError: no way fits.
        """
        for explain in self.known:
            with suppress(*FAILURES):
                return explain(part, index)
        raise CannotExplainError


class LineExplainers(StepExplainers):
    """The ways to explain a function on the line of one element."""

    def __init__(self, call: Call) -> None:
        self.known = Known(call, [*meant(call), by_recipe(StepExplainers), *usual(call)])


class Explainers:
    """The ways to explain a call, in the order in which they are tried for each element."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.claims = Claims(call)
        strategies = [*meant(call), by_recipe(StepExplainers), *usual(call)]
        later = [*LATER, by_recipe(StepExplainers, also_moves=True)]
        self.known = Known(exact(call), [by_narrowing(LineExplainers), *strategies, *later])

    def explained(self, part: int | None, index: Index, value: Number) -> Explained:
        """Return how an element came about, by the first way that tells the truth."""
        drawn = self.claims.drawn(part, index, value)
        if drawn is not None and self.call.name != "dropout":
            return drawn
        for explain in self.known:
            try:
                return self.claims.checked(explain(part, index), part, index)
            except FAILURES:
                continue
        return self.claims.last(by_name(self.call)(part, index), part, index)


def exact(call: Call) -> Call:
    """Return a call in which numbers that meet wider ones stand with all of their digits."""
    kinds = {tensor.dtype for tensor in call.tensors}
    results = {tensor.dtype.name for _, tensor in parts_of(call.result)}
    if len(kinds) > 1 and results & DOUBLE:
        return on_others(call, doubled)
    return widened(call) if len(kinds) > 1 and results.isdisjoint(NARROW) else call


def doubled(tensor: Tensor) -> Tensor:
    """Return a tensor of real floating numbers in float64."""
    return tensor.detach().double() if tensor.dtype.is_floating_point else tensor


def meant(call: Call) -> tuple[Strategy, ...]:
    """Return the ways that are made for a function."""
    return strategies_for(call.operation, call.name)


def usual(call: Call) -> tuple[Strategy, ...]:
    """Return the ways that fit any function, the likelier ones first."""
    return MOVERS if moves(call) else COMBINERS


# What these do with elements their kind does not tell.
UNTOLD = (Kind.COMPOSITE, Kind.FILLING, Kind.GENERAL)


def moves(call: Call) -> bool:
    """Return whether a call is likely to move elements rather than to combine them."""
    operation = call.operation
    return operation is None or operation.stored or operation.kind in UNTOLD
