"""Images in another size: each new element a weighted sum of old ones, dimension by dimension."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Tensor, operation
from tensorlab.engine.dtypes import float32
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.memory_formats import as_images
from tensorlab.engine.shapes import reserve_elements
from tensorlab.engine.tensor import wrap
from tensorlab.numerics.layers.resampling import Line, Lines, by_lines, divided, spread

LINES = 64  # that are kept: layers ask for the same again and again


@operation(inner=True, node=lambda step: step)
def resample(input: Array, lines: Lines, step: str, tables: Lines | None = None) -> Array:
    """Return images made of lines of weights in turn, or of tables of rounded ones."""
    reserve_images(input, [line.elements.shape[1] for line in lines])
    whole = input.dtype == np.uint8
    return returned(by_lines(widened(input), tables or lines, whole=whole), input, lines)


@operation(inner=True, node=lambda step: step)
def averaged_bins(input: Array, lines: Lines, step: str) -> Array:
    """Return the means of bins, of which PyTorch keeps the input for the way back."""
    reserve_images(input, [line.elements.shape[1] for line in lines])
    return returned(divided(by_lines(widened(input), lines), lines), input, lines)


@operation(inner=True, node=lambda step: step)
def spread_back(g: Array, lines: Lines, step: str) -> Array:
    """Return what of a gradient of new images goes to each old element."""
    reserve_images(g, [line.size for line in lines])
    wide = widened(g)
    if step in AVERAGED:
        wide = divided(wide, lines)
    return returned(spread(wide, lines), g, lines)


def reserve_images(images: NDArray[Any], sizes: Sequence[int]) -> None:
    """Make sure that there is memory for images of other sizes."""
    reserve_memory(images.size // max(1, prod(images.shape[-len(sizes) :])) * prod(sizes) * 4)


def widened(array: NDArray[Any]) -> Any:
    """Return floats of 16 bits as those of 32."""
    return array.astype(np.result_type(array.dtype, np.float32), copy=False)


def returned(result: NDArray[Any], input: NDArray[Any], lines: Lines) -> Any:
    """Return a result in the type of the input, a batch of images laid out like it."""
    ranks = (len(lines) + 2,) if len(lines) > 1 else ()
    return as_images(result, input, ranks=ranks).astype(input.dtype, copy=False)


AVERAGED = {"AdaptiveAvgPool2DBackward0", "AdaptiveAvgPool3DBackward0"}
spread_back.gradient(
    g=lambda g, lines, step: (averaged_bins if step in AVERAGED else resample)(g, lines, step)
)
SHARES = (
    "1 where it was copied to, else 0",
    "d out[h, i, j] / d input[g, k, l] = layers[h, g]*rows[i, k]*columns[j, l], with these shares",
    "d out[i, j] / d input[k, l] = rows[i, k]*columns[j, l], with these the shares of old elements",
    "d out[c, i] / d input[c, k] = columns[i, k], with columns the shares of old elements",
)
averaged_bins.gradient(input=lambda g, input, lines, step: spread_back(g, lines, step))
resample.gradient(input=lambda g, lines, step: spread_back(g, lines, step))
for forward in (averaged_bins, resample):
    forward.derivative(input=SHARES)
    forward.quantity(
        layers=lambda lines, step: shares_of(lines[-3], step),
        rows=lambda lines, step: shares_of(lines[-2], step),
        columns=lambda lines, step: shares_of(lines[-1], step),
    )


def shares_of(line: Line, step: str) -> Tensor:
    """Return the shares of all old elements in each new one, as a tensor."""
    matrix = line.matrix()
    if step in AVERAGED:
        matrix /= matrix.sum(1, keepdims=True)
    return wrap(matrix.astype(np.float32), float32)


@lru_cache(LINES)
def bins(size: int, count: int) -> Line:
    """Return what each of `count` bins covers; bins can overlap."""
    reserve_elements((count, size), 8)
    start, end = np.array(largest_bins(size, count), np.int64).reshape(count, 2).T
    numbers = start + np.arange((end - start).max(initial=0))[:, None]
    numbers = np.where(numbers < end, numbers, -1)
    return Line(numbers, np.ones_like(numbers, np.float32), size)


def steps(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
    """Return how many old elements lie between two new ones."""
    if align:
        return kind((size - 1) / (count - 1) if count > 1 else 0)
    return kind(1 / scale if scale else size / count)


def sources(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
    """Return where each new element's centre lies among the old, in the image's precision."""
    places, step = np.arange(count, dtype=kind), steps(size, count, scale, align=align, kind=kind)
    return places * step if align else step * (places + kind(0.5)) - kind(0.5)


def bounded(size: int, elements: Sequence[Any], weights: Sequence[Any]) -> Line:
    """Return a line of some weights per new element, those beyond the border on the outermost."""
    return Line(np.clip(np.array(elements), 0, size - 1), np.array(weights), size)


@lru_cache(LINES)
def nearest(
    size: int, count: int, scale: float | None, *, align: bool, kind: object, middle: float = 0.0
) -> Line:
    """Return the element at whose left edge a new one begins, or that in which its middle lies."""
    step = np.float32(1 / scale if scale else size / count)
    places = np.floor((np.arange(count, dtype=np.float32) + np.float32(middle)) * step)
    return bounded(size, [places.astype(np.int64)], [np.ones(count, kind)])


nearest_exact = partial(nearest, middle=0.5)


@lru_cache(LINES)
def linear(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Line:
    """Return weights that draw a line between the two nearest elements."""
    real = np.maximum(sources(size, count, scale, align=align, kind=kind), 0)
    if size == count:
        real = np.arange(count, dtype=kind)
    left = np.minimum(real.astype(np.int64), size - 1)
    part = np.minimum(real - left.astype(kind), 1)
    return bounded(size, [left, left + 1], [1 - part, part])


CUBIC = -0.75  # PyTorch's choice of the curve


def near(x: Any, bend: float = CUBIC) -> Any:
    """Return the cubic weight of an element at most one element away."""
    return ((bend + 2) * x - (bend + 3)) * x * x + 1


def far(x: Any, bend: float = CUBIC) -> Any:
    """Return the cubic weight of an element between one and two elements away."""
    return ((bend * x - 5 * bend) * x + 8 * bend) * x - 4 * bend


@lru_cache(LINES)
def cubic(size: int, count: int, scale: float | None, *, align: bool, kind: object) -> Line:
    """Return weights that draw a smooth curve through the four nearest elements."""
    real = sources(size, count, scale, align=align, kind=kind)
    left = np.minimum(np.floor(real), size - 1)
    part = np.clip(real - left, 0, 1)
    rest, elements = 1 - part, left.astype(np.int64) + np.arange(-1, 3)[:, None]
    return bounded(size, elements, [far(part + 1), near(part), near(rest), far(rest + 1)])


def triangle(x: NDArray[Any]) -> Any:
    """Return the linear filter's weight at a distance."""
    return np.maximum(0, 1 - np.abs(x))


def curve(x: Any) -> Any:
    """Return the cubic filter's weight at a distance; antialiasing takes the curve with -0.5."""
    x = np.abs(x)
    return np.where(x < 1, near(x, -0.5), np.where(x < 2, far(x, -0.5), 0))


def filtered(shape: Callable[[Any], Any], radius: int) -> Callable[..., Line]:
    """Return the weights of a filter that widens with the reduction, against aliasing."""

    @lru_cache(LINES)
    def weights(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Line:
        step = steps(size, count, scale, align=align, kind=kind)
        width = np.maximum(step, kind(1))
        centres = step * (np.arange(count, dtype=kind) + kind(0.5))
        reach = kind(radius) * width
        start = np.maximum((centres - reach + kind(0.5)).astype(np.int64), 0)
        end = np.minimum((centres + reach + kind(0.5)).astype(np.int64), size)
        elements = start + np.arange(max(0, (end - start).max(initial=0)))[:, None]
        values = shape((elements.astype(kind) - centres + kind(0.5)) * (kind(1) / width))
        values = np.where(elements < end, values, 0)
        total = np.add.reduce(values, 0)
        return Line(
            np.where(elements < end, elements, -1), values / np.where(total, total, 1), size
        )

    return weights


def mean_step(input: Tensor, count: int) -> Tensor:
    """Return the mean over the last dimensions, kept with size 1."""
    return input.mean(tuple(range(-count, 0)), True)


def largest_bins(size: int, count: int) -> Sequence[tuple[int, int]]:
    """Return where each of `count` bins starts and ends."""
    return [
        (place * size // count, math.ceil((place + 1) * size / count)) for place in range(count)
    ]
