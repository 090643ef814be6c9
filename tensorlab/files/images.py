"""Pictures (.png, .jpg): channels, rows and columns of bytes. Pillow reads and writes them."""

from pathlib import Path
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.files.arrays import array_of, tensor_of


def pillow() -> Any:
    """Return Pillow's module.

    Raises:
        ValueError: it is not installed.
    """
    try:
        from PIL import Image  # noqa: PLC0415  few have it
    except ImportError:
        raise ValueError("pictures need Pillow: pip install pillow") from None
    return Image


def read(path: Path) -> Tensor:
    """Return a tensor of shape (channels, height, width): 1 channel for grey, 3 for colours."""
    with pillow().open(path) as picture:
        grey = picture.mode in {"1", "L", "I;16", "I"}
        elements = np.asarray(picture.convert("L" if grey else "RGB"))
    return tensor_of(elements[None] if grey else elements.transpose(2, 0, 1).copy())


def write(path: Path, value: object) -> None:
    """Write a tensor of bytes: (height, width), or 1 or 3 channels of them.

    Raises:
        TypeError: it is of another type or shape.
    """
    elements = array_of(value)
    if elements.dtype != np.uint8 or not (
        elements.ndim == 2 or (elements.ndim == 3 and len(elements) in {1, 3})
    ):
        raise TypeError("a picture is a uint8 tensor (height, width), (1, ...) or (3, ...)")
    if elements.ndim == 3:
        elements = elements[0] if len(elements) == 1 else elements.transpose(1, 2, 0)
    pillow().fromarray(elements).save(path)
