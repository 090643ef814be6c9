"""What a step of the way back shows of what was saved for it: `grad_fn._saved_self`."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.packing import Packed
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.warning import in_full

# PyTorch's names in its table of derivatives, for ours.
OURS = {"self": "input", "result": "out", "result0": "out", "result1": "out"}


class SavedTensor:
    """A saved tensor before it is unpacked, which takes functions of its own to pack it."""

    def __init__(self, saved: dict[str, Any], name: str) -> None:
        self.saved = saved
        self.name = name

    def register_hooks(
        self, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]
    ) -> None:
        """Pack the tensor by one function at once, and unpack it by the other.

        Raises:
            RuntimeError: it has such functions already, or was let go of.
        """
        kept = self.saved[self.name]
        if isinstance(kept, Packed):
            raise RuntimeError(in_full("Calling register_hooks on a saved tensor whose"))
        if kept.tensor is None:
            raise RuntimeError(in_full("Calling register_hooks on a saved tensor after"))
        self.saved[self.name] = Packed(kept.tensor, (pack_hook, unpack_hook))


def look(node: Any, name: str) -> Any:
    """Return what a step saved under PyTorch's name for it, None for what no gradient asked for.

    Raises:
        AttributeError: none of its gradients is made of a thing of that name.
        RuntimeError: the way back has been walked before.
    """
    raw = name.startswith("_raw")
    theirs = name.partition("saved_")[2]
    ours = OURS.get(theirs, theirs)
    kept = node.saved.get(ours)
    known = {*node.saved}.union(*node.operation.needs.values())
    if ours not in known or (raw and not isinstance(kept, Saved)):
        raise AttributeError(f"'{type(node).__name__}' object has no attribute '{name}'")
    if raw:
        return SavedTensor(node.saved, ours)
    if not isinstance(kept, Saved):
        return kept
    if kept.tensor is None and not hasattr(kept, "parts"):
        raise RuntimeError(in_full("Trying to backward"))
    found = kept.unpack(node)
    return found[int(theirs[-1])] if theirs[-1].isdigit() and ours == "out" else found
