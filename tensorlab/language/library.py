"""What the engine offers, as the values and tables of a program: wrapped when first asked for."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial, wraps
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Any

from tensorlab.engine.addresses import pointer_of
from tensorlab.engine.autograd.gradmode import SetGrad, no_grad, set_grad_enabled
from tensorlab.engine.autograd.graph import AccumulateGrad, Node, RemovableHandle
from tensorlab.engine.declaring.declaration import ATTRIBUTES, NAMESPACES, OPERATIONS
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.kinds import QuantizedTensor, SparseTensor
from tensorlab.engine.machine import MACHINE
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.language.attributes import LOADERS, METHODS, PROPERTIES, SETTERS, gate_of
from tensorlab.language.container_methods import TUPLE_METHODS
from tensorlab.language.estimates import CHEAP
from tensorlab.language.invoking import CALLABLE
from tensorlab.language.types import OF_LIBRARY, TYPE_VALUES, no_instances, to_tuple
from tensorlab.language.values import (
    CONTEXTS,
    Builtin,
    ErrorType,
    Function,
    FunctionMaker,
    Namespace,
    SwitchedFunction,
    SwitchTable,
    Table,
    TensorFunction,
    TypeValue,
    type_name,
)
from tensorlab.ops.index import FAMILY_OF
from tensorlab.ops.loading import find as find_public
from tensorlab.ops.loading import find_method
from tensorlab.ops.second_places import home_of
from tensorlab.ops.values import VALUES
from tensorlab.version import PYTORCH

# They hand out memory of the machine, or objects of Python's.
NEVER = {"share_memory_", "apply_", "map_", "map2_",
         "Function", "frombuffer"}  # fmt: skip
NOT_MADE_BY_CALLING = {"dtype", "layout", "memory_format", "qscheme"}
ALWAYS_THERE = (
    "torch", "torch.nn", "torch.nn.functional", "torch.autograd", "torch.autograd.functional",
    "torch.linalg", "torch.special", "torch.fft", "torch.sparse", "torch.nn.init",
)  # fmt: skip
# Those with classes: language/library_classes.py knows them.
MODULES = (
    "torch.amp", "torch.func", "torch.jit", "torch.nn.utils.rnn",
    "torch.nn.utils.parametrizations", "torch.nn.utils.parametrize", "torch.random",
    "torch.utils.checkpoint", "torch.nn", "torch.nn.init", "torch.nn.utils", "torch.nn.parameter",
    "torch.optim",
    "torch.optim.lr_scheduler", "torch.optim.swa_utils", "torch.nn.utils.prune", "torch.utils",
    "torch.utils.data", "torch.autograd",
    "torch.distributions", "torch.testing",
)  # fmt: skip
# What torch has besides declared functions.
OF_FILES = (
    "GradScaler", "autocast", "compile", "lstm", "gru", "rnn_tanh", "rnn_relu", "lstm_cell",
    "gru_cell", "rnn_tanh_cell", "rnn_relu_cell", "get_autocast_dtype",
    "get_autocast_cpu_dtype", "get_autocast_gpu_dtype", "is_autocast_enabled",
    "is_autocast_cpu_enabled", "is_autocast_cache_enabled", "is_vulkan_available",
)  # fmt: skip
# In memory: language/saving.py.
OF_SAVING = ("save", "load")
# Parts that have switches of libraries, or say which version this is.
WITH_SWITCHES = ("torch.backends.", "torch.version")
# Parts of which nothing is declared: they have plain values alone.
PLAIN = ("torch.backends.cuda.matmul", "torch.version")
# The methods of each kind of tensor: a sparse one answers some calls in its own way.
TENSOR_KINDS: dict[type, dict[str, Callable[..., Any]]] = {
    kind: {} for kind in (Tensor, SparseTensor, QuantizedTensor)
}
# Attributes of tensors, with what reads them; none is declared.
TENSOR_PROPERTIES: dict[str, Callable[[Any], Any]] = {
    "real": attrgetter("real"),
    "imag": attrgetter("imag"),
}
NUMBERS_OF_A_TYPE = "bits dtype eps max min resolution smallest_normal tiny"


def namespaces() -> dict[str, Table]:
    """Return the tables of torch and its parts."""
    spaces = {name.rpartition(".")[0] for name in FAMILY_OF} - {"torch.Tensor"}
    names = dict.fromkeys((*ALWAYS_THERE, *NAMESPACES, *MODULES, *PLAIN, *sorted(spaces)))
    tables = {name: table_of(name) for name in names}
    tables["torch"]["__version__"] = PYTORCH
    return tables


def table_of(namespace: str) -> Table:
    """Return the table of one namespace: switches are asked for anew each time."""
    kind = SwitchTable if namespace.startswith(WITH_SWITCHES) else Table
    return kind({}, finder(namespace), partial(index, namespace))


def index(namespace: str) -> list[str]:
    """Return the names of one namespace, loaded or not."""
    names = (*NAMESPACES.get(namespace, {}), *declared_in(namespace))
    found = [name for name in names if "." not in name and name not in NEVER]
    if namespace in MODULES:
        from tensorlab.language import library_classes  # noqa: PLC0415  it loads what it lists

        found += library_classes.public_names(namespace)
    return found


@cache
def declared_in(namespace: str) -> tuple[str, ...]:
    """Return the names that are declared in one namespace."""
    start = f"{namespace}."
    return tuple(name[len(start) :] for name in FAMILY_OF if name.startswith(start))


def finder(namespace: str) -> Callable[[str], Any]:
    """Return the look-up for the names of one namespace."""

    def find(name: str) -> Any:
        if namespace in MODULES or (namespace == "torch" and name in OF_FILES):
            from tensorlab.language import library_classes  # noqa: PLC0415  few programs need it

            with suppress(KeyError):
                return library_classes.find_public(namespace, name)
        if namespace == "torch" and name in OF_SAVING:
            from tensorlab.language import saving  # noqa: PLC0415  few programs need it

            return Builtin(name, getattr(saving, name))
        if namespace.startswith(WITH_SWITCHES):
            return plain_value(namespace, name)
        if home := home_of(f"{namespace}.{name}"):
            return same_names(f"{namespace}.{name}", home)
        return declared(namespace, name)

    return find


def same_names(name: str, home: str) -> Namespace:
    """Return a file of PyTorch's as a namespace: it has the names of the module at home."""
    inside = finder(name)

    def find(word: str) -> Any:
        return inside(word) if home_of(f"{name}.{word}") else finder(home)(word)

    return Namespace(name, Table({}, find, partial(index, home)))


def plain_value(namespace: str, name: str) -> Any:
    """Return a switch of a library, or a part of a version: only plain values are handed out.

    Raises:
        KeyError: there is none of this name.
    """
    if f"{namespace}.{name}" in MACHINE.switches:
        return MACHINE.switches[f"{namespace}.{name}"]
    module = import_module(namespace.replace("torch", "tensorlab", 1))
    value = vars(module).get(name, module)
    if name.startswith("_") or not isinstance(value, bool | int | str | None):
        return declared(namespace, name)
    return value


def declared(namespace: str, name: str) -> Any:
    """Return a declared function or value of a namespace.

    Raises:
        KeyError: there is none of this name.
    """
    if name in NEVER or name.startswith("__"):
        raise KeyError(name)
    value = find_public(namespace, name)
    if isinstance(value, ModuleType) or name not in NAMESPACES.get(namespace, {}):
        raise KeyError(name)
    return presented(name, value)


def presented(name: str, value: Any) -> Any:
    """Return a value of the engine's as programs get it: functions and classes wrapped."""
    if isinstance(value, type) and issubclass(value, Exception):
        return ErrorType(name, value)
    if isinstance(value, type):
        return TYPE_VALUES.get(value) or type_value(name, value)
    return tensor_function(name, value) if callable(value) else value


def type_of_library(value: Any) -> TypeValue | None:
    """Return the type that a class of the library is to programs; None for other values."""
    kind = type(value)
    if kind is Tensor and not value.is_parameter:
        return TYPE_VALUES.get(kind) or type_value("Tensor", kind)
    if kind is not Tensor and not (
        gate_of(kind) is not None and kind.__module__.startswith("torch.")
    ):
        return None
    from tensorlab.language import library_classes  # noqa: PLC0415  few programs need it

    if kind is Tensor:
        found: TypeValue = library_classes.find_public("torch.nn", "Parameter")
        return found
    made: TypeValue = library_classes.library_class(kind.__name__, kind)
    return made


OF_LIBRARY.append(type_of_library)


def tensor_function(name: str, function: Callable[..., Any]) -> Builtin:
    """Return a function of the engine's, with its memory guarded in the way it needs."""
    operation = getattr(function, "operation", None)
    if operation is not None and operation.facts.get("gives_functions"):
        return FunctionMaker(name, function)
    return (Builtin if name in CHEAP else TensorFunction)(name, function)


def type_value(name: str, kind: type) -> TypeValue:
    """Return a class of the engine's as a type of the program."""
    made = no_instances(f"torch.{name}") if name in NOT_MADE_BY_CALLING else kind
    if kind is Size:
        made = size_of
    if issubclass(kind, SetGrad) and kind is not set_grad_enabled:
        made = partial(switch_or_function, kind)
    TYPE_VALUES[kind] = TypeValue(f"torch.{name}", (kind,), made, methods_of_type(kind))
    if issubclass(kind, SetGrad):
        CALLABLE[kind] = switched
    if issubclass(kind, SetGrad | Device):
        CONTEXTS.add(kind)
    if name in {"finfo", "iinfo"}:
        PROPERTIES[kind] = {part: attrgetter(part) for part in NUMBERS_OF_A_TYPE.split()}
    return TYPE_VALUES[kind]


def size_of(*given: Any) -> Size:
    """Return a shape made of whole numbers."""
    sizes = []
    for place, size in enumerate(to_tuple(*given)):
        whole = isinstance(size, int) or (
            isinstance(size, Tensor) and size.dtype.category == INTEGER
        )
        if not whole:
            raise TypeError(
                f"torch.Size() takes an iterable of 'int' (item {place} is '{type_name(size)}')"
            )
        sizes.append(int(size))
    return Size(sizes)


def methods_of_type(kind: type) -> Table:
    """Return the methods of a type, as functions that are given the value first."""

    def find(name: str) -> Any:
        if kind in LOADERS:
            LOADERS[kind].enter(name)
        method = METHODS.get(kind, {})[name]

        @wraps(method)
        def call(*given: Any, **named: Any) -> Any:
            if given and not isinstance(given[0], kind):
                of = "torch._C.TensorBase" if kind is Tensor else f"torch.{kind.__name__}"
                raise TypeError(
                    f"descriptor '{name}' for '{of}' objects doesn't apply to a "
                    f"'{type_name(given[0])}' object"
                )
            return method(*given, **named)

        return tensor_function(name, call)

    def names() -> list[str]:
        loader = LOADERS.get(kind)
        return [*METHODS.get(kind, {}), *(() if loader is None else loader.names())]

    return Table({}, find, names)


def switch_or_function(made: Any, *given: Any, **named: Any) -> Any:
    """Return a switch, or a function that runs under it: what `@torch.no_grad` makes."""
    bare = given and (issubclass(made, no_grad) or not isinstance(given[0], bool))
    return switched(made(), *given, **named) if bare else made(*given, **named)


def switched(switch: Any, *given: Any, **named: Any) -> SwitchedFunction:
    """Return a function that runs under a switch: what `@torch.no_grad()` makes."""
    function = given[0] if len(given) == 1 and not named else None
    if not isinstance(function, Function | Builtin):
        raise TypeError("a decorator takes a function")
    name = function.code.name if isinstance(function, Function) else function.name
    return SwitchedFunction(name, switch(function))


def data_ptr(tensor: Tensor) -> int:
    """Return the number that stands for the address of the first element, 0 where there is none.

    Numbers compare as addresses do, and tell a program nothing of where in the process things lie.
    """
    if tensor.is_sparse:
        return int(tensor.data_ptr())  # says that there is none
    return 0 if tensor.is_meta else pointer_of(tensor.array)


def numpy(tensor: Tensor, *given: Any, **named: Any) -> Any:
    """Return a tensor's elements as an array of numpy's, sharing its storage."""
    from tensorlab.language.numpy import namespace  # noqa: PLC0415  few programs need it
    from tensorlab.language.numpy.values import presented  # noqa: PLC0415

    namespace()
    return presented(tensor.numpy(*given, **named))


def storage(name: str) -> Callable[[Tensor], Any]:
    """Return the method that gives the storage of a tensor."""

    def method(tensor: Tensor) -> Any:
        from tensorlab.language.storages import describe  # noqa: PLC0415  few programs need it

        describe()
        return getattr(tensor, name)()

    return method


STORAGES = ("storage", "untyped_storage")
# What programs get in place of the engine's method of a name.
OUR_OWN = {
    "data_ptr": data_ptr, "numpy": numpy,
    **{name: storage(name) for name in STORAGES},
}  # fmt: skip


class TensorAttributes:
    """Enters what tensors of a kind have into the tables, one by one as programs ask for it."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def enter(self, name: str) -> None:
        """Enter a declared attribute into the tables."""
        if name in NEVER or name.startswith("__"):
            return
        find_method(name)
        if name in ATTRIBUTES:
            TENSOR_PROPERTIES[name] = attrgetter(name)
        elif dict.__contains__(OPERATIONS, f"torch.Tensor.{name}"):
            TENSOR_KINDS[self.kind][name] = OUR_OWN.get(name) or getattr(self.kind, name)

    def names(self) -> list[str]:
        """Return the names of all attributes."""
        start = "torch.Tensor."
        known = (name[len(start) :] for name in (*FAMILY_OF, *OPERATIONS) if name.startswith(start))
        found = dict.fromkeys((*known, *ATTRIBUTES))
        return [name for name in found if name not in NEVER and not name.startswith("__")]


def setter(name: str) -> Callable[[Any, Any], None]:
    """Return what sets an attribute of tensors."""

    def put(value: Any, new: Any) -> None:
        setattr(value, name, new)

    return put


def describe_types() -> None:
    """Enter what the engine's types offer into the tables of attributes."""
    for kind, methods in TENSOR_KINDS.items():
        METHODS[kind] = methods
        PROPERTIES[kind] = TENSOR_PROPERTIES
        SETTERS[kind] = {name: setter(name) for name in ("requires_grad", "grad", "data")}
        LOADERS[kind] = TensorAttributes(kind)
    METHODS[Size] = {**TUPLE_METHODS, "numel": Size.numel}
    dtype, device, generator = VALUES["dtype"], VALUES["device"], VALUES["Generator"]
    flags = ("is_floating_point", "is_complex", "is_signed", "itemsize")
    PROPERTIES[dtype] = {name: attrgetter(name) for name in flags}
    METHODS[dtype] = {name: getattr(dtype, name) for name in ("to_real", "to_complex")}
    PROPERTIES[device] = {name: attrgetter(name) for name in ("type", "index")}
    for step in (Node, AccumulateGrad):
        METHODS[step] = {"name": step.name}
        PROPERTIES[step] = {"next_functions": attrgetter("next_functions")}
    METHODS[RemovableHandle] = {"remove": RemovableHandle.remove}
    METHODS[generator] = {
        name: getattr(generator, name)
        for name in ("manual_seed", "initial_seed", "seed", "get_state", "set_state", "clone_state")
        if hasattr(generator, name)
    }
    PROPERTIES[generator] = {"device": attrgetter("device")}
