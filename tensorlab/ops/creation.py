"""Making tensors: from data, of one value, in steps."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite, creation
from tensorlab.engine.dtypes import FLOATING, DType, float32, int64
from tensorlab.engine.memory import claim
from tensorlab.engine.nested import array_of_data
from tensorlab.engine.promotion import Defaults, number_type
from tensorlab.engine.signature import Array, Number
from tensorlab.engine.tensor import Tensor


@creation(out=False)
def tensor(data: Any, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a new tensor with a copy of the data: a number, nested lists, an array, a tensor.

    Whole numbers become int64, floats the default type (float32), True and False bool.

    >>> torch.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    >>> torch.tensor([1.5, 2])
    tensor([1.5000, 2.0000])
    """
    return array_of_data(data, dtype)


@creation(size=True)
def zeros(size: tuple[int, ...], *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a tensor of zeros.

    >>> torch.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    """
    dtype = dtype or Defaults.floating
    claim(math.prod(size) * dtype.itemsize)
    return np.zeros(size, dtype.carrier), dtype


@creation(size=True)
def ones(size: tuple[int, ...], *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a tensor of ones.

    >>> torch.ones(3)
    tensor([1., 1., 1.])
    """
    return filled(size, 1, dtype or Defaults.floating)


@creation(size=True)
def empty(size: tuple[int, ...], *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a tensor whose values nobody has set: here zeros.

    >>> torch.empty(2, 2).shape
    torch.Size([2, 2])
    """
    dtype = dtype or Defaults.floating
    claim(math.prod(size) * dtype.itemsize)
    return np.zeros(size, dtype.carrier), dtype


@creation()
def full(
    size: tuple[int, ...], fill_value: Number, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return a tensor with one value everywhere; the value decides the data type.

    >>> torch.full((2, 2), 5)
    tensor([[5, 5],
            [5, 5]])
    """
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()  # type: ignore[attr-defined]
    return filled(size, fill_value, dtype or number_type(fill_value))


def filled(size: tuple[int, ...], value: complex, dtype: DType) -> tuple[np.ndarray, DType]:
    """Return an array with one value everywhere, and its type."""
    claim(math.prod(size) * dtype.itemsize)
    if dtype.native:
        return np.full(size, value, dtype.compute), dtype
    array = np.empty(size, dtype.carrier)
    array[...] = dtype.encode(np.array(value, dtype.compute))
    return array, dtype


@creation()
def arange(
    start: Number, end: Number | None = None, step: Number = 1, *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return numbers from start up to, not including, end, one step apart.

    With one argument it is the end, and the start is 0. There are ceil((end - start) / step).

    >>> torch.arange(5)
    tensor([0, 1, 2, 3, 4])
    >>> torch.arange(1, 2, 0.25)
    tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """
    if end is None:
        start, end = 0, start
    start, end, step = (number_in(part) for part in (start, end, step))
    if dtype is None:
        whole = all(isinstance(part, int) for part in (start, end, step))
        dtype = int64 if whole else Defaults.floating
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if dtype.category < FLOATING:
        start, end, step = int(start), int(end), int(step)
    count = math.ceil((end - start) / step)
    claim(count * 8)
    if dtype.category < FLOATING:
        return np.arange(start, start + count * step, step, dtype=np.int64), dtype
    return (start + np.arange(count, dtype=np.int64) * float(step)), dtype


def number_in(value: Any) -> Any:
    """Return a number, out of its tensor where it comes in one."""
    return value.item() if isinstance(value, Tensor) else value


@composite(method=False)
def zeros_like(
    input: Array,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
    layout: Any = None,
    memory_format: Any = None,
) -> Tensor:
    """Return a tensor of zeros with the shape and type of input.

    >>> torch.zeros_like(torch.tensor([1, 2]))
    tensor([0, 0])
    """
    return zeros(
        input.shape, dtype=dtype or input.dtype, device=device, requires_grad=requires_grad
    )  # type: ignore[no-any-return]


@composite(method=False)
def ones_like(
    input: Array,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
    layout: Any = None,
    memory_format: Any = None,
) -> Tensor:
    """Return a tensor of ones with the shape and type of input.

    >>> torch.ones_like(torch.tensor([1., 2.]))
    tensor([1., 1.])
    """
    return ones(
        input.shape, dtype=dtype or input.dtype, device=device, requires_grad=requires_grad
    )  # type: ignore[no-any-return]


def legacy_tensor(data: Any) -> Tensor:
    """Return what torch.Tensor(data) gives: float32 whatever the data."""
    return tensor(data, dtype=float32)  # type: ignore[no-any-return]

