"""Versions of tensors made in inference mode: nobody counts the writes to those."""

from typing import Any, ClassVar

from tensorlab.engine.warning import in_full

GRADIENT = "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed."
UNCOUNTED = "Inference tensors do not track version counter."


class Untracked:
    """Stands where other tensors have their version: a list of one number, shared by views.

    Those who write count up the first number, those who save for the way back read the last: so
    ordinary tensors need no question for any of this.
    """

    __slots__ = ("count",)
    allowed: ClassVar[bool] = False  # are we in inference mode?

    def __init__(self) -> None:
        self.count = 0  # for what keeps a program's tensors, not for the program

    def __getitem__(self, place: int) -> int:
        if place < 0:
            raise RuntimeError(in_full("Inference tensors cannot"))
        return self.count

    def __setitem__(self, place: int, count: int) -> None:
        if not self.allowed:
            raise RuntimeError(in_full("Inplace update to inference"))
        self.count = count


def is_untracked(tensor: Any) -> bool:
    """Return whether a tensor was made in inference mode, or shows the storage of one that was."""
    return tensor._writes.__class__ is Untracked


def writes_to(tensor: Any) -> int:
    """Return how often a tensor's storage was written to, whether it has a version or not."""
    return 0 if tensor._writes is None else int(tensor._writes[0])


def set_writes(tensor: Any, count: int) -> None:
    """Let a tensor's storage count as written to so often."""
    if is_untracked(tensor):
        tensor._writes.count = count
    else:
        tensor._writes = tensor._writes or [0]
        tensor._writes[0] = count


def refuse_count(tensor: Any) -> None:
    """Refuse to tell the version of a tensor that has none.

    Raises:
        RuntimeError: the tensor was made in inference mode.
    """
    if is_untracked(tensor):
        raise RuntimeError(UNCOUNTED)


def refuse_gradient(tensor: object) -> None:
    """Refuse to have a gradient of a tensor worked out that was made without a record.

    Raises:
        RuntimeError: it was made in inference mode, which is over.
    """
    if is_untracked(tensor) and not Untracked.allowed:
        raise RuntimeError(GRADIENT)
