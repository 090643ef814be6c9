"""What PyTorch says of automatic casts, by kind of device."""

from typing import Any, ClassVar

from tensorlab.engine.calling.casting import Autocast, switch
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import bfloat16, float16

KINDS = {"cpu": bfloat16, "cuda": float16}


class State:
    """The types that would be cast to, which programs may choose, and whether copies are kept."""

    types: ClassVar[dict[str, Any]] = dict(KINDS)
    keeping: ClassVar[bool] = True


def get_autocast_dtype(device_type: str) -> Any:
    """Return the type that autocast computes in on a kind of device.

    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    return State.types[Device(device_type).type]


def set_autocast_dtype(device_type: str, dtype: object) -> None:
    """Choose the type that autocast computes in on a kind of device.

    >>> torch.set_autocast_dtype("cpu", torch.bfloat16)
    """
    State.types[Device(device_type).type] = dtype


def get_autocast_cpu_dtype() -> Any:
    """Return the type that autocast computes in on a CPU.

    >>> torch.get_autocast_cpu_dtype()
    torch.bfloat16
    """
    return get_autocast_dtype("cpu")


def get_autocast_gpu_dtype() -> Any:
    """Return the type that autocast computes in on a GPU.

    >>> torch.get_autocast_gpu_dtype()
    torch.float16
    """
    return get_autocast_dtype("cuda")


def set_autocast_cpu_dtype(dtype: object) -> None:
    """Choose the type that autocast computes in on a CPU.

    >>> torch.set_autocast_cpu_dtype(torch.bfloat16)
    """
    set_autocast_dtype("cpu", dtype)


def set_autocast_gpu_dtype(dtype: object) -> None:
    """Choose the type that autocast computes in on a GPU.

    >>> torch.set_autocast_gpu_dtype(torch.float16)
    """
    set_autocast_dtype("cuda", dtype)


def is_autocast_enabled(device_type: str = "cuda") -> bool:
    """Return whether functions cast what they are given on a kind of device: on GPUs never.

    >>> torch.is_autocast_enabled()
    False
    """
    return Device(device_type).type == "cpu" and Autocast.dtype is not None


def set_autocast_enabled(device_type: str, enabled: bool | None = None) -> None:
    """Begin or end casts on a kind of device, outside of any block.

    >>> torch.set_autocast_enabled("cpu", False)
    """
    if enabled is not None and Device(device_type).type == "cpu":
        switch(State.types["cpu"] if enabled else None)


def set_autocast_cpu_enabled(enabled: bool) -> None:
    """Begin or end casts on the CPU.

    >>> torch.set_autocast_cpu_enabled(False)
    """
    set_autocast_enabled("cpu", enabled)


def is_autocast_cpu_enabled() -> bool:
    """Return whether functions on the CPU cast what they are given.

    >>> torch.is_autocast_cpu_enabled()
    False
    """
    return is_autocast_enabled("cpu")


def is_autocast_cache_enabled() -> bool:
    """Return whether autocast would keep its copies of parameters.

    >>> torch.is_autocast_cache_enabled()
    True
    """
    return State.keeping


def set_autocast_cache_enabled(enabled: bool) -> None:
    """Say whether autocast would keep its copies of parameters.

    >>> torch.set_autocast_cache_enabled(True)
    """
    State.keeping = enabled


def clear_autocast_cache() -> None:
    """Do nothing: no copies of parameters are kept.

    >>> torch.clear_autocast_cache()
    """


def is_vulkan_available() -> bool:
    """Return whether tensors can live on phones' graphics processors: here they cannot.

    >>> torch.is_vulkan_available()
    False
    """
    return False
