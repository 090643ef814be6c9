"""What each function does: one file per family, one declaration per function."""

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return what stands for a name of PyTorch's here, where its kernels are called."""
    return import_module("tensorlab.absent").find_absent("torch.ops", name)
