"""The shape of a tensor."""

from collections.abc import Iterable
from typing import SupportsIndex, overload

from tensorlab.engine.naming import Named


class Size(tuple[int, ...], metaclass=Named):
    """A shape: a tuple of ints that prints and counts as PyTorch's does."""

    __slots__ = ()
    torch_name = "torch.Size"

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
        return Size(part) if isinstance(index, slice) else part  # type: ignore[arg-type,return-value]

    # A sum of sizes is a Size.
    def __add__(self, other: Iterable[int]) -> "Size":  # type: ignore[override]
        return Size(tuple.__add__(self, tuple(other)))

    def __mul__(self, count: SupportsIndex) -> "Size":
        return Size(tuple.__mul__(self, count))

    def __reduce__(self) -> tuple[object, ...]:
        return Size, (tuple(self),)
