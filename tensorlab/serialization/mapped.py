"""torch.from_file: the bytes of a file as a tensor."""

from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DType
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.tensor import Tensor, wrap


def from_file(
    filename: str, shared: bool | None = None, size: int | None = 0, *,
    dtype: DType | None = None, layout: Any = None, device: Any = None, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """Return the first elements of a file; where it is shared, writing changes the file.

    Raises:
        RuntimeError: there is no such file, or it is too short.
    """
    dtype = dtype or Defaults.floating
    mode: Any = "r+" if shared else "c"
    try:
        array = np.memmap(filename, dtype.compute, mode, shape=(size or 0,))
    except FileNotFoundError as error:
        raise RuntimeError(
            f"unable to open file <{filename}> in read-write mode: {error.strerror} ({error.errno})"
        ) from None
    except (OSError, ValueError) as error:
        raise RuntimeError(f"unable to mmap file <{filename}>: {error}") from None
    return wrap(np.asarray(array).view(np.ndarray), dtype)
