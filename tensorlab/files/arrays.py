"""One array in numpy's own file (.npy)."""

from pathlib import Path
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


def read(path: Path) -> Tensor:
    """Return the array as a tensor; one of Python's objects is refused."""
    return tensor_of(np.load(path, allow_pickle=False))


def write(path: Path, value: object) -> None:
    """Write a tensor, or an array of numpy's."""
    with path.open("wb") as file:
        np.save(file, array_of(value), allow_pickle=False)


def tensor_of(array: Any) -> Tensor:
    """Return a tensor of an array's numbers, in the machine's order of bytes."""
    tensor: Tensor = find("torch", "from_numpy")(array.astype(array.dtype.newbyteorder("=")))
    return tensor


def array_of(value: Any) -> Any:
    """Return the numbers of a tensor, or of one of numpy's values, as an array.

    Raises:
        TypeError: it is neither, or numpy has no such type.
    """
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biufc":
        return np.asarray(value)
    array = dense(value).detach().cpu()._array
    if array.dtype.kind not in "biufc":
        raise TypeError(f"numpy has no {value.dtype}: write x.float()")
    return value.detach().cpu().resolve_conj().resolve_neg().numpy()


def dense(value: Any) -> Tensor:
    """Return a tensor whose elements lie in memory as numbers.

    Raises:
        TypeError: it is none, with what to write instead.
    """
    if not isinstance(value, Tensor):
        raise TypeError(f"such a file holds a tensor, not {type(value).__name__}")
    if str(value.device) == "meta":
        raise TypeError("a tensor on the meta device has no numbers")
    if str(value.layout) != "torch.strided":
        raise TypeError("such a file holds no sparse tensor: write x.to_dense()")
    if value.is_quantized:
        raise TypeError("such a file holds no quantized tensor: write x.dequantize()")
    return value
