"""The devices behind the arrays: where an array lives, and how it gets elsewhere."""

from typing import Any

import numpy as np

from tensorlab.engine.device import CPU, META, Device
from tensorlab.engine.meta import MetaArray, hollow

NO_DATA = "Cannot copy out of meta tensor; no data!"
NO_CUDA = "Torch not compiled with CUDA enabled"


def device_of_array(array: Any) -> Device:
    """Return the device that holds an array of another class than numpy's own."""
    if isinstance(array, MetaArray):
        return META
    if isinstance(array, np.ndarray):
        return CPU
    raise TypeError(f"no device holds a {type(array).__name__}")


def place(array: Any, device: "Device | str | int | None") -> Any:
    """Return the array on a device; None is where it is.

    Raises:
        NotImplementedError: a tensor without elements can't get any by moving.
        AssertionError: there is no such device here.
    """
    if device is None:
        return array
    wanted = device if isinstance(device, Device) else Device(device)
    if wanted.type == "meta":
        return hollow(array)
    if isinstance(array, MetaArray):
        raise NotImplementedError(NO_DATA)
    if wanted.type == "cpu":
        return array
    raise AssertionError(NO_CUDA)
