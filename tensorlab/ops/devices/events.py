"""torch.Event: a mark in the work of a device. A processor's work is done when it is said."""

from typing import Any

from tensorlab.engine.device import Device
from tensorlab.engine.naming import Named

__all__ = ["Event"]


class Event(metaclass=Named):
    """A mark in a device's work.

    >>> torch.Event().query()
    True
    """

    torch_name = "torch.Event"

    def __init__(self, device: Any = None, **_: Any) -> None:
        self.device = Device("cpu" if device is None else device)
        if self.device.type != "cpu":
            kind = self.device.type
            raise RuntimeError(f"PyTorch is not linked with support for {kind} devices")

    def query(self) -> bool:
        """Return whether all work before the mark is done."""
        return True

    def record(self, stream: Any = None) -> None:
        """Set the mark.

        Raises:
            RuntimeError: a processor has no marks.
        """
        raise RuntimeError("cpu backend doesn't support events.")

    def __repr__(self) -> str:
        return "torch.Event device_type=cpu, device_index=-1, event_flag=0, event_id=0"
