"""Inputs with other numbers for some elements: put in to see what a result depends on."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.naming import SPARSE_COO, STRIDED
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import inside, laid_out_as
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError

FAR = 50
FEW = 8  # numbers of one tensor that are tried in another


class Source:
    """A tensor that went into a call, with other numbers to put into its elements.

    Each of `changes` has another number for every element; those of `safe` only numbers that the
    tensor has already, so that an index stays one. `met` are numbers that it may be compared with.
    """

    def __init__(self, name: str, tensor: Tensor, met: Sequence[Any] = ()) -> None:
        self.name = name
        self.tensor = tensor
        self.shape = tuple(int(size) for size in tensor.shape)
        self.stored = np.array(stored_in(tensor))
        self.size = int(self.stored.size)
        numbers = tensor.dtype.decode(self.stored)
        self.safe = [self.encoded(change) for change in rearranged(numbers)]
        others = [np.broadcast_to(other, numbers.shape).astype(numbers.dtype) for other in met]
        self.changes = [*map(self.encoded, (*other_numbers(numbers), *others)), *self.safe]

    def encoded(self, numbers: Any) -> Any:
        """Return numbers as the tensor stores them."""
        if self.tensor.is_quantized:
            return numbers.astype(self.stored.dtype).reshape(self.shape)
        with np.errstate(all="ignore"):
            return self.tensor.dtype.encode(np.ascontiguousarray(numbers).reshape(self.shape))

    def tensor_of(self, stored: Any) -> Any:
        """Return a new tensor like the one that went in, with other elements."""
        if self.tensor.is_sparse:
            return wrap(stored.copy(), self.tensor.dtype).to_sparse(self.tensor.sparse_dim())
        if self.tensor.is_quantized:
            fresh: Any = self.tensor.clone()
            fresh._array[...] = stored
            return fresh
        if self.tensor._array.flags.c_contiguous or 0 in self.tensor._array.strides:
            return wrap(stored.copy(), self.tensor.dtype)
        laid_out = laid_out_as(self.tensor, stored.dtype)
        laid_out[...] = stored
        return wrap(laid_out, self.tensor.dtype)

    def changed_at(self, place: int, stored: Any, start: Any = None) -> Any:
        """Return the elements, or others to start from, with those of another array in one place.

        None is returned where they are the same there.
        """
        start = self.stored if start is None else start
        if start.reshape(-1)[place].tobytes() == stored.reshape(-1)[place].tobytes():
            return None
        changed = start.copy()
        changed.reshape(-1)[place] = stored.reshape(-1)[place]
        return changed

    @property
    def is_index(self) -> bool:
        """Whether the numbers may be places: then most others are refused, its own are not."""
        return self.tensor.dtype.category == INTEGER and bool((self.stored >= 0).all())

    @cached_property
    def extremes(self) -> tuple[Any, Any]:
        """The changes to the least numbers and to the largest: these decide beside any others."""
        totals = [self.tensor.dtype.decode(change).real.sum() for change in self.changes]
        return self.changes[int(np.argmin(totals))], self.changes[int(np.argmax(totals))]

    def mixed(self, choice: Random) -> Any:
        """Return elements from several changes, which for each element a random choice decides."""
        changes = self.safe if self.tensor.dtype.category == INTEGER else self.changes
        drawn = np.frombuffer(choice.randbytes(self.size), np.uint8)
        chosen = drawn.reshape(self.shape) % len(changes)
        mixture = self.stored.copy()
        for number, change in enumerate(changes):
            mixture[chosen == number] = change[chosen == number]
        return mixture


def mixtures(sources: Sequence[Source], choice: Random, count: int) -> list[list[Any]]:
    """Return changes of several tensors at once; beside places one is far off at a time."""
    mixed = [[source.mixed(choice) for source in sources] for _ in range(count)]
    if any(source.is_index for source in sources):
        mixed += [
            [each.extremes[turn % 2] if each is far else each.mixed(choice) for each in sources]
            for far in sources
            for turn in range(2 * count)
        ]
    return mixed


def whole_numbers(tensor: Tensor) -> set[int]:
    """Return the numbers of a tensor of whole numbers, none where there are many."""
    if tensor.dtype.category != INTEGER or tensor.layout is not STRIDED or tensor._array.size > FEW:
        return set()
    return set(tensor._array.reshape(-1).tolist())


def numbers_like(tensor: Tensor, other: Tensor) -> Any:
    """Return the numbers of another tensor of fractions of the same shape, None of any other."""
    kinds = (tensor.dtype.is_floating_point, other.dtype.is_floating_point)
    if not all(kinds) or tensor.shape != other.shape or other.layout is not STRIDED:
        return None
    if other.is_meta:
        return None
    return other.dtype.decode(other._array)


def stored_in(tensor: Any) -> Any:
    """Return a tensor's elements as they are stored, of a sparse one with all its zeros.

    Raises:
        CannotExplainError: they are nowhere, on another device, or packed by rows or columns.
    """
    if tensor.is_meta or tensor.device.type != "cpu":
        raise CannotExplainError
    if tensor.layout not in {STRIDED, SPARSE_COO}:
        raise CannotExplainError
    return (inside(tensor).to_dense() if tensor.is_sparse else tensor)._array


def rearranged(numbers: Any) -> Iterator[Any]:
    """Yield the numbers of a tensor in other places, and its extremes everywhere."""
    for turn in range(1, numbers.size if numbers.size <= FEW else 2):
        yield np.roll(numbers.reshape(-1), turn)
    if numbers.size and numbers.dtype.kind != "c":
        yield np.full_like(numbers, numbers.min())
        yield np.full_like(numbers, numbers.max())


def other_integers(numbers: Any) -> Iterator[Any]:
    """Yield the same for integers, within what their type and float64 can hold."""
    limits = np.iinfo(numbers.dtype)
    low, high = max(limits.min, -(2**53)), min(limits.max, 2**53)
    wide = numbers.astype(np.float64 if numbers.dtype.itemsize == 8 else int)
    zeros = wide * 0
    steps = [wide + 1, wide - 1, zeros, -wide, wide + 7, zeros + 1, wide - FAR, wide + FAR]
    if limits.bits == 8:
        steps += [zeros + limits.min, zeros + limits.max]
    for step in steps:
        yield np.clip(step, low, high).astype(numbers.dtype)


def other_numbers(numbers: Any) -> Iterator[Any]:
    """Yield other numbers: near and far, with the other sign, and the simplest ones."""
    kind = numbers.dtype.kind
    if kind == "b":
        yield ~numbers
        yield np.zeros_like(numbers)
        yield np.ones_like(numbers)
    elif kind in "iu":
        yield from other_integers(numbers)
    else:
        size = np.maximum(np.abs(np.nan_to_num(numbers, posinf=1, neginf=1)), 1)
        known = np.nan_to_num(numbers, nan=0.0, posinf=2.0, neginf=-2.0)
        yield known + size / 16
        yield known * (15 / 16)
        yield known - 2 * size
        yield known + FAR * size
        yield known - FAR * size
        yield np.zeros_like(known)
        yield np.ones_like(known)
        if kind == "c":
            yield known + 1j * size / 16


Place = tuple[int, int]  # which source, and which of its elements in reading order


def with_kept(which: int, source: Source, changed: Any, kept: frozenset[Place]) -> Any:
    """Return changed elements with some of them as they were."""
    places = [place for owner, place in kept if owner == which]
    if not places:
        return changed
    changed = changed.copy()
    changed.reshape(-1)[places] = source.stored.reshape(-1)[places]
    return changed


def holds(mask: Any, index: Index) -> bool:
    """Return whether a mask, maybe of another shape, is set in an element."""
    if len(index) != mask.ndim:
        return False
    inside = all(at < size for at, size in zip(index, mask.shape, strict=True))
    return inside and bool(mask[index])


def may_draw(call: Call) -> bool:
    """Return whether a call may draw random numbers, as far as its declaration tells."""
    operation = call.operation
    if operation is None:
        return call.name in {"sample", "rsample"}  # of distributions
    if operation.kind in {"composite", "creation"}:
        return True
    return "generator" in operation.signature.parameters
