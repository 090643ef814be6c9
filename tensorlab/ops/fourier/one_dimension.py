"""torch.fft: Fourier transforms of signals, and the frequencies of their elements."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Dims, Number, Tensor, composite, creation
from tensorlab.engine.dtypes import COMPLEX, DType
from tensorlab.engine.promotion import Defaults, floating_of
from tensorlab.engine.shapes import existing_dim, reserve_elements, wrap_dim
from tensorlab.engine.signatures.support import COMPLEX32, HALVES, not_implemented
from tensorlab.engine.warning import in_full
from tensorlab.ops.fourier.transforms import complex_transform, half_transform, real_transform
from tensorlab.ops.nn.padding import pad


def tuple_of(s: Any) -> tuple[int, ...]:
    """Return sizes, given one or many."""
    return (s,) if isinstance(s, int) else tuple(s)


def scale_of(norm: str | None, *, forward: bool) -> str:
    """Return how a transform is scaled.

    Raises:
        RuntimeError: the mode is unknown.
    """
    if norm is None or norm == "backward":
        return "none" if forward else "size"
    if norm == "ortho":
        return "root"
    if norm == "forward":
        return "size" if forward else "none"
    raise RuntimeError(f'Invalid normalization mode: "{norm}"')


def as_inexact(input: Tensor) -> Tensor:
    """Return the input as floating or complex numbers.

    Raises:
        RuntimeError: there are no transforms of its type.
    """
    if input.dtype in HALVES:
        raise RuntimeError(f"Unsupported dtype {input.dtype.scalar_name}")
    if input.dtype in COMPLEX32:
        raise RuntimeError("MKL FFT doesn't support tensors of type: Half")
    wide = floating_of(input.dtype)
    return input if wide is input.dtype else input.to(wide)


def as_complex(input: Tensor) -> Tensor:
    """Return the input as complex numbers."""
    input = as_inexact(input)
    return input if input.dtype.category == COMPLEX else input.to(input.dtype.to_complex())


def resized(input: Tensor, dims: Sequence[int], sizes: Sequence[int]) -> Tensor:
    """Return the input cut off, or continued with zeros, to sizes along dimensions.

    Raises:
        RuntimeError: there is no signal at all.
    """
    for dim, size in zip(dims, sizes, strict=True):
        if size != -1 and size < input.shape[dim]:
            input = input.narrow(dim, 0, size)
    ends = [0] * (2 * input.ndim)
    for dim, size in zip(dims, sizes, strict=True):
        if size > input.shape[dim]:
            ends[2 * (input.ndim - 1 - dim) + 1] = size - input.shape[dim]
    padded = pad(input, ends) if any(ends) else input
    if dims and not padded.numel():
        raise RuntimeError(in_full("MKL FFT error: Intel"))
    return padded


def prepared(input: Tensor, n: int | None, dim: int) -> tuple[Tensor, int]:
    """Return the input with n points along a dimension, and the dimension.

    Raises:
        RuntimeError: there would be no points.
    """
    place = existing_dim(dim, input.ndim)
    size = input.shape[place] if n is None else n
    if size < 1:
        raise RuntimeError(f"Invalid number of data points ({size}) specified")
    return resized(input, [place], [size]), place


def require_real(name: str, input: Tensor, word: str = "real") -> None:
    """Refuse complex numbers.

    Raises:
        RuntimeError: the input is complex.
    """
    if input.dtype.is_complex:
        raise RuntimeError(
            f"{name} expects a {word} input tensor, but got {input.dtype.scalar_name}"
        )


def one_way(input: Tensor, n: int | None, dim: int, norm: str | None, *, forward: bool) -> Tensor:
    """Return the transform along one dimension, or the inverse one."""
    input = as_inexact(input)
    scale = scale_of(norm, forward=forward)
    input, place = prepared(input, n, dim)
    if input.dtype.is_complex:
        return complex_transform(input, (place,), scale, forward)
    found = real_transform(input, (place,), scale, False)
    return found if forward else found.conj()


@composite(autocast="full", namespace="torch.fft", out=True, related=("ifft", "rfft"), copies=2)
def fft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the discrete Fourier transform: out[k] is the sum of x[j] exp(-2 pi i j k / n).

    >>> torch.fft.fft(torch.tensor([1., 2., 3., 4.]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    return one_way(input, n, dim, norm, forward=True)


@composite(autocast="full", namespace="torch.fft", out=True, related=("fft", "irfft"))
def ifft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the inverse of the discrete Fourier transform.

    >>> torch.fft.ifft(torch.tensor([10. + 0j, -2., -2., -2.]))
    tensor([1.+0.j, 3.+0.j, 3.+0.j, 3.+0.j])
    """
    return one_way(input, n, dim, norm, forward=False)


@composite(autocast="full", namespace="torch.fft", out=True, related=("irfft", "fft"))
def rfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the first half of a real signal's transform; the other half mirrors it.

    >>> torch.fft.rfft(torch.tensor([1., 2., 3., 4.]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j])
    """
    require_real("rfft", input)
    scale = scale_of(norm, forward=True)
    input, place = prepared(as_inexact(input), n, dim)
    return real_transform(input, (place,), scale, True)


def back_to_real(input: Tensor, n: int | None, dim: int, scale: str) -> Tensor:
    """Return the n real numbers of which the input is half the transform."""
    input = as_complex(input)
    place = existing_dim(dim, input.ndim)
    size = 2 * (input.shape[place] - 1) if n is None else n
    if size < 1:
        raise RuntimeError(f"Invalid number of data points ({size}) specified")
    return half_transform(resized(input, [place], [size // 2 + 1]), (place,), scale, size)


@composite(autocast="full", namespace="torch.fft", out=True, related=("rfft", "ifft"))
def irfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the real signal of n points that has the input as half its transform.

    >>> torch.fft.irfft(torch.tensor([10., -2., -2.]))
    tensor([1., 3., 3., 3.])
    """
    return back_to_real(input, n, dim, scale_of(norm, forward=False))


@composite(autocast="full", namespace="torch.fft", out=True, related=("ihfft", "irfft"))
def hfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the real transform of a signal whose second half mirrors the first.

    >>> torch.fft.hfft(torch.tensor([1., 2., 3.]))
    tensor([ 8., -2.,  0., -2.])
    """
    return back_to_real(as_complex(input).conj(), n, dim, scale_of(norm, forward=True))


@composite(autocast="full", namespace="torch.fft", out=True, related=("hfft", "rfft"))
def ihfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the inverse of hfft: half the inverse transform of a real signal.

    >>> torch.fft.ihfft(torch.tensor([8., -2., 0., -2.]))
    tensor([1.-0.j, 2.-0.j, 3.-0.j])
    """
    require_real("ihfft", input)
    scale = scale_of(norm, forward=False)
    input, place = prepared(as_inexact(input), n, dim)
    return real_transform(input, (place,), scale, True).conj()


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
    return input.roll(tuple(input.shape[place] // 2 for place in places), places)


@composite(namespace="torch.fft", related=("fftshift",))
def ifftshift(input: Array, dim: Dims | None = None) -> Array:
    """Return what fftshift moved, moved back.

    >>> torch.fft.ifftshift(torch.tensor([-2, -1, 0, 1, 2]))
    tensor([ 0,  1,  2, -2, -1])
    """
    places = middles(input, dim)
    return input.roll(tuple((input.shape[place] + 1) // 2 for place in places), places)


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
