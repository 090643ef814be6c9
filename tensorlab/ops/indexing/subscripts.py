"""x[index]: what it chooses."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import is_at_once, recorder
from tensorlab.engine.calling.views import seen
from tensorlab.engine.chosen_elements import check_elements, chooses_none, result_shape
from tensorlab.engine.declaring import Array, Tensor, operation, view
from tensorlab.engine.declaring.filling import tell_of
from tensorlab.engine.device import GpuArray
from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.indexing import WHOLE, path_of
from tensorlab.engine.layout import row_major, strided_view, zeros_beside
from tensorlab.engine.meta import MetaArray
from tensorlab.engine.overriding import Overriding, overriders, watched
from tensorlab.engine.tensor import DENSE, wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.dimensions import unsqueeze


@view(inner=True, node=lambda step: step)
def looked_at(input: Array, index: Any, step: str, new: Any = ()) -> Array:
    """Return the view that a basic index means.

    A new dimension takes the stride that it would have ahead of the old one behind it.
    """
    shown = input[index]
    if not new:
        return shown
    strides = list(shown.strides)
    for place, source in new:
        last = source == input.ndim
        strides[place] = shown.itemsize if last else input.shape[source] * input.strides[source]
    return strided_view(shown, shown.shape, strides)


def name_back(step: str) -> str:
    """Return PyTorch's name of the step back of the step back."""
    if step == "UnsqueezeBackward0":
        return "SqueezeBackward1"
    return step.replace("Backward0", "BackwardBackward0")


@operation(inner=True, stored=True, node=name_back)
def put_back(g: Array, index: Any, step: str, shape: Any) -> Array:
    """Return zeros of a shape with a gradient at the elements that a view shows."""
    whole = zeros_beside(g, shape)
    whole[index] = g
    return whole


def look_back(g: Tensor, sizes: Any, index: Any, step: str) -> Any:
    """Return the same: at once where nobody differentiates again."""
    if not is_at_once(g):
        return put_back(g, index, step, sizes)
    whole = zeros_beside(g._array, sizes)
    whole[index] = g._array
    return wrap(whole, g.dtype)


looked_at.gradient(input=look_back)
put_back.gradient(g=lambda g, index, step: looked_at(g, index, step))


GATHERING = (DTYPES["int64"], DTYPES["bool"])
KINDS = {name: DTYPES[name] for name in ("int32", "int64", "bool")}
PLAIN = (int, type(None))


def arrays_of(index: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an advanced index as numpy takes it."""
    return tuple([part if part is WHOLE else part._array for part in index])


def to_keep(elements: tuple[Any, ...], index: object) -> tuple[Any, ...]:
    """Return the elements that an index chooses as tensors, to keep for the way back.

    A tensor that was given stands for itself, so that a later write to it is noticed.
    """
    if isinstance(index, Tensor) and index._array is elements[0]:
        return (index,)
    parts = index if isinstance(index, tuple | list) else (index,)
    kept: dict[int, Any] = {id(part._array): part for part in parts if isinstance(part, Tensor)}
    for part in elements:
        if id(part) not in kept:
            kept[id(part)] = part if part is WHOLE else wrap(part, KINDS[part.dtype.name])
    return tuple([kept[id(part)] for part in elements])


def chooses_by_number() -> str:
    """Return how torch.vmap refuses masks."""
    return in_full("vmap: We do not support batching operators that can support")


def elements_at(array: np.ndarray, index: tuple[Any, ...]) -> np.ndarray:
    """Return the elements that an advanced index chooses, row after row."""
    if len(index) == 1 and index[0].dtype == np.bool_ and index[0].shape == array.shape:
        tell_of(chooses_by_number, index[0])
        # A random mask is read four times as fast this way.
        return array.reshape(-1).compress(index[0].reshape(-1))
    if chooses_none(array, index):
        check_elements(index, array.shape)
        return zeros_beside(array, result_shape(index, array.shape))
    return row_major(array[index])


@operation(inner=True, stored=True, node="IndexBackward0")
def gathered(input: Array, index: Any) -> Array:
    """Return the elements that an advanced index chooses, copied."""
    return elements_at(input, arrays_of(index))


@operation(inner=True, node="IndexPutBackward0")
def spread(g: Array, index: Any, shape: Any) -> Array:
    """Return zeros of a shape with the elements added in at an index: what undoes gathering."""
    whole, index = zeros_beside(g, shape), arrays_of(index)
    if len(index) == 1 and index[0].dtype == np.bool_:
        whole[index] = g
    elif not chooses_none(whole, index):
        np.add.at(whole, index, g)
    return whole


gathered.gradient(input=lambda g, sizes, index: spread(g, index, sizes))
spread.gradient(g=lambda g, index: gathered(g, index))
record_look, record_gathering = recorder(looked_at.operation), recorder(gathered.operation)


def getitem(self: Tensor, index: Any) -> Any:
    """Return what an index chooses: a view for numbers and slices, a copy for tensors and masks."""
    array = self._array
    if index.__class__ is int and array.ndim:
        size = array.shape[0]
        if -size <= index < size:
            result = seen(array[index, ...], self)
            if self._tracked:
                look = (index, Ellipsis)
                record_look(result, (self, look, "SelectBackward0"), {})
            return result
    if index.__class__ in DENSE and gathers_alone(index, array):
        return gathered_at(self, (index._array,), index)
    if Overriding.watching and overriders((self, index)):
        return watched("__getitem__")(self, index)
    if not self._tracked and array.size and index.__class__ is not int:
        plain = numpys(index)
        try:
            if plain is not None:
                return seen(array[plain], self)
        except (IndexError, OverflowError):
            pass  # said in PyTorch's words below
    if index is None and not self._tracked and array.size and self.__class__ in DENSE:
        return seen(unsqueeze.operation.forward(array, 0), self)
    path = path_of(index, array.shape)
    if not path.gather:
        return looked_at(self, tuple(path.look), path.step, path.new)
    if not path.only_gathers:
        self = looked_at(self, tuple(path.look), path.step, path.new)
    return gathered_at(self, tuple(path.gather), index)


def gathers_alone(index: Tensor, array: Array) -> bool:
    """Return whether a tensor as the whole index names elements as it is."""
    return index.dtype in GATHERING and 0 < index._array.ndim <= array.ndim


def numpys(index: object) -> Any:
    """Return a plain index as numpy gives views for it; None for any other."""
    if index.__class__ is tuple:
        if index and index[0] is Ellipsis:
            return index if is_plain(index[1:]) else None
        return (*index, ...) if is_plain(index) else None
    return index if index.__class__ is slice and is_plain(index) else None


def is_plain(index: object) -> bool:
    """Return whether an index holds nothing but whole numbers and slices that go ahead."""
    for part in index if index.__class__ is tuple else (index,):
        if part.__class__ is slice:
            step = part.step
            if step is not None and not (step.__class__ is int and step > 0):
                return False
            if part.start.__class__ not in PLAIN or part.stop.__class__ not in PLAIN:
                return False
        elif part.__class__ is not int:
            return False
    return True


def refuse_far(self: Tensor, elements: tuple[Any, ...]) -> None:
    """Refuse indices on a GPU into a tensor in the main memory: only the other way is quick.

    Raises:
        RuntimeError: an index is on the GPU and the tensor is not.
    """
    if self._array.__class__ is np.ndarray and any(isinstance(part, GpuArray) for part in elements):
        raise RuntimeError(
            "indices should be either on cpu or on the same device as the indexed tensor (cpu)"
        )


def gathered_at(self: Tensor, elements: tuple[Any, ...], index: object) -> Tensor:
    """Return the elements that an advanced index chooses, or raise in PyTorch's words."""
    refuse_far(self, elements)
    if any(isinstance(part, MetaArray) and part.dtype == np.bool_ for part in elements):
        # a mask without elements chooses nobody knows how many
        raise NotImplementedError(in_full("The register_meta function"))
    try:
        array = elements_at(self._array, elements)
    except (IndexError, ValueError):
        check_elements(elements, self._array.shape)
        raise
    result = wrap(array, self.dtype)
    if self._tracked:
        record_gathering(result, (self, to_keep(elements, index)), {})
    return result


def delitem(self: Tensor, index: object) -> None:
    """Refuse to take elements away.

    Raises:
        TypeError: always.
    """
    raise TypeError("Tensor does not support deleting items")


for behaviour in (getitem, delitem):
    setattr(Tensor, f"__{behaviour.__name__}__", behaviour)
