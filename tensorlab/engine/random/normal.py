"""Normally distributed numbers, drawn in the order and rounded in the steps of PyTorch."""

import math
from math import cos, log1p, sin, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.dtypes import DType, float32, float64
from tensorlab.engine.random.generator import Generator
from tensorlab.numerics.few import array_of
from tensorlab.numerics.functions.cephes import log, sine_and_cosine
from tensorlab.numerics.fused import fma, fma64
from tensorlab.numerics.limits import NORMAL
from tensorlab.numerics.machine.threads import share_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Array = NDArray[Any]
    Draw = Callable[[int], Array]
    Pairs = Callable[[Array, Array], tuple[Array, Array]]

TURN = 2.0 * math.pi
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
    if count < BLOCK and dtype is float32 and mean == 0 and std == 1:
        few: Array = array_of(few_normals(generator, count), shape)
        return few
    if dtype.is_complex:
        # Each part has half of the variance.
        std /= math.sqrt(2)
        parts = normal(generator, (2 * count,), dtype.to_real(), mean, std, contiguous=contiguous)
        return parts.view(dtype.carrier).reshape(shape)
    if count < BLOCK or not contiguous:
        numbers = np.array(few_normals(generator, count), np.float64)
        numbers = numbers if (mean, std) == (0, 1) else fma64(numbers, std, mean)
    elif dtype is float64:
        numbers = by_blocks(generator.twister.uniform53, pairs64, count, count, mean, std)
    else:
        # A 16-bit type draws nothing for a last block that is not full.
        drawn = count if dtype is float32 else count - count % BLOCK
        numbers = by_blocks(generator.twister.uniform24, pairs32, count, drawn, mean, std)
    return dtype.encode(numbers).reshape(shape)


def by_blocks(
    draw: "Draw", pairs: "Pairs", count: int, drawn: int, mean: float, std: float
) -> "Array":
    """Return 16 or more normal numbers; the last 16 are drawn anew when a block is not full."""
    uniforms = draw(drawn)
    left = count % BLOCK
    if left:
        uniforms = np.concatenate((uniforms[: count - left], draw(BLOCK)))
    if count > NORMAL:
        pairs = pairs_quickly

    def work(first: int, last: int) -> None:
        for begin in range(first, last, CHUNK):
            box_muller(uniforms[begin : min(begin + CHUNK, last)], pairs, mean, std)

    share_out(uniforms.size, work, uniforms.size, BLOCK)
    if left:
        uniforms[count - BLOCK : count] = uniforms[-BLOCK:]
    return uniforms[:count]


def box_muller(uniforms: "Array", pairs: "Pairs", mean: float, std: float) -> None:
    """Put normal numbers into the place of uniform ones: of each 16, first cosines, then sines."""
    halves = uniforms.view(f"V{uniforms.itemsize * BLOCK // 2}").reshape(-1, 2)  # copied as one
    distance, turn = (halves[:, half].copy().view(uniforms.dtype) for half in (0, 1))
    np.subtract(1, distance, distance)
    for half, numbers in enumerate(pairs(distance, turn)):
        halves[:, half] = numbers.view(halves.dtype)
    if (mean, std) != (0, 1):
        uniforms[:] = fma(uniforms, std, mean)


def pairs32(distance: "Array", turn: "Array") -> tuple["Array", "Array"]:
    """Return two independent normal numbers for two uniform ones, as float32."""
    radius = np.sqrt(np.float32(-2) * log(distance))
    sine, cosine = sine_and_cosine(np.float32(TURN) * turn)
    return radius * cosine, radius * sine


def pairs_quickly(distance: "Array", turn: "Array") -> tuple["Array", "Array"]:
    """Return the same, of float32 or float64, but for the last digit, in a tenth of the time."""
    radius = np.log(distance, distance)
    radius *= -2
    np.sqrt(radius, radius)
    turn *= TURN
    cosine = np.cos(turn)
    cosine *= radius
    radius *= np.sin(turn, turn)
    return cosine, radius


def pairs64(distance: "Array", turn: "Array") -> tuple["Array", "Array"]:
    """Return two independent normal numbers for two uniform ones, as float64."""
    # numpy's own log, sin and cos are not the C library's to the last bit; its complex exp is.
    logarithm = np.reshape(list(map(math.log, distance.ravel().tolist())), distance.shape)
    radius = np.sqrt(-2.0 * logarithm)
    point = np.exp(2j * math.pi * turn)
    return radius * point.real, radius * point.imag


def few_normals(generator: Generator, count: int) -> list[float]:
    """Return standard normal numbers; where one of a pair is left, it waits in the generator.

    Source: Box and Muller, A note on the generation of random normal deviates (1958).
    """
    spare = generator.spare_normal
    numbers = [] if spare is None else [spare]
    uniforms = iter(generator.twister.few53((count - len(numbers) + 1) & ~1))
    for turn, distance in zip(uniforms, uniforms):  # noqa: B905  strict= costs 0.2 us
        radius = sqrt(-2.0 * log1p(-distance))
        angle = TURN * turn
        numbers += (radius * cos(angle), radius * sin(angle))
    generator.spare_normal = numbers.pop() if len(numbers) > count else None
    return numbers
