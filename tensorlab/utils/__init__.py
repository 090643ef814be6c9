"""torch.utils: its parts."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return a part, loaded when it is first asked for."""
    if name == "data":
        return import_module("tensorlab.utils.data")
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
