"""The three Fourier transforms that all others come down to: of complex, real and half inputs."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import INEXACT, Array, Tensor, operation
from tensorlab.engine.layout import empty_beside, row_major
from tensorlab.engine.shapes import contiguous_strides
from tensorlab.ops.nn.padding import pad

Dims = tuple[int, ...]
# The imaginary parts of what is the same from both ends, in transforms of some sizes.
SIGNED_ZEROS = np.array([0, -0.0, 0, 0, 0])

# How a result is scaled, in numpy's words: not at all, by the root of its size, by its size.
FORWARD: dict[str, Any] = {"none": "backward", "root": "ortho", "size": "forward"}
INVERSE: dict[str, Any] = {"none": "forward", "root": "ortho", "size": "backward"}


def by_stride(dims: Iterable[int], strides: Sequence[int]) -> list[int]:
    """Return dimensions in the order in which they lie in memory, the widest steps first."""
    return sorted(dims, key=lambda dim: -strides[dim])


def around(dims: list[int], strides: Sequence[int]) -> list[int]:
    """Return all dimensions in the order of memory, but the given ones inside the others."""
    return by_stride((dim for dim in range(len(strides)) if dim not in dims), strides) + dims


def after_complex(strides: Sequence[int], shape: Sequence[int], dims: Sequence[int]) -> list[int]:
    """Return the order of dimensions that complex transforms leave: three at a time go inside."""
    left, order = list(dims), by_stride(range(len(shape)), strides)
    while left:
        left = by_stride(left, strides)
        order = around(left[-3:], strides)
        steps = contiguous_strides([shape[dim] for dim in order])
        strides = [step for _, step in sorted(zip(order, steps, strict=True))]
        left = left[:-3]
    return order


def lying(array: NDArray[Any], order: list[int]) -> Any:
    """Return an array whose dimensions lie in memory in an order, the innermost last."""
    turned = array.transpose(order)
    if turned.flags.c_contiguous:
        return array
    fresh = np.empty_like(turned, order="C")
    fresh[...] = turned
    return fresh.transpose(np.argsort(order))


@operation(inner=True, takes=INEXACT, node="FftC2CBackward0")
def complex_transform(input: Array, dims: Dims, scale: str, forward: bool) -> Array:
    """Return the transform of complex numbers over some dimensions, or the inverse one."""
    import numpy.fft as transforms  # noqa: PLC0415  4 ms that others need not spend

    if not dims:
        return input.copy()
    if forward:
        found = transforms.fftn(input, axes=dims, norm=FORWARD[scale])
    else:
        found = transforms.ifftn(input, axes=dims, norm=INVERSE[scale])
    return lying(found, after_complex(input.strides, input.shape, dims))


complex_transform.gradient(
    input=lambda g, dims, scale, forward: complex_transform(g, dims, scale, not forward)
)


@operation(inner=True, takes=INEXACT, node="FftR2CBackward0")
def real_transform(input: Array, dims: Dims, scale: str, onesided: bool) -> Array:
    """Return the transform of real numbers; onesided, without what mirrors the first half."""
    import numpy.fft as transforms  # noqa: PLC0415

    half = transforms.rfftn(input, axes=dims, norm=FORWARD[scale])
    if len(dims) > 1:
        without_dust(half, [input.shape[dim] for dim in dims], dims)
    elif input.shape[dims[-1]] in {3, 5, 6, 7, 8}:
        line = np.moveaxis(half.imag, dims[-1], -1)
        np.copyto(line, SIGNED_ZEROS[: line.shape[-1]], "same_kind", where=line == 0)
    found = half if onesided else mirrored(half, input.shape[dims[-1]], dims[-1])
    inside = [*by_stride(dims[:-1], input.strides), dims[-1]]
    return lying(found, around(inside, input.strides))


def without_dust(half: NDArray[Any], sizes: Sequence[int], dims: Dims) -> None:
    """Let the frequencies that mirror themselves be real, as they are but for roundings."""
    own: Any = (..., *np.ix_(*([0, size // 2][: 2 - size % 2] for size in sizes)))
    np.moveaxis(half, dims, range(-len(dims), 0)).imag[own] = 0


def mirrored(half: NDArray[Any], size: int, dim: int) -> Any:
    """Return a whole transform along a dimension: its second half mirrors the first, conjugated."""
    line = np.moveaxis(half, dim, -1)
    whole = empty_beside(half, (*line.shape[:-1], size), half.dtype)
    count = line.shape[-1]
    whole[..., :count] = line
    np.conjugate(line[..., size - count : 0 : -1], out=whole[..., count:])
    return row_major(np.moveaxis(whole, -1, dim))


def real_gradient(g: Tensor, size: int, dims: Dims, scale: str, onesided: bool) -> Array:
    """Return a real transform's gradient: what was left out had none."""
    if onesided and g.shape[dims[-1]] < size:
        ends = [0, 0] * (g.ndim - 1 - dims[-1] % g.ndim) + [0, size - g.shape[dims[-1]]]
        g = pad(g, ends)
    whole: Any = complex_transform(g, dims, scale, False)
    return whole.real


real_transform.gradient(
    input=lambda g, sizes, input, dims, scale, onesided: real_gradient(
        g, sizes[dims[-1]], dims, scale, onesided
    )
)


@operation(inner=True, takes=INEXACT, node="FftC2RBackward0")
def half_transform(input: Array, dims: Dims, scale: str, size: int) -> Array:
    """Return the real numbers of which the input is half the transform; the last gets a size."""
    import numpy.fft as transforms  # noqa: PLC0415

    shape = [input.shape[dim] for dim in dims[:-1]] + [size]
    found = transforms.irfftn(input, s=shape, axes=dims, norm=INVERSE[scale])
    order = after_complex(input.strides, input.shape, dims[:-1])
    return lying(found, [dim for dim in order if dim != dims[-1]] + [dims[-1]])


def half_gradient(g: Tensor, dims: Dims, scale: str, size: int) -> Array:
    """Return the gradient for half a transform: what the other half mirrors counts twice."""
    found: Any = real_transform(g, dims, scale, True)
    count = found.shape[dims[-1]]
    doubled = size - count
    weights = found.new_ones(count).real
    weights[1 : 1 + doubled] = 2
    place = dims[-1] % g.ndim
    return found * weights.reshape([count if dim == place else 1 for dim in range(g.ndim)])


half_transform.gradient(input=half_gradient)
