"""What operators, brackets and loops do to a program's arrays: each goes through the gate."""

import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy import printing
from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.declared.elementwise import stretched
from tensorlab.language.numpy.declared.linear_algebra import multiplied
from tensorlab.language.numpy.declaring import count, declare
from tensorlab.language.numpy.gate import call, call_named, pay, require_writeable
from tensorlab.language.numpy.taking import Taken
from tensorlab.language.numpy.values import Array, plain, presented
from tensorlab.language.values.attributes import gate_of
from tensorlab.language.values.guards import ARITHMETIC, BY_WORD

WORDS_WITH_IN_PLACE: Final = [word.rstrip("_") for word in BY_WORD]
BINARY: Final = (*WORDS_WITH_IN_PLACE, "divmod")
IN_PLACE: Final = tuple(f"i{word}" for word in WORDS_WITH_IN_PLACE)
COMPARING: Final = ("eq", "ne", "lt", "le", "gt", "ge")
UNARY: Final = ("neg", "pos", "invert", "abs")
PRODUCT: Final = "matmul"
declare((f"operator.{name}(a, b)" for name in (*BINARY, *COMPARING)), stretched)
declare((f"operator.{name}(a!, b)" for name in IN_PLACE), stretched)
declare((f"operator.{name}(a)" for name in UNARY), stretched)
declare((f"operator.{PRODUCT}(a, b)", f"operator.i{PRODUCT}(a!, b)"), multiplied)


def is_operand(value: object) -> bool:
    """Return whether an operator of numpy's answers for a value, rather than its own class."""
    return gate_of(type(value)) is None


def behind(name: str) -> Callable[..., Any]:
    """Return what Python does for an operator."""
    return divmod if name == "divmod" else getattr(operator, f"__{name}__")


def method(name: str, *, reflected: bool = False) -> Callable[[Any, Any], Any]:
    """Return the method for an operator: an array on the left of it, or on the right."""
    declared, function = DECLARED[f"operator.{name}"], behind(name)
    leaves = () if reflected or name in IN_PLACE else (Tensor,)

    def act(self: object, other: object) -> Any:
        if isinstance(other, leaves) or not is_operand(other):
            return NotImplemented
        return call(declared, function, (other, self) if reflected else (self, other), {})

    return act


def single(name: str) -> Callable[[Any], Any]:
    """Return the method for an operator with one operand."""
    declared, function = DECLARED[f"operator.{name}"], behind(name)
    return lambda self: call(declared, function, (self,), {})


def with_number(operation: Callable[[Any, Any], Any], first: object, second: object) -> Any:
    """Return what an operator gives for one of numpy's numbers and a value that may hold many."""
    if isinstance(first, np.generic) and isinstance(second, np.generic):
        return operation(first, second)
    if not (is_operand(first) and is_operand(second)):
        return operation(first, second)
    name = operation.__name__.rstrip("_")
    return call_named(f"operator.{name}", operation, first, second)


def parts_of(index: object) -> tuple[Any, ...]:
    """Return the parts of an index."""
    return index if isinstance(index, tuple) else (index,)


def taken_index(index: object, taken: Taken) -> list[Any]:
    """Return the parts of an index as numpy gets them: numbers, slices, arrays and lists."""
    given = (
        presented(part.numpy()) if isinstance(part, Tensor) else part for part in parts_of(index)
    )
    parts = [taken.value(part) for part in given]
    return [
        np.array(part, None if part else np.intp) if isinstance(part, list) else part
        for part in parts
    ]


def elements_at(shape: tuple[int, ...], parts: list[Any]) -> int:
    """Return how many elements an index of arrays picks out, at most."""
    chosen: list[tuple[int, ...]] = []
    rest, place = 1, 0
    explicit = sum(map(consumed, parts))
    for part in parts:
        width = max(len(shape) - explicit, 0) if part is ... else consumed(part)
        if isinstance(part, np.ndarray):
            chosen.append((int(np.count_nonzero(part)),) if part.dtype == bool else part.shape)
        elif isinstance(part, slice) or part is ...:
            rest *= int(np.prod(shape[place : place + width], dtype=float))
        place += width
    rest *= int(np.prod(shape[place:], dtype=float))
    try:
        return rest * int(np.prod(np.broadcast_shapes(*chosen), dtype=float))
    except ValueError:
        return 0  # numpy refuses them


def consumed(part: object) -> int:
    """Return how many dimensions a part of an index stands for."""
    if part is None or part is ... or isinstance(part, bool | np.bool_):
        return 0
    return part.ndim if isinstance(part, np.ndarray) and part.dtype == bool else 1


def get_item(self: Any, index: Any) -> Any:
    """Return `array[index]`."""
    if type(index) is int:
        return np.ndarray.__getitem__(self, index)
    taken = Taken()
    parts = taken_index(index, taken)
    if any(isinstance(part, np.ndarray) for part in parts):
        taken.widen(self.dtype)
        elements = elements_at(self.shape, parts) * taken.width
        pay(elements, elements + taken.elements)
    else:
        meter.spend(1)
    return presented(plain(self)[tuple(parts) if isinstance(index, tuple) else parts[0]])


def set_item(self: Any, index: object, value: object) -> None:
    """Set `array[index]`."""
    require_writeable("a", plain(self))
    taken = Taken()
    parts = taken_index(index, taken)
    new = taken.value(value)
    taken.widen(self.dtype)
    elements = elements_at(self.shape, parts) + taken.elements
    pay(count(new) * taken.width, elements * taken.width)
    plain(self)[tuple(parts) if isinstance(index, tuple) else parts[0]] = new


def contains(self: object, value: object) -> bool:
    """Return whether an element equals a value."""
    return bool(np.any(call_named("operator.eq", operator.eq, self, value)))


def through_the_gate(self: object, ufunc: Any, way: str, *given: object, **named: object) -> Any:
    """Answer a function of numpy's that met an array of a program's, or of ours among its own."""
    declared = DECLARED.get(ufunc.__name__ if way == "__call__" else f"ufunc.{way}")
    if declared is None or any(type(value) is np.ndarray for value in given):
        # The engine computes: it has paid.
        bare = [plain(value) if type(value) is Array else value for value in given]
        return getattr(ufunc, way)(*bare, **named)
    return call(declared, getattr(ufunc, way), given, named)


def copied(self: object, *memo: object) -> Any:
    """Return a copy."""
    return call_named("ndarray.copy", np.ndarray.copy, self)


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{f"__{name}__": method(name) for name in (*BINARY, *COMPARING, *IN_PLACE)},
    **{f"__r{name}__": method(name, reflected=True) for name in BINARY},
    **{f"__{name}__": single(name) for name in UNARY},
    "__getitem__": get_item, "__setitem__": set_item, "__contains__": contains,
    "__array_ufunc__": through_the_gate, "__str__": printing.text, "__repr__": printing.description,
    "__copy__": copied, "__deepcopy__": copied,
}  # fmt: skip


def enter() -> None:
    """Give a program's arrays their operators, and numpy's numbers beside other values."""
    for name, method in METHODS.items():
        setattr(Array, name, method)
    ARITHMETIC[np.generic] = with_number


enter()
Array.__hash__ = None
