"""What stands at hand in a program: Python's built-ins, and the tables of torch."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import ModuleType
from typing import Any

from tensorlab.engine.gradmode import SetGrad
from tensorlab.engine.graph import AccumulateGrad, Node
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import SparseTensor, Tensor
from tensorlab.language.arithmetic_module import math_namespace
from tensorlab.language.attributes import METHODS, PROPERTIES, SETTERS
from tensorlab.language.blocks import CONTEXTS
from tensorlab.language.calls import CALLABLE
from tensorlab.language.container_methods import TUPLE_METHODS
from tensorlab.language.tensor_guards import CHEAP, ESTIMATES
from tensorlab.language.types import TYPE_VALUES, no_instances
from tensorlab.language.values import (
    Builtin,
    EstimatedFunction,
    Function,
    Namespace,
    TensorFunction,
    TypeValue,
)

# They hand out memory of the machine, or objects of Python's.
NEVER = {"numpy", "storage", "untyped_storage", "share_memory_", "apply_", "map_", "Function"}
NOT_MADE_BY_CALLING = {"dtype", "layout"}
ALWAYS_THERE = ("torch.nn.functional", "torch.autograd", "torch.linalg")
Namespaces = Mapping[str, Mapping[str, Any]]


class Library:
    """The namespaces that a program can import, and the names it finds without importing."""

    def __init__(self, namespaces: Namespaces, names: Mapping[str, Any], *, preload: bool) -> None:
        self.names = names
        self.tables = tables(namespaces)
        self.modules: dict[str, Namespace] = {
            name: Namespace(name, table) for name, table in self.tables.items()
        }
        for name, module in self.modules.items():
            parent, _, last = name.rpartition(".")
            if parent:
                self.tables[parent][last] = module
        self.modules["math"] = math_namespace()
        self.given = self.at_hand() if preload else {}

    def at_hand(self) -> dict[str, Any]:
        """Return the names that stand ready in a session."""
        found = {"torch": self.modules["torch"]} if "torch" in self.modules else {}
        if "torch.nn.functional" in self.modules:
            found["F"] = self.modules["torch.nn.functional"]
        return {**self.tables.get("torch", {}), **found}

    def find(self, name: str) -> Any:
        """Return what a name means that the program did not bind."""
        if name in self.names:
            return self.names[name]
        return self.given[name]

    def import_module(self, name: str) -> Namespace:
        """Return the namespace of a module."""
        return self.modules[name]

    def known_names(self) -> tuple[str, ...]:
        """Return every name that stands at hand."""
        return tuple({**self.given, **self.names})


def tables(namespaces: Namespaces) -> dict[str, dict[str, Any]]:
    """Return the members of each namespace as values of ours, parents included."""
    found: dict[str, dict[str, Any]] = {}
    for name in (*namespaces, *(ALWAYS_THERE if "torch" in namespaces else ())):
        members = namespaces.get(name, {})
        parent = name
        while parent := parent.rpartition(".")[0]:
            found.setdefault(parent, {})
        table = found.setdefault(name, {})
        for member, value in members.items():
            if member not in NEVER and not isinstance(value, ModuleType):
                table[member] = presented(member, value)
    return found


def presented(name: str, value: Any) -> Any:
    """Return a value of the engine's as programs get it: functions and classes wrapped."""
    if isinstance(value, type):
        return TYPE_VALUES.get(value) or type_value(name, value)
    return tensor_function(name, value) if callable(value) else value


def tensor_function(name: str, function: Callable[..., Any]) -> Builtin:
    """Return a function of the engine's, with its memory guarded in the way it needs."""
    kind = EstimatedFunction if name in ESTIMATES else Builtin if name in CHEAP else TensorFunction
    return kind(name, function)


def type_value(name: str, kind: type) -> TypeValue:
    """Return a class of the engine's as a type of the program."""
    made = no_instances(f"torch.{name}") if name in NOT_MADE_BY_CALLING else kind
    methods = METHODS.get(kind, {})
    members = {method: tensor_function(method, function) for method, function in methods.items()}
    TYPE_VALUES[kind] = TypeValue(f"torch.{name}", (kind,), made, members)
    if issubclass(kind, SetGrad):
        CONTEXTS.add(kind)
        CALLABLE[kind] = switched
    return TYPE_VALUES[kind]


def switched(switch: Any, function: Any) -> Builtin:
    """Return a function that runs under a switch: what `@torch.no_grad()` makes."""
    if not isinstance(function, Function | Builtin):
        raise TypeError("a decorator takes a function")
    name = function.code.name if isinstance(function, Function) else function.name
    return Builtin(name, switch(function))


def describe_tensors(methods: Mapping[str, Callable[..., Any]], attributes: list[str]) -> None:
    """Enter what a tensor offers into the tables of attributes."""
    table = {
        name: method
        for name, method in methods.items()
        if name not in NEVER and not name.startswith("__")
    }
    shown = {name: attrgetter(name) for name in attributes if not name.startswith("__")}
    for kind in (Tensor, SparseTensor):
        METHODS[kind] = table
        PROPERTIES[kind] = shown
        SETTERS[kind] = {name: setter(name) for name in ("requires_grad", "grad", "data")}


def setter(name: str) -> Callable[[Any, Any], None]:
    """Return what sets an attribute of ours."""

    def put(value: Any, new: Any) -> None:
        setattr(value, name, new)

    return put


def describe_others(dtype: type, device: type, generator: type) -> None:
    """Enter what data types, devices and shapes offer."""
    METHODS[Size] = {**TUPLE_METHODS, "numel": Size.numel}
    flags = ("is_floating_point", "is_complex", "is_signed", "itemsize")
    PROPERTIES[dtype] = {name: attrgetter(name) for name in flags}
    METHODS[dtype] = {name: getattr(dtype, name) for name in ("to_real", "to_complex")}
    PROPERTIES[device] = {name: attrgetter(name) for name in ("type", "index")}
    for step in (Node, AccumulateGrad):
        METHODS[step] = {"name": step.name}
        PROPERTIES[step] = {"next_functions": attrgetter("next_functions")}
    METHODS[generator] = {
        name: getattr(generator, name)
        for name in ("manual_seed", "initial_seed", "seed", "get_state", "set_state")
        if hasattr(generator, name)
    }


def torch_library(names: Mapping[str, Any], *, preload: bool) -> Library:
    """Return the library of the declared operations."""
    from tensorlab.engine.declaration import ATTRIBUTES  # noqa: PLC0415
    from tensorlab.ops.loading import NAMESPACES  # noqa: PLC0415  the engine loads here

    torch = NAMESPACES["torch"]
    describe_tensors(tensor_methods(), [*ATTRIBUTES, "real", "imag"])
    describe_others(torch["dtype"], torch["device"], torch["Generator"])
    return Library(NAMESPACES, names, preload=preload)


def tensor_methods() -> dict[str, Callable[..., Any]]:
    """Return the declared methods of tensors by name."""
    from tensorlab.engine.declaration import OPERATIONS  # noqa: PLC0415

    found = {}
    for qualified in OPERATIONS:
        owner, _, name = qualified.rpartition(".")
        if owner == "torch.Tensor":
            found[name] = getattr(Tensor, name)
    return found
