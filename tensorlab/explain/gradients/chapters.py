"""The way back as chapters: the gradient of each value that is passed, what was asked for last."""

from collections.abc import Iterable, Sequence
from math import prod

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.gradients.elements import gradient_name
from tensorlab.explain.gradients.explaining import GradientExplainer
from tensorlab.explain.gradients.names import Names
from tensorlab.explain.gradients.values import Passage, Value
from tensorlab.explain.story.chapters import ALL_ELEMENTS, has, operand, shown_elements
from tensorlab.explain.story.frames import Chapter, Frame, Index, Operand

BEGINNING = "The backward pass begins at the result, which changes with itself: derivative 1."
GIVEN = "The backward pass begins at the result with the gradient that the call gave it."
BACKWARDS = "What arrived, times the derivative: how fast the one changes with the other."
# of a longer way back only the first and the last ones
MOST_CHAPTERS = 12

# the elements of each gradient that later chapters are about
Wanted = dict[str, list[Index]]


def way_to(passage: Passage, ends: Sequence[Value], wanted: Wanted) -> list[Chapter]:
    """Return a chapter for each value between where a walk began and some values.

    Of a large gradient only the wanted elements are told.
    """
    path = [value for value in passage.leading_to(ends) if value not in ends]
    if len(path) > MOST_CHAPTERS:
        path = [*path[: MOST_CHAPTERS // 2], *path[-MOST_CHAPTERS // 2 :]]
    chapters = []
    for value in reversed(path):
        shape = tuple(value.gradient.shape)
        asked = list(dict.fromkeys(wanted.get(gradient_name(value), ())))[:ALL_ELEMENTS]
        elements = (
            shown_elements(shape) if prod(shape) <= ALL_ELEMENTS and not wanted.get("") else asked
        )
        if elements:
            is_asked = bool(wanted.get(""))
            chapters.append(chapter_on(value, passage.names, elements, is_asked=is_asked))
            note(chapters[-1].frames, wanted)
    return chapters[::-1]


def note(frames: Iterable[Frame], wanted: Wanted) -> None:
    """Take note of the elements that frames were made of."""
    for frame in frames:
        for element in frame.inputs:
            wanted.setdefault(element.name, []).append(element.index)


def chapter_on(
    value: Value, names: Names, elements: Sequence[Index], *, is_asked: bool = False
) -> Chapter:
    """Return the chapter on some elements of the gradient of one value."""
    explainer = GradientExplainer(value, names)
    frames = tuple(explainer.frame(index) for index in elements)
    name, shape = gradient_name(value), tuple(value.gradient.shape)
    head = back_through([value], names), name, shape, repr(value.gradient.dtype)
    drawn = operands([explainer], frames), (operand(name, value.gradient, elements),)
    hidden = 0 if is_asked else prod(shape) - len(elements)
    begins = BEGINNING if all(frame.value == 1 for frame in frames) else GIVEN
    idea = BACKWARDS if value.uses else begins
    return Chapter(*head, *drawn, frames, (), hidden, idea, is_asked=is_asked)


def back_through(values: Iterable[Value], names: Names) -> str:
    """Return which functions the gradient of values came back through."""
    through = dict.fromkeys(
        names.called(use.step.node, use.results[0].shown.key)
        for each in values
        for use in each.uses
    )
    return f"back through {' and '.join(through)}" if through else "the backward pass begins"


def operands(
    explainers: Iterable[GradientExplainer], frames: Sequence[Frame]
) -> tuple[Operand, ...]:
    """Return what is drawn beside a gradient: the values it was made of, and what had arrived."""
    # a name that was cut may be that of several
    tensors: dict[str, list[Tensor]] = {}
    for returned in (each for explainer in explainers for each in explainer.returned):
        for name, text in returned.texts.items():
            tensor = returned.drawn(name)
            if isinstance(tensor, Tensor):
                tensors.setdefault(text, []).append(tensor)
        for result in returned.use.results:
            tensors.setdefault(gradient_name(result.shown), []).append(result.shown.gradient)
    wanted: Wanted = {}
    note(frames, wanted)
    return tuple(
        operand(name, fitting[-1], wanted[name])
        for name, known in tensors.items()
        if name in wanted and (fitting := [each for each in known if has(each, wanted[name])])
    )
