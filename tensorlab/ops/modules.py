"""Python modules for PyTorch's namespaces, so that `tensorlab.linalg` can be imported."""

import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any

from tensorlab.ops.second_places import class_at, home_of


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


def shelf(
    namespace: str, file_of: Mapping[str, str], parts: Collection[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return a package's `__getattr__` and `__dir__`: a class's file is loaded when first named."""
    package = "tensorlab" + namespace.removeprefix("torch")

    def find(name: str) -> Any:
        if name == "__all__":  # what a star import asks for
            return sorted(file_of)
        if name in file_of:
            found = getattr(import_module(f"{package}.{file_of[name]}"), name)
            setattr(sys.modules[package], name, found)  # the next time Python finds it by itself
            return found
        if name in parts:
            return import_module(f"{package}.{name}")
        if home_of(f"{namespace}.{name}") is not None:
            return sys.modules[package]
        if found := class_at(f"{namespace}.{name}"):
            return found
        raise AttributeError(f"module '{namespace}' has no attribute '{name}'")

    return find, lambda: sorted({*file_of, *parts})
