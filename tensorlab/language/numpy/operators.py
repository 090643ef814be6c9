"""What operators, brackets and loops do to a program's arrays: each goes through the gate."""

import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy import printing
from tensorlab.language.numpy.arguments import MOST_PARTS, Arguments
from tensorlab.language.numpy.calling import call, pay, run
from tensorlab.language.numpy.costs import cost_of
from tensorlab.language.numpy.sizes import cells_of
from tensorlab.language.numpy.values import Array, plain, presented
from tensorlab.language.values.attributes import gate_of

BINARY: Final = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow,
    "matmul": operator.matmul, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
    "lshift": operator.lshift, "rshift": operator.rshift, "divmod": divmod,
}  # fmt: skip
IN_PLACE: Final = {
    "add": operator.iadd, "sub": operator.isub, "mul": operator.imul,
    "truediv": operator.itruediv, "floordiv": operator.ifloordiv, "mod": operator.imod,
    "pow": operator.ipow, "matmul": operator.imatmul, "and": operator.iand, "or": operator.ior,
    "xor": operator.ixor, "lshift": operator.ilshift, "rshift": operator.irshift,
}  # fmt: skip
COMPARING: Final = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le,
    "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
UNARY: Final[dict[str, Callable[[Any], Any]]] = {
    "neg": operator.neg, "pos": operator.pos, "invert": operator.invert, "abs": abs,
}  # fmt: skip
LONGEST_TEXT: Final = 1_000


def is_operand(value: Any) -> bool:
    """Return whether an operator of numpy's answers for a value, rather than its own class."""
    return gate_of(type(value)) is None


def operands(first: Any, second: Any) -> Arguments:
    """Return two operands as numpy gets them; a text meets no number, as numpy says itself."""
    texts = [value for value in (first, second) if isinstance(value, str)]
    if texts and len(texts[0]) <= LONGEST_TEXT:
        arguments = Arguments([value for value in (first, second) if value is not texts[0]], {})
        arguments.given.insert(0 if first is texts[0] else 1, texts[0])
        return arguments
    return Arguments((first, second), {})


def apply(name: str, function: Callable[[Any, Any], Any], first: Any, second: Any) -> Any:
    """Return what an operator gives."""
    arguments = operands(first, second)
    pay_for_operator(name, arguments)
    return run(function, arguments)


def pay_for_operator(name: str, arguments: Arguments) -> None:
    """Take what an operator costs."""
    small = arguments.cells < 32 and name != "matmul"
    cells, work = (arguments.cells**2,) * 2 if small else cost_of(name, arguments)
    pay(cells * arguments.width, work * arguments.width)


def forward(name: str, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the method for an array on the left."""

    def method(self: Any, other: Any) -> Any:
        if isinstance(other, Tensor) or not is_operand(other):
            return NotImplemented
        return apply(name, function, self, other)

    return method


def reflected(name: str, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the method for an array on the right."""

    def method(self: Any, other: Any) -> Any:
        if not is_operand(other):
            return NotImplemented
        return apply(name, function, other, self)

    return method


def in_place(name: str, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the method that writes over its array."""

    def method(self: Any, other: Any) -> Any:
        if not is_operand(other):
            return NotImplemented
        result = apply(name, function, self, other)
        return self if isinstance(result, np.ndarray) and result.shape == self.shape else result

    return method


def single(name: str, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the method for an operator with one operand."""

    def method(self: Any) -> Any:
        return call(name, function, (self,), {})

    return method


def parts_of(index: Any) -> tuple[Any, ...]:
    """Return the parts of an index."""
    return index if isinstance(index, tuple) else (index,)


def taken_index(index: Any) -> Arguments:
    """Return an index as numpy gets it: numbers, slices, arrays and lists of them."""
    arguments = Arguments(
        [presented(part.numpy()) if isinstance(part, Tensor) else part for part in parts_of(index)],
        {},
    )
    arguments.given = [
        np.array(part, None if part else np.intp) if isinstance(part, list) else part
        for part in arguments.given
    ]
    return arguments


def cells_at(shape: tuple[int, ...], parts: list[Any]) -> int:
    """Return how many cells an index of arrays picks out, at most."""
    chosen: list[tuple[int, ...]] = []
    rest, place = 1, 0
    explicit = sum(consumed(part) for part in parts)
    for part in parts:
        if part is ...:
            width = max(len(shape) - explicit, 0)
            rest *= int(np.prod(shape[place : place + width], dtype=float))
            place += width
            continue
        span = consumed(part)
        if isinstance(part, np.ndarray):
            chosen.append((int(np.count_nonzero(part)),) if part.dtype == bool else part.shape)
        elif isinstance(part, slice):
            rest *= int(np.prod(shape[place : place + 1], dtype=float))
        place += span
    rest *= int(np.prod(shape[place:], dtype=float))
    try:
        return rest * int(np.prod(np.broadcast_shapes(*chosen), dtype=float))
    except ValueError:
        return 0  # numpy refuses them


def consumed(part: Any) -> int:
    """Return how many dimensions a part of an index stands for."""
    if part is None or part is ... or isinstance(part, bool | np.bool_):
        return 0
    if isinstance(part, np.ndarray) and part.dtype == bool:
        return part.ndim
    return 1


def get_item(self: Any, index: Any) -> Any:
    """Return `array[index]`."""
    if type(index) is int:
        found = np.ndarray.__getitem__(self, index)
        return presented(found) if self.dtype.kind == "V" else found
    if is_of_names(index):  # numpy says what it thinks of them
        meter.spend(1)
        return presented(plain(self)[index])
    arguments = taken_index(index)
    parts = arguments.given
    if any(isinstance(part, np.ndarray) for part in parts):
        cells = cells_at(self.shape, parts)
        pay(cells, cells + arguments.cells)
    else:
        meter.spend(1)
    whole = tuple(parts) if isinstance(index, tuple) else parts[0]
    return presented(plain(self)[whole])


def is_of_names(index: Any) -> bool:
    """Return whether an index names parts of cells: one by a text, several by a list of them."""
    if isinstance(index, list) and len(index) <= MOST_PARTS:
        return bool(index) and all(isinstance(part, str) for part in index)
    return isinstance(index, str)


def set_item(self: Any, index: Any, value: Any) -> None:
    """Set `array[index]`."""
    if is_of_names(index):
        part = presented(plain(self)[index])
        set_item(part, ..., value)
        return
    arguments = taken_index(index)
    new = Arguments((value,), {}, "append")
    cells = cells_at(self.shape, arguments.given)
    pay(cells_of(new.given[0]), cells + arguments.cells + new.cells)
    whole = tuple(arguments.given) if isinstance(index, tuple) else arguments.given[0]
    plain(self)[whole] = new.given[0]


def contains(self: Any, value: Any) -> bool:
    """Return whether an element equals a value."""
    return bool(np.any(apply("eq", operator.eq, self, value)))


def through_the_gate(self: Any, ufunc: Any, way: str, *given: Any, **named: Any) -> Any:
    """Answer a function of numpy's that met an array of a program's, or of ours among its own."""
    if any(type(value) is np.ndarray for value in given):  # the engine computes: it has paid
        bare = [plain(value) if type(value) is Array else value for value in given]
        return getattr(ufunc, way)(*bare, **named)
    return call(ufunc.__name__, getattr(ufunc, way), given, named)


def copied(self: Any, *memo: Any) -> Any:
    """Return a copy."""
    return call("copy", np.ndarray.copy, (self,), {})


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{f"__{name}__": forward(name, function) for name, function in BINARY.items()},
    **{f"__r{name}__": reflected(name, function) for name, function in BINARY.items()},
    **{f"__i{name}__": in_place(name, function) for name, function in IN_PLACE.items()},
    **{f"__{name}__": forward(name, function) for name, function in COMPARING.items()},
    **{f"__{name}__": single(name, function) for name, function in UNARY.items()},
    "__getitem__": get_item, "__setitem__": set_item, "__contains__": contains,
    "__array_ufunc__": through_the_gate, "__str__": printing.text, "__repr__": printing.description,
    "__copy__": copied, "__deepcopy__": copied,
}  # fmt: skip
for _name, _method in METHODS.items():
    setattr(Array, _name, _method)
Array.__hash__ = None
