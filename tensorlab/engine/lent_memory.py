"""Memory that is not a tensor's alone: numpy's users hold it as well, so that it cannot grow."""

from weakref import WeakValueDictionary

import numpy as np

from tensorlab.engine.layout import storage_of
from tensorlab.engine.warning import in_full

# Arrays whose memory numpy's users hold as well, by their addresses in Python: it cannot grow.
HELD: WeakValueDictionary[int, np.ndarray] = WeakValueDictionary()


def hold(array: np.ndarray) -> np.ndarray:
    """Return an array whose memory is used beside its tensor from now on."""
    owner = storage_of(array)
    HELD[id(owner)] = owner
    return array


def require_resizable(array: object, needed: int) -> None:
    """Refuse to let memory grow to so many bytes where it is not a tensor's alone.

    Raises:
        RuntimeError: it would have to, and is numpy's or a buffer's.
    """
    owner = storage_of(array)
    if needed > owner.nbytes and (HELD.get(id(owner)) is owner or owner.base is not None):
        raise RuntimeError("Trying to resize storage that is not resizable")


def require_whole_strides(array: np.ndarray) -> None:
    """Refuse an array of numpy's whose elements are not whole elements apart.

    Raises:
        ValueError: a stride is no multiple of the element's size.
    """
    if any(step % array.itemsize for step in array.strides if array.itemsize):
        raise ValueError(in_full("given numpy array strides"))
