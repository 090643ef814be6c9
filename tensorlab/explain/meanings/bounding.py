"""Numbers within bounds, the greater or the smaller of two, numbers in another type."""

from typing import Any

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number, same
from tensorlab.explain.arithmetic.terms import Writing
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import by_call, element_for
from tensorlab.frozen import pattern, replace

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
