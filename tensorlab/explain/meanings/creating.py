"""Tensors made of nothing but numbers: where in the call each number stands."""

import re
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import behind_operator, literal, number, same, shown
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    part_of,
)
from tensorlab.wording import counted


def by_entry(call: Call) -> Explainer:
    """Tell of torch.tensor: each element is an entry of the nested lists."""
    data = call.args[0] if call.args else call.settings.get("data")
    if isinstance(data, Tensor):
        raise CannotExplainError
    inside = re.split(r"[(,)]", call.source)[1]
    name = inside if inside.isidentifier() else "the lists"

    def explain(part: int | None, index: Index) -> Explained:
        entry: Any = data
        for place in index:
            entry = entry[place]
        if isinstance(entry, Tensor):
            entry = number(entry, ())
        converted = number(call.result, index)
        at = ", ".join(map(str, index))
        where = f"Entry {at} of {name}" if index else "The number itself"
        if type(entry) is not type(converted):
            where += f", as {call.result.dtype.name}"
        if not same(entry, converted, call.result.dtype):
            words = f"{where}: {literal(entry)} is converted."
            return Explained(literal(converted), sentence=words)
        return Explained(literal(entry), sentence=f"{where}.")

    return explain


def by_progression(call: Call) -> Explainer:
    """Tell of arange and linspace: start plus so many steps; of logspace they are exponents."""
    bound = call.bound()
    if call.name == "arange":
        given = [value for value in call.args if not isinstance(value, Tensor)]
        start = bound_number(given[0]) if len(given) > 1 else call.settings.get("start", 0)
        step = given[2] if len(given) > 2 else call.settings.get("step", 1)
    elif "steps" not in bound:
        raise CannotExplainError
    else:
        start, end, steps = bound["start"], bound["end"], bound["steps"]
        step = (end - start) / (steps - 1) if steps > 1 else 0

    base = bound.get("base", 10.0) if call.name == "logspace" else None

    def explain(part: int | None, index: Index) -> Explained:
        reached = start + index[0] * step
        value = reached if base is None else base**reached
        actual = number(part_of(call.result, part), index)
        if not same(value, actual, call.result.dtype, max(abs(start), abs(value))):
            raise CannotExplainError
        text = f"{literal(start)} + {index[0]}*{behind_operator(step)}"
        words = f"he start plus {counted(index[0], 'step')} of {shown(literal(step))}."
        if base is None:
            return Explained(text, sentence=f"T{words}")
        return Explained(f"{literal(base)}**({text})", sentence=f"The exponent is t{words}")

    return explain


def by_triangle(call: Call) -> Explainer:
    """Tell of tril_indices and triu_indices: the places of a triangle, row by row."""
    if call.name not in {"tril_indices", "triu_indices"}:
        raise CannotExplainError
    offset = call.bound().get("offset", 0)
    edge = f"diagonal {offset}" if offset else "the diagonal"
    side = "below" if call.name.startswith("tril") else "above"

    def explain(part: int | None, index: Index) -> Explained:
        at = [number(call.result, (which, index[1])) for which in (0, 1)]
        counted = f"Counted row by row from 0, place {index[1]} on or {side} {edge} is {at}"
        value = literal(at[index[0]])
        return Explained(value, sentence=f"{counted}: {('row', 'column')[index[0]]} {value}.")

    return explain


def bound_number(value: Any) -> Any:
    """Return a number, refusing what is none."""
    if not isinstance(value, int | float):
        raise CannotExplainError
    return value


def one_value(call: Call) -> Explainer:
    """Tell of full, zeros, ones and their kin: one value everywhere."""
    if call.name == "tensor":
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        value = literal(number(call.result, index))
        return Explained(value, sentence=f"A constant: {value} everywhere.", moved=True)

    return explain


def unset(call: Call) -> Explainer:
    """Tell of empty and its kin: no number was written, whatever is shown."""

    def explain(part: int | None, index: Index) -> Explained:
        value = literal(number(call.result, index))
        words = f"Not set yet: PyTorch leaves here whatever stood in memory; here it is {value}."
        return Explained(value, sentence=words)

    return explain
