"""PyTorch's indexing in terms of numpy's: which elements an index means, and what it refuses."""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from tensorlab.engine.backend import is_array
from tensorlab.engine.dtypes import BOOLEAN, INTEGER, bool_, int64
from tensorlab.engine.nested import array_of_data, is_plain, require_64_bits, type_of
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn_once

WHOLE = slice(None)


class Path:
    """What an index does: first it looks at a view, then it may gather elements of that.

    `look` is numpy's index of the view and `step` PyTorch's name of its last step; `gather` holds,
    for each dimension of the view up to the last one indexed, the elements chosen, or `:`.
    """

    def __init__(self, parts: Sequence[Any], shape: tuple[int, ...], *, alone: bool) -> None:
        self.look: list[Any] = []
        self.gather: list[Any] = []
        # where dimensions come in, ahead of which others
        self.new: list[tuple[int, int]] = []
        self.step = "AliasBackward0"
        self.shape = shape
        # a slice that is the whole index is a step even if it takes all
        self.alone = alone
        self.covered = 0  # how many dimensions `gather` speaks of
        self.place = 0  # the dimension of the view that the next part is about
        self.source = 0  # and the one of the tensor
        self.number = 0  # of the part
        self.beyond = 0  # how far a second `...` has gone past the last dimension
        self.rest = len(shape) - sum(map(dimensions_meant, parts))
        self.left_out = self.rest
        if self.rest < 0:
            if not shape and alone:
                raise no_dimension(part_of(parts[0]))
            raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
        for self.number, part in enumerate(parts):
            self.add(part_of(part))
        self.look.append(Ellipsis)

    def add(self, part: Any) -> None:
        """Take one more part of the index."""
        if self.beyond and part is not Ellipsis and part.__class__ is not slice:
            raise self.past_the_end(part)
        if part.__class__ is int:
            self.select(part)
        elif part.__class__ is slice:
            self.slice(part)
        elif part is None:
            self.look.append(None)
            self.new.append((self.place, self.source))
            self.step, self.place = "UnsqueezeBackward0", self.place + 1
        elif part is Ellipsis:
            self.look += [WHOLE] * self.rest
            self.beyond += self.left_out - self.rest
            self.place, self.source, self.rest = self.place + self.rest, self.source + self.rest, 0
        elif part.__class__ is bool:
            self.look.append(None)
            self.choose(np.zeros(int(part), np.int64))
        else:
            used = dimensions_used(part)
            self.look += [WHOLE] * min(used, len(self.shape) - self.source)
            self.source += used
            self.choose(part, used)

    def past_the_end(self, part: Any) -> IndexError:
        """Return the refusal of a part behind a second `...`: each leaves out as many."""
        shown = self.place + len(self.shape) - self.source
        place = self.place + self.beyond
        if is_array(part):
            return IndexError(f"too many indices for tensor of dimension {shown} (got {place + 1})")
        if part.__class__ is int and None not in self.look:
            return out_of_bounds(part, self.number, 0)
        ends = shown if part.__class__ is int else shown + 1
        return IndexError(
            in_full("Dimension out of range (expected to be in", -ends, ends - 1, place)
        )

    def select(self, index: int) -> None:
        """Take the slice at an index of the next dimension."""
        size = self.shape[self.source]
        if not -size <= index < size:
            raise out_of_bounds(index, self.number, size)
        self.look.append(index)
        self.step, self.source = "SelectBackward0", self.source + 1

    def slice(self, part: slice) -> None:
        """Take a slice of the next dimension."""
        whole = slice_of(part)
        self.look.append(whole)
        if self.alone or whole.indices(self.shape[self.source]) != (0, self.shape[self.source], 1):
            self.step = "SliceBackward0"
        self.place, self.source = self.place + 1, self.source + 1

    def choose(self, elements: np.ndarray[Any, Any], used: int = 1) -> None:
        """Gather elements along the next dimension of the view, or the next ones."""
        self.gather += [WHOLE] * (self.place - self.covered)
        self.gather.append(elements)
        self.place += used
        self.covered = self.place

    @property
    def only_gathers(self) -> bool:
        """Whether the view is the tensor itself."""
        return all(part is WHOLE or part is Ellipsis for part in self.look)


def out_of_bounds(place: int, number: int, size: int) -> IndexError:
    """Return the refusal of a place by the part of that number, which is about so many."""
    where = f"dimension {number} with size {size}"
    return IndexError(f"index {require_64_bits(place)} is out of bounds for {where}")


NO_SLICE = "slice() cannot be applied to a 0-dim tensor."


def no_dimension(part: Any) -> IndexError:
    """Return the refusal of a whole number, or a slice, for a tensor without dimensions."""
    if part.__class__ is slice:
        slice_of(part)  # which is looked at first
        return IndexError(NO_SLICE)
    if part == 0:
        return IndexError(in_full("invalid index of a 0-dim"))
    return out_of_bounds(part, 0, 0)


def path_of(index: Any, shape: tuple[int, ...]) -> Path:
    """Return what an index does to a tensor of a shape.

    Raises:
        IndexError: a part is out of range, of a type that can't index, or one too many.
        TypeError: a part is a string.
        ValueError: a slice goes backwards.
    """
    parts = tuple(index) if isinstance(index, tuple) or means_tuple(index) else (index,)
    return Path(parts, shape, alone=isinstance(index, int | slice | np.integer))


def means_tuple(index: object) -> bool:
    """Return whether a list is taken part by part, as it was before PyTorch deprecated that."""
    if not isinstance(index, list | str) or len(index) >= 32:
        return False
    for part in index:
        if (
            part is None
            or part is Ellipsis
            or isinstance(part, Tensor | list | tuple | slice | np.ndarray | range | str)
        ):
            warn_once(in_full("Using a non-tuple"))
            return True
    return False


def part_of(part: Any) -> Any:
    """Return a part of an index as int, slice, None, Ellipsis, bool, or an array of elements.

    Raises:
        IndexError: it can't index.
    """
    kind = part.__class__
    if kind is int or kind is slice or kind is bool or part is None or part is Ellipsis:
        return part
    if isinstance(part, Tensor):
        return tensor_part(part)
    if is_array(part):
        return part.item() if not part.ndim and part.dtype.kind in "iub" else elements_of(part)
    if isinstance(part, np.integer):
        return int(part)
    if isinstance(part, list | tuple | range | str):
        wanted = None if is_plain(part) or type_of(part) is bool_ else int64
        return elements_of(array_of_data(part, wanted)[0])
    if hasattr(kind, "__index__"):
        return int(part.__index__())
    raise IndexError(in_full("only integers, slices", class_name(part)))


def tensor_part(part: Tensor) -> Any:
    """Return a tensor as a part of an index."""
    category, name = part.dtype.category, part.dtype.name
    if category == BOOLEAN or name == "uint8":
        if name == "uint8":
            warn_once(in_full("indexing with dtype"))
        mask = part._array if category == BOOLEAN else part._array.astype(bool)
        return mask if part.shape else bool(mask)
    if category == INTEGER and not part.shape:
        return int(part._array)
    return part._array  # whose type is looked at with the shapes


def elements_of(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the numbers of elements, or a mask, that an array from elsewhere means."""
    return array if array.dtype == np.bool_ else array.astype(np.int64)


def slice_of(part: slice) -> slice:
    """Return a slice with whole numbers.

    Raises:
        ValueError: it goes backwards, or nowhere.
    """
    start, stop, step = (bound(one) for one in (part.start, part.stop, part.step))
    if step is not None and step <= 0:
        raise ValueError("step must be greater than zero" if step else "slice step cannot be zero")
    return slice(start, stop, step)


def bound(value: Any) -> int | None:
    """Return a slice's bound as a number."""
    if value is None or hasattr(type(value), "__index__"):
        return None if value is None else index(value)
    raise TypeError(in_full("slice indices must"))


def dimensions_used(part: object) -> int:
    """Return how many dimensions of the tensor a part of an index stands for."""
    if part is None or part is Ellipsis or part.__class__ is bool:
        return 0
    return part.ndim if is_array(part) and part.dtype == np.bool_ else 1


def dimensions_meant(part: object) -> int:
    """Return how many dimensions PyTorch counts for a part as given: for a list, one."""
    if isinstance(part, Tensor) and (part.dtype.category == BOOLEAN or part.dtype.name == "uint8"):
        return len(part.shape)
    return 0 if part is None or part is Ellipsis or part.__class__ is bool else 1
