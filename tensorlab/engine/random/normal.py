"""Normally distributed numbers, drawn in the order and rounded in the steps of PyTorch."""

import math
from _thread import allocate_lock
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.dtypes import DType, float32, float64
from tensorlab.engine.random.generator import Generator
from tensorlab.numerics.functions.rounding import fma
from tensorlab.numerics.machine.threads import in_threads

if TYPE_CHECKING:
    from tensorlab.engine.random.mersenne import MersenneTwister

Array = NDArray[Any]
Draw = Callable[[int], Array]

TURN = 2.0 * math.pi
BLOCK = 16  # from so many elements on, PyTorch draws normal numbers by blocks
# As arrays, which numpy takes more quickly than numbers.
ONE, TWO = map(np.array, (1.0, 2.0))
CONSTANTS = {kind: [np.array(number, kind) for number in (1, -2, TURN)] for kind in "fd"}
CHUNK = 1 << 15  # elements whose intermediate results stay in the cache
MOST_AHEAD = 1 << 10  # elements up to which what becomes of a word is computed ahead


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
    elif dtype is float32 and count <= MOST_AHEAD:
        numbers = of_current_words(generator.twister, count)
    else:
        numbers = by_blocks(generator.twister, count, dtype)
    if not standard:
        numbers = fma(numbers, std, mean)
    return dtype.encode(numbers).reshape(shape)


def by_blocks(twister: "MersenneTwister", count: int, dtype: DType) -> Array:
    """Return 16 or more normal numbers; the last 16 are drawn anew when a block is not full.

    The words are drawn in their order, one thread at a time; what becomes of them is computed by
    all.
    """
    double = dtype is float64
    draw: Draw = twister.uniform53 if double else twister.shown24
    numbers = np.empty(count, np.float64 if double else np.float32)
    left = count % BLOCK
    begins, turn = iter(range(0, count - left, CHUNK)), allocate_lock()

    def work(_: int) -> None:
        with turn:
            begin = next(begins)
            uniforms = draw(min(CHUNK, count - left - begin))
        box_muller(uniforms, numbers[begin : begin + uniforms.size])

    if count < 2 * CHUNK:
        for place in range(0, count - left, CHUNK):
            work(place)
    else:
        in_threads(work, range(0, count - left, CHUNK))
    if left:
        # a 16-bit type draws nothing for what is drawn anew
        if double or dtype is float32:
            draw(left)
        box_muller(draw(BLOCK), numbers[-BLOCK:])
    return numbers


def of_current_words(twister: "MersenneTwister", count: int) -> Array:
    """Return 16 or more normal numbers of float32, as `by_blocks` does.

    What becomes of a word is computed once for all at hand: a radius, a cosine and a sine.
    """
    begin = twister.take(count + (BLOCK if count % BLOCK else 0))
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


def box_muller(uniforms: Array, numbers: Array) -> None:
    """Write the normal numbers that uniform ones make: of each 16, first cosines, then sines."""
    kind = uniforms.dtype
    half = f"V{kind.itemsize * BLOCK // 2}"  # of a block, copied as one
    both = uniforms.view(half).reshape(-1, 2).T.copy().view(kind)
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
    numbers.view(half).reshape(-1, 2).T[...] = both.view(half)


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
