"""The shape of a tensor."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import index
from typing import Any, Self, SupportsIndex, overload

from tensorlab.engine.naming import Named, named_in_c


class Size(tuple[int, ...], metaclass=Named):
    """A shape: a tuple of ints that prints and counts as PyTorch's does."""

    __slots__ = ()
    torch_name = "torch.Size"

    def __new__(cls, sizes: Iterable[Any] = (), *more: object) -> Self:
        """Return the shape of these sizes.

        Raises:
            TypeError: one of them is no whole number, or they come one by one.
            ValueError: one of them has more than 64 bits.
        """
        if more:
            raise TypeError(f"tuple expected at most 1 argument, got {1 + len(more)}")
        return tuple.__new__(cls, sizes_in(sizes))

    def numel(self) -> int:
        """Return the number of elements of a tensor of this shape."""
        count = 1
        for extent in self:
            count *= extent
        return count

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> "Size": ...
    def __getitem__(self, index: SupportsIndex | slice) -> "int | Size":
        part = tuple.__getitem__(self, index)
        # A slice gives a tuple.
        return size_of(part) if isinstance(index, slice) else part  # type: ignore[arg-type,return-value]

    # A sum of sizes is a Size.
    def __add__(self, other: Iterable[int]) -> "Size":  # type: ignore[override]
        if not isinstance(other, tuple):
            raise TypeError(f"can only concatenate tuple (not {named_in_c(other)}) to torch.Size")
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: tuple[int, ...]) -> "Size":
        return Size(other) + self if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: SupportsIndex) -> "Size":
        return size_of(tuple.__mul__(self, count))

    def __reduce__(self) -> tuple[object, ...]:
        return Size, (tuple(self),)


def sizes_in(sizes: Iterable[Any]) -> Iterator[int]:
    """Yield sizes as Python's ints."""
    for place, size in enumerate(sizes):
        try:
            whole = index(size)
        except TypeError:
            raise TypeError(
                f"torch.Size() takes an iterable of 'int' (item {place} is '{named_in_c(size)}')"
            ) from None
        if not -(2**63) <= whole < 2**63:
            raise ValueError("Overflow when unpacking long long")
        yield whole


# The shape of an array, whose sizes need no look: without a frame of Python's for each.
size_of: Callable[[tuple[int, ...]], Size] = partial(tuple.__new__, Size)
