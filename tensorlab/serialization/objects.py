"""Objects of classes in PyTorch's files: a program's own, and modules, which it asks for by name.

Nothing else that a file names is made: a file can have a program's classes made, and no others.
"""

from __future__ import annotations

import pickle
import struct
import sys
from enum import Enum
from types import FunctionType
from typing import Any, ClassVar

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.module import Module

OURS = "tensorlab"
# What pickles are made of, beside a program's own classes.
PARTS = {
    ("collections", "Counter"), ("collections", "defaultdict"), ("collections", "deque"),
    ("copyreg", "_reconstructor"), ("builtins", "object"), ("builtins", "list"),
    ("builtins", "dict"), ("builtins", "tuple"), ("builtins", "set"), ("builtins", "frozenset"),
    ("types", "SimpleNamespace"), ("argparse", "Namespace"),
}  # fmt: skip
NOT_SAFE = (
    "Weights only load failed. This file can still be loaded, to do so you have two options, do "
    "those steps only if you trust the source of the checkpoint. \n\t(1) In PyTorch 2.6, we "
    "changed the default value of the `weights_only` argument in `torch.load` from `False` to "
    "`True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but "
    "it can result in arbitrary code execution. Do it only if you got the file from a trusted "
    "source.\n\t(2) Alternatively, to load with `weights_only=True` please check the recommended "
    "steps in the following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL "
    "{0} was not an allowed global by default. Please use `torch.serialization.add_safe_globals"
    "([{1}])` or the `torch.serialization.safe_globals([{1}])` context manager to allowlist this "
    "global if you trust this class/function."
)


class Safe:
    """The classes that a program allows in files of weights."""

    allowed: ClassVar[list[Any]] = []


def public_place(kind: Any) -> tuple[str, str]:
    """Return the module and the name by which a class or function is asked for.

    Raises:
        AttributeError: it has none: it was made within a function.
        PicklingError: another thing has that name.
    """
    module, name = kind.__module__, kind.__qualname__
    operation = getattr(kind, "operation", None)
    if operation is not None:
        return operation.namespace, operation.name
    if "<locals>" in name or "<lambda>" in name:
        raise AttributeError(f"Can't get local object {name!r}")
    if module.partition(".")[0] in (OURS, "torch"):
        return theirs(module), name
    if getattr(sys.modules.get(module), name.partition(".")[0], None) is None:
        raise pickle.PicklingError(
            f"Can't pickle {kind!r}: attribute lookup {name} on {module} failed"
        )
    return module, name


def theirs(module: str) -> str:
    """Return the part of torch whose file one of ours is."""
    if module.startswith("torch."):
        return module
    parts = module.split(".")[1:]
    return ".".join(["torch", *parts[: 2 if parts[:1] == ["utils"] else 1]])


def write_named(writing: Any, kind: Any) -> None:
    """Write a class, or a function, by its name."""
    writing.known(*public_place(kind))


def write_object(writing: Any, value: Any) -> None:
    """Write an object: its class, what it is made with, and its state."""
    reduced = value.__reduce_ex__(2)
    if isinstance(reduced, str):
        raise TypeError(f"such a file holds values, not {type(value).__name__}")
    make, given, *rest = reduced
    state, items, pairs = (*rest, None, None, None)[:3]
    if make.__name__ == "__newobj__":
        write_named(writing, given[0])
        writing.write(tuple(given[1:]))
        writing.parts.append(b"\x81")
    else:
        write_named(writing, make)
        writing.write(tuple(given))
        writing.parts.append(b"R")
    writing.remember(value)
    if items is not None:
        writing.several(b"(", list(items), b"e")
    if pairs is not None:
        writing.several(b"(", [part for pair in pairs for part in pair], b"u")
    if state is not None:
        writing.write(state)
        writing.parts.append(b"b")


def write_other(writing: Any, value: Any) -> None:
    """Write what is no plain value."""
    if isinstance(value, type | FunctionType):
        write_named(writing, value)
    else:
        write_object(writing, value)


def found_class(module: str, name: str) -> Any:
    """Return the class, or the program's own function, that a file names.

    Raises:
        UnpicklingError: it is neither the program's own nor one of torch.
    """
    if module.partition(".")[0] == "torch":
        return of_torch(module, name)
    holder: Any = sys.modules.get(module)
    for part in name.split("."):
        holder = getattr(holder, part, None)
    if (module, name) in PARTS or (holder is not None and is_own(module, holder)):
        return holder
    raise pickle.UnpicklingError(
        f"torch.load makes objects of the program's own classes and of torch's; the file names "
        f"{module}.{name}"
    )


def is_own(module: str, found: Any) -> bool:
    """Return whether something is the program's own, or a class like those of a program's own."""
    if module in ("__main__", "__mp_main__"):
        return True
    kinds = (Module, Tensor, Enum)
    return isinstance(found, type) and (
        issubclass(found, kinds) or hasattr(found, "__dataclass_fields__")
    )


def of_torch(module: str, name: str) -> Any:
    """Return a class or function of torch.

    Raises:
        UnpicklingError: there is no such thing.
    """
    from importlib import import_module  # noqa: PLC0415  few files name anything

    space = "torch.nn" if module.startswith("torch.nn.modules") else module
    try:
        place = import_module(OURS + space.removeprefix("torch"))
        return getattr(place, name)
    except (ImportError, AttributeError):
        raise pickle.UnpicklingError(f"torch.load knows no {module}.{name}") from None


def write_again(number: int) -> bytes:
    """Return what stands for an object that was written before."""
    return b"j" + struct.pack("<I", number)


def add_safe_globals(safe_globals: list[Any]) -> None:
    """Allow classes in files of weights.

    >>> torch.serialization.add_safe_globals([dict])
    """
    Safe.allowed += safe_globals


def get_safe_globals() -> list[Any]:
    """Return the classes that are allowed in files of weights.

    >>> isinstance(torch.serialization.get_safe_globals(), list)
    True
    """
    return list(Safe.allowed)


def clear_safe_globals() -> None:
    """Allow no more classes in files of weights.

    >>> torch.serialization.clear_safe_globals()
    """
    Safe.allowed.clear()


class safe_globals:  # noqa: N801  PyTorch's name
    """A block in which classes are allowed in files of weights.

    >>> with torch.serialization.safe_globals([dict]):
    ...     dict in torch.serialization.get_safe_globals()
    True
    """

    def __init__(self, safe_globals: list[Any]) -> None:
        self.safe_globals = safe_globals

    def __enter__(self) -> None:
        self.before = list(Safe.allowed)
        Safe.allowed += self.safe_globals

    def __exit__(self, *error: object) -> None:
        Safe.allowed[:] = self.before
