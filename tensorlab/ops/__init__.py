"""What each function does: one file per family, one declaration per function."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return the operators of a library, as torch.ops has them."""
    if name.startswith("__"):
        raise AttributeError(f"module 'torch.ops' has no attribute '{name}'")
    operators = import_module("tensorlab._ops")
    return operators.load_library if name == "load_library" else operators.Operators(name)
