"""Windows: weights that let a stretch of a signal fade in and out."""

import math

import numpy as np

from tensorlab.engine.declaring import Tensor, creation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.promotion import Defaults
from tensorlab.ops.creation.sequences import arange
from tensorlab.ops.pointwise.bessel import i0
from tensorlab.ops.shape.joining import cat

Made = tuple[np.ndarray, DType]
PLACES = (
    "TensorOptions(dtype={}, device=cpu, layout=Strided (default), requires_grad=false (default), "
    "pinned_memory=false, memory_format=(nullopt))"
)


def samples(name: str, length: int, periodic: bool, dtype: DType | None) -> Tensor:
    """Return the numbers of a window's samples; a periodic one has one more, cut off at the end.

    Raises:
        RuntimeError: the length is negative, or the type has no fractions.
    """
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        options = PLACES.format(dtype.c_name)
        raise RuntimeError(f"{name} expects floating point dtypes, got: {options}")
    if length < 0:
        raise RuntimeError(
            f"{name} requires non-negative window_length, got window_length={length}"
        )
    count = length + 1 if periodic and length > 1 else length
    return arange(count, dtype=dtype or Defaults.floating)


def finished(window: Tensor, length: int) -> Made:
    """Return a window's elements and their type, cut to its length; a single sample is 1."""
    if length == 1:
        window = window.new_ones(1)
    return window[:length]._array, window.dtype


def waves(name: str, length: int, periodic: bool, dtype: DType | None, *heights: float) -> Made:
    """Return a sum of cosines, of waves of no, one, two periods and so on."""
    k = samples(name, length, periodic, dtype)
    # rounded to the samples' type
    turn = k * k.new_tensor(2 * math.pi / max(len(k) - 1, 1))
    return finished((turn.cos() * -heights[1]) + heights[0], length)


@creation(out=False, related=("hamming_window", "stft"))
def hann_window(window_length: int, periodic: bool = True, *, dtype: DType | None = None) -> Made:
    """Return a raised cosine that falls to 0.

    A periodic window leaves out its last sample, so that copies of it join.

    >>> torch.hann_window(5, periodic=False)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return waves("hann_window", window_length, periodic, dtype, 0.5, 0.5)


@creation(out=False, related=("hann_window",))
def hamming_window(
    window_length: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46,
    *, dtype: DType | None = None,
) -> Made:  # fmt: skip
    """Return a raised cosine: alpha - beta * cos(2 * pi * k / (length - 1)).

    >>> torch.hamming_window(5, periodic=False)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    return waves("hamming_window", window_length, periodic, dtype, alpha, beta)


@creation(out=False, related=("hann_window",))
def blackman_window(
    window_length: int, periodic: bool = True, *, dtype: DType | None = None
) -> Made:
    """Return a window of two cosines, whose side lobes are smaller than Hann's.

    >>> torch.blackman_window(5, periodic=False).abs()
    tensor([2.9802e-08, 3.4000e-01, 1.0000e+00, 3.4000e-01, 2.9802e-08])
    """
    k = samples("blackman_window", window_length, periodic, dtype)
    half = k * k.new_tensor(math.pi / max(len(k) - 1, 1))
    small, middle = k.new_tensor([0.08, 0.42])
    return finished((half * 4).cos() * small - (half * 2).cos() * 0.5 + middle, window_length)


@creation(out=False, related=("hann_window",))
def bartlett_window(
    window_length: int, periodic: bool = True, *, dtype: DType | None = None
) -> Made:
    """Return a triangle that falls to 0 on both sides.

    >>> torch.bartlett_window(5, periodic=False)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    k = samples("bartlett_window", window_length, periodic, dtype)
    rise = k * k.new_tensor(2 / max(len(k) - 1, 1))
    middle = (len(k) - 1) // 2 + 1
    return finished(cat([rise[:middle], rise[middle:] * -1 + 2]), window_length)


@creation(out=False, related=("hann_window", "i0"))
def kaiser_window(
    window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: DType | None = None
) -> Made:
    """Return Kaiser's window, which Bessel functions make narrow and smooth.

    >>> torch.kaiser_window(5, periodic=False, beta=4.)
    tensor([0.0885, 0.6334, 1.0000, 0.6334, 0.0885])
    """
    k = samples("kaiser_window", window_length, periodic, dtype)
    wanted, k = k.dtype, k.float() if k.dtype.itemsize == 2 else k
    middle = max(len(k) - 1, 1) / 2
    bend = 1 - ((k - middle) / middle) ** 2
    peak = i0(k.new_tensor(beta))
    window = i0(beta * bend.clamp_min(0).sqrt()) / peak
    return finished(window.to(wanted), window_length)
