"""torch.fft: Fourier transforms of signals, images and more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.creating import composite, creation
from tensorlab.engine.dtypes import COMPLEX, DType
from tensorlab.engine.promotion import Defaults, floating_of
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signature import Array, Dims, Number
from tensorlab.engine.support import COMPLEX32, HALVES
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.padding import pad
from tensorlab.ops.transforms import complex_transform, half_transform, real_transform

PLANE = (-2, -1)


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
    if input.dtype in HALVES | COMPLEX32:
        raise RuntimeError(f"Unsupported dtype {input.dtype.scalar_name}")
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
        RuntimeError: so it is.
    """
    if input.dtype.is_complex:
        raise RuntimeError(f"{name} expects a {word} input tensor, but got {input.dtype.scalar_name}")


def one_way(input: Tensor, n: int | None, dim: int, norm: str | None, *, forward: bool) -> Tensor:
    """Return the transform along one dimension, or the inverse one."""
    input = as_inexact(input)
    scale = scale_of(norm, forward=forward)
    input, place = prepared(input, n, dim)
    if input.dtype.is_complex:
        return complex_transform(input, (place,), scale, forward)
    found = real_transform(input, (place,), scale, False)
    return found if forward else found.conj()


@composite(namespace="torch.fft", out=True, related=("ifft", "rfft"))
def fft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the discrete Fourier transform: out[k] is the sum of x[j] exp(-2 pi i j k / n).

    >>> torch.fft.fft(torch.tensor([1., 2., 3., 4.]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    return one_way(input, n, dim, norm, forward=True)


@composite(namespace="torch.fft", out=True, related=("fft", "irfft"))
def ifft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the inverse of the discrete Fourier transform.

    >>> torch.fft.ifft(torch.tensor([10., -2., -2., -2.]))
    tensor([1.+0.j, 3.+0.j, 3.+0.j, 3.+0.j])
    """
    return one_way(input, n, dim, norm, forward=False)


@composite(namespace="torch.fft", out=True, related=("irfft", "fft"))
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


@composite(namespace="torch.fft", out=True, related=("rfft", "ifft"))
def irfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the real signal of n points that has the input as half its transform.

    >>> torch.fft.irfft(torch.tensor([10., -2., -2.]))
    tensor([1., 3., 3., 3.])
    """
    return back_to_real(input, n, dim, scale_of(norm, forward=False))


@composite(namespace="torch.fft", out=True, related=("ihfft", "irfft"))
def hfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the real transform of a signal whose second half mirrors the first.

    >>> torch.fft.hfft(torch.tensor([1., 2., 3.]))
    tensor([ 8., -2.,  0., -2.])
    """
    return back_to_real(as_complex(input).conj(), n, dim, scale_of(norm, forward=True))


@composite(namespace="torch.fft", out=True, related=("hfft", "rfft"))
def ihfft(input: Array, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Return the inverse of hfft: half the inverse transform of a real signal.

    >>> torch.fft.ihfft(torch.tensor([8., -2., 0., -2.]))
    tensor([1.+0.j, 2.+0.j, 3.+0.j])
    """
    require_real("ihfft", input)
    scale = scale_of(norm, forward=False)
    input, place = prepared(as_inexact(input), n, dim)
    return real_transform(input, (place,), scale, True).conj()


def several(input: Tensor, s: Any, dim: Any) -> tuple[list[int], list[int]]:
    """Return the dimensions of a transform over several, and the sizes that they are to have.

    Raises:
        RuntimeError: a dimension is named twice, sizes and dimensions don't match, or a size is 0.
    """
    s = [s] if isinstance(s, int) else s
    dim = [dim] if isinstance(dim, int) else dim
    if dim is None:
        count = input.ndim if s is None else len(s)
        if count > input.ndim:
            raise RuntimeError(
                f"Got shape with {count} values but input tensor only has {input.ndim} dimensions."
            )
        dim = range(input.ndim - count, input.ndim)
    places = [place_of(place, input) for place in dim]
    if len(set(places)) < len(places):
        raise RuntimeError("FFT dims must be unique")
    if s is not None and len(s) != len(places):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    sizes = [input.shape[place] for place in places]
    if s is not None:
        sizes = [old if new == -1 else new for old, new in zip(sizes, s, strict=True)]
    for size in sizes:
        if size <= 0:
            raise RuntimeError(f"Invalid number of data points ({size}) specified")
    return places, sizes


def all_ways(input: Tensor, s: Any, dim: Any, norm: str | None, *, forward: bool) -> Tensor:
    """Return the transform over several dimensions, or the inverse one."""
    input = as_complex(input)
    places, sizes = several(input, s, dim)
    scale = scale_of(norm, forward=forward)
    return complex_transform(resized(input, places, sizes), tuple(places), scale, forward)


@composite(namespace="torch.fft", out=True, related=("ifftn", "fft"))
def fftn(input: Array, s: Dims | None = None, dim: Dims | None = None, norm: str | None = None) -> Tensor:
    """Return the discrete Fourier transform over several dimensions, all by default.

    >>> torch.fft.fftn(torch.ones(2, 2))
    tensor([[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return all_ways(input, s, dim, norm, forward=True)


@composite(namespace="torch.fft", out=True, related=("fftn", "ifft"))
def ifftn(input: Array, s: Dims | None = None, dim: Dims | None = None, norm: str | None = None) -> Tensor:
    """Return the inverse transform over several dimensions, all by default.

    >>> torch.fft.ifftn(torch.ones(2, 2))
    tensor([[1.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return all_ways(input, s, dim, norm, forward=False)


@composite(namespace="torch.fft", out=True, related=("fftn", "irfftn"))
def rfftn(input: Array, s: Dims | None = None, dim: Dims | None = None, norm: str | None = None) -> Tensor:
    """Return the transform of real numbers over several dimensions, half of it in the last.

    >>> torch.fft.rfftn(torch.ones(2, 2))
    tensor([[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return half_of(input, s, dim, scale_of(norm, forward=True), "rfftn")


def half_of(input: Tensor, s: Any, dim: Any, scale: str, name: str) -> Tensor:
    """Return half the transform of real numbers over several dimensions."""
    require_real(name, input, "real-valued")
    input = as_inexact(input)
    places, sizes = several(input, s, dim)
    if not places:
        raise RuntimeError(f"{name} must transform at least one axis")
    return real_transform(resized(input, places, sizes), tuple(places), scale, True)


@composite(namespace="torch.fft", out=True, related=("rfftn", "ifftn"))
def irfftn(input: Array, s: Dims | None = None, dim: Dims | None = None, norm: str | None = None) -> Tensor:
    """Return the real numbers that have the input as half their transform.

    >>> torch.fft.irfftn(torch.ones(2, 2))
    tensor([[1., 0.],
            [0., 0.]])
    """
    return whole_of(as_complex(input), s, dim, scale_of(norm, forward=False), "irfftn")


def whole_of(input: Tensor, s: Any, dim: Any, scale: str, name: str) -> Tensor:
    """Return the real numbers behind half a transform over several dimensions."""
    places, sizes = several(input, s, dim)
    if not places:
        raise RuntimeError(f"{name} must transform at least one axis")
    last = 2 * (input.shape[places[-1]] - 1) if s is None or tuple_of(s)[-1] == -1 else sizes[-1]
    if last < 1:
        raise RuntimeError(f"Invalid number of data points ({last}) specified")
    input = resized(input, places, [*sizes[:-1], last // 2 + 1])
    return half_transform(input, tuple(places), scale, last)


@composite(namespace="torch.fft", out=True, related=("ihfftn", "hfft"))
def hfftn(input: Array, s: Dims | None = None, dim: Dims | None = None, norm: str | None = None) -> Tensor:
    """Return the real transform of what mirrors its own first half, over several dimensions.

    >>> torch.fft.hfftn(torch.ones(2, 2))
    tensor([[4., 0.],
            [0., 0.]])
    """
    return whole_of(as_complex(input).conj(), s, dim, scale_of(norm, forward=True), "hfftn")


@composite(namespace="torch.fft", out=True, related=("hfftn", "ihfft"))
def ihfftn(input: Array, s: Dims | None = None, dim: Dims | None = None, norm: str | None = None) -> Tensor:
    """Return the inverse of hfftn: half the inverse transform of real numbers.

    >>> torch.fft.ihfftn(torch.ones(2, 2))
    tensor([[1.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return half_of(input, s, dim, scale_of(norm, forward=False), "ihfftn").conj()


def tuple_of(s: Any) -> tuple[int, ...]:
    """Return sizes, given one or many."""
    return (s,) if isinstance(s, int) else tuple(s)


def planar(function: Any, name: str, text: str) -> Any:
    """Declare a transform of images from one over any dimensions."""

    def plane(input: Array, s: Dims | None = None, dim: Dims = PLANE, norm: str | None = None) -> Tensor:
        return function(input, s, dim, norm)  # type: ignore[no-any-return]

    plane.__doc__ = text
    return composite(name=name, namespace="torch.fft", out=True, related=(name[:-1] + "n",))(plane)


TEXT = '''Return {what} over the last two dimensions.

    >>> torch.fft.{name}(torch.ones(2, 2)).shape
    torch.Size([2, 2])
    '''
fft2 = planar(fftn, "fft2", TEXT.format(name="fft2", what="the transform"))
ifft2 = planar(ifftn, "ifft2", TEXT.format(name="ifft2", what="the inverse transform"))
rfft2 = planar(rfftn, "rfft2", TEXT.format(name="rfft2", what="half the transform of real numbers"))
irfft2 = planar(
    irfftn, "irfft2", TEXT.format(name="irfft2", what="the real numbers behind half a transform")
)


hfft2 = planar(hfftn, "hfft2", TEXT.format(name="hfft2", what="the transform of half a mirrored image"))
ihfft2 = planar(ihfftn, "ihfft2", TEXT.format(name="ihfft2", what="the inverse of hfft2"))


@composite(namespace="torch.fft", related=("ifftshift", "fftfreq"))
def fftshift(input: Array, dim: Dims | None = None) -> Tensor:
    """Return a transform with the frequency 0 moved to the middle.

    >>> torch.fft.fftshift(torch.tensor([0, 1, 2, -2, -1]))
    tensor([-2, -1,  0,  1,  2])
    """
    places = tuple(range(input.ndim)) if dim is None else tuple_of(dim)
    shifts = tuple(input.shape[place] // 2 for place in places)
    return input.roll(shifts, places) if places else input.roll(0)


@composite(namespace="torch.fft", related=("fftshift",))
def ifftshift(input: Array, dim: Dims | None = None) -> Tensor:
    """Return what fftshift moved, moved back.

    >>> torch.fft.ifftshift(torch.tensor([-2, -1, 0, 1, 2]))
    tensor([ 0,  1,  2, -2, -1])
    """
    places = tuple(range(input.ndim)) if dim is None else tuple_of(dim)
    shifts = tuple((input.shape[place] + 1) // 2 for place in places)
    return input.roll(shifts, places) if places else input.roll(0)


@creation(namespace="torch.fft", related=("rfftfreq", "fftshift"))
def fftfreq(n: int, d: Number = 1.0, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return the frequencies that belong to the cells of a transform of n points, d apart.

    >>> torch.fft.fftfreq(5)
    tensor([ 0.0000,  0.2000,  0.4000, -0.4000, -0.2000])
    """
    dtype = dtype or Defaults.floating
    steps = np.arange(n, dtype=np.float64)
    steps[(n + 1) // 2 :] -= n
    return frequencies(steps, n, d, dtype), dtype


@creation(namespace="torch.fft", related=("fftfreq", "rfft"))
def rfftfreq(n: int, d: Number = 1.0, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return the frequencies that belong to the cells of half a transform of n points, d apart.

    >>> torch.fft.rfftfreq(5)
    tensor([0.0000, 0.2000, 0.4000])
    """
    dtype = dtype or Defaults.floating
    return frequencies(np.arange(n // 2 + 1, dtype=np.float64), n, d, dtype), dtype


def frequencies(steps: Any, n: int, d: Number, dtype: DType) -> Any:
    """Return steps as fractions of the sampling rate, in a type's precision."""
    return steps.astype(dtype.compute) * dtype.compute.type(1.0 / (n * d) if n * d else np.inf)
