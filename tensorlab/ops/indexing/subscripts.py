"""x[index], and assignment to it."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.views import seen
from tensorlab.engine.calling.writing import bump, refuse_leaf, rewrite_history, snapshot
from tensorlab.engine.declaring import operation, selecting, view
from tensorlab.engine.dtypes import DTYPES, tensor_type_name
from tensorlab.engine.gpu_array import GpuArray
from tensorlab.engine.indexing import WHOLE, check_cells, path_of
from tensorlab.engine.layout import row_major, strided_view, zeros_beside
from tensorlab.engine.numbers import cell
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor, wrap, wrap_beside
from tensorlab.ops.tensor.overwriting import is_unknown


@view(function=False, method=False, node=lambda step: step)
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


@operation(function=False, method=False, out=False, stored=True, node=name_back)
def put_back(g: Array, index: Any, step: str, shape: Any) -> Array:
    """Return zeros of a shape with a gradient at the cells that a view shows."""
    whole = zeros_beside(g, shape)
    whole[index] = g
    return whole


looked_at.gradient(input=lambda g, sizes, index, step: put_back(g, index, step, sizes))
put_back.gradient(g=lambda g, index, step: looked_at(g, index, step))


GATHERING = (DTYPES["int64"], DTYPES["bool"])
KINDS = {name: DTYPES[name] for name in ("int32", "int64", "bool")}
NUMBERS = (float, int, bool)
PLAIN = (int, type(None))


def arrays_of(index: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an advanced index as numpy takes it."""
    return tuple([part if part is WHOLE else part.array for part in index])


def to_keep(cells: tuple[Any, ...], index: Any) -> tuple[Any, ...]:
    """Return the cells that an index chooses as tensors, to keep for the way back.

    A tensor that was given stands for itself, so that a later write to it is noticed.
    """
    if isinstance(index, Tensor) and index.array is cells[0]:
        return (index,)
    parts = index if isinstance(index, tuple | list) else (index,)
    kept: dict[int, Any] = {id(part.array): part for part in parts if isinstance(part, Tensor)}
    for part in cells:
        if id(part) not in kept:
            kept[id(part)] = part if part is WHOLE else wrap(part, KINDS[part.dtype.name])
    return tuple([kept[id(part)] for part in cells])


def cells_at(array: np.ndarray, index: tuple[Any, ...]) -> np.ndarray:
    """Return the cells that an advanced index chooses, row after row."""
    if len(index) == 1 and index[0].dtype == np.bool_ and index[0].shape == array.shape:
        # A random mask is read four times as fast this way.
        return array.reshape(-1).compress(index[0].reshape(-1))
    return row_major(array[index])


@operation(function=False, method=False, stored=True, out=False, node="IndexBackward0")
def gathered(input: Array, index: Any) -> Array:
    """Return the cells that an advanced index chooses, copied."""
    return cells_at(input, arrays_of(index))


@operation(function=False, method=False, out=False, node="IndexPutBackward0")
def spread(g: Array, index: Any, shape: Any) -> Array:
    """Return zeros of a shape with the cells added in at an index: what undoes gathering."""
    whole, index = zeros_beside(g, shape), arrays_of(index)
    if len(index) == 1 and index[0].dtype == np.bool_:
        whole[index] = g
    else:
        np.add.at(whole, index, g)
    return whole


gathered.gradient(input=lambda g, sizes, index: spread(g, index, sizes))
spread.gradient(g=lambda g, index: gathered(g, index))
record_look, record_gathering = recorder(looked_at.operation), recorder(gathered.operation)


def getitem(self: Tensor, index: Any) -> Tensor:
    """Return what an index chooses: a view for numbers and slices, a copy for tensors and masks."""
    array = self.array
    if index.__class__ is int and array.ndim:
        size = array.shape[0]
        if -size <= index < size:
            result = seen(array[index, ...], self)
            if self.tracked:
                look = (index, Ellipsis)
                record_look(result, (self, look, "SelectBackward0"), {})
            return result
    if index.__class__ is Tensor and index.dtype in GATHERING and index.array.ndim:
        return gathered_at(self, (index.array,), index)
    if not self.tracked and index.__class__ is not int and is_plain(index):
        try:
            return seen(array[index] if index.__class__ is slice else array[(*index, ...)], self)
        except IndexError:
            pass  # said in PyTorch's words below
    path = path_of(index, array.shape)
    if not path.gather:
        return looked_at(self, tuple(path.look), path.step, path.new)
    if not path.only_gathers:
        self = looked_at(self, tuple(path.look), path.step, path.new)
    return gathered_at(self, tuple(path.gather), index)


def is_plain(index: Any) -> bool:
    """Return whether an index holds nothing but whole numbers and slices without steps."""
    for part in index if index.__class__ is tuple else (index,):
        if part.__class__ is slice:
            if part.step is not None or not (
                part.start.__class__ in PLAIN and part.stop.__class__ in PLAIN
            ):
                return False
        elif part.__class__ is not int:
            return False
    return True


def refuse_far(self: Tensor, cells: tuple[Any, ...]) -> None:
    """Refuse indices on a GPU into a tensor in the main memory: only the other way is quick.

    Raises:
        RuntimeError: so it is.
    """
    if self.array.__class__ is np.ndarray and any(isinstance(part, GpuArray) for part in cells):
        raise RuntimeError(
            "indices should be either on cpu or on the same device as the indexed tensor (cpu)"
        )


def gathered_at(self: Tensor, cells: tuple[Any, ...], index: Any) -> Tensor:
    """Return the cells that an advanced index chooses, or say in PyTorch's words what is wrong."""
    refuse_far(self, cells)
    try:
        array = cells_at(self.array, cells)
    except (IndexError, ValueError):
        check_cells(cells, self.array.shape)
        raise
    result = wrap(array, self.dtype)
    if self.tracked:
        record_gathering(result, (self, to_keep(cells, index)), {})
    return result


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """Write a value over what an index chooses."""
    if value.__class__ in NUMBERS and is_plain(index) and is_unknown(self, {}):
        getitem(self, index).fill_(value)
        return
    value = assigned(self, value)
    if index.__class__ is Tensor and index.dtype in GATHERING and index.array.ndim:
        check_cells((index.array,), self.array.shape)
        write_cells(self, (index.array,), without_leading_ones(value), index)
        return
    path = path_of(index, self.array.shape)
    if path.gather:
        target: Any = (
            self if path.only_gathers else looked_at(self, tuple(path.look), path.step, path.new)
        )
        check_cells(path.gather, target.array.shape)
        write_cells(target, tuple(path.gather), without_leading_ones(value), index)
        return
    target = looked_at(self, tuple(path.look), path.step, path.new)
    if value.shape == target.shape:
        target.copy_(value)
    elif not value.ndim:
        target.fill_(value)
    else:
        target.copy_(without_leading_ones(value).expand(target.shape))


def assigned(self: Tensor, value: Any) -> Any:
    """Return a value as a tensor.

    Raises:
        TypeError: it is neither a tensor nor a number.
    """
    if isinstance(value, Tensor):
        return value
    if isinstance(value, int | float | complex):
        return wrap_beside(self.dtype.encode(cell(value, self.dtype)), self.dtype, self)
    kind = type(value).__name__
    kind = f"numpy.{kind}" if isinstance(value, np.ndarray | np.generic) else kind
    raise TypeError(f"can't assign a {kind} to a {tensor_type_name(self)}")


def without_leading_ones(value: Any) -> Any:
    """Return a value without its first dimensions of size 1."""
    shape = tuple(value.shape)
    kept = next((dim for dim, size in enumerate(shape) if size != 1), len(shape))
    return value.view(shape[kept:]) if kept else value


def write_cells(
    self: Tensor, cells: tuple[Any, ...], value: Any, index: Any, *, add: bool = False
) -> None:
    """Write a value over, or add it to, the cells that an advanced index chooses, and record that.

    `index` is what was given, of which the record keeps tensors.

    Raises:
        RuntimeError: the data types or shapes differ, or the tensor is a leaf in a record.
    """
    refuse_far(self, cells)
    fills = (
        not add
        and value.shape.numel() == 1
        and all(part is not WHOLE and part.dtype == bool for part in cells)
    )
    if fills and value.dtype is not self.dtype:
        value = value.to(self.dtype)
    refuse_leaf(self)
    require_broadcast(self.array, cells, value.array)
    require_same_type(self, value)
    before = snapshot(self)
    write(self.array, cells, value.array, add=add)
    bump(self)
    if Recording.enabled and (before.tracked or value.tracked):
        settings = {"index": to_keep(cells, index), "values": value, "accumulate": add}
        rewrite_history(put_at.operation, self, {"input": before, **settings})


def require_same_type(self: Tensor, value: Tensor) -> None:
    """Refuse values of another data type.

    Raises:
        RuntimeError: so it is.
    """
    if self.dtype is not value.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{self.dtype.scalar_name} for the destination and {value.dtype.scalar_name} for the "
            "source."
        )


def write(array: np.ndarray, index: tuple[Any, ...], values: np.ndarray, *, add: bool) -> None:
    """Write values over, or add them to, the cells that an advanced index chooses."""
    if add and array.dtype.names:  # complex32 is stored as its two parts
        for part in array.dtype.names:
            write(array[part], index, values[part], add=add)
    elif add:
        np.add.at(array, index, values)
    else:
        array[index] = values


def require_broadcast(array: np.ndarray, index: tuple[Any, ...], values: np.ndarray) -> None:
    """Refuse values that don't broadcast to the cells that an advanced index chooses.

    Raises:
        RuntimeError: so it is.
    """
    if not values.ndim:
        return
    shape = np.broadcast_to(np.int8(0), array.shape)[index].shape
    try:
        fits = np.broadcast_shapes(values.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}"
        )


@selecting(function=False, method=False, out=False, node="IndexPutBackward0")
def put_at(input: Array, index: Any, values: Array, accumulate: bool = False) -> Array:
    """Return input with values written over, or added to, the cells that an index chooses."""
    filled, cells = input.copy(), arrays_of(index)
    require_broadcast(input, cells, values)
    write(filled, cells, values, add=accumulate)
    return filled


put_at.gradient(
    input=lambda g, index, values, accumulate: (
        g if accumulate else put_at(g, index, values.new_zeros(values.shape))
    ),
    values=lambda g, index: gathered(g, index),
)


def delitem(self: Tensor, index: Any) -> None:
    """Refuse to take cells away.

    Raises:
        TypeError: always.
    """
    raise TypeError("Tensor does not support deleting items")


for behaviour in (getitem, setitem, delitem):
    setattr(Tensor, f"__{behaviour.__name__}__", behaviour)
