"""What functions of functions give, as torch.func.grad(f) and jacobian: told by the walks back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Protocol

import numpy as np

from tensorlab.engine.autograd.witness import WalkBack
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, tensors_in
from tensorlab.explain.gradients.chapters import Wanted, note, operands, way_to
from tensorlab.explain.gradients.explaining import GradientExplainer
from tensorlab.explain.gradients.names import Names
from tensorlab.explain.gradients.values import Passage, Value
from tensorlab.explain.story.chapters import NOTHING, chapter_of, frame_at
from tensorlab.explain.story.frames import Chapter, Frame, Index
from tensorlab.explain.strategies.explainers import Explainers
from tensorlab.explain.strategies.explaining import distinct, parts_of
from tensorlab.frozen import Frozen, replace

MOST_ROWS = 64
MOST_OPENED = 6  # calls within the function


class StepExplainer(Protocol):
    """What tells of the elements of one row."""

    def frame(self, index: Index, part: int | None = None) -> Frame:
        """Return how one element came about."""


# What came about in one run of the function: tensors, each with what tells of it.
Round = Sequence[tuple[Any, Callable[[], StepExplainer]]]


class Rows(Frozen):
    """The gradients that a result is made of, each by where it lies: its first places, or last."""

    explainers: dict[Index, StepExplainer]
    dims: int
    is_last: bool

    def located(self, index: Index) -> tuple[Index, Index]:
        """Return which row an element lies in, and where in it."""
        cut = len(index) - self.dims if self.is_last else self.dims
        return (index[cut:], index[:cut]) if self.is_last else (index[:cut], index[cut:])

    def explainer(self, frame: Frame) -> StepExplainer:
        """Return what tells of the row of an element."""
        return self.explainers[self.located(frame.index)[0]]

    def frame(self, frame: Frame) -> Frame:
        """Return how an element came about, on the way back that brought its row."""
        lead, inner = self.located(frame.index)
        found = self.explainers[lead].frame(inner, frame.part)
        which = "Column" if self.is_last else "Row"
        begun = f"{which} {list(lead)}, one run of its own: " if self.dims else ""
        inputs = distinct((*found.inputs, *frame.inputs))
        return replace(found, index=frame.index, inputs=inputs, sentence=begun + found.sentence)


class Made:
    """Tells of the elements of a result that a call within the function gave."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.explainers = Explainers(call)

    def frame(self, index: Index, part: int | None = None) -> Frame:
        """Return how one element came about."""
        found = frame_at(self.call, self.explainers, None, self.call.result, index)
        return replace(found, part=part)


def chapters_on_transform(
    call: Call,
    walks: Sequence[WalkBack],
    names: Names,
    inner: Sequence[Call],
    asked: Mapping[int | None, Iterable[Index]] = NOTHING,
) -> list[Chapter]:
    """Return the chapters on what a function of a function gave, `inner` what was called in it."""
    chapter = chapter_of(call, asked)
    passages = [Passage(walk, names) for walk in walks]
    known = rows_behind(call.result, passages, inner)
    frames = [
        found.frame(frame) if (found := known.get(frame.part)) is not None else frame
        for frame in chapter.frames
    ]
    told = [found.explainer(frame) for frame in chapter.frames if (found := known.get(frame.part))]
    every = [each for found in known.values() if found for each in found.explainers.values()]
    chosen = dict.fromkeys(told if asked else every)
    explainers = [each for each in chosen if isinstance(each, GradientExplainer)]
    drawn = {each.name: each for each in (*chapter.operands, *operands(explainers, frames))}
    is_single = len(explainers) == 1
    shown = tuple(
        each for name, each in drawn.items() if is_single or not name.startswith("grad of ")
    )
    wanted: Wanted = {"": [*chain(*asked.values())]} if asked else {}
    note(frames, wanted)
    before = chapters_before(explainers, passages, wanted)
    if not explainers:
        ends = [each.call for each in told if isinstance(each, Made)] if asked else []
        before = [chapter_of(each) for each in leading_to(ends, inner)[-MOST_OPENED:]]
    return [*before, replace(chapter, frames=tuple(frames), operands=shown)]


def rows_behind(
    result: object, passages: Sequence[Passage], inner: Sequence[Call]
) -> dict[int | None, Rows | None]:
    """Return, for each part of a result, the gradients its rows are, or what was called inside."""
    groups = [[each for each in walk.values.values() if each.uses] for walk in passages]
    gradients = [
        [(each.gradient, partial(GradientExplainer, each, walk.names)) for each in group]
        for walk, group in zip(passages, groups, strict=True)
    ]
    results = [[(each.result, partial(Made, each))] for each in inner]
    return {
        part: rows_of(tensor, gradients) or rows_of(tensor, results)
        for part, tensor in parts_of(result)
    }


def chapters_before(
    explainers: Sequence[GradientExplainer], passages: Sequence[Passage], wanted: Wanted
) -> list[Chapter]:
    """Return the way to the one gradient there is, of which some elements may be wanted."""
    if len(explainers) != 1:
        return []
    passage, value = next(found for found in located(explainers[0].value, passages))
    return way_to(passage, [value], wanted)


def leading_to(ends: Sequence[Call], inner: Sequence[Call]) -> list[Call]:
    """Return the calls that lead to some of them, or all where none is asked for."""
    found: list[Call] = []
    wanted = {id(tensor) for each in ends for tensor in tensors_in((each.result,))}
    for call in reversed(inner):
        if not ends or any(id(each) in wanted for each in tensors_in((call.result,))):
            found.append(call)
            wanted |= {id(each) for each in call.tensors}
    return found[::-1]


def located(value: Value, passages: Sequence[Passage]) -> Iterator[tuple[Passage, Value]]:
    """Yield the walk in which a value is."""
    for passage in passages:
        if value in passage.values.values():
            yield passage, value


def rows_of(result: Tensor, rounds: Sequence[Round]) -> Rows | None:
    """Return the tensors that a result is made of, None where it is made otherwise."""
    if result.layout is not STRIDED or result.is_meta:
        return None
    elements = result.detach()._array
    for dims in range(result.ndim + 1):
        for is_last in (False, True) if 0 < dims < result.ndim else (False,):
            turned = np.moveaxis(elements, range(-dims, 0), range(dims)) if is_last else elements
            explainers = explainers_of(turned, dims, rounds)
            if explainers:
                return Rows(explainers, dims, is_last)
    return None


def explainers_of(elements: Any, dims: int, rounds: Sequence[Round]) -> dict[Index, StepExplainer]:
    """Return for each row of some elements what has its numbers, in the order of the rounds."""
    leads = list(np.ndindex(*elements.shape[:dims]))
    if not 0 < len(leads) <= MOST_ROWS:
        return {}
    waiting = iter(rounds if dims else reversed(rounds))
    found: dict[Index, StepExplainer] = {}
    for lead in leads:
        same = (
            explainer
            for each in waiting
            for tensor, explainer in reversed(each)
            if is_same(tensor, elements[lead])
        )
        explainer = next(same, None)
        if explainer is None:
            return {}
        found[lead] = explainer()
    return found


def is_same(tensor: object, elements: Any) -> bool:
    """Return whether a tensor has the numbers of some elements."""
    if not isinstance(tensor, Tensor) or tensor.layout is not STRIDED or tensor.is_meta:
        return False
    own = tensor.detach()._array
    if own.shape != elements.shape:
        return False
    return bool(((own == elements) | np.isnan(own)).all())
