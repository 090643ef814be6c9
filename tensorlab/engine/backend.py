"""The devices behind the arrays: where an array lives, and how it gets elsewhere."""

from typing import Any, TypeGuard

import numpy as np

from tensorlab.engine.device import CPU, HERE, META, Device, GpuArray, not_here
from tensorlab.engine.layout import in_order
from tensorlab.engine.meta import MetaArray, without_data

NOT_ON_GPU = "{} tensors stay in the main memory: tensorlab has no GPU kernels for them. Use .cpu()"
NO_DATA = "Cannot copy out of meta tensor; no data!"


def device_of_array(array: object) -> Device:
    """Return the device that holds an array of another class than numpy's own."""
    if isinstance(array, MetaArray):
        return META
    if isinstance(array, np.ndarray):
        return CPU
    if isinstance(array, GpuArray):
        return FIRST_GPU
    raise TypeError(f"no device holds a {type(array).__name__}")


FIRST_GPU = Device("cuda", 0)


def is_array(value: object) -> TypeGuard[np.ndarray[Any, Any]]:
    """Return whether a value is an array, on whatever device."""
    return isinstance(value, np.ndarray | GpuArray)


def place(array: object, device: "Device | str | int | None") -> Any:
    """Return the array on a device; None is where it is.

    Raises:
        NotImplementedError: a tensor without elements can't get any by moving.
        AssertionError: there is no such device here.
        ModuleNotFoundError: likewise, of devices that others add to PyTorch.
        RuntimeError: there are not as many GPUs.
    """
    if device is None:
        return array
    wanted = device if isinstance(device, Device) else Device(device)
    if wanted.type not in HERE:
        raise not_here(wanted.type)
    if wanted.type == "meta":
        return without_data(array)
    if isinstance(array, MetaArray):
        raise NotImplementedError(NO_DATA)
    if wanted.type == "cuda":
        from tensorlab.engine.cuda.array import on_gpu  # noqa: PLC0415  most programs have no GPU

        return on_gpu(array, wanted)
    return in_order(array, lambda rows: rows.get()) if isinstance(array, GpuArray) else array
