"""Several arrays by name in numpy's archive (.npz)."""

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import write_array

from tensorlab.engine.tensor import Tensor
from tensorlab.files.arrays import array_of, tensor_of

ALONE = "arr_0"  # what numpy calls an array that was given no name


def read(path: Path) -> Tensor | dict[str, Tensor]:
    """Return the arrays as tensors by name, one that was written alone as a tensor."""
    with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
        return alone({name: tensor_of(archive[name]) for name in archive.files})


def write(path: Path, value: object) -> None:
    """Write a dict of tensors by name, or a tensor alone."""
    arrays = {name: array_of(part) for name, part in named(value).items()}
    # np.savez takes the names for its own arguments.
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as part:
                write_array(part, array, allow_pickle=False)


def named(value: object) -> Mapping[str, Any]:
    """Return what is to be written by name.

    Raises:
        TypeError: it is neither a tensor nor a dict of tensors, or could not be told from one.
    """
    if isinstance(value, Tensor | np.ndarray | np.generic):
        return {ALONE: value}
    if not isinstance(value, Mapping):
        raise TypeError(f"such a file holds a tensor or a dict of them, not {type(value).__name__}")
    for name in value:
        if not isinstance(name, str):
            raise TypeError(f"such a file names tensors by strings, not by {name!r}")
    if list(value) == [ALONE]:
        raise TypeError(f"{ALONE!r} is the name of a tensor that has none: choose another one")
    return value


def alone(found: dict[str, Tensor]) -> Tensor | dict[str, Tensor]:
    """Return a tensor that was written without a name, else all by their names."""
    return found[ALONE] if list(found) == [ALONE] else found
