"""Declarations come into being when first used: which family declares a name, and loading it.

Declaring every function costs a third of `import numpy`; most programs use a few of them. The
index of names is made from the declarations, like the type stubs.
"""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from threading import local
from typing import Any

from tensorlab.engine.autograd.recording import History
from tensorlab.engine.cuda.cupy_backend import OutOfMemoryError
from tensorlab.engine.declaring import NAMESPACES, OPERATIONS, Tensor
from tensorlab.engine.methods import Methods
from tensorlab.engine.signatures.support import LinAlgError
from tensorlab.ops.creation.tensor_types import tensor_types
from tensorlab.ops.index import FAMILIES
from tensorlab.ops.values import VALUES

PACKAGE = "tensorlab.ops."
METHOD = "torch.Tensor."
# how a tensor is written, which every program asks for
CORE = ("tensor.python_values",)
# What sparse and quantized tensors answer to the others' functions, loaded with what makes them.
ANSWERS = {
    "sparse.construction": "sparse.arithmetic sparse.moving sparse.writing sparse.products",
    "quantized.quantizing": "quantized.answers quantized.values quantized.methods",
}


class NotYet:
    """Stands for a method until it is first used: then its declaration is loaded.

    A `__getattr__` would do the same, but slow down every attribute of every tensor.
    """

    __slots__ = ("load", "name")

    def __init__(self, name: str, load: Callable[[str], None]) -> None:
        self.name = name
        self.load = load

    def __get__(self, owner: object, kind: type) -> Any:
        """Return the method, which has taken this place by now."""
        self.load(self.name)
        if self.is_all_there_is(kind):
            raise AttributeError(f"'{kind.__name__}' object has no attribute '{self.name}'")
        return getattr(kind if owner is None else owner, self.name)

    def __set__(self, owner: object, value: object) -> None:
        """Set what the declaration lets be set, or a value of the owner's own of this name."""
        self.load(self.name)
        if self.is_all_there_is(type(owner)):
            vars(owner)[self.name] = value
        else:
            setattr(owner, self.name, value)

    def is_all_there_is(self, kind: type) -> bool:
        """Return whether no class found a method to put before this one."""
        for one in kind.__mro__:
            if self.name in one.__dict__:
                return one.__dict__[self.name] is self
        return True


class Depth(local):
    """How many loads a thread has under way: a family's import can ask for another's operation."""

    now = 0


DEPTH = Depth()


def load(qualified_names: Iterable[str]) -> None:
    """Load the families that declare any of the names."""
    parts = (qualified.rpartition(".") for qualified in qualified_names)
    families = {FAMILIES.get(home, {}).get(name) for home, _, name in parts}
    load_families(sorted(filter(None, families)))


def load_families(families: Iterable[str]) -> None:
    """Load families by name; wait for one that another thread is loading just now."""
    DEPTH.now += 1
    try:
        for family in families:
            import_module(PACKAGE + family)
        if DEPTH.now == 1:
            for maker, answers in ANSWERS.items():
                if PACKAGE + maker in sys.modules:
                    for family in answers.split():
                        import_module(PACKAGE + family)
    finally:
        DEPTH.now -= 1


def load_all() -> None:
    """Load every family: every file in the folders of this one, so that a new one is found."""
    from pkgutil import walk_packages  # noqa: PLC0415  programs load what they use

    import tensorlab.ops  # noqa: PLC0415  its folder

    files = walk_packages(tensorlab.ops.__path__, PACKAGE)
    names = (file.name.removeprefix(PACKAGE) for file in files if not file.ispkg)
    load_families(sorted(name for name in names if "." in name))


def find(namespace: str, name: str) -> Any:
    """Return a public name of a namespace, its family loaded if need be; None if there is none."""
    names = NAMESPACES.get(namespace, {})
    if name not in names and name in FAMILIES.get(namespace, {}):
        load([f"{namespace}.{name}"])
        names = NAMESPACES.get(namespace, {})
    return names.get(name)


def find_operation(qualified: str) -> bool:
    """Load what declares a function; return whether it is there now."""
    load([qualified])
    return dict.__contains__(OPERATIONS, qualified)


def find_method(name: str) -> None:
    """Load what declares a method or an attribute of tensors."""
    load([METHOD + name])


def rebase(base: Tensor, part: Tensor) -> None:
    """Let the record of a base end in a write through one of its views."""
    from tensorlab.ops.autograd.view_writes import rebase  # noqa: PLC0415  only such writes pay

    rebase(base, part)


for name, value in VALUES.items():
    NAMESPACES["torch"].setdefault(name, value)
for name in ("no_grad", "enable_grad", "set_grad_enabled", "inference_mode"):
    NAMESPACES.setdefault("torch.autograd", {})[name] = VALUES[name]
NAMESPACES.setdefault("torch.cuda", {}).update(
    OutOfMemoryError=OutOfMemoryError, **tensor_types("torch.cuda")
)
NAMESPACES.setdefault("torch.sparse", {}).update(tensor_types("torch.sparse"))
NAMESPACES.setdefault("torch.linalg", {})["LinAlgError"] = LinAlgError
OPERATIONS.find = find_operation
History.rebase = staticmethod(rebase)
for method in FAMILIES["torch.Tensor"]:
    setattr(Methods, method, NotYet(method, find_method))
# attributes that can be assigned to, beside the functions
for part in ("real", "imag"):
    setattr(Methods, part, NotYet(part, lambda name: load([f"torch.{name}"])))
load_families(CORE)
