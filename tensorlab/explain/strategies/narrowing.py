"""Large operands: a function along dimensions is explained on the element's line alone."""

import re
from collections.abc import Callable
from typing import Any

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import number, same
from tensorlab.explain.calls.again import again
from tensorlab.explain.calls.call import Call
from tensorlab.explain.recipes.steps import Explainers, StepExplainer
from tensorlab.explain.story.frames import Element, Frame, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    Strategy,
    part_of,
)
from tensorlab.explain.strategies.sentences import words_for
from tensorlab.explain.strategies.strategies import MOST_TERMS
from tensorlab.frozen import replace

LONGEST = 4096


def by_narrowing(explainers: Explainers) -> Strategy:
    """Return the way to tell of an element of a large tensor by what lies on its line."""

    def strategy(call: Call) -> Explainer:
        input, dims = line_of(call)
        lines: dict[Index, tuple[Call, StepExplainer]] = {}

        def explain(part: int | None, index: Index) -> Explained:
            actual = part_of(call.result, part)
            kept = actual.ndim == input.ndim
            rest = iter(index)
            spot = [next(rest) if kept or axis not in dims else 0 for axis in range(input.ndim)]
            starts = [0 if axis in dims else at for axis, at in enumerate(spot)]
            if tuple(starts) not in lines:
                cut = narrowed(call, input, dims, starts)
                lines[tuple(starts)] = cut, explainers(cut)
            narrow, explainer = lines[tuple(starts)]
            inside = tuple(at - start for at, start in zip(spot, starts, strict=True))
            if not kept:
                inside = tuple(at for axis, at in enumerate(inside) if axis not in dims)
            value = number(part_of(narrow.result, part), inside)
            if not same(value, number(actual, index), actual.dtype):
                raise CannotExplainError
            explained = explainer.explained(part, inside, value)
            told = shifted(replace(explained, derived=True), shift_by(starts, dims))
            return replace(told, sentence=told.sentence or words_for(call, told, value))

        return explain

    return strategy


def line_of(call: Call) -> tuple[Tensor, frozenset[int]]:
    """Return the operand of a function that works along dimensions, and which they are.

    Raises:
        CannotExplainError: it does not, or the operand is small enough to be told whole.
    """
    bound = {**call.operation.signature.defaults, **call.bound()} if call.operation else {}
    input, dim = bound.get("input"), bound.get("dim")
    if dim is None and isinstance(bound.get("normalized_shape"), tuple | list):
        dim = [-1 - at for at in range(len(bound["normalized_shape"]))]
    # a channel is a line
    if "running_mean" in bound and isinstance(input, Tensor):
        of_each = call.name == "instance_norm"  # sample
        dim = [axis for axis in range(of_each, input.ndim) if axis != 1]
    dims = [dim] if isinstance(dim, int) else dim
    if (
        not isinstance(input, Tensor)
        or input.layout is not STRIDED
        or not isinstance(dims, list | tuple)
    ):
        raise CannotExplainError
    if input._array.size <= MOST_TERMS or not dims:
        raise CannotExplainError
    found = frozenset(int(each) % input.ndim for each in dims)
    length = 1
    for each in found:
        length *= input.shape[each]
    if length > LONGEST:
        raise CannotExplainError
    return input, found


def narrowed(call: Call, input: Tensor, dims: frozenset[int], starts: list[int]) -> Call:
    """Return the call on the line of an element."""
    key = tuple(
        slice(None) if axis in dims else slice(at, at + 1) for axis, at in enumerate(starts)
    )
    line = wrap(input._array[key], input.dtype)
    channels = tuple(input.shape[1:2]) if 1 not in dims and input.ndim > 2 else None
    names = {**call.names, id(line): call.name_of(input)}

    def placed(value: object) -> Any:
        if isinstance(value, Tensor) and tuple(value.shape) == channels:
            part = wrap(value._array[key[1]].copy(), value.dtype)
            names[id(part)] = call.name_of(value)
            return part
        return line if value is input else value

    args = tuple(map(placed, call.args))
    settings = {name: placed(value) for name, value in call.settings.items()}
    result = again(replace(call, args=args, settings=settings), lambda tensor: tensor)
    return replace(call, args=args, settings=settings, result=result, names=names)


Shift = Callable[[Index], Index]


def shift_by(starts: list[int], dims: frozenset[int]) -> Shift:
    """Return what makes of an element of the line the element of the whole."""
    reduced = [start for axis, start in enumerate(starts) if axis not in dims]

    def shift(index: Index) -> Index:
        for offsets in (starts, reduced):
            if len(offsets) == len(index):
                return tuple(at + start for at, start in zip(index, offsets, strict=True))
        return index

    return shift


def shifted(explained: Explained, shift: Shift) -> Explained:
    """Return a telling about the elements of the whole."""
    return replace(
        explained,
        inputs=tuple(shifted_element(element, shift) for element in explained.inputs),
        sentence=shifted_text(explained.sentence, shift),
        steps=tuple(shifted_frame(frame, shift) for frame in explained.steps),
    )


def shifted_element(element: Element, shift: Shift) -> Element:
    """Return the element of the whole."""
    return replace(element, index=shift(element.index))


def shifted_frame(frame: Frame, shift: Shift) -> Frame:
    """Return a step about the elements of the whole."""
    return replace(
        frame,
        index=frame.index if frame.name else shift(frame.index),
        inputs=tuple(shifted_element(element, shift) for element in frame.inputs),
        sentence=shifted_text(frame.sentence, shift),
    )


def shifted_text(text: str, shift: Shift) -> str:
    """Return words about the elements of the whole: x[0, 3] of the line is x[7, 3]."""
    return re.sub(
        r"(?<=[\w)\]])\[(\d+(?:, \d+)*)\]",
        lambda found: str(list(shift(tuple(map(int, found[1].split(", ")))))),
        text,
    )
