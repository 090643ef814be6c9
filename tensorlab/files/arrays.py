"""One array in numpy's own file (.npy)."""

from pathlib import Path
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


def read(path: Path) -> Tensor:
    """Return the array as a tensor; one of Python's objects is refused."""
    return tensor_of(np.load(path, allow_pickle=False))


def write(path: Path, value: Any) -> None:
    """Write a tensor."""
    with path.open("wb") as file:
        np.save(file, array_of(value), allow_pickle=False)


def tensor_of(array: Any) -> Tensor:
    """Return a tensor of an array's numbers, in the machine's order of bytes."""
    tensor: Tensor = find("torch", "from_numpy")(array.astype(array.dtype.newbyteorder("=")))
    return tensor


def array_of(value: Any) -> Any:
    """Return a tensor's array.

    Raises:
        TypeError: the value is no tensor, or numpy has no such type.
    """
    if not isinstance(value, Tensor):
        raise TypeError(f"such a file holds a tensor, not {type(value).__name__}")
    return value.detach().cpu().numpy()
