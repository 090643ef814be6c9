"""torch.fft over several dimensions at once: images, volumes and more."""

from typing import Any

from tensorlab.engine.declaring import Array, Declared, Dims, Tensor, composite
from tensorlab.engine.shapes import existing_dim
from tensorlab.ops.alike import alike
from tensorlab.ops.fourier.one_dimension import (
    as_complex,
    as_inexact,
    require_real,
    resized,
    scale_of,
    tuple_of,
)
from tensorlab.ops.fourier.transforms import complex_transform, half_transform, real_transform

PLANE = (-2, -1)


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
    places = [existing_dim(place, input.ndim) for place in dim]
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


def all_ways(input: Tensor, s: object, dim: object, norm: str | None, *, forward: bool) -> Tensor:
    """Return the transform over several dimensions, or the inverse one."""
    input = as_complex(input)
    places, sizes = several(input, s, dim)
    scale = scale_of(norm, forward=forward)
    return complex_transform(resized(input, places, sizes), tuple(places), scale, forward)


@composite(autocast="full", namespace="torch.fft", out=True, related=("ifftn", "fft"))
def fftn(
    input: Array, s: Dims | None = None, dim: Dims | None = None, norm: str | None = None
) -> Tensor:
    """Return the discrete Fourier transform over several dimensions, all by default.

    >>> torch.fft.fftn(torch.ones(2, 2))
    tensor([[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return all_ways(input, s, dim, norm, forward=True)


@composite(autocast="full", namespace="torch.fft", out=True, related=("fftn", "ifft"))
@alike(fftn)
def ifftn(given: dict[str, Any]) -> Tensor:
    """Return the inverse transform over several dimensions, all by default.

    >>> torch.fft.ifftn(torch.ones(2, 2))
    tensor([[1.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return all_ways(**given, forward=False)


@composite(autocast="full", namespace="torch.fft", out=True, related=("fftn", "irfftn"))
@alike(fftn)
def rfftn(given: dict[str, Any]) -> Tensor:
    """Return the transform of real numbers over several dimensions, half of it in the last.

    >>> torch.fft.rfftn(torch.ones(2, 2))
    tensor([[4.+0.j, 0.+0.j],
            [0.+0.j, 0.+0.j]])
    """
    return half_of("rfftn", **given)


def half_of(name: str, input: Tensor, s: object, dim: object, norm: str | None) -> Tensor:
    """Return half the transform of real numbers over several dimensions, or the inverse one."""
    forward = name == "rfftn"
    scale = scale_of(norm, forward=forward)
    if not forward and input.dtype.is_complex:
        raise RuntimeError(
            f"Only supports floating-point dtypes, but found: {input.dtype.scalar_name}"
        )
    require_real(name, input, "real-valued")
    input = as_inexact(input)
    places, sizes = several(input, s, dim)
    if not places:
        raise RuntimeError(f"{name} must transform at least one axis")
    input = resized(input, places, sizes)
    if forward:
        return real_transform(input, tuple(places), scale, True)
    half = real_transform(input, (places[-1],), scale, True).conj()
    return complex_transform(half, tuple(places[:-1]), scale, False) if places[1:] else half


@composite(autocast="full", namespace="torch.fft", out=True, related=("rfftn", "ifftn"))
@alike(fftn)
def irfftn(given: dict[str, Any]) -> Tensor:
    """Return the real numbers that have the input as half their transform.

    >>> torch.fft.irfftn(torch.ones(2, 2))
    tensor([[1., 0.],
            [0., 0.]])
    """
    return whole_of("irfftn", **given)


def whole_of(name: str, input: Tensor, s: object, dim: object, norm: str | None) -> Tensor:
    """Return the real numbers behind half a transform over several dimensions."""
    input, mirrored = as_complex(input), name == "hfftn"
    scale = scale_of(norm, forward=mirrored)
    places, sizes = several(input, s, dim)
    if not places:
        raise RuntimeError(f"{name} must transform at least one axis")
    last = 2 * (input.shape[places[-1]] - 1) if s is None or tuple_of(s)[-1] == -1 else sizes[-1]
    if last < 1:
        raise RuntimeError(f"Invalid number of data points ({last}) specified")
    input = resized(input.conj() if mirrored else input, places, [*sizes[:-1], last // 2 + 1])
    return half_transform(input, tuple(places), scale, last)


@composite(namespace="torch.fft", out=True, related=("ihfftn", "hfft"))
@alike(fftn)
def hfftn(given: dict[str, Any]) -> Tensor:
    """Return the real transform of what mirrors its own first half, over several dimensions.

    >>> torch.fft.hfftn(torch.ones(2, 2))
    tensor([[4., 0.],
            [0., 0.]])
    """
    return whole_of("hfftn", **given)


@composite(namespace="torch.fft", out=True, related=("hfftn", "ihfft"))
@alike(fftn)
def ihfftn(given: dict[str, Any]) -> Tensor:
    """Return the inverse of hfftn: half the inverse transform of real numbers.

    >>> torch.fft.ihfftn(torch.ones(2, 2)).abs()
    tensor([[1., 0.],
            [0., 0.]])
    """
    return half_of("ihfftn", **given)


def planar(function: Declared[Any], what: str) -> Any:
    """Declare a transform of images from one over any dimensions."""
    several = function.operation.name
    name = several[:-1] + "2"

    def plane(
        input: Array, s: Dims | None = None, dim: Dims = PLANE, norm: str | None = None
    ) -> Array:
        return function(input, s, dim, norm)

    plane.__doc__ = f"""Return {what} over the last two dimensions.

    >>> torch.fft.{name}(torch.ones(2, 2)).shape
    torch.Size([2, 2])
    """
    return composite(name=name, namespace="torch.fft", out=True, related=(several,))(plane)


fft2 = planar(fftn, "the transform")
ifft2 = planar(ifftn, "the inverse transform")
rfft2 = planar(rfftn, "half the transform of real numbers")
irfft2 = planar(irfftn, "the real numbers behind half a transform")
hfft2 = planar(hfftn, "the transform of half a mirrored image")
ihfft2 = planar(ihfftn, "the inverse of hfft2")
