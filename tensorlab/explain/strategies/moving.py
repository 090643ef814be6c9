"""Explaining by labels: an operation that only moves elements moves labels just so."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import INTEGER, int64
from tensorlab.engine.facts import Kind
from tensorlab.engine.layout import share_storage
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.signatures.signature import Index as IndexRole
from tensorlab.engine.signatures.signature import Mask
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import laid_out_as, literal, number, same, unraveled
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index, Number
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    element_count,
    part_of,
    parts_of,
    quietly,
)
from tensorlab.explain.strategies.regions import counting, place
from tensorlab.frozen import replace
from tensorlab.ops.tensor.attributes import strides_of

MOST_LABELS = 8_000_000  # more take longer than anybody waits


class Labels:
    """Numbers for the elements of several tensors: a moved number tells where it came from."""

    def __init__(self, start: int, step: int) -> None:
        self.start = start
        self.step = step
        self.count = 0
        self.owners: list[tuple[int, str, Tensor]] = []

    def of(self, tensor: Tensor, name: str) -> Tensor:
        """Return a tensor of labels in place of a tensor."""
        labels = laid_out_as(tensor, np.int64)
        size = labels.size
        first = self.start + self.step * self.count
        labels[...] = (first + self.step * np.arange(size)).reshape(labels.shape)
        self.owners.append((self.count, name, tensor))
        self.count += size
        return wrap(labels, int64)

    def element(self, label: int) -> Element | None:
        """Return the element with a label, None where no element has it."""
        place, rest = divmod(label - self.start, self.step)
        if rest or not 0 <= place < self.count:
            return None
        first, name, tensor = next(owner for owner in reversed(self.owners) if owner[0] <= place)
        index = unraveled(place - first, tensor._array.shape)
        return Element(name, index, number(tensor, index))


def by_labels(call: Call) -> Explainer:
    """Run the operation on two sets of labels: what agrees on them only moves elements.

    Raises:
        CannotExplainError: it does more than that.
    """
    if element_count(call) > MOST_LABELS:
        raise CannotExplainError
    # The second labels fall where the first ones rise: sorting them gives other places.
    runs = [Labels(1_000_003, 7), Labels(5_000_011, -13)]
    outputs = [labelled(call, labels) for labels in runs]
    regroups = len(call.tensors) == 1 and keeps_order(outputs[0], runs[0])

    def explain(part: int | None, index: Index) -> Explained:
        found = [number(part_of(output, part), index) for output in outputs]
        elements = [run.element(int(label.real)) for run, label in zip(runs, found, strict=True)]
        if elements[0] is not None and elements[0] == elements[1]:
            explained = taken_over(elements[0], part_of(call.result, part), index)
            # It followed its element through both runs, and there is no other tensor to decide.
            explained = replace(explained, derived=len(call.tensors) == 1)
            return with_way(call, explained, part, index, regroups=regroups)
        if found[0] != found[1]:
            raise CannotExplainError
        return Explained(literal(number(part_of(call.result, part), index)), moved=True)

    return explain


def keeps_order(output: Any, labels: Labels) -> bool:
    """Return whether an operation gives all elements in the order in which they were."""
    if type(output) is not Tensor or output.numel() != labels.count:
        return False
    return bool((np.diff(output._array.reshape(-1)) == labels.step).all())


def with_way(
    call: Call, explained: Explained, part: int | None, index: Index, *, regroups: bool
) -> Explained:
    """Return a telling that says of a view that it is one, and how elements are counted anew."""
    result, element = part_of(call.result, part), explained.inputs[0]
    is_view = shares_memory(call, result)
    if explained.sentence or not (is_view or regroups):
        return explained
    words = f"{'The same element as' if is_view else 'Copied from'} {place(element)}"
    # no line made what it is an element of
    if is_view and place(element) == call.source:
        words = f"What {element.name} holds there"
    old = tuple(call.tensors[0].shape)
    count = regrouped(index, tuple(result.shape), element.index, old) if regroups else ""
    if is_view and call.name != "index" and strides_of(call.tensors[0]) == (1,) and not count:
        count = stepped(index, result, element.index[0])
    return replace(explained, sentence=f"{words}{count}.") if is_view or count else explained


def regrouped(index: Index, shape: Index, before: Index, old: Index) -> str:
    """Return how an element is counted in two shapes, nothing where they have the same sizes."""
    if [size for size in shape if size != 1] == [size for size in old if size != 1]:
        return ""
    spot = str(np.ravel_multi_index(index, shape) if shape else 0)
    sums = [each for each in (counting(index, shape), counting(before, old)) if each != spot]
    return f": number {' = '.join([*sums, spot])}, counted row by row"


def stepped(index: Index, result: Tensor, place: int) -> str:
    """Return how far steps along several dimensions lead in a row of elements."""
    axes = zip(index, strides_of(result), result.shape, strict=True)
    steps = [(at, stride) for at, stride, size in axes if stride and size != 1]
    start = place - sum(at * stride for at, stride in steps)
    terms = [str(start)] * bool(start) + [f"{at}*{stride}" for at, stride in steps]
    return f": number {' + '.join(terms)} = {place}" if len(steps) > 1 else ""


def shares_memory(call: Call, result: Tensor) -> bool:
    """Return whether a result looks at the memory of an operand."""
    kind = Kind.VIEW if call.name == "index" else call.operation and call.operation.kind
    # what was written over since is a copy by now
    if call.turn is not None and kind is Kind.VIEW:
        made = quietly(call.replay, *call.args, **call.settings)
        result = next((each for _, each in parts_of(made)), result)
    dense = [each._array for each in call.tensors if each.layout is STRIDED]
    return result.layout is STRIDED and any(share_storage(result._array, own) for own in dense)


def taken_over(element: Element, result: Tensor, index: Index) -> Explained:
    """Return the telling of an element that was moved, and converted where the types differ."""
    value = number(result, index)
    if literal(value) == literal(element.value):
        return Explained(literal(element.value), (element,), moved=True)
    if not converts(element, value, result):
        raise CannotExplainError
    sentence = (
        f"{place(element)} = {literal(element.value)}, as {result.dtype.name}: {literal(value)}."
    )
    return Explained(literal(element.value), (element,), sentence, moved=True)


def converts(element: Element, value: Number, result: Tensor) -> bool:
    """Return whether a value is that of an element in another type."""
    if isinstance(element.value, float) and result.dtype.category == INTEGER:
        return math.isfinite(element.value) and same(math.trunc(element.value), value, result.dtype)
    is_other = type(element.value) not in {type(value), complex}
    return is_other and same(element.value, value, result.dtype)


def labelled(call: Call, labels: Labels) -> Any:
    """Return what the operation makes of labels."""
    kept = kept_arguments(call)

    def replaced(value: object) -> Any:
        if isinstance(value, Tensor):
            if value.layout is not STRIDED or value.is_quantized:
                raise CannotExplainError
            return labels.of(value, call.name_of(value))
        if isinstance(value, list | tuple) and any(isinstance(part, Tensor) for part in value):
            return type(value)(map(replaced, value))
        return value

    args = [value if at in kept else replaced(value) for at, value in enumerate(call.args)]
    settings = {
        name: value if name in kept else replaced(value) for name, value in call.settings.items()
    }
    result = quietly(call.replay, *args, **settings)
    shapes = [part.shape for _, part in parts_of(result)]
    if not shapes or shapes != [part.shape for _, part in parts_of(call.result)]:
        raise CannotExplainError
    return result


def kept_arguments(call: Call) -> set[int | str]:
    """Return the places and names of masks and indices: their values decide what is moved."""
    if call.operation is None:
        return {1}  # what stands between the brackets of an index
    kept: set[int | str] = set()
    for at, parameter in enumerate(call.operation.signature.parameters.values()):
        if any(parameter.annotation is role for role in (Mask, IndexRole)):
            kept |= {at, parameter.name}
    return kept
