"""The devices behind the arrays: where an array lives, and how it gets elsewhere."""

from typing import Any

import numpy as np

from tensorlab.engine.device import CPU, META, Device

# The device of new tensors that are not told one.
default_device: Device = CPU


def device_of_array(array: Any) -> Device:
    """Return the device that holds an array of another class than numpy's own."""
    if isinstance(array, MetaArray):
        return META
    if isinstance(array, np.ndarray):
        return CPU
    raise TypeError(f"no device holds a {type(array).__name__}")


class MetaArray(np.ndarray[Any, Any]):
    """An array with a shape and a type but no elements: every cell is the same one byte."""


def place(array: Any, device: "Device | str | int | None") -> Any:
    """Return the array on a device; None is where it is."""
    if device is None:
        return array
    wanted = device if isinstance(device, Device) else Device(device)
    if wanted.type == "cpu":
        return array
    if wanted.type == "meta":
        hollow = np.broadcast_to(np.zeros((), array.dtype), array.shape)
        return hollow.view(MetaArray)
    raise RuntimeError(
        "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and "
        "installed a driver from http://www.nvidia.com/Download/index.aspx"
    )
