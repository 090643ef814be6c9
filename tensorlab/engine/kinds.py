"""The kinds of tensors that store something else than an array of their elements."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.layout import row_major
from tensorlab.engine.naming import BY_COLUMNS, OF_BLOCKS, SPARSE_COO
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor, wrap_beside

if TYPE_CHECKING:
    from tensorlab.engine.quantizer import PerChannel, PerTensor


class SparseTensor(Tensor):
    """A tensor stored as the coordinates and the values of its specified elements."""

    __slots__ = ("coalesced", "coordinates", "entries", "size_")

    _stored_in = SPARSE_COO
    _stored_as = ("coordinates", "entries", "size_", "coalesced", "_element_type")
    coordinates: Tensor
    entries: Tensor
    size_: Size
    coalesced: bool
    rewritten: Any  # in place, by what operations answer
    filled: Any  # with other values, at the same coordinates
    made_by: str = ""  # PyTorch's name of the step back to the values

    shape = property(lambda self: self.size_)
    device = property(lambda self: self.entries.device)

    def __setitem__(self, index: object, value: object) -> None:
        """Refuse to write over elements, most of which are stored nowhere.

        Raises:
            TypeError: always, as in PyTorch.
        """
        raise TypeError("Cannot assign to a sparse tensor")

    def _coalesced_(self, coalesced: bool) -> "SparseTensor":
        """Return this tensor, noted to be in order, or not to be."""
        self.coalesced = coalesced
        return self

    def starts(self) -> Tensor:
        """Return at which value each row, or column, begins, and how many values there are."""
        axis = int(self.layout in BY_COLUMNS)
        extent = self.entries.shape[1 + axis] if self.layout in OF_BLOCKS else 1
        lines = self.size_[axis] // max(extent, 1)
        counts = np.bincount(self.coordinates._array[axis], minlength=lines)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return wrap_beside(starts, self.coordinates.dtype, self.coordinates)

    def parts(self) -> dict[str, Tensor]:
        """Return what is stored, by the names that the layout has for it."""
        if self.layout is SPARSE_COO:
            return {"indices": self.coordinates, "values": self.entries}
        by_columns = self.layout in BY_COLUMNS
        other = row_major(self.coordinates._array[int(not by_columns)])
        names = ("ccol_indices", "row_indices") if by_columns else ("crow_indices", "col_indices")
        along = wrap_beside(other, self.coordinates.dtype, self.entries)
        return {names[0]: self.starts(), names[1]: along, "values": self.entries}


class QuantizedTensor(Tensor):
    """A tensor stored as whole numbers, and the quantizer that says what they stand for."""

    __slots__ = ("quantizer",)

    _stored_as = ("_array", "_element_type", "quantizer")
    quantizer: "PerTensor | PerChannel"


for kind in (SparseTensor, QuantizedTensor):
    kind.__name__ = "Tensor"  # to programs there is one class of tensors
