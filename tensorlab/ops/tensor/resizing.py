"""Methods that give their tensor another shape or another one's storage."""

from operator import index
from typing import Any

import numpy as np

from tensorlab.engine.calling.refusing import refuse_leaf
from tensorlab.engine.calling.writing import bump
from tensorlab.engine.declaring import Array, Tensor, composite
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.layout import room_behind, storage_of, strided_view
from tensorlab.engine.lent_memory import require_resizable
from tensorlab.engine.naming import MemoryFormat
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.shapes import (
    contiguous_strides,
    count_elements,
    require_countable,
    reserve_elements,
    storage_bytes,
)
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import wrap
from tensorlab.ops.creation.from_values import filled_up
from tensorlab.ops.shape.windows import as_strided
from tensorlab.ops.tensor.storages import Storage


@composite(function=False, variadic="sizes", related=("reshape",))
def resize_(
    input: Array, sizes: tuple[int, ...], *, memory_format: MemoryFormat | None = None
) -> Array:
    """Give the tensor another shape over its own storage, which grows where it has to.

    >>> torch.tensor([[1, 2], [3, 4]]).resize_(3)
    tensor([1, 2, 3])
    """
    if input._tracked:
        raise RuntimeError("cannot resize variables that require grad")
    shape = tuple(map(index, sizes))
    require_countable(shape)
    array = input._array
    if shape == array.shape:
        return input
    storage = storage_of(array)
    room = room_behind(array) // array.itemsize
    count = count_elements(shape)
    if count > room:
        require_resizable(array, storage.nbytes + (count - room) * array.itemsize)
        reserve_elements(shape, array.itemsize)
        grown = np.zeros(count, array.dtype)
        grown = filled_up(grown, input.dtype) if MACHINE.deterministic else grown
        grown[:room] = strided_view(array, (room,), (array.itemsize,))
        input._array = grown.reshape(shape)
    else:
        strides = [step * array.itemsize for step in contiguous_strides(shape)]
        input._array = strided_view(array, shape, strides)
    bump(input)
    return input


@composite(method=True, related=("resize_",))
def resize_as_(input: Array, the_template: Array, *, memory_format: Any = None) -> Array:
    """Give the tensor the shape of another one.

    >>> torch.tensor([1, 2, 3]).resize_as_(torch.zeros(2))
    tensor([1, 2])
    """
    return resize_(input, tuple(the_template.shape))


@composite(related=("as_strided",))
def as_strided_(
    input: Array, size: tuple[int, ...], stride: tuple[int, ...], storage_offset: int | None = None
) -> Array:
    """Make the tensor itself a view of its storage by shape, strides and offset.

    >>> torch.arange(5).as_strided_((2,), (3,))
    tensor([0, 3])
    """
    shown: Tensor = as_strided(input, size, stride, storage_offset)
    refuse_leaf(input)
    input._array, input._grad_fn, input._tracked = shown._array, shown.grad_fn, shown._tracked
    return input


def shown_by(source: Any, like: Tensor) -> Array:
    """Return a storage as a row of elements of another tensor's type; a tensor as it is."""
    if not isinstance(source, Storage):
        return source
    elements = source._array.reshape(-1, order="A").view(like._array.dtype)
    return wrap(elements, like.dtype)


def enough(source: Tensor, size: tuple[int, ...], stride: tuple[int, ...], offset: int) -> Tensor:
    """Return a tensor over a storage that holds such a view, grown where it has to."""
    storage, kind = storage_of(source._array), source._array.dtype
    if offset < 0 or len(size) != len(stride):
        return source  # the view says what is wrong
    require_countable(size)
    needed = storage_bytes(size, stride, kind.itemsize, offset)
    if needed <= storage.nbytes:
        return source
    require_resizable(source._array, needed)
    reserve_elements((needed,), 1)
    grown = np.zeros(needed, np.uint8)
    grown[: storage.nbytes] = storage.reshape(-1, order="A").view(np.uint8)
    return wrap(grown.view(kind), source.dtype)


@composite(function=False)
def set_(
    input: Array, source: Any = None, storage_offset: int = 0, size: tuple[int, ...] | None = None,
    stride: tuple[int, ...] | None = None,
) -> Array:  # fmt: skip
    """Make the tensor show the storage of another one, or of none, in that one's way.

    With a size it shows that storage by an offset, the size and strides of its own.

    >>> torch.zeros(3).set_(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """
    refuse_leaf(input)
    if isinstance(input, SparseTensor) or isinstance(source, SparseTensor):
        raise no_kernel("set_" if source is None else "set_.source_Tensor", "SparseCPU")
    if not isinstance(source, Tensor | Storage | None):
        raise TypeError  # the engine knows PyTorch's words
    if size is not None:
        if stride is None:
            stride = contiguous_strides(tuple(size))
        source = shown_by(source, input)
        if (tuple(size), tuple(stride)) != (input.shape, input.stride()):  # as PyTorch has it
            source = enough(source, size, stride, storage_offset)
        source = as_strided(source, size, stride, storage_offset)
    elif isinstance(source, Storage):
        source = shown_by(source, input)
    if source is None:
        input._array = np.empty(0, input._array.dtype)
        return input
    if source.dtype is not input.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {source.dtype.c_name} "
            f"to a tensor of type {input.dtype.c_name}"
        )
    input._array, input._writes, input._view_of = source._array, source._writes, source._view_of
    return input
