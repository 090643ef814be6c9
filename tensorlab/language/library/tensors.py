"""What tensors, types, devices and generators offer, entered into the tables of attributes."""

import operator
from collections import ChainMap
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from tensorlab.engine.addresses import pointer_of
from tensorlab.engine.autograd.graph import AccumulateGrad, Node, RemovableHandle
from tensorlab.engine.declaring.declaration import ATTRIBUTES, OPERATIONS
from tensorlab.engine.kinds import QuantizedTensor, SparseTensor
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import (
    LOADERS,
    METHODS,
    PROPERTIES,
    SETTERS,
    SPELLED,
    inherit,
    reading,
)
from tensorlab.language.values.builtins import method_of
from tensorlab.language.values.container_methods import TUPLE_METHODS
from tensorlab.language.values.display import FORMS
from tensorlab.language.values.guards import BY_WORD
from tensorlab.language.values.iteration import BYTES_OF_NUMBER, WALKED
from tensorlab.language.values.values import CONTEXTS
from tensorlab.ops.index import FAMILIES
from tensorlab.ops.loading import find, find_method
from tensorlab.ops.tensor.storages import Storage, TypedStorage, UntypedStorage
from tensorlab.ops.values import VALUES

# They hand out memory of the machine, or objects of Python's.
NEVER = {"_cdata", "share_memory_", "apply_", "map_", "Function", "frombuffer"}
# What masked tensors alone have.
OF_MASKED: Final = ("get_data", "get_mask", "is_sparse_coo", "is_sparse_csr", "to_tensor")
# The methods of each kind of tensor: a sparse one answers some calls in its own way.
TENSOR_KINDS: dict[type, dict[str, Callable[..., Any]]] = {
    kind: {} for kind in (Tensor, SparseTensor, QuantizedTensor)
}


# Beside what plain values have where a program calls an operator by its name.
WRITTEN: Final = [f"i{word.rstrip('_')}" for word in BY_WORD if word != "matmul"]
OWN_WORDS: Final[dict[str, Callable[..., Any]]] = {
    **{f"__{word}__": method_of(getattr(operator, word)) for word in WRITTEN},
    "_is_view": Tensor._is_view,
}
# Attributes of tensors, with what reads them; none is declared.
TENSOR_PROPERTIES: dict[str, Callable[[Any], Any]] = reading(("real", "imag"))


def data_ptr(tensor: Tensor) -> int:
    """Return the number that stands for the address of the first element, 0 where there is none.

    Numbers compare as addresses do, and tell a program nothing of where in the process things lie.
    """
    if tensor.layout is not STRIDED:
        return int(tensor.data_ptr())  # says that there is none
    return 0 if tensor.is_meta else pointer_of(tensor._array)


def storage(name: str) -> Callable[[Tensor], Any]:
    """Return the method that gives the storage of a tensor."""

    def method(tensor: Tensor) -> Any:

        describe()
        return getattr(tensor, name)()

    return method


STORAGES = ("storage", "untyped_storage")
# What programs get in place of the engine's method of a name; whoever knows numpy enters `numpy`.
OUR_OWN: dict[str, Callable[..., Any]] = {
    "data_ptr": data_ptr,
    **{name: storage(name) for name in STORAGES},
}

# What programs ask a backward step for as `_saved_self`, and what of it they are shown.
SAVED: Final = "self other exponent result input weight mat1 mat2 dim min max index"
SHOWN: Final = (Tensor, bool, int, float, complex, type(None))


class TensorAttributes:
    """Enters what tensors of a kind have into the tables, one by one as programs ask for it."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def enter(self, name: str) -> None:
        """Enter a declared attribute into the tables."""
        if name in OF_MASKED:
            kind = find("torch.masked", "MaskedTensor")
            inherit(kind)  # all else is that of any tensor
            own = {method: getattr(kind, method) for method in OF_MASKED}
            METHODS[kind] = ChainMap(own, TENSOR_KINDS[Tensor])
        act = OWN_WORDS.get(name) or (SPELLED.get(name) if hasattr(Tensor, name) else None)
        if act is not None:
            TENSOR_KINDS[self.kind][name] = act
        if act is not None or name in NEVER or name.startswith("__"):
            return
        find_method(name)
        if name in ATTRIBUTES:
            TENSOR_PROPERTIES[name] = attrgetter(name)
        elif dict.__contains__(OPERATIONS, f"torch.Tensor.{name}"):
            TENSOR_KINDS[self.kind][name] = OUR_OWN.get(name) or getattr(self.kind, name)

    def names(self) -> list[str]:
        """Return the names of all attributes."""
        start = "torch.Tensor."
        known = (name[len(start) :] for name in OPERATIONS if name.startswith(start))
        found = dict.fromkeys((*sorted(FAMILIES["torch.Tensor"]), *known, *ATTRIBUTES))
        return [name for name in found if name not in NEVER and not name.startswith("__")]


def setter(name: str) -> Callable[[Any, Any], None]:
    """Return what sets an attribute of tensors."""
    return lambda value, new: setattr(value, name, new)


def saved_value(short: str) -> tuple[str, Callable[[Any], Any]]:
    """Return a saved value's name at a backward step, and what reads it: a tensor or a number."""
    name = f"_saved_{short}"

    def read(step: Node) -> Any:
        if isinstance(found := getattr(step, name), SHOWN):
            return found
        raise AttributeError(f"'{type(step).__name__}' object has no attribute '{name}'")

    return name, read


def describe_types() -> None:
    """Enter what the engine's types offer into the tables of attributes."""
    for kind, methods in TENSOR_KINDS.items():
        METHODS[kind] = methods
        PROPERTIES[kind] = TENSOR_PROPERTIES
        SETTERS[kind] = {
            name: setter(name) for name in ("requires_grad", "grad", "data", "grad_dtype")
        }
        LOADERS[kind] = TensorAttributes(kind)
    METHODS[Size] = {**TUPLE_METHODS, "numel": Size.numel, "__add__": Size.__add__}
    dtype, device, generator = VALUES["dtype"], VALUES["device"], VALUES["Generator"]
    PROPERTIES[dtype] = reading(("is_floating_point", "is_complex", "is_signed", "itemsize"))
    METHODS[dtype] = {name: getattr(dtype, name) for name in ("to_real", "to_complex")}
    PROPERTIES[device] = {name: attrgetter(name) for name in ("type", "index")}
    for step in (Node, AccumulateGrad):
        hooks = ("register_hook", "register_prehook") if step is Node else ("register_hook",)
        METHODS[step] = {name: getattr(step, name) for name in ("name", *hooks)}
    PROPERTIES[Node] = reading(("next_functions", "metadata")) | dict(
        map(saved_value, SAVED.split())
    )
    PROPERTIES[AccumulateGrad] = reading(("next_functions", "metadata", "variable"))
    METHODS[RemovableHandle] = {"remove": RemovableHandle.remove}
    CONTEXTS.add(RemovableHandle)
    PROPERTIES[RemovableHandle] = reading(("id",))
    METHODS[generator] = {
        name: getattr(generator, name)
        for name in ("manual_seed", "initial_seed", "seed", "get_state", "set_state", "clone_state")
    }
    PROPERTIES[generator] = {"device": attrgetter("device")}


BYTES_OF_LINE: Final = 64
STEPS_OF_ELEMENT: Final = 16


def shown(storage: object, around: tuple[int, ...]) -> str:
    """Return the text of a storage, each of its elements paid for."""
    pay_for_elements(storage, BYTES_OF_LINE)
    return repr(storage)


def elements(storage: Any) -> list[Any]:
    """Return the elements as numbers."""
    pay_for_elements(storage, BYTES_OF_NUMBER)
    found: list[Any] = storage.tolist()
    return found


def pay_for_elements(storage: Any, size: int) -> None:
    """Take the steps and the memory for all elements as numbers or as text."""
    meter.spend_at_once(STEPS_OF_ELEMENT * len(storage))
    meter.grow(size * len(storage))


def address(storage: Any) -> int:
    """Return the number that stands for where a storage begins, as that of a tensor does."""
    return pointer_of(storage._array) if storage._array.size else 0


def describe() -> None:
    """Enter what storages offer into the tables of attributes."""
    common = {name: getattr(Storage, name) for name in ("nbytes", "element_size", "size")}
    for kind in (UntypedStorage, TypedStorage):
        METHODS[kind] = {**common, "tolist": elements, "data_ptr": address}
        PROPERTIES[kind] = {"device": lambda storage: storage.device}
        FORMS[kind] = shown
        WALKED.add(kind)
    METHODS[TypedStorage] = {**METHODS[TypedStorage], "untyped": TypedStorage.untyped}
    PROPERTIES[TypedStorage] = {**PROPERTIES[TypedStorage], "dtype": attrgetter("dtype")}
