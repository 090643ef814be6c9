"""What torch.save wrote (.pt, .pth), read without running anything that it names."""

import pickle
from pathlib import Path
from typing import Any

from tensorlab.serialization import load, save


def read(path: Path) -> Any:
    """Return the tensors, and the lists and dicts that hold them."""
    try:
        with path.open("rb") as file:
            return load(file)
    except pickle.UnpicklingError as error:
        raise ValueError(error) from None


def write(path: Path, value: object) -> None:
    """Write a value as PyTorch reads it."""
    with path.open("wb") as file:
        save(value, file)
