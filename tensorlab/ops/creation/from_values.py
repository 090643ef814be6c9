"""Making tensors: from data, of one value, in the likeness of others."""

import math
from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np

from tensorlab.engine import memory
from tensorlab.engine.declaring import Array, Tensor, composite, creation, warn_once
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType, int64, require_differentiable
from tensorlab.engine.layout import zeros_beside
from tensorlab.engine.memory_formats import empty_as
from tensorlab.engine.naming import Layout
from tensorlab.engine.nested import array_of_data
from tensorlab.engine.numbers import number_of, stored_number
from tensorlab.engine.promotion import Defaults, number_type
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.shapes import LONG, unmakeable
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full

NUMBERS = (int, float, complex)


@creation(out=False, unplaced=("layout", "memory_format"))
def tensor(data: Any, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a new tensor with a copy of the data: a number, nested lists, an array, a tensor.

    Whole numbers become int64, floats the default type (float32), True and False bool.

    >>> torch.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    >>> torch.tensor([1.5, 2])
    tensor([1.5000, 2.0000])
    """
    if isinstance(data, Tensor):
        if data.is_quantized:
            raise RuntimeError("store_scalar: invalid type")
        warn_of_copy("torch.tensor")
    return array_of_data(data, dtype)


def warn_of_copy(name: str) -> None:
    """Warn that there is a better way to copy a tensor."""
    warn_once(in_full("To copy construct", name))


PLAIN = 128  # every native type holds the whole numbers up to here


def fresh(
    name: str, size: tuple[int, ...], dtype: DType, make: Callable[..., np.ndarray] = np.empty
) -> np.ndarray:
    """Return a new array for a tensor's stored elements, its memory asked for.

    Raises:
        RuntimeError: there is no array of the size.
        LimitReached: there is not enough memory.
    """
    if memory.allowance is not None:
        # no text or list, times a number
        needed = math.prod(map(index, size)) * dtype.itemsize
        memory.reserve_memory(needed if 0 < needed < LONG else 0)
    try:
        return make(size, dtype.carrier)
    except ValueError:
        if name == "zeros" and min(size) < 0:
            raise RuntimeError("zeros: Dimension size must be non-negative.") from None
        if max(size) >= LONG:
            raise  # said where the arguments are bound
        raise unmakeable(size) from None


@creation(size=True, uniform=True, skips_overlap_check=True, quantized_kernel="zero_")
def zeros(size: tuple[int, ...], *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a tensor of zeros.

    >>> torch.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    """
    dtype = dtype or Defaults.floating
    return fresh("zeros", size, dtype, np.zeros), dtype


@creation(size=True, uniform=True, skips_overlap_check=True)
def ones(size: tuple[int, ...], *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a tensor of ones.

    >>> torch.ones(3)
    tensor([1., 1., 1.])
    """
    dtype = dtype or Defaults.floating
    return filled(fresh("ones", size, dtype), 1, dtype), dtype


@creation(size=True, uniform=True)
def empty(size: tuple[int, ...], *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a tensor whose values are not set: here zeros.

    >>> torch.empty(2, 2).shape
    torch.Size([2, 2])
    """
    dtype = dtype or Defaults.floating
    array = fresh("empty", size, dtype, np.zeros)
    return filled_up(array, dtype) if MACHINE.deterministic else array, dtype


def filled_up(array: np.ndarray, dtype: DType) -> np.ndarray:
    """Return fresh memory as PyTorch fills it where everything is to be determined."""
    whole = array.dtype.kind in "iu"
    value: Any = np.iinfo(array.dtype).max if whole else array.dtype.kind == "b" or np.nan
    return filled(array, value, dtype)


@creation(uniform=True, skips_overlap_check=True)
def full(
    size: tuple[int, ...], fill_value: Any, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return a tensor with one value everywhere; the value decides the data type.

    >>> torch.full((2, 2), 5)
    tensor([[5, 5],
            [5, 5]])
    """
    if dtype is None and fill_value.__class__ is int and -LONG <= fill_value < LONG:
        array = fresh("full", size, int64)
        array.fill(fill_value)
        return array, int64
    fill_value = number_to_fill(fill_value)
    dtype = dtype or number_type(fill_value)
    return filled(fresh("full", size, dtype), fill_value, dtype), dtype


def number_to_fill(value: object) -> Any:
    """Return the number in what was given to fill a tensor with.

    Raises:
        TypeError: it is no number.
    """
    if isinstance(value, np.generic):
        return number_of(value)
    if isinstance(value, Tensor) and not value.shape:
        return value.item()
    if isinstance(value, int) and abs(value) >= 2**64:
        raise OverflowError("int too big to convert")
    if not isinstance(value, NUMBERS):
        raise TypeError
    return value


def filled(array: np.ndarray, value: complex, dtype: DType) -> np.ndarray:
    """Return the array with the stored form of one value everywhere."""
    if dtype.native and 0 <= value.real < PLAIN and not value.imag:
        array.fill(value.real)
    else:
        array.fill(dtype.encode(stored_number(value, dtype))[()])
    return array


def like(
    input: Tensor, value: complex, dtype: DType | None, device: Any, requires_grad: bool,
    memory_format: object,
) -> Tensor:  # fmt: skip
    """Return a tensor of one value, laid out in memory as another one is."""
    if input.is_sparse:
        # Sparse tensors have it.
        return input.blank(value, dtype)  # type: ignore[attr-defined,no-any-return]
    dtype = dtype or input.dtype
    if input.is_meta or (device is not None and not Device(device).means(input.device)):
        return full(
            tuple(input.shape),
            value,
            dtype=dtype,
            requires_grad=requires_grad,
            device=input.device if device is None else device,
        )
    memory.reserve_memory(input._array.size * dtype.itemsize)
    if value == 0 and memory_format is None and input._array.flags.c_contiguous:
        array = zeros_beside(input._array, input._array.shape, dtype.carrier)
    else:
        array = empty_as(input._array, memory_format, dtype.carrier)
        array.fill(dtype.encode(stored_number(value, dtype))[()])
    result = wrap(array, dtype)
    if requires_grad:
        require_differentiable(dtype, "Only")
        result._tracked = True
    return result


@composite(method=False)
def zeros_like(
    input: Array, *, dtype: DType | None = None, layout: Layout | None = None, device: Any = None,
    requires_grad: bool = False, pin_memory: bool = False, memory_format: Any = None,
) -> Tensor:  # fmt: skip
    """Return a tensor of zeros with the shape and type of input.

    >>> torch.zeros_like(torch.tensor([1, 2]))
    tensor([0, 0])
    """
    return like(input, 0, dtype, device, requires_grad, memory_format)


@composite(method=False)
def ones_like(
    input: Array, *, dtype: DType | None = None, layout: Layout | None = None, device: Any = None,
    requires_grad: bool = False, pin_memory: bool = False, memory_format: Any = None,
) -> Tensor:  # fmt: skip
    """Return a tensor of ones with the shape and type of input.

    >>> torch.ones_like(torch.tensor([1., 2.]))
    tensor([1., 1.])
    """
    return like(input, 1, dtype, device, requires_grad, memory_format)


@composite(method=False)
def empty_like(
    input: Array, *, dtype: DType | None = None, layout: Layout | None = None, device: Any = None,
    requires_grad: bool = False, pin_memory: bool = False, memory_format: Any = None,
) -> Tensor:  # fmt: skip
    """Return a tensor with the shape and type of input whose values are not set: here zeros.

    >>> torch.empty_like(torch.tensor([1, 2])).dtype
    torch.int64
    """
    return like(input, 0, dtype, device, requires_grad, memory_format)


@composite(method=False)
def full_like(
    input: Array, fill_value: Any, *, dtype: DType | None = None, layout: Layout | None = None,
    device: Any = None, requires_grad: bool = False, pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor:  # fmt: skip
    """Return a tensor with one value everywhere and the shape and type of input.

    >>> torch.full_like(torch.tensor([1, 2]), 7)
    tensor([7, 7])
    """
    fill_value = number_to_fill(fill_value)
    return like(input, fill_value, dtype, device, requires_grad, memory_format)
