"""The device that programs make their tensors on, as an option, a setting or a command names it."""

from tensorlab.engine.device import Placement
from tensorlab.process.lifecycle import WrongUsageError

KNOWN = ("cpu", "cuda", "meta")


def choose(name: str) -> None:
    """Let programs make their tensors on a device.

    Raises:
        WrongUsageError: there is no such device, or it can't be used here; the message says why.
    """
    from tensorlab.ops.creation.from_values import empty
    from tensorlab.ops.tensor.settings import set_default_device

    if name.partition(":")[0] not in KNOWN:
        raise WrongUsageError(f"there is no device {name!r}: write {', '.join(KNOWN)}")
    try:
        empty(0, device=name)  # or it is said when the first tensor is made
        set_default_device(name)
        Placement.chosen = Placement.device
    except (AssertionError, RuntimeError) as error:
        why = next(iter(getattr(error, "__notes__", ())), str(error))
        raise WrongUsageError(f"tensors cannot be made on {name!r} here. {why}") from None


def chosen() -> str:
    """Return the device that programs make their tensors on."""
    from tensorlab.ops.tensor.settings import get_default_device

    return str(get_default_device())
