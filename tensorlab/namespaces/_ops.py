"""torch.ops: operators by their libraries' names, those of programs and PyTorch's own."""

from collections.abc import Callable
from typing import Any, Self

from tensorlab.absent import find_absent
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find
from tensorlab.ops.schemas import DEFINED

OF_PYTORCH = ("aten", "prims", "prim", "quantized", "c10d", "_c10d_functional")


class Called:
    """What torch.ops has under a name: an operator, and each of its overloads."""

    def __init__(self, title: str, operator: Callable[..., Any]) -> None:
        self.title, self.operator = title, operator
        self._schema = getattr(operator, "schema", None)

    def __call__(self, /, *args: Any, **settings: Any) -> Any:
        """Compute what the operator does.

        Raises:
            RuntimeError: sizes come loose, or what is to be written to is missing.
        """
        facts = getattr(getattr(self.operator, "operation", None), "facts", ())
        loose = args and isinstance(args[0], int) and "size" in facts
        missing = None if self.title.endswith((".out", "_out")) else ()
        if loose or settings.get("out", missing) is None:
            raise RuntimeError(in_full("Overloaded torch operator", self.title))
        return self.operator(*args, **settings)

    def __getattr__(self, name: str) -> Self:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(self)(f"{self.title}.{name}", self.operator)

    def __repr__(self) -> str:
        return self.title


class Operators:
    """The operators of a library, as torch.ops has them: PyTorch's own are in aten."""

    def __init__(self, library: str) -> None:
        self.library = library

    def __getattr__(self, name: str) -> Called:
        found = DEFINED.get(f"{self.library}::{name}")
        if self.library in OF_PYTORCH:
            found = found or find("torch", name) or getattr(Tensor, name, None)
            found = found or find("torch.nn.functional", name)
            found = found or find_absent(f"torch.ops.{self.library}", name)
        if found is None:
            wrong = f"'_OpNamespace' '{self.library}' object has no attribute '{name}'"
            raise AttributeError(wrong)
        return Called(f"{self.library}.{name}", found)


def load_library(path: object) -> None:
    """Refuse to load kernels, as a file that cannot be opened is refused: libraries go on without.

    Raises:
        OSError: always.
    """
    raise OSError(f"Could not load this library: {path}: kernels in C++ need PyTorch itself")


def key_set(*keys: object) -> set[object]:
    """Return keys of PyTorch's dispatcher as a set: libraries name some when they are loaded."""
    return set(keys)
