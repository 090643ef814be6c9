"""What a call on tensors may allocate, claimed before it is made."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import BOOLEAN, INTEGER
from tensorlab.engine.facts import Facts, Work
from tensorlab.engine.tensor import DENSE, Tensor
from tensorlab.engine.work import PRODUCTS_PER_STEP
from tensorlab.language.limits.contents import weigh
from tensorlab.language.limits.meter import meter

# What only looks, or makes a view: nothing is allocated, however large the tensor seems. A table,
# as it is asked for names while programs are compiled, before what declares them is loaded.
CHEAP = frozenset({
    "size", "shape", "stride", "numel", "dim", "view", "view_as", "expand", "expand_as",
    "broadcast_to", "permute", "transpose", "t", "unsqueeze", "squeeze", "narrow", "select",
    "unbind", "split", "chunk", "diagonal", "as_strided", "detach", "is_contiguous", "item",
    "element_size", "movedim", "swapaxes", "adjoint", "requires_grad_", "data_ptr",
    "storage_offset", "nelement", "ndimension", "numpy", "from_numpy",
})  # fmt: skip
HOLDING: Any = Tensor | np.ndarray | list | tuple
ARRAYS, LISTS = (Tensor, np.ndarray), (list, tuple)
CHOOSING = (Tensor, np.ndarray, list)  # as parts of an index


def elements_of(value: Any) -> int:
    """Return the number of elements that a tensor, or a list of tensors, has."""
    if type(value) in DENSE:  # as most are: no shape is put together
        return int(value._array.size)
    if isinstance(value, ARRAYS):
        return math.prod(value.shape)
    if isinstance(value, LISTS) and value and isinstance(value[0], HOLDING):
        return sum(map(elements_of, value))
    return 0


def is_mask(part: object) -> bool:
    """Return whether a part of an index says of each element whether it is meant."""
    if isinstance(part, np.ndarray):
        return bool(part.dtype == bool)
    return isinstance(part, Tensor) and part.dtype.category == BOOLEAN


def indexed(x: Tensor, index: object) -> int:
    """Return the elements of `x[index]`, where tensors or lists say which."""
    if type(index) is Tensor and index.dtype.category == BOOLEAN:
        return 2 * elements_of(x)
    parts = index if isinstance(index, tuple) else (index,)
    chosen = [part for part in parts if isinstance(part, CHOOSING)]
    if not chosen or not x.ndim:
        return 0
    if any(map(is_mask, chosen)):
        return 2 * elements_of(x)
    count = max(len(part) if isinstance(part, list) else elements_of(part) for part in chosen)
    rows = math.prod(x.shape[: len(chosen)])
    return max(count, 1) * (elements_of(x) // max(rows, 1))


def reduced(x: Any) -> int:
    """Return what a reduction needs: nothing to speak of, but where it computes in a wider type."""
    return 0 if x.dtype.native and x.dtype.category != INTEGER else 2 * elements_of(x)


# Below so many elements a result is a matter of microseconds and kilobytes.
LARGE = 1 << 14
# Operands of so many elements together are looked at: three of them make 5 million at most.
LOOK = 512
ELEMENTS_PER_STEP = 64
WIDEST_ELEMENT = 8

SPACES = (
    "torch.Tensor", "torch", "torch.nn.functional", "torch.linalg", "torch.fft", "torch.special",
)  # fmt: skip
NUMBERS = frozenset({int, float, bool})
WITHOUT_ELEMENTS = NUMBERS | {str, type(None)}
# By the names of functions met before: up to how many elements one tensor alone costs them nothing.
FREE_ALONE: dict[str, int] = {}


def charge(elements: int) -> None:
    """Pay for a result of so many elements."""
    if elements > LARGE:
        meter.grow(elements * WIDEST_ELEMENT // 2)
        meter.spend(elements // ELEMENTS_PER_STEP)


def broadcast_elements(*tensors: Any) -> int:
    """Return the number of elements of tensors stretched over one another; 0 if they do not fit."""
    shapes = [
        value._array.shape if type(value) in DENSE else tuple(value.shape)
        for value in tensors
        if type(value) in DENSE or isinstance(value, Tensor | np.ndarray)
    ]
    return elements_of_shapes(*shapes)


@lru_cache(1 << 10)  # a program has few shapes
def elements_of_shapes(*shapes: tuple[int, ...]) -> int:
    """Return the same of shapes."""
    width = max(map(len, shapes), default=0)
    padded = [(1,) * (width - len(shape)) + shape for shape in shapes]
    extents = [{*sizes} - {1} for sizes in zip(*padded, strict=True)]
    return (
        0
        if any(len(sizes) > 1 for sizes in extents)
        else math.prod(map(sum, filter(None, extents)))
    )


def charge_pair(a: Any, b: Any) -> None:
    """Pay for an elementwise operation."""
    # the first test is four times as quick
    of_first = type(a) is Tensor or type(a) in DENSE
    elements = a._array.size if of_first else 1
    if type(b) is Tensor or type(b) in DENSE:
        if of_first:
            if elements * b._array.size > LARGE:
                charge(elements_of_shapes(a._array.shape, b._array.shape))
            return
        elements *= b._array.size
    elif type(b) not in NUMBERS:  # an array of numpy's
        elements *= max(elements_of(b), 1)
    if elements > LARGE:
        one = type(a) in NUMBERS or type(b) in NUMBERS
        charge(elements if one else broadcast_elements(a, b))


def charge_product(a: Any, b: Any) -> None:
    """Pay for a matrix product."""
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)):
        return
    dense = type(a) in DENSE and type(b) in DENSE
    if dense and a._array.size * b._array.size <= LARGE:
        return
    left, right = (a._array.shape, b._array.shape) if dense else (a.shape, b.shape)
    products, elements = size_of_product(left, right)
    meter.spend(products // PRODUCTS_PER_STEP)
    charge(elements)


@lru_cache(1 << 10)  # a program has few shapes
def size_of_product(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, int]:
    """Return how many products a matrix product of two shapes takes, and its elements at most."""
    if not (left and right):
        return 0, 0
    rows, columns = left[:-1], right[-1] if len(right) > 1 else 1
    elements = math.prod(rows) * columns
    stretched = math.prod(right[:-2]) * columns * (rows[-1] if rows else 1)
    return elements * left[-1], max(elements, stretched)


def guard_values(name: str, values: Sequence[Any]) -> None:
    """Pay for what a function of tensors may allocate, if its arguments are not small."""
    elements = held = 0
    for value in values:
        kind = type(value)
        if kind is Tensor or kind in DENSE:
            elements += value._array.size
            held += 1
        elif kind is list or kind is tuple:
            listed = elements_in(value)
            elements += listed
            held += 2 if listed else 0
        elif kind not in WITHOUT_ELEMENTS and isinstance(value, ARRAYS):
            elements += value.size if isinstance(value, np.ndarray) else 0
            held += 2
    if elements > LOOK and (held != 1 or elements > FREE_ALONE.get(name, 0)):
        charge_call(name, values)


def elements_in(values: Sequence[Any]) -> int:
    """Return the elements of the tensors in a list, its own length paid for."""
    elements = 0
    for value in values:
        kind = type(value)
        if kind is Tensor or kind in DENSE:
            elements += value._array.size
        elif kind not in NUMBERS:
            weigh(values)
            return elements_of(values)
    meter.spend(len(values))
    return elements


def charge_call(name: str, values: Sequence[Any]) -> None:
    """Pay for the result of a function: as large as its operands stretched, or its lists joined."""
    if name in CHEAP:
        return
    facts = facts_of(name)
    work = facts.get("work")
    if work is Work.PRODUCT and len(values) > 1:
        charge_product(values[0], values[1])
        return
    first = values[0]
    if work is Work.CUBIC and isinstance(first, Tensor) and first.ndim > 1:
        meter.spend(elements_of(first) * max(first.shape[-2:]) // (PRODUCTS_PER_STEP // 4))
    if facts.get("reduces") and isinstance(first, Tensor):
        meter.spend(elements_of(first) // ELEMENTS_PER_STEP)
        charge(reduced(first))
        return
    copies = facts.get("copies", 1)
    # it claims what it makes; of the operands only places are walked through
    if not copies:
        places = (elements_of(x) for x in values if isinstance(x, Tensor) and is_index(x))
        charge(max(places, default=0))
        return
    if not (work or facts.get("reduces")):
        FREE_ALONE[name] = LARGE // copies
    if type(values[0]) in DENSE and all_alike(name, values):
        charge(copies * values[0]._array.size)  # what the lines below come to
        return
    held = [value for value in values if type(value) not in NUMBERS]
    if len(held) == 1 and type(held[0]) is list:  # likewise
        charge(copies * max(elements_of(held[0]), 1))
        return
    lists = sum([elements_of(value) for value in held if not isinstance(value, Tensor)])
    laid = broadcast_elements(*[x for x in laid_over(name, values) if type(x) not in NUMBERS])
    charge(copies * max([laid, lists, *map(elements_of, held)]))


def all_alike(name: str, values: Sequence[Any]) -> bool:
    """Return whether all that holds elements, beside a tensor that comes first, adds none to it."""
    first = values[0]
    for value in values[1:]:
        kind = type(value)
        if kind is Tensor or kind in DENSE:
            if value._array.shape != first._array.shape and not lies_within(name, value, first):
                return False
        elif kind is tuple:  # of sizes or dimensions
            if value and isinstance(value[0], HOLDING):
                return False
        elif kind not in NUMBERS and isinstance(value, HOLDING):
            return False
    return True


def lies_within(name: str, value: Any, first: Any) -> bool:
    """Return whether a tensor is stretched to another's shape, or an index no larger than that."""
    own, shape = value._array.shape, first._array.shape
    if own == shape[len(shape) - len(own) :]:
        return True
    return is_index(value) and value._array.size <= first._array.size and name not in stretching()


@cache
def facts_of(name: str) -> Facts:
    """Return what the declaration says of the function that a call names, wherever it stands."""
    from tensorlab.engine.declaring.declaration import OPERATIONS  # noqa: PLC0415  it is large

    found: Facts = {}
    for space in reversed(SPACES):
        operation = OPERATIONS.known(f"{space}.{name}")
        found |= {} if operation is None else operation.facts
    return found


def laid_over(name: str, values: Sequence[Any]) -> Sequence[Any]:
    """Return the tensors that a function stretches over one another: indices it follows instead."""
    if name in stretching():
        return values
    return [x for x in values if x is values[0] or not isinstance(x, Tensor) or not is_index(x)]


def is_index(tensor: Tensor) -> bool:
    """Return whether a tensor can say which elements of another are meant."""
    return bool(tensor.dtype.category == INTEGER)


@cache
def stretching() -> frozenset[str]:
    """Return the names of the elementwise functions: each element from one of each operand."""
    from tensorlab.engine.declaring.declaration import OPERATIONS  # noqa: PLC0415  it is large

    marked = (name for name, operation in OPERATIONS.items() if operation.elementwise)
    return frozenset(name.rpartition(".")[2] for name in marked)
