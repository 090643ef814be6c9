"""torch.utils.dlpack: tensors handed over to other libraries, and taken from them, not copied."""

from functools import cache
from typing import Any

import numpy as np

from tensorlab.engine.layout import Writable
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find

__all__ = ["from_dlpack", "to_dlpack"]


def to_dlpack(tensor: Tensor) -> Any:
    """Return a capsule over a tensor's memory, which from_dlpack opens once.

    >>> torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(torch.ones(2)))
    tensor([1., 1.])
    """
    return np.asarray(tensor.numpy()).__dlpack__()


class Opened:
    """A capsule, as what numpy asks for it."""

    def __init__(self, capsule: object) -> None:
        self.capsule = capsule

    def __dlpack__(self, **_: object) -> Any:
        """Return the capsule."""
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return that it lies in the main memory."""
        return 1, 0


@cache
def tells_writing() -> bool:
    """Return whether numpy says of what it is handed that it may be written to; 2.0 never does."""
    return bool(np.from_dlpack(np.zeros(1)).flags.writeable)


def from_dlpack(ext_tensor: Any, *, device: object = None, copy: bool | None = None) -> Any:
    """Return a tensor over the memory of another library's array, or of a capsule.

    >>> import numpy
    >>> torch.from_dlpack(numpy.arange(3))
    tensor([0, 1, 2])
    """
    if isinstance(ext_tensor, Tensor):
        return ext_tensor.view_as(ext_tensor)
    is_capsule = not hasattr(ext_tensor, "__dlpack__")
    array = np.from_dlpack(Opened(ext_tensor) if is_capsule else ext_tensor)
    if is_capsule or not tells_writing():
        array = np.asarray(Writable(array))
    found = find("torch", "from_numpy")(array)
    return found.clone() if copy else found
