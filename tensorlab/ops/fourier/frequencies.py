"""The frequencies of a Fourier transform's elements, and their order."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import composite, creation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.signature import Array, Dims, Number
from tensorlab.engine.signatures.support import not_implemented
from tensorlab.engine.storage_sizes import reserve_elements
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.fourier.one_dimension import tuple_of


def middles(input: Tensor, dim: Dims | None) -> tuple[int, ...]:
    """Return the dimensions whose middle is moved: those named, or all."""
    if dim is None:
        return tuple(range(input.ndim))
    return tuple(wrap_dim(place, input.ndim) for place in tuple_of(dim))  # twice if named so


@composite(namespace="torch.fft", related=("ifftshift", "fftfreq"))
def fftshift(input: Array, dim: Dims | None = None) -> Array:
    """Return a transform with the frequency 0 moved to the middle.

    >>> torch.fft.fftshift(torch.tensor([0, 1, 2, -2, -1]))
    tensor([-2, -1,  0,  1,  2])
    """
    places = middles(input, dim)
    shifts = tuple(input.shape[place] // 2 for place in places)
    return input.roll(shifts, places) if places else input.roll(0)


@composite(namespace="torch.fft", related=("fftshift",))
def ifftshift(input: Array, dim: Dims | None = None) -> Array:
    """Return what fftshift moved, moved back.

    >>> torch.fft.ifftshift(torch.tensor([-2, -1, 0, 1, 2]))
    tensor([ 0,  1,  2, -2, -1])
    """
    places = middles(input, dim)
    shifts = tuple((input.shape[place] + 1) // 2 for place in places)
    return input.roll(shifts, places) if places else input.roll(0)


@creation(namespace="torch.fft", related=("rfftfreq", "fftshift"))
def fftfreq(n: int, d: Number = 1.0, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return the frequencies that belong to the elements of a transform of n points, d apart.

    >>> torch.fft.fftfreq(5)
    tensor([ 0.0000,  0.2000,  0.4000, -0.4000, -0.2000])
    """
    dtype = fractional("fftfreq", dtype)
    steps = counted(n)
    steps[(n + 1) // 2 :] -= n
    return frequencies(steps, n, d, dtype), dtype


@creation(namespace="torch.fft", related=("fftfreq", "rfft"))
def rfftfreq(n: int, d: Number = 1.0, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return the frequencies that belong to the elements of half a transform of n points, d apart.

    >>> torch.fft.rfftfreq(5)
    tensor([0.0000, 0.2000, 0.4000])
    """
    dtype = fractional("rfftfreq", dtype)
    return frequencies(counted(n // 2 + 1), n, d, dtype), dtype


def fractional(name: str, dtype: DType | None) -> DType:
    """Return the type of frequencies; refuse one that holds none.

    Raises:
        RuntimeError: it holds whole numbers or truth values.
        NotImplementedError: PyTorch counts no complex numbers.
    """
    dtype = dtype or Defaults.floating
    if dtype.is_complex:
        raise not_implemented("arange_cpu", dtype)
    if not dtype.is_floating_point:
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    return dtype


def counted(count: int) -> Any:
    """Return the numbers from 0 on.

    Raises:
        RuntimeError: their count is negative, or 64 bits cannot count their bytes.
    """
    reserve_elements((count,), 8)
    return np.arange(count, dtype=np.float64)


def frequencies(steps: NDArray[Any], n: int, d: Number, dtype: DType) -> Any:
    """Return steps as fractions of the sampling rate, in a type's precision."""
    return steps.astype(dtype.compute) * dtype.compute.type(1.0 / (n * d) if n * d else np.inf)
