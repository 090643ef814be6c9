"""A step of small parameters as one vector: for algorithms that move each element by itself.

numpy takes as long for ten elements as for a thousand, so that a small network's step costs what
the step of one parameter does: `python -m tests.bench`, adam. A larger network gains nothing. All
digits are those of parameters that are moved one by one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.gradmode import Moving
from tensorlab.engine.dtypes import float32
from tensorlab.engine.tensor import DENSE, Tensor, wrap
from tensorlab.numerics.functions.rounding import ROUNDED_ONCE

Table = dict[str, Any]
ENOUGH = 4  # parameters: fewer are moved one by one as quickly
# a parameter, its gradient, and what is remembered of it
Moved = tuple[Any, Any, Table]
MOST_KEPT = 4096  # elements of a parameter, to be asked about later
STEP = "step"  # what is remembered as a number, the same for all


def are_moved_at_once(given: list[Moved]) -> bool:
    """Return whether parameters are moved as one vector: some of few elements and the same step."""
    elements = 0
    for parameter, _, _ in given:
        elements += parameter._array.size if parameter.__class__ in DENSE else ROUNDED_ONCE + 1
        if elements > ROUNDED_ONCE:
            return False
    if len(given) < ENOUGH:
        return False
    kinds = {kind_of(*each) for each in given}
    owners = {id(owner_of(parameter._array)) for parameter, _, _ in given}
    return len(kinds) == 1 and None not in kinds and len(owners) == len(given)


def owner_of(array: NDArray[Any]) -> Any:
    """Return what holds an array's memory, which two parameters may share."""
    return array if array.base is None else array.base


def kind_of(parameter: Tensor, grad: Tensor, state: Table) -> tuple[Any, ...] | None:
    """Return what those have in common that are moved together; None for one alone."""
    shape = parameter._array.shape
    if not (is_plain(parameter, shape) and is_plain(grad, shape) and parameter._view_of is None):
        return None
    step = state.get(STEP)
    for name, value in state.items():
        if not is_plain(value, () if name == STEP else shape):
            return None
    return *state, None if step is None else step._array.item()


def is_plain(value: Tensor, shape: tuple[int, ...]) -> bool:
    """Return whether a value is a tensor of float32 numbers in the main memory, in rows."""
    if value.__class__ not in DENSE or value._element_type is not float32:
        return False
    array = value._array
    return bool(array.shape == shape and array.flags.c_contiguous)


def move(update: Callable[..., None], given: list[Moved], group: Table) -> None:
    """Move parameters by what moves one."""
    parameters, grads, states = zip(*given, strict=True)
    state = {
        name: wrap(value._array.copy(), float32)
        if name == STEP
        else in_line([s[name] for s in states])
        for name, value in states[0].items()
    }
    line = in_line(parameters)
    update(line, in_line(grads), state, group)
    give_back(line, parameters)
    for name, value in state.items():
        if name not in states[0]:
            for parameter, own in zip(parameters, states, strict=True):
                shape = () if name == STEP else parameter._array.shape
                own[name] = wrap(np.empty(shape, np.float32), float32)
        give_back(value, [own[name] for own in states])


def in_line(tensors: Any) -> Tensor:
    """Return the elements of tensors in one vector."""
    return wrap(np.concatenate([tensor._array for tensor in tensors], axis=None), float32)


def give_back(line: Tensor, tensors: Any) -> None:
    """Write a vector's elements over the tensors that it was made of; a number over all of them."""
    elements, place = line._array, 0
    for tensor in tensors:
        array = tensor._array
        begin, place = place, place + array.size
        array[...] = elements[begin:place].reshape(array.shape) if elements.ndim else elements
        if line._writes is None:
            continue
        if tensor._writes is None:
            tensor._writes = [0]
        tensor._writes[0] += line._writes[0]


class Move(NamedTuple):
    """One step of one parameter: its optimizer, the settings, and what there was before."""

    optimizer: Any
    group: Table
    parameter: Any
    grad: Any
    state: Any


def remember(optimizer: object, group: Table, moved: list[Moved]) -> None:
    """Keep what a step of some parameters is about to be made of, in place of the step before."""
    if Moving.latest is not None:
        settings = {name: value for name, value in group.items() if name != "params"}
        for parameter, _, state in moved:
            parts = map(as_it_is, (parameter, parameter._grad, state))
            Moving.latest[id(parameter)] = Move(optimizer, settings, *parts)


def as_it_is(value: object) -> Any:
    """Return a copy of a small tensor, or of those in a parameter's state; None for a large one."""
    if isinstance(value, dict):
        return {name: as_it_is(each) for name, each in value.items()}
    if not isinstance(value, Tensor):
        return value
    return value.detach().clone() if value.numel() <= MOST_KEPT else None
