"""Stand-ins for a tensor's elements: arrays of terms or of labels, laid out as the tensor is."""

from typing import Any

import numpy as np

from tensorlab.engine.dtypes import int64
from tensorlab.engine.layout import strided_view
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.arithmetic.terms import of_element
from tensorlab.explain.story.frames import Element, Index


def laid_out_as(tensor: Tensor, dtype: Any) -> Any:
    """Return an array of another type with a tensor's shape and, in elements, its strides.

    Where elements share memory, each has its own here: they are told one by one.
    """
    array = tensor.array
    steps = [stride // array.itemsize for stride in array.strides]
    if not array.size or any(step < 0 for step in steps):
        return np.empty(array.shape, dtype)
    extent = 1 + sum((size - 1) * step for size, step in zip(array.shape, steps, strict=True))
    if extent < array.size:
        return np.empty(array.shape, dtype)
    buffer = np.empty(extent, dtype)
    return strided_view(buffer, array.shape, [step * buffer.itemsize for step in steps])


def terms_of(tensor: Tensor, name: str) -> Any:
    """Return a tensor's elements as terms."""
    terms = laid_out_as(tensor, object)
    for index in np.ndindex(tensor.array.shape):
        terms[index] = of_element(Element(name, index, number(tensor, index)))
    return terms


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
        index = unraveled(place - first, tensor.array.shape)
        return Element(name, index, number(tensor, index))


def unraveled(place: int, shape: Index) -> Index:
    """Return the index of an element by its place in reading order."""
    return tuple(int(part) for part in np.unravel_index(place, shape)) if shape else ()
