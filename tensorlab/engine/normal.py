"""Normally distributed numbers, drawn in the order and rounded in the steps of PyTorch."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.dtypes import DType, float64
from tensorlab.engine.random import Generator

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

BLOCK = 16  # from so many elements on, PyTorch draws normal numbers by blocks
CHUNK = 1 << 15  # elements whose intermediate results stay in the processor's cache


def normal(
    generator: Generator,
    shape: tuple[int, ...],
    dtype: DType,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    contiguous: bool = True,
) -> "Array":
    """Return normal numbers as `dtype` stores them.

    A destination that is not contiguous gets other numbers from 16 elements on.
    """
    count = math.prod(shape)
    if dtype.is_complex:
        # Each part has half of the variance.
        parts = normal(
            generator, (2 * count,), dtype.to_real(), mean, std * math.sqrt(0.5), contiguous=contiguous
        )
        return parts.view(dtype.carrier).reshape(shape)
    if count < BLOCK or not contiguous:
        numbers = np.array([next_normal(generator) * std + mean for _ in range(count)])
    elif dtype is float64:
        numbers = spread(generator, count, mean, std, float64_pairs, generator.twister.uniform53)
    else:
        numbers = spread(generator, count, mean, std, float32_pairs, generator.twister.uniform24)
    return dtype.encode(numbers).reshape(shape)


def next_normal(generator: Generator) -> float:
    """Return one standard normal number; its twin waits in the generator.

    Source: Box and Muller, A note on the generation of random normal deviates (1958).
    """
    spare = generator.spare_normal
    if spare is not None:
        generator.spare_normal = None
        return spare
    turn, distance = generator.twister.uniform53(2).tolist()
    radius = math.sqrt(-2.0 * math.log1p(-distance))
    angle = 2.0 * math.pi * turn
    generator.spare_normal = radius * math.sin(angle)
    return radius * math.cos(angle)
