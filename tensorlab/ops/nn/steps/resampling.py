"""Images in another size: each new cell a weighted sum of old ones, dimension by dimension."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tensorlab.engine.declaring import operation
from tensorlab.engine.dtypes import float32
from tensorlab.engine.memory import claim
from tensorlab.engine.memory_formats import as_images
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.storage_sizes import claim_cells
from tensorlab.engine.tensor import Tensor, wrap

Weights = tuple[Any, ...]  # a matrix per dimension: new cells by old cells


@operation(function=False, method=False, out=False, node=lambda step: step)
def resample(input: Array, weights: Weights, step: str) -> Array:
    """Return the input's last dimensions, each multiplied by its matrix of weights."""
    result = input
    first = input.ndim - len(weights)
    for place, matrix in reversed(list(enumerate(weights, first))):
        claim(result.size // max(result.shape[place], 1) * len(matrix) * result.itemsize)
        kind = matrix.astype(np.result_type(input.dtype, np.float32), copy=False)
        result = np.matmul(kind, np.moveaxis(result, place, -1)[..., None])[..., 0]
        if input.dtype == np.uint8:
            result = np.clip(np.floor(result + 0.5), 0, 255)
        result = np.moveaxis(result, -1, place)
    return as_images(result, input).astype(input.dtype, copy=False)


@operation(function=False, method=False, out=False, node=lambda step: step)
def averaged_bins(input: Array, weights: Weights, step: str) -> Array:
    """Return the same, of which PyTorch keeps the input for the way back."""
    return resample.operation.forward(input, weights, step)


averaged_bins.gradient(
    input=lambda g, input, weights, step: resample(g, tuple(matrix.T for matrix in weights), step)
)
SHARES = (
    "1 where it was copied to, else 0",
    "d out[h, i, j] / d input[g, k, l] = layers[h, g]*rows[i, k]*columns[j, l], with these shares",
    "d out[i, j] / d input[k, l] = rows[i, k]*columns[j, l], with these the shares of old cells",
    "d out[c, i] / d input[c, k] = columns[i, k], with columns the shares of old cells",
)
resample.gradient(
    input=lambda g, weights, step: resample(g, tuple(matrix.T for matrix in weights), step)
)
for step in (averaged_bins, resample):
    step.slope(input=SHARES)
    step.quantity(
        layers=lambda weights: shares_of(weights, 3),
        rows=lambda weights: shares_of(weights, 2),
        columns=lambda weights: shares_of(weights, 1),
    )


def shares_of(weights: Weights, place: int) -> Tensor:
    """Return the matrix for a dimension, counted from the last one, as a tensor."""
    return wrap(weights[-place].astype(np.float32), float32)


def bins(size: int, count: int) -> Any:
    """Return the weights that average what each of `count` bins covers; bins can overlap."""
    claim_cells((count, size), 8)
    matrix = np.zeros((count, size))
    for place in range(count):
        start, end = place * size // count, -((-(place + 1) * size) // count)
        matrix[place, start:end] = 1 / max(end - start, 1)
    return matrix


def sources(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
    """Return where each new cell's centre lies among the old cells, in the image's precision."""
    places = np.arange(count, dtype=kind)
    if align:
        return places * kind((size - 1) / (count - 1) if count > 1 else 0)
    return kind(1 / scale if scale else size / count) * (places + kind(0.5)) - kind(0.5)


def weighted(size: int, count: int, cells: Any, weights: Any) -> Any:
    """Return a matrix with some weights per row, those beyond the border on the outermost cell."""
    claim_cells((count, size), 8)
    matrix = np.zeros((count, size))
    rows = np.arange(count)
    for place, weight in zip(cells, weights, strict=True):
        np.add.at(matrix, (rows, np.clip(place, 0, size - 1)), weight)
    return matrix


def nearest(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
    """Return weights that copy the cell at whose left edge a new cell begins."""
    step = np.float32(1 / scale if scale else size / count)
    places = np.floor(np.arange(count, dtype=np.float32) * step).astype(np.int64)
    return weighted(size, count, [np.minimum(places, size - 1)], [1])


def nearest_exact(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
    """Return weights that copy the cell in which a new cell's centre lies."""
    step = np.float32(1 / scale if scale else size / count)
    places = np.floor((np.arange(count, dtype=np.float32) + np.float32(0.5)) * step).astype(
        np.int64
    )
    return weighted(size, count, [np.minimum(places, size - 1)], [1])


def linear(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
    """Return weights that draw a line between the two nearest cells."""
    real = np.maximum(sources(size, count, scale, align=align, kind=kind), 0)
    left = np.minimum(real.astype(np.int64), size - 1)
    part = np.minimum(real - left, 1)
    return weighted(size, count, [left, left + 1], [1 - part, part])


CUBIC = -0.75  # PyTorch's choice of the curve


def near(x: Any) -> Any:
    """Return the cubic weight of a cell at most one cell away."""
    return ((CUBIC + 2) * x - (CUBIC + 3)) * x * x + 1


def far(x: Any) -> Any:
    """Return the cubic weight of a cell between one and two cells away."""
    return ((CUBIC * x - 5 * CUBIC) * x + 8 * CUBIC) * x - 4 * CUBIC


def cubic(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
    """Return weights that draw a smooth curve through the four nearest cells."""
    real = sources(size, count, scale, align=align, kind=kind)
    left = np.floor(real).astype(np.int64)
    part = real - left
    cells = [left - 1, left, left + 1, left + 2]
    return weighted(size, count, cells, [far(part + 1), near(part), near(1 - part), far(2 - part)])


def triangle(x: Any) -> Any:
    """Return the linear filter's weight at a distance."""
    return np.maximum(0, 1 - np.abs(x))


def curve(x: Any) -> Any:
    """Return the cubic filter's weight at a distance; antialiasing takes the curve with -0.5."""
    x = np.abs(x)
    a = -0.5
    inner = ((a + 2) * x - (a + 3)) * x * x + 1
    outer = (((x - 5) * x + 8) * x - 4) * a
    return np.where(x < 1, inner, np.where(x < 2, outer, 0))


def filtered(shape: Callable[[Any], Any], radius: int) -> Callable[..., Any]:
    """Return the weights of a filter that widens with the reduction, against aliasing."""

    def weights(size: int, count: int, scale: float | None, *, align: bool, kind: Any) -> Any:
        if align:
            step = (size - 1) / (count - 1) if count > 1 else 0.0
        else:
            step = 1 / scale if scale else size / count
        matrix = np.zeros((count, size))
        width = max(step, 1.0)
        for row in range(count):
            centre = step * (row + 0.5)
            start = max(int(centre - radius * width + 0.5), 0)
            end = min(int(centre + radius * width + 0.5), size)
            cells = np.arange(start, end)
            values = shape((cells - centre + 0.5) / width)
            matrix[row, start:end] = values / values.sum() if values.sum() else values
        return matrix

    return weights


def mean_step(input: Tensor, count: int) -> Tensor:
    """Return the mean over the last dimensions, kept with size 1."""
    return input.mean(tuple(range(-count, 0)), True)


def largest_bins(size: int, count: int) -> Sequence[tuple[int, int]]:
    """Return where each of `count` bins starts and ends."""
    return [
        (place * size // count, math.ceil((place + 1) * size / count)) for place in range(count)
    ]
