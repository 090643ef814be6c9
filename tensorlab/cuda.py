"""torch.cuda: re-exports only."""

from importlib import import_module
from typing import Any

from tensorlab.ops.modules import lookup

find = lookup("torch.cuda")


def __getattr__(name: str) -> Any:
    """Return a public name; what belongs to mixed precision is elsewhere."""
    return import_module("tensorlab.amp.cuda") if name == "amp" else find(name)
