"""Normally distributed numbers, drawn in the order and rounded in the steps of PyTorch."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.dtypes import DType, float32, float64
from tensorlab.engine.random.generator import Generator
from tensorlab.numerics.functions.rounding import fma

Array = NDArray[Any]
Draw = Callable[[int], Array]

TURN = 2.0 * math.pi
BLOCK = 16  # from so many elements on, PyTorch draws normal numbers by blocks
# As arrays, which numpy takes more quickly than numbers.
ONE, TWO = map(np.array, (1.0, 2.0))
CONSTANTS = {kind: [np.array(number, kind) for number in (1, -2, TURN)] for kind in "fd"}
CHUNK = 1 << 15  # elements whose intermediate results stay in the processor's cache


def normal(
    generator: Generator,
    shape: tuple[int, ...],
    dtype: DType,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    contiguous: bool = True,
) -> Array:
    """Return normal numbers as `dtype` stores them.

    A destination that is not contiguous gets other numbers from 16 elements on.
    """
    count = math.prod(shape)
    if dtype.is_complex:
        # Each part has half of the variance.
        std /= math.sqrt(2)
        parts = normal(generator, (2 * count,), dtype.to_real(), mean, std, contiguous=contiguous)
        return parts.view(dtype.carrier).reshape(shape)
    standard = mean == 0 and std == 1
    if count < BLOCK or not contiguous:
        kind = dtype.compute if standard and dtype.native else np.float64
        numbers = np.array(few_normals(generator, count), kind)
    elif dtype is float64:
        numbers = by_blocks(generator.twister.uniform53, count, count)
    elif dtype is not float32 or (numbers := from_current_words(generator, count)) is None:
        # A 16-bit type draws nothing for a last block that is not full.
        drawn = count if dtype is float32 else count - count % BLOCK
        numbers = by_blocks(generator.twister.uniform24, count, drawn)
    if not standard:
        numbers = fma(numbers, std, mean)
    return dtype.encode(numbers).reshape(shape)


def by_blocks(draw: Draw, count: int, drawn: int) -> Array:
    """Return 16 or more normal numbers; the last 16 are drawn anew when a block is not full."""
    left = count % BLOCK
    uniforms = draw(drawn + BLOCK if left else drawn)
    if left:
        uniforms = np.concatenate((uniforms[: count - left], uniforms[drawn:]))
    for begin in range(0, uniforms.size, CHUNK):
        box_muller(uniforms[begin : begin + CHUNK])
    if left:
        uniforms[count - BLOCK : count] = uniforms[-BLOCK:]
    return uniforms[:count]


def from_current_words(generator: Generator, count: int) -> Any:
    """Return 16 or more normal numbers of float32, if the twister has all of their words at hand.

    What becomes of a word is computed once for all of them: a radius, a cosine and a sine.
    """
    twister = generator.twister
    begin = twister.position
    twister.position += count + (BLOCK if count % BLOCK else 0)
    if twister.position > twister.block.size:
        twister.position = begin
        return None
    if twister.waves is None:
        one, minus_two, turn = CONSTANTS["f"]
        uniforms = twister.of_block()
        angles = turn * uniforms
        radii = np.sqrt(minus_two * np.log(one - uniforms))
        twister.waves = radii, np.concatenate((np.cos(angles), np.sin(angles)))
    radii, waves = twister.waves
    of_radius, of_wave = places(count, radii.size)
    numbers = radii[begin:].take(of_radius)
    numbers *= waves[begin:].take(of_wave)
    return numbers


@lru_cache(maxsize=16)
def places(count: int, sines: int) -> tuple[Array, Array]:
    """Return which words make the radii and the waves of so many numbers; sines come later."""
    order = np.arange(count)
    within = order % BLOCK
    if count % BLOCK:  # the last 16 are drawn anew
        within[-BLOCK:] = np.arange(BLOCK)
        order[-BLOCK:] = count + within[-BLOCK:]
    first = order - within + within % 8
    return first, first + 8 + sines * (within // 8)


def box_muller(uniforms: Array) -> None:
    """Put normal numbers into the place of uniform ones: of each 16, first cosines, then sines."""
    kind = uniforms.dtype
    halves = uniforms.view(f"V{kind.itemsize * BLOCK // 2}").reshape(-1, 2).T  # copied as one
    both = halves.copy().view(kind)
    radius, angle = both
    one, minus_two, turn = CONSTANTS[kind.char]
    np.subtract(one, radius, radius)
    np.log(radius, radius)
    np.multiply(minus_two, radius, radius)
    np.sqrt(radius, radius)
    np.multiply(turn, angle, angle)
    if kind == np.float32:
        cosine = np.cos(angle)
        np.sin(angle, angle)
    else:
        cosine = cosine_and_sine(angle)
    np.multiply(radius, angle, angle)
    np.multiply(radius, cosine, radius)
    halves[...] = both.view(halves.dtype)


def cosine_and_sine(angle: Array) -> Any:
    """Return cosines of doubles and put sines into their place.

    One tangent of half the angle gives both, in a fifth of the time of numpy's own two.
    """
    tangent = np.tan(angle / TWO)
    share = TWO / (tangent * tangent + ONE)
    np.multiply(tangent, share, angle)
    return share - ONE


def few_normals(generator: Generator, count: int) -> list[float]:
    """Return standard normal numbers; where one of a pair is left, it waits in the generator.

    Source: Box and Muller, A note on the generation of random normal deviates (1958).
    """
    spare = generator.spare_normal
    numbers = [] if spare is None else [spare]
    uniforms = iter(generator.twister.few53((count - len(numbers) + 1) & ~1))
    for turn, distance in zip(uniforms, uniforms):  # noqa: B905  strict= costs 0.2 us
        radius = math.sqrt(-2.0 * math.log1p(-distance))
        angle = TURN * turn
        numbers += (radius * math.cos(angle), radius * math.sin(angle))
    if spare is not None or len(numbers) > count:
        generator.spare_normal = numbers.pop() if len(numbers) > count else None
    return numbers
