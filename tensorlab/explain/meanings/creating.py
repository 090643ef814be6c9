"""Tensors made of nothing but numbers: where in the call each number stands."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import behind_operator, literal, number, same
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.ways.telling import CannotTellError, Tell, Told, part_of


def by_entry(call: Call) -> Tell:
    """Tell of torch.tensor: each cell is an entry of the nested lists."""
    data = call.args[0] if call.args else call.settings.get("data")
    if isinstance(data, Tensor):
        raise CannotTellError

    def tell(part: int | None, index: Index) -> Told:
        entry: Any = data
        for place in index:
            entry = entry[place]
        if isinstance(entry, Tensor):
            entry = number(entry, ())
        converted = number(call.result, index)
        where = f"Entry {', '.join(map(str, index))} of the lists" if index else "The number itself"
        if type(entry) is not type(converted):
            where += f", as {call.result.dtype.name}"
        if not same(entry, converted, call.result.dtype):
            return Told(literal(converted), sentence=f"{where}: {literal(entry)} is converted.")
        return Told(literal(entry), sentence=f"{where}.")

    return tell


def by_progression(call: Call) -> Tell:
    """Tell of arange and linspace: start plus so many steps."""
    bound = call.bound()
    if call.name == "arange":
        given = [value for value in call.args if not isinstance(value, Tensor)]
        start = bound_number(given[0]) if len(given) > 1 else call.settings.get("start", 0)
        step = given[2] if len(given) > 2 else call.settings.get("step", 1)
    else:
        start, end, steps = bound["start"], bound["end"], bound["steps"]
        step = (end - start) / (steps - 1) if steps > 1 else 0

    def tell(part: int | None, index: Index) -> Told:
        value = start + index[0] * step
        actual = number(part_of(call.result, part), index)
        if not same(value, actual, call.result.dtype, max(abs(start), abs(value))):
            raise CannotTellError
        text = f"{literal(start)} + {index[0]}*{behind_operator(step)}"
        return Told(text, sentence=f"The start plus {index[0]} steps of {literal(step)}.")

    return tell


def bound_number(value: Any) -> Any:
    """Return a number, refusing what is none."""
    if not isinstance(value, int | float):
        raise CannotTellError
    return value


def one_value(call: Call) -> Tell:
    """Tell of full, zeros and ones: one value everywhere."""

    def tell(part: int | None, index: Index) -> Told:
        value = literal(number(call.result, index))
        return Told(value, sentence=f"Every cell is {value}.", moved=True)

    return tell


def unset(call: Call) -> Tell:
    """Tell of empty and its kin: no number was written, whatever is shown."""

    def tell(part: int | None, index: Index) -> Told:
        value = literal(number(call.result, index))
        words = f"Not set yet: PyTorch leaves here whatever stood in memory; here it is {value}."
        return Told(value, sentence=words)

    return tell
