"""Slopes of sampled functions."""

from typing import Any

from tensorlab.engine.declaring import Array, Dims, Tensor, composite, operation
from tensorlab.engine.dtypes import uint8
from tensorlab.engine.shapes import wrap_dims
from tensorlab.engine.warning import in_full
from tensorlab.ops.shape.joining import cat


def spacings(input: Tensor, spacing: object, dims: list[int], dim: object) -> list[Any]:
    """Return for each dimension how far its samples are apart: a number, or their coordinates.

    Raises:
        RuntimeError: there is not one for each dimension, or not one coordinate for each sample.
    """
    if not isinstance(spacing, tuple | list):
        return [spacing] * len(dims)
    given, wanted = len(spacing), len(dims)
    if given != wanted and dim is not None:
        raise RuntimeError(
            in_full("torch.gradient expected spacing to be unspecified, a scalar o", given, wanted)
        )
    if given != wanted:
        raise RuntimeError(
            in_full("torch.gradient expected spacing to be unspecified, a scalar,", wanted, given)
        )
    for part in spacing:
        if isinstance(part, Tensor) and part.device != input.device:
            raise RuntimeError(in_full("torch.gradient expected each", input.device, part.device))
    return list(spacing)


def uniform_slope(input: Tensor, step: Any, dim: int, edge_order: int) -> Tensor:
    """Return the slopes along a dimension of evenly spaced samples."""
    size = input.shape[dim]

    def at(start: int, count: int = 1) -> Any:
        return input.narrow(dim, start, count)

    if edge_order == 1:
        first = over(at(1) - at(0), step)
        last = over(at(size - 1) - at(size - 2), step)
    else:
        first = over(times(at(0), -1.5) + times(at(1), 2) - times(at(2), 0.5), step)
        last = over(times(at(-3), 0.5) - times(at(-2), 2) + times(at(-1), 1.5), step)
    inner = over(at(2, size - 2) - at(0, size - 2), step * 2)
    return cat([first, inner, last], dim)


def uneven_slope(input: Tensor, places: Tensor, dim: int, edge_order: int) -> Tensor:
    """Return the slopes along a dimension of samples at given places."""
    size = input.shape[dim]
    steps = places.diff().reshape([-1 if n == dim else 1 for n in range(input.ndim)])
    before, after = steps.narrow(dim, 0, size - 2), steps.narrow(dim, 1, size - 2)
    left, middle, right = (input.narrow(dim, start, size - 2) for start in range(3))
    inner = (
        left * (-after / (before * (before + after)))
        + middle * ((after - before) / (before * after))
        + right * (before / (after * (before + after)))
    )
    rises = input.narrow(dim, 1, size - 1) - input.narrow(dim, 0, size - 1)
    first = rises.narrow(dim, 0, 1) / steps.narrow(dim, 0, 1)
    last = rises.narrow(dim, size - 2, 1) / steps.narrow(dim, steps.shape[dim] - 1, 1)
    if edge_order == 2:
        second, next_to_last = inner.narrow(dim, 0, 1), inner.narrow(dim, size - 3, 1)
        # A parabola's slope changes evenly; that of a chord is the slope halfway.
        first, last = 2 * first - second, 2 * last - next_to_last
    return cat([first, inner, last], dim)


@composite(method=False, related=("diff", "trapezoid"))
def gradient(
    input: Array, *, spacing: Any = 1, dim: Dims | None = None, edge_order: int = 1
) -> tuple[Tensor, ...]:
    """Return the slopes of a sampled function along each dimension, from differences of neighbours.

    >>> torch.gradient(torch.tensor([1., 4., 9., 16.]))
    (tensor([3., 4., 6., 7.]),)
    """
    if input.dtype is uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if edge_order not in (1, 2):
        raise RuntimeError(in_full("torch.gradient only"))
    if isinstance(spacing, Tensor) and spacing.ndim:
        raise TypeError  # the engine knows PyTorch's words
    dims = list(range(input.ndim) if dim is None else wrap_dims(dim, input.ndim))
    found = []
    for place, step in zip(
        dims, spacings(input, 1 if spacing is None else spacing, dims, dim), strict=True
    ):
        if input.shape[place] < edge_order + 1:
            raise RuntimeError(
                "torch.gradient expected each dimension size to be at least edge_order+1"
            )
        slope = uneven_slope if isinstance(step, Tensor) else uniform_slope
        found.append(slope(input, step, place, edge_order))
    return tuple(found)


# PyTorch's own functions multiply so: these steps keep nothing and may be walked back twice, unlike
# those of `x * 2`.
@operation(inner=True, node="MulBackward0")
def multiplied(input: Array, factor: Any) -> Array:
    """Return input times a number."""
    return input * input.dtype.type(factor)


@operation(inner=True, node="DivBackward0")
def divided(input: Array, divisor: Any) -> Array:
    """Return input over a number."""
    return input / input.dtype.type(divisor)


multiplied.gradient(input=lambda g, factor: multiplied(g, factor.conjugate()))
divided.gradient(input=lambda g, divisor: divided(g, divisor.conjugate()))


def times(input: Tensor, number: object) -> Any:
    """Return input times a number, which is not kept."""
    return multiplied(input, number) if is_plain(input, number) else input * number


def over(input: Tensor, number: object) -> Any:
    """Return input over a number, which is not kept."""
    return divided(input, number) if is_plain(input, number) else input / number


def is_plain(input: Tensor, number: object) -> bool:
    """Return whether there is a step to be recorded, and a number of the tensor's own kind."""
    fits = isinstance(number, int | float) or input.is_complex()
    return bool(input._tracked and isinstance(number, int | float | complex) and fits)
