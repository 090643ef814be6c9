"""Reading by an index: which of its elements decided what is read."""

from typing import Any

import numpy as np

from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.dtypes import INTEGER, bool_, int64
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import literal, number, unraveled
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    quietly,
)
from tensorlab.explain.strategies.moving import by_labels
from tensorlab.explain.strategies.regions import place, the_nth
from tensorlab.frozen import replace

NAMES = ("index", "indices", "input")  # that an index has among parameters
# for an index, by identity, which of its elements decides each element
Deciders = dict[int, Any]


def by_index(call: Call) -> Explainer:
    """Tell of gather, embedding, x[i] and their kin: the index's element, and what it points to.

    Raises:
        CannotExplainError: nothing is read by an index of whole numbers.
    """
    moved = by_labels(call)
    deciders = key_deciders(call) if call.operation is None else operand_deciders(call)
    indices = [tensor for tensor in call.tensors if id(tensor) in deciders]
    masks = [] if indices or call.operation else masks_in(*call.args)
    if not indices and not masks:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        explained = moved(part, index)
        if len(explained.inputs) != 1:
            raise CannotExplainError
        source = explained.inputs[0]
        elements = [
            call.element(each, unraveled(int(number(deciders[id(each)], index).real), each.shape))
            for each in indices
        ]
        elements += [call.element(mask, source.index[dim : dim + mask.ndim]) for mask, dim in masks]
        words = " and ".join(dict.fromkeys(map(decision, elements)))
        if len(masks) == 1:  # one more True before it, and it moves on
            before = call.elements(masks[0][0])
            before = before[: before.index(elements[0])]
            rank = sum(element.value is True for element in before)
            words = the_nth(elements[0], rank)
            elements += before
        sentence = f"{words}, so {place(source)} is read."
        chosen = elements if call.operation is None or has_choice(call) else []
        return replace(explained, inputs=(source, *chosen), sentence=sentence, derived=True)

    return explain


def masks_in(owner: Tensor, key: object) -> list[tuple[Tensor, int]]:
    """Return the masks between the brackets of an index, each with the dimension it begins at."""
    keys = key if isinstance(key, tuple) else (key,)
    taken = [0 if each is None or each is Ellipsis else dims_of(each) for each in keys]
    dim, found = 0, []
    for each, dims in zip(keys, taken, strict=True):
        if isinstance(each, Tensor) and each.dtype is bool_:
            found.append((each, dim))
        dim += owner.ndim - sum(taken) if each is Ellipsis else dims
    return found


def dims_of(key: object) -> int:
    """Return how many dimensions a part of an index stands for."""
    return key.ndim if isinstance(key, Tensor) and key.dtype is bool_ else 1


def has_choice(call: Call) -> bool:
    """Return whether an index decides anything: along a size of 1 it does not."""
    bound = call.bound()
    given = bound["weight" if call.name == "embedding" else "input"]
    dim = 0 if call.name == "embedding" else bound.get("dim")
    return bool(given._array.size > 1 and (dim is None or not given.ndim or given.shape[dim] > 1))


def decision(element: Element) -> str:
    """Return what a deciding element says."""
    verb = "is" if isinstance(element.value, bool) else "="
    return f"{place(element)} {verb} {literal(element.value)}"


def operand_deciders(call: Call) -> Deciders:
    """Return the deciding elements of a function that reads by one index."""
    bound = call.bound()
    name = next((name for name in NAMES if is_index(bound.get(name))), "")
    if not name:
        raise CannotExplainError
    index = bound[name]
    data = "weight" if call.name == "embedding" else "input"
    dim = 0 if data == "weight" else bound.get("dim")
    given = bound[data]
    if dim is None:
        given = given.reshape(-1)
        index = index.reshape(-1) if call.name == "take_along_dim" else index
    spots = coordinates(tuple(given.shape), (dim or 0) % max(given.ndim, 1), index._array.size)
    found = quietly(function_of(call.operation), **{**bound, data: spots, name: counted(index)})
    return {id(bound[name]): found}


def key_deciders(call: Call) -> Deciders:
    """Return the deciding elements of what stands between the brackets of an index."""
    owner, key = call.args[:2]
    keys = key if isinstance(key, tuple) else (key,)
    tensors = [each for each in keys if is_index(each)]
    if any(isinstance(each, Tensor) and each.dtype is bool_ for each in keys):
        if tensors:
            raise CannotExplainError
        return {}
    used = sum(not (each is None or each is Ellipsis) for each in keys)
    found = {}
    dim = 0
    for at, each in enumerate(keys):
        # of a single one there is no choice
        if is_index(each) and owner.shape[dim] > 1:
            others = tuple(
                (counted(one) if place == at else zeros(one)) if is_index(one) else one
                for place, one in enumerate(keys)
            )
            spots = coordinates(tuple(owner.shape), dim, each._array.size)
            found[id(each)] = quietly(spots.__getitem__, others)
        dim += owner.ndim - used if each is Ellipsis else each is not None
    return found


def is_index(value: object) -> bool:
    """Return whether a value is a tensor of whole numbers."""
    return isinstance(value, Tensor) and value.dtype.category == INTEGER and value.layout is STRIDED


def counted(index: Tensor) -> Tensor:
    """Return an index in whose place each element says which one it is."""
    return wrap(np.arange(index._array.size).reshape(index._array.shape), int64)


def zeros(index: Tensor) -> Tensor:
    """Return an index of the same shape that points to the beginning."""
    return wrap(np.zeros(index._array.shape, np.int64), int64)


def coordinates(shape: Index, dim: int, size: int) -> Tensor:
    """Return a tensor of another size along a dimension, each element being its place there."""
    sizes = [*shape[:dim], size, *shape[dim + 1 :]]
    line = np.arange(size).reshape([-1, *[1] * (len(sizes) - dim - 1)])
    return wrap(np.ascontiguousarray(np.broadcast_to(line, sizes)), int64)
