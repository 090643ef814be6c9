"""What a file may name: the program's own classes and functions, layers, and torch's public ones.

The list is closed. A name is looked up in one place, never through dots into something else.
"""

import pickle
import sys
from importlib import import_module
from types import FunctionType
from typing import Any, ClassVar

from tensorlab.absent import inner
from tensorlab.engine.dtypes import TENSOR_TYPES
from tensorlab.engine.warning import in_full
from tensorlab.nn.module import Module
from tensorlab.ops.loading import find

OURS = "tensorlab"
SCRIPT = "__main__"
# The packages whose `FILE_OF` lists torch's public classes, the innermost first.
PACKAGES = (
    "torch.optim.lr_scheduler", "torch.optim", "torch.utils.data", "torch.nn",
    "torch.distributions",
)  # fmt: skip
# Where PyTorch has those functions that are written in C++.
COMPILED = {
    "torch._C._nn": "torch.nn.functional", "torch._C._linalg": "torch.linalg",
    "torch._C._fft": "torch.fft", "torch._C._special": "torch.special",
}  # fmt: skip


class Safe:
    """The classes and functions that a program allows in files, beside those of the list."""

    allowed: ClassVar[list[Any]] = []


def named(module: str, name: str) -> Any:
    """Return the class or function that a file names.

    Raises:
        UnpicklingError: it is neither the program's own nor a layer nor a public one of torch.
    """
    found = of_program(module, name) or of_torch(module, name)
    if found is None:
        raise pickle.UnpicklingError(in_full("torch.load makes objects", module, name))
    return found


def of_program(module: str, name: str) -> Any:
    """Return a class or function of the program's own modules, or a layer of a library's.

    None for another thing, and where the program has not imported the module.
    """
    place = sys.modules.get(module)
    found = vars(place).get(name) if place else None
    foreign = module.partition(".")[0] in {*sys.stdlib_module_names, OURS, "torch"}
    if foreign or not isinstance(found, type | FunctionType):
        return None
    own = module == SCRIPT or "-packages" not in (getattr(place, "__file__", None) or "")
    if own or (isinstance(found, type) and issubclass(found, Module)):
        return found if (found.__module__, found.__qualname__) == (module, name) else None
    return None


def of_torch(module: str, name: str) -> Any:
    """Return a public class or declared function of torch, None where there is no such."""
    if package := package_of(module):
        place: Any = import_module(OURS + package.removeprefix("torch"))
        if name in place.FILE_OF:
            return getattr(place, name)
        if found := inner(f"{package}.{name}"):
            return found
    if module == "torch.nn.init":
        place = import_module(f"{OURS}.nn.init")
        return getattr(place, name) if name in place.__all__ else None
    found = find(COMPILED.get(module, module), name)
    return found if isinstance(found, FunctionType) else None


def package_of(module: str) -> str | None:
    """Return the package of torch's public classes in which a module lies, None if in none."""
    return next((each for each in PACKAGES if f"{module}.".startswith(f"{each}.")), None)


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
    if module.partition(".")[0] == OURS:
        return torch_module(f"torch{module.removeprefix(OURS)}"), name
    there = getattr(sys.modules.get(module), name.partition(".")[0], None)
    if there is None and not module.startswith("torch"):
        wanted = f"attribute lookup {name} on {module}"
        raise pickle.PicklingError(f"Can't pickle {kind!r}: {wanted} failed")
    return module, name


def torch_module(module: str) -> str:
    """Return the public part of torch that has what a file of ours defines."""
    if module == "torch.nn.init":
        return module
    return package_of(module) or ".".join(module.split(".")[:2])


def hub_folder() -> str:
    """Return the folder where libraries look for weights that they have fetched."""
    return f"{inner('torch.hub._get_torch_home')()}/hub"


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


STORAGE_OF = {each.name: f"{each.scalar_name}Storage" for each in TENSOR_TYPES.values()}
TYPE_OF = {storage: dtype for dtype, storage in STORAGE_OF.items()}
