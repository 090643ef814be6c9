"""The three Fourier transforms that all others come down to: of complex, real and half inputs."""

from typing import Any

import numpy as np

from tensorlab.engine.declaration import operation
from tensorlab.engine.layout import empty_beside, row_major
from tensorlab.engine.signature import Array
from tensorlab.engine.support import INEXACT
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.padding import pad

Dims = tuple[int, ...]

# How a result is scaled, in numpy's words: not at all, by the root of its size, by its size.
FORWARD: dict[str, Any] = {"none": "backward", "root": "ortho", "size": "forward"}
INVERSE: dict[str, Any] = {"none": "forward", "root": "ortho", "size": "backward"}


@operation(function=False, method=False, out=False, takes=INEXACT, node="FftC2CBackward0")
def complex_transform(input: Array, dims: Dims, scale: str, forward: bool) -> Array:
    """Return the transform of complex numbers over some dimensions, or the inverse one."""
    import numpy.fft as transforms  # noqa: PLC0415  4 ms that others need not spend

    if not dims:
        return input.copy()
    if forward:
        return transforms.fftn(input, axes=dims, norm=FORWARD[scale])
    return transforms.ifftn(input, axes=dims, norm=INVERSE[scale])


complex_transform.gradient(
    input=lambda g, dims, scale, forward: complex_transform(g, dims, scale, not forward)
)


@operation(function=False, method=False, out=False, takes=INEXACT, node="FftR2CBackward0")
def real_transform(input: Array, dims: Dims, scale: str, onesided: bool) -> Array:
    """Return the transform of real numbers; onesided, without what mirrors the first half."""
    import numpy.fft as transforms  # noqa: PLC0415

    half = transforms.rfftn(input, axes=dims, norm=FORWARD[scale])
    return half if onesided else mirrored(half, input.shape[dims[-1]], dims[-1])


def mirrored(half: Any, size: int, dim: int) -> Any:
    """Return a whole transform along a dimension: its second half mirrors the first, conjugated."""
    line = np.moveaxis(half, dim, -1)
    whole = empty_beside(half, (*line.shape[:-1], size), half.dtype)
    count = line.shape[-1]
    whole[..., :count] = line
    np.conjugate(line[..., size - count : 0 : -1], out=whole[..., count:])
    return row_major(np.moveaxis(whole, -1, dim))


def real_gradient(g: Tensor, size: int, dims: Dims, scale: str, onesided: bool) -> Tensor:
    """Return a real transform's gradient: what was left out had none."""
    if onesided and g.shape[dims[-1]] < size:
        ends = [0, 0] * (g.ndim - 1 - dims[-1] % g.ndim) + [0, size - g.shape[dims[-1]]]
        g = pad(g, ends)
    whole: Any = complex_transform(g, dims, scale, False)
    return whole.real  # type: ignore[no-any-return]


real_transform.gradient(
    input=lambda g, sizes, dims, scale, onesided: real_gradient(
        g, sizes[dims[-1]], dims, scale, onesided
    )
)


@operation(function=False, method=False, out=False, takes=INEXACT, node="FftC2RBackward0")
def half_transform(input: Array, dims: Dims, scale: str, size: int) -> Array:
    """Return the real numbers of which the input is half the transform; the last gets a size."""
    import numpy.fft as transforms  # noqa: PLC0415

    shape = [input.shape[dim] for dim in dims[:-1]] + [size]
    return transforms.irfftn(input, s=shape, axes=dims, norm=INVERSE[scale])


def half_gradient(g: Tensor, dims: Dims, scale: str, size: int) -> Tensor:
    """Return the gradient for half a transform: what the other half mirrors counts twice."""
    found: Any = real_transform(g, dims, scale, True)
    count = found.shape[dims[-1]]
    doubled = size - count
    weights = found.new_ones(count).real
    weights[1 : 1 + doubled] = 2
    place = dims[-1] % g.ndim
    return found * weights.reshape([count if dim == place else 1 for dim in range(g.ndim)])  # type: ignore[no-any-return]


half_transform.gradient(input=lambda g, dims, scale, size: half_gradient(g, dims, scale, size))
