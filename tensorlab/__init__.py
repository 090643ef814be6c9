"""PyTorch's names for tensors and their functions, over numpy: `import tensorlab as torch`."""

from importlib import import_module
from typing import Any

from tensorlab.version import __version__ as __version__

MODULES = {
    "accelerator", "autograd", "cuda", "fft", "func", "linalg", "nn", "optim", "serialization",
    "signal", "sparse", "special", "utils",
}  # fmt: skip
FILES = {"save", "load"}  # programs of the language have none


def __getattr__(name: str) -> Any:
    """Return a public name, loading the engine on the first one."""
    if name in MODULES:
        return import_module(f"tensorlab.{name}")
    if name in FILES:
        return getattr(import_module("tensorlab.serialization"), name)
    if not name.startswith("__"):
        from tensorlab.ops.loading import NAMESPACES, find  # noqa: PLC0415  only programs pay

        value = find("torch", name)
        if name in NAMESPACES["torch"]:
            globals()[name] = value
            return value
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


def __dir__() -> list[str]:
    from tensorlab.ops.namespace import NAMESPACES  # noqa: PLC0415  only those who look pay

    return sorted({*globals(), *MODULES, *FILES, *NAMESPACES["torch"]})
