"""Choosing between numbers: by a condition or a mask, within bounds, in another type."""

from typing import Any

import numpy as np

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number, same, unraveled
from tensorlab.explain.arithmetic.terms import Writing
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Choice, Explained, Explainer
from tensorlab.explain.strategies.regions import place, the_nth
from tensorlab.explain.strategies.strategies import by_call, element_for
from tensorlab.frozen import pattern, replace

HALF = 0.5  # that dropout drops unless it is told otherwise
MOST = 64  # so many elements of a mask are named that stand before one


def by_condition(call: Call) -> Explainer:
    """Tell of where and masked_fill: the condition's element decides which operand's is taken."""
    bound = call.bound()
    fills = call.name == "masked_fill"
    names = ("mask", "value", "input") if fills else ("condition", "input", "other")
    condition, input, other = map(bound.get, names)
    if not isinstance(condition, Tensor) or input is None or other is None:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        looked_at = element_for(call, condition, index)
        chosen = input if looked_at.value else other
        text, _, sources = side(call, chosen, index)
        text = text if sources else literal(number(call.result, index))
        if fills and Writing.marked:  # in a recipe it only hides
            return Explained(text, (*sources, looked_at), moved=bool(sources))
        choice = Choice(Writing.of(looked_at), bool(looked_at.value), text)
        what = place(sources[0]) if sources else f"the number {literal(chosen)}"
        inputs = tuple(dict.fromkeys((looked_at, *sources)))
        words = f"{place(looked_at)} is {literal(looked_at.value)}, so {what} is taken."
        return Explained(text, inputs, words, derived=True, choices=(choice,))

    return explain


def by_chance(call: Call) -> Explainer:
    """Tell of dropout: what was drawn is dropped, and what is kept is made larger for it."""
    bound = call.bound()
    input, chance = bound["input"], bound.get("p", HALF)
    if not bound.get("training", bound.get("train", True)):
        raise CannotExplainError  # then nothing is dropped

    def explain(part: int | None, index: Index) -> Explained:
        own = call.element(input, index)
        kept = f"1 - {literal(chance)}"
        text = f"{Writing.of(own)}/({kept})"
        if not own.value:
            words = f"{place(own)} is {literal(own.value)}: it stays so, dropped or not."
            return Explained(text, (own,), words, derived=True)
        drawn = (
            f"Drawn: each element is dropped with a chance of {literal(chance)}. {place(own)} is "
        )
        if number(call.result, index) == 0:
            return Explained(f"{Writing.of(own)}*0", (own,), f"{drawn}dropped.", derived=True)
        words = f"{drawn}kept, and divided by {kept}, so that the mean stays about the same."
        return Explained(text, (own,), words, derived=True)

    return explain


def by_mask(call: Call) -> Explainer:
    """Tell of masked_select and masked_scatter: which True of the mask lets an element through."""
    bound = call.bound()
    input, mask, source = bound["input"], bound["mask"], bound.get("source")
    if "value" in bound:
        raise CannotExplainError
    whole = tuple(broadcast_shapes(input.shape, mask.shape))
    spots = np.flatnonzero(np.broadcast_to(mask._array, whole))

    def explain(part: int | None, index: Index) -> Explained:
        spot = int(spots[index[0]]) if source is None else int(np.ravel_multi_index(index, whole))
        at = unraveled(spot, whole)
        taken, let_through = element_for(call, input, at), element_for(call, mask, at)
        if not let_through.value:
            words = f"{place(let_through)} is False, so {place(taken)} stays."
            return Explained(literal(taken.value), (taken, let_through), words, derived=True)
        rank = int(np.searchsorted(spots, spot))
        if source is not None:
            taken = call.element(source, unraveled(rank, tuple(source.shape)))
        # One more True before it, and it moves on.
        before = [
            element_for(call, mask, unraveled(each, whole)) for each in range(min(spot, MOST))
        ]
        inputs = tuple(dict.fromkeys((taken, let_through, *before)))
        done = "let through" if source is None else "written here"
        words = f"{the_nth(let_through, rank, at=at)}, so {place(taken)} is {done}."
        return Explained(literal(taken.value), inputs, words, derived=True)

    return explain


# of those that have no parameters for them
BOUNDS = {"relu": (0, None), "relu6": (0, 6)}
EITHER = pattern("f?(max|min)(?:imum)?")
# how it is written, what it is, and its elements
Side = tuple[str, Any, tuple[Element, ...]]


def by_bounds(call: Call) -> Explainer:
    """Explain clamp and its kin, maximum and minimum: a number, or the limit that it lies beyond.

    Raises:
        CannotExplainError: it has no limits.
    """
    if call.operation is None:
        raise CannotExplainError
    bound = {**call.operation.signature.defaults, **call.bound()}
    either = EITHER.fullmatch(call.name)
    low, high = BOUNDS.get(call.name) or [
        bound.get(name, bound.get(f"{name}_val")) for name in ("min", "max")
    ]
    limits = [(either[1], bound["other"])] if either else [("max", low), ("min", high)]
    if all(limit is None for _, limit in limits):
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        text, value, elements = side(call, bound["input"], index)
        for name, limit in limits:
            if limit is not None:
                other, second, more = side(call, limit, index)
                text, elements = f"{name}({text}, {other})", (*elements, *more)
                value = (max if name == "max" else min)(value, second)
        if not same(value, number(call.result, index), call.result.dtype):
            raise CannotExplainError  # a nan is chosen otherwise
        return Explained(text, tuple(dict.fromkeys(elements)), derived=True)

    return explain


def side(call: Call, value: Any, index: Index) -> Side:
    """Return one of the numbers to choose from."""
    if not isinstance(value, Tensor):
        return literal(value), value, ()
    element = element_for(call, value, index)
    return Writing.of(element), element.value, (element,)


def by_conversion(call: Call) -> Explainer:
    """Tell of x.to(dtype), x.int() and their kin, where the type is another one."""
    explain = by_call(call)
    input = call.tensors[0]
    if (
        call.result.dtype is input.dtype
        or call.result.layout is not STRIDED
        or input.layout is not STRIDED
    ):
        raise CannotExplainError

    def explained(part: int | None, index: Index) -> Explained:
        found = explain(part, index)
        element = found.inputs[0]
        if Writing.marked and element.value == number(call.result, index):
            # in a recipe it only fits
            return replace(found, text=Writing.of(element), moved=True)
        value = literal(number(call.result, index))
        words = (
            f"{place(element)} = {literal(element.value)}, as {call.result.dtype.name}: {value}."
        )
        text = f"{call.result.dtype.name}({Writing.of(element)})"
        return replace(found, text=text, inputs=(element,), sentence=words, exact=element.value)

    return explained
