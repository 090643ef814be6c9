"""Assignment to x[index], and adding to it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.refusing import (
    is_overlapping,
    refuse_leaf,
    refuse_overlap,
    refuse_shared,
)
from tensorlab.engine.calling.writing import bump, rewrite_history, snapshot, warn_of_expanded
from tensorlab.engine.chosen_elements import check_ranges, check_shapes, chooses_none, result_shape
from tensorlab.engine.declaring import Array, Tensor, refuse_two_types, selecting
from tensorlab.engine.declaring.filling import tell_of
from tensorlab.engine.dtypes import FLOATING, INTEGER, DType, float64, int64, uint8
from tensorlab.engine.indexing import WHOLE, path_of
from tensorlab.engine.layout import address, copy_laid_as
from tensorlab.engine.nested import require_64_bits
from tensorlab.engine.numbers import stored_number
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.tensor import DENSE, wrap_beside
from tensorlab.engine.type_names import tensor_type_name
from tensorlab.engine.warning import in_full
from tensorlab.ops.indexing.subscripts import (
    arrays_of,
    chooses_by_number,
    gathered,
    gathers_alone,
    is_plain,
    looked_at,
    refuse_far,
    to_keep,
)
from tensorlab.ops.tensor.overwriting import is_unknown

CATEGORIES = {int: INTEGER, float: FLOATING}
HUGE = 2**63


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """Write a value over what an index chooses."""
    plain = is_plain(index) and (value.__class__ in DENSE or is_held(value, self.dtype))
    if plain and written_plainly(self, index, value):
        return
    value = assigned(self, value)
    if index.__class__ in DENSE and gathers_alone(index, self._array):
        refuse_leaf(self)
        write_elements(self, (index._array,), without_leading_ones(value), index)
        return
    if index is False:
        return
    path = path_of(None if index is True else index, self._array.shape)
    whole = path.gather and path.only_gathers
    target: Any = self if whole else looked_at(self, tuple(path.look), path.step, path.new)
    if target.shape == self.shape:  # a view of all of it is no other to PyTorch
        refuse_leaf(self)
    if path.gather:
        refuse_leaf(target)
        write_elements(target, tuple(path.gather), without_leading_ones(value), index)
        return
    refuse_overlap(target)
    if value.shape == target.shape:
        target.copy_(value)
    elif not value.ndim:
        target.fill_(value)
    else:
        target.copy_(without_leading_ones(value).expand(target.shape))


def is_held(value: Any, dtype: DType) -> bool:
    """Return whether a value is a number that numpy writes as PyTorch does."""
    if value.__class__ is not float and value.__class__ is not int:
        return False
    held = dtype.native and dtype.category >= CATEGORIES[value.__class__] and dtype.itemsize > 2
    return held and -HUGE < value < HUGE and (dtype.category == FLOATING or dtype is int64)


def written_plainly(self: Tensor, index: object, value: Any) -> bool:
    """Return whether a value was written over the view of a plain index at once.

    That is a number, or a tensor of the view's type and shape, with nothing to record. After
    `x[i] += 1` the tensor is the view itself, and nothing is left to be written.
    """
    array = self._array
    if self.__class__ not in DENSE or 0 in array.strides:
        return False
    if Recording.enabled and not is_unknown(self, {"value": value}):
        return False
    try:
        target = array[(*index, ...) if index.__class__ is tuple else (index, ...)]
    except (IndexError, OverflowError):
        return False  # said in PyTorch's words
    if value.__class__ not in DENSE:
        target[...] = value
    elif value.dtype is not self.dtype or target.shape != value._array.shape:
        return False
    elif value._writes is None or value._writes is not self._writes:
        target[...] = value._array
    elif not is_same_view(target, value._array):
        return False
    bump(self)
    return True


def is_same_view(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Return whether two arrays of one shape and type are the same elements."""
    if first.size == 1:  # in a third of the time
        return np.may_share_memory(first, second)
    return first.strides == second.strides and address(first) == address(second)


def assigned(self: Tensor, value: object) -> Any:
    """Return a value as a tensor.

    Raises:
        TypeError: it is neither a tensor nor a number.
    """
    if isinstance(value, Tensor):
        return value
    value = require_64_bits(int(value)) if isinstance(value, int | np.integer) else value
    if isinstance(value, int | float | complex):
        halved = (self.dtype.category, self.dtype.itemsize) == (FLOATING, 2)
        number = stored_number(value, float64 if halved else self.dtype)
        return wrap_beside(self.dtype.encode(number), self.dtype, self)
    raise TypeError(f"can't assign a {class_name(value)} to a {tensor_type_name(self)}")


def without_leading_ones(value: Tensor) -> Any:
    """Return a value without its first dimensions of size 1."""
    shape = tuple(value.shape)
    kept = next((dim for dim, size in enumerate(shape) if size != 1), len(shape))
    return value.view(shape[kept:]) if kept else value


def write_elements(
    self: Tensor, elements: tuple[Any, ...], value: Tensor, index: object, *, add: bool = False
) -> None:
    """Write a value over, or add it to, an advanced index's elements, and record that.

    `index` is what was given, of which the record keeps tensors.

    Raises:
        RuntimeError: the data types or shapes differ, or the tensor is a leaf in a record.
    """
    refuse_far(self, elements)
    given = index if isinstance(index, list | tuple) else [index]
    chosen = [part for part in elements if part is not WHOLE]
    single = value.shape.numel() == 1 and not add
    fills = single and [part.dtype == bool for part in chosen] == [True]
    if fills:
        tell_of(chooses_by_number, *chosen)
    if fills and value.dtype is not self.dtype:
        value = value.to(self.dtype)
    refuse_leaf(self)
    for name in ("index_put_", "masked_fill_")[: 1 + fills] if is_overlapping(self) else ():
        warn_of_expanded(name)
    if not fills:
        refuse_shared(self, (value, *given), by_index=True)
    check_shapes(elements, self._array.shape)
    tensors = (part for part in given if isinstance(part, Tensor))
    if fills and any(part.dtype is uint8 for part in tensors):
        raise RuntimeError(in_full("masked_fill_ only supports boolean", uint8.c_name))
    require_broadcast(self._array, elements, value._array)
    require_same_type(self, value)
    check_ranges(elements, self._array.shape)
    before = snapshot(self)
    write(self._array, elements, value._array, add=add)
    bump(self)
    if Recording.enabled and (before._tracked or value._tracked):
        settings = {"index": to_keep(elements, index), "values": value, "accumulate": add}
        rewrite_history(put_at.operation, self, {"input": before, **settings})


def require_same_type(self: Tensor, value: Tensor) -> None:
    """Refuse values of another data type.

    Raises:
        RuntimeError: the types differ.
    """
    words = (
        "Index put requires the source and destination dtypes match, got {} for the destination "
        "and {} for the source."
    )
    refuse_two_types(self, value, words)


def write(array: np.ndarray, index: tuple[Any, ...], values: np.ndarray, *, add: bool) -> None:
    """Write values over, or add them to, the elements that an advanced index chooses."""
    if add and array.dtype.itemsize == 2 and array.dtype.names:
        raise RuntimeError(in_full("{0} rounds each of its", "index_put_", "bfloat16"))
    if chooses_none(array, index):
        return
    if add and array.dtype.names:  # complex32 is stored as its two parts
        for part in array.dtype.names:
            write(array[part], index, values[part], add=add)
    elif add:
        np.add.at(array, index, values)
    else:
        array[index] = values


def require_broadcast(array: np.ndarray, index: tuple[Any, ...], values: np.ndarray) -> None:
    """Refuse values that don't broadcast to the elements that an advanced index chooses.

    Raises:
        RuntimeError: the shapes do not broadcast.
    """
    if values.ndim:  # a single number always fits
        require_fit(values, result_shape(index, array.shape))


def require_fit(values: np.ndarray, shape: tuple[int, ...]) -> None:
    """Refuse values that don't broadcast to a shape.

    Raises:
        RuntimeError: the shapes do not broadcast.
    """
    try:
        fits = np.broadcast_shapes(values.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise RuntimeError(in_full("shape mismatch: value", list(values.shape), list(shape)))


@selecting(inner=True, node="IndexPutBackward0")
def put_at(input: Array, index: Any, values: Array, accumulate: bool = False) -> Array:
    """Return input with values written over, or added to, the elements that an index chooses."""
    filled, elements = copy_laid_as(input, input), arrays_of(index)
    require_broadcast(input, elements, values)
    write(filled, elements, values, add=accumulate)
    return filled


put_at.gradient(
    input=lambda g, index, values, accumulate: (
        g if accumulate else put_at(g, index, values.new_zeros(values.shape))
    ),
    values=lambda g, index: gathered(g, index),
)


setattr(Tensor, "__setitem__", setitem)  # noqa: B010  the class is another file's
