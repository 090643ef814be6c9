"""Conversions: the same number in another type, and what that type makes of it."""

from tensorlab.engine.naming import STRIDED
from tensorlab.explain.arithmetic.numbers import literal, number
from tensorlab.explain.arithmetic.terms import Writing
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import by_call
from tensorlab.frozen import replace


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
            return replace(found, text=Writing.of(element), moved=True)  # in a recipe it only fits
        value = literal(number(call.result, index))
        words = (
            f"{place(element)} = {literal(element.value)}, as {call.result.dtype.name}: {value}."
        )
        text = f"{call.result.dtype.name}({Writing.of(element)})"
        return replace(found, text=text, inputs=(element,), sentence=words, exact=element.value)

    return explained
