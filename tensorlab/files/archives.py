"""Several arrays by name in numpy's archive (.npz)."""

from pathlib import Path
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.files.arrays import array_of, tensor_of


def read(path: Path) -> dict[str, Tensor]:
    """Return the arrays as tensors by name."""
    with np.load(path, allow_pickle=False) as archive:
        return {name: tensor_of(archive[name]) for name in archive.files}


def write(path: Path, value: Any) -> None:
    """Write a dict of tensors by name; a tensor alone is `value`."""
    with path.open("wb") as file:
        np.savez(file, **{name: array_of(part) for name, part in named(value).items()})


def named(value: Any) -> dict[str, Tensor]:
    """Return tensors by name.

    Raises:
        TypeError: the value is neither a tensor nor a dict of tensors.
    """
    if isinstance(value, Tensor):
        return {"value": value}
    if not (isinstance(value, dict) and all(isinstance(name, str) for name in value)):
        raise TypeError(f"such a file holds tensors by name, not {type(value).__name__}")
    return value
