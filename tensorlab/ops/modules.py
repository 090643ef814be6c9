"""Python modules for PyTorch's namespaces, so that `tensorlab.linalg` can be imported."""

import sys
from collections.abc import Callable
from typing import Any


def lookup(namespace: str) -> Callable[[str], Any]:
    """Return a module's `__getattr__` that finds the public names of a namespace."""
    module = sys.modules["tensorlab" + namespace.removeprefix("torch")]

    def find(name: str) -> Any:
        if not name.startswith("__"):
            from tensorlab.ops.loading import find  # noqa: PLC0415  only programs pay

            found = find(namespace, name)
            if found is not None:
                setattr(module, name, found)  # the next time Python finds it by itself
                return found
        raise AttributeError(f"module '{namespace}' has no attribute '{name}'")

    return find
