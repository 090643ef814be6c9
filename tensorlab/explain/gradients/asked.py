"""What of a program asks for gradients: autograd.grad, backward, x.grad; and how they are told."""

from collections.abc import Iterable, Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from tensorlab.engine.autograd.witness import WalkBack
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number, same, shown
from tensorlab.explain.calls.call import Call
from tensorlab.explain.gradients.chapters import Wanted, chapter_on, note, operands, way_to
from tensorlab.explain.gradients.explaining import GradientExplainer
from tensorlab.explain.gradients.names import Key, Names, key_of
from tensorlab.explain.gradients.values import Passage, Value
from tensorlab.explain.story.chapters import normalised, operand, shown_elements
from tensorlab.explain.story.frames import Chapter, Frame, Index, Number, Operand
from tensorlab.explain.strategies.explaining import parts_of
from tensorlab.frozen import Frozen, replace

SLOPES = "How fast the result changes with an element: derivatives times what arrived."


class Gradient(Frozen):
    """A gradient that was asked for: the tensor, and the walks back whose arrivals it adds up."""

    part: int | None
    result: Tensor
    sources: list[tuple[Passage, Value]]
    factor: float = 1  # by which it has been multiplied since


def chapters_on(
    call: Call, walks: Sequence[WalkBack], names: Names, elements: Iterable[Index] = ()
) -> list[Chapter]:
    """Return the way back to what a call gave, step by step; nothing where it is not known."""
    gradients = gradients_of(call, walks, names)
    if not gradients:
        return []
    asked = tuple(elements)
    wanted: Wanted = {"": list(asked)} if asked else {}
    explainers = {
        id(value): GradientExplainer(value, passage.names)
        for gradient in gradients
        for passage, value in gradient.sources
    }
    frames = []
    for gradient in gradients:
        shape = tuple(gradient.result.shape)
        chosen = [each for element in asked for each in normalised(element, shape)]
        chosen = chosen or shown_elements(shape)
        frames += [frame(gradient, explainers, index) for index in chosen]
    note(frames, wanted)
    drawn = operands(explainers.values(), frames)
    return [
        *ways(gradients, wanted),
        last_chapter(call, gradients, drawn, frames, is_asked=bool(asked)),
    ]


def last_chapter(
    call: Call,
    gradients: Sequence[Gradient],
    drawn: tuple[Operand, ...],
    frames: list[Frame],
    *,
    is_asked: bool,
) -> Chapter:
    """Return the chapter on the gradients themselves."""
    first = gradients[0].result
    results = tuple(
        operand(call.source, each.result, [one.index for one in frames if one.part == each.part])
        for each in gradients
    )
    rest = (
        0 if is_asked else sum(prod(tuple(each.result.shape)) for each in gradients) - len(frames)
    )
    shape = tuple(first.shape)
    head, told = ("grad", call.source, shape, repr(first.dtype)), tuple(frames)
    return Chapter(*head, drawn, results, told, (), rest, SLOPES, is_asked=is_asked)


def ways(gradients: Sequence[Gradient], wanted: Wanted) -> list[Chapter]:
    """Return the chapters before the last one: of several walks, those of the latest."""
    passage = gradients[0].sources[-1][0]
    ends = [value for each in gradients for owner, value in each.sources if owner is passage]
    return way_to(passage, ends, wanted)


def frame(gradient: Gradient, explainers: dict[int, GradientExplainer], index: Index) -> Frame:
    """Return how one element came about; what several walks brought is added."""
    frames = [explainers[id(value)].frame(index, gradient.part) for _, value in gradient.sources]
    given = number(gradient.result, index)
    if len(frames) == 1:
        return changed(frames[0], given, gradient.factor)
    values = " + ".join(literal(each.value) for each in frames)
    steps = tuple(replace(each, part=None, steps=()) for each in frames)
    inputs = tuple(dict.fromkeys(element for each in frames for element in each.inputs))
    words = (
        f"{len(frames)} calls of backward brought {values}: a gradient stays until it is set to "
        "None or zero, and the next one is added."
    )
    text = " + ".join(each.text for each in frames)
    return Frame(index, given, inputs, text, words, steps, gradient.part)


def changed(brought: Frame, given: Number, factor: float) -> Frame:
    """Return how one element came about that a program has multiplied since backward brought it."""
    if factor == 1:
        return brought
    text = f"{literal(brought.value)}*{literal(factor)}"
    words = (
        f"Backward brought {literal(brought.value)}; the program has multiplied the whole gradient "
        f"by {shown(literal(factor))} since, as clip_grad_norm_ does."
    )
    steps = (replace(brought, steps=(), sentence=""),)
    return replace(brought, value=given, text=text, sentence=words, steps=steps)


def factor_between(now: Tensor, before: Tensor) -> float:
    """Return by what a gradient of several elements was multiplied, 0 if by no one number."""
    arrays = now.detach()._array, before.detach()._array
    sums = [float(abs(each).sum()) for each in arrays]
    factor = sums[0] / (sums[1] or 1)
    return factor * (now.numel() > 1 and np.allclose(arrays[0], arrays[1] * factor, 1e-5))


def gradients_of(call: Call, walks: Sequence[WalkBack], names: Names) -> list[Gradient]:
    """Return the gradients that a call gave, with the walks that they come from."""
    passages = [Passage(walk, names) for walk in walks]
    if call.operation is None:
        key = key_of(call.args[0])
        found, factor = accumulated(key, call.result, passages), 1.0
        if not found:
            found = [(each, value) for each in passages if (value := each.values.get(key))][-1:]
            factor = factor_between(call.result, found[0][1].gradient) if found else 0.0
        return [Gradient(None, call.result, found, factor)] if factor else []
    gradients = []
    inputs = call.bound()["inputs"]
    sources = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    for part, result in parts_of(call.result):
        key = key_of(sources[part or 0])
        found = [
            (passage, value)
            for passage in passages
            if (value := passage.values.get(key)) is not None and value.gradient is result
        ]
        if not found:
            return []
        gradients.append(Gradient(part, result, found[-1:]))
    return gradients


def accumulated(
    key: Key, result: Tensor, passages: Sequence[Passage]
) -> list[tuple[Passage, Value]]:
    """Return the latest arrivals at a leaf that add up to what it has."""
    found: list[tuple[Passage, Value]] = []
    for passage in reversed(passages):
        value = passage.values.get(key)
        if value is None:
            continue
        found.insert(0, (passage, value))
        total: Any = reduce(lambda a, b: a + b, (each.gradient for _, each in found))
        if total.shape == result.shape and all(
            same(number(total, index), number(result, index), result.dtype)
            for index in shown_elements(tuple(result.shape))
        ):
            return found
    return []


def chapters_on_leaves(walk: WalkBack, names: Names) -> list[Chapter]:
    """Return the whole way back of a walk: every value, then every leaf."""
    passage = Passage(walk, names)
    ends = [passage.values[key] for key in walk.walk.leaves]
    chapters = [
        chapter_on(value, names, shown_elements(tuple(value.gradient.shape))) for value in ends
    ]
    return [*way_to(passage, ends, {}), *chapters]
