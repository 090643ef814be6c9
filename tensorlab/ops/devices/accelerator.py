"""torch.accelerator: what programs ask of the device beside the CPU, whichever it is."""

from tensorlab.engine.cuda import cupy_backend as backend
from tensorlab.engine.declaring import composite
from tensorlab.engine.device import Device

NAMESPACE = "torch.accelerator"


@composite(namespace=NAMESPACE)
def is_available() -> bool:
    """Return whether there is a device that computes faster than the CPU."""
    return backend.obstacle() is None


@composite(namespace=NAMESPACE)
def device_count() -> int:
    """Return how many such devices there are: one, or none."""
    return int(is_available())


@composite(namespace=NAMESPACE)
def current_accelerator(check_available: bool = False) -> Device | None:
    """Return such a device; None where there is none."""
    return Device("cuda") if is_available() else None
