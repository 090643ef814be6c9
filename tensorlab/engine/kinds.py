"""The kinds of tensors that store something else than an array of their elements."""

from typing import TYPE_CHECKING

from tensorlab.engine.device import Device
from tensorlab.engine.formats import SPARSE_COO
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

if TYPE_CHECKING:
    from tensorlab.engine.quantizer import PerChannel, PerTensor


class SparseTensor(Tensor):
    """A tensor stored as the coordinates and the values of its specified elements."""

    __slots__ = ("coalesced", "coordinates", "entries", "size_")

    layout = SPARSE_COO
    is_sparse = True
    stored_as = ("coordinates", "entries", "size_", "coalesced", "dtype")
    coordinates: Tensor
    entries: Tensor
    size_: Size
    coalesced: bool
    made_by: str = ""  # PyTorch's name of the step back to the values

    @property
    def shape(self) -> Size:
        """The size along each dimension, the unspecified elements counted."""
        return self.size_

    @property
    def device(self) -> Device:
        """Where the elements live."""
        return self.entries.device


class QuantizedTensor(Tensor):
    """A tensor stored as whole numbers, and the quantizer that says what they stand for."""

    __slots__ = ("quantizer",)

    is_quantized = True
    stored_as = ("array", "dtype", "quantizer")
    quantizer: "PerTensor | PerChannel"
