"""torch.fft: Fourier transforms of signals, images and more."""

from collections.abc import Sequence
from typing import Any

from tensorlab.engine.declaring import composite
from tensorlab.engine.dtypes import COMPLEX
from tensorlab.engine.promotion import floating_of
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import COMPLEX32, HALVES
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.fourier.transforms import complex_transform, half_transform, real_transform
from tensorlab.ops.nn.padding import pad


def tuple_of(s: Any) -> tuple[int, ...]:
    """Return sizes, given one or many."""
    return (s,) if isinstance(s, int) else tuple(s)


def place_of(dim: int, input: Tensor) -> int:
    """Return a dimension counted from the front.

    Raises:
        IndexError: there is none.
    """
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, input.ndim)


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
    """Return the input cut off, or continued with zeros, to sizes along dimensions."""
    for dim, size in zip(dims, sizes, strict=True):
        if size != -1 and size < input.shape[dim]:
            input = input.narrow(dim, 0, size)
    ends = [0] * (2 * input.ndim)
    for dim, size in zip(dims, sizes, strict=True):
        if size > input.shape[dim]:
            ends[2 * (input.ndim - 1 - dim) + 1] = size - input.shape[dim]
    return pad(input, ends) if any(ends) else input


def prepared(input: Tensor, n: int | None, dim: int) -> tuple[Tensor, int]:
    """Return the input with n points along a dimension, and the dimension.

    Raises:
        RuntimeError: there would be no points.
    """
    place = place_of(dim, input)
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
    place = place_of(dim, input)
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
