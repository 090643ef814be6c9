"""Numbers of every distribution but the normal, drawn in PyTorch's order from one generator."""

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.backend import is_array
from tensorlab.engine.dtypes import BOOLEAN, DType, float32, float64, int64
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.random.normal import few_normals
from tensorlab.engine.warning import in_full
from tensorlab.numerics.functions.rounding import fma
from tensorlab.numerics.machine.blocks import BLOCK, in_blocks
from tensorlab.numerics.matrices.blas import swap_in_turn

Array = NDArray[Any]
Shape = tuple[int, ...]

FEW = 1 << 9  # words that are quicker divided one by one
WIDE = 1 << 28  # ranges from here on take 64 random bits
FRACTION_BITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}


def uniform(
    generator: Generator, shape: Shape, dtype: DType, low: float = 0.0, high: float = 1.0
) -> Array:
    """Return numbers of [low, high) as `dtype` stores them."""
    count = math.prod(shape)
    if dtype.is_complex:
        parts = uniform(generator, (2 * count,), dtype.to_real(), low, high)
        return parts.view(dtype.carrier).reshape(shape)
    twister = generator.twister
    numbers = twister.uniform53(count) if dtype is float64 else twister.uniform24(count)
    if low == 0 and high == 1 and dtype.native:
        return numbers.reshape(shape)
    if dtype is float32:
        scaled: Array = in_blocks(partial(scale, dtype=dtype, low=low, high=high), numbers)
        return scaled.reshape(shape)
    return scale(numbers, dtype, low, high).reshape(shape)


def scale(numbers: Array, dtype: DType, low: float, high: float) -> Array:
    """Return numbers of [0, 1) as ones of [low, high); what rounds up to high becomes low."""
    ends = np.array((low, high), numbers.dtype)
    scaled = dtype.encode(fma(numbers, ends[1] - ends[0], ends[0]))
    stored_low, stored_high = dtype.encode(ends)
    reached = scaled == stored_high
    if reached.any():
        scaled[reached] = stored_low
    return scaled


def integers(generator: Generator, shape: Shape, dtype: DType, low: int, high: int) -> Array:
    """Return whole numbers of [low, high) as `dtype` stores them."""
    count = math.prod(shape)
    span = high - low
    twister = generator.twister
    if span >= 2**64:  # all of int64
        return dtype.encode(twister.words64(count).view(np.int64)).reshape(shape)
    if span < WIDE:
        offsets = remainders(twister.words(count), span)
    else:
        offsets = (twister.words64(count) % np.uint64(span)).view(np.int64)
    if low:
        offsets += np.int64(low)  # beyond int64 the sum wraps to where it belongs
    return dtype.encode(offsets).reshape(shape)


def remainders(words: NDArray[np.uint32], span: int) -> Array:
    """Return words % span as int64: numpy divides many by one number in a tenth of the time."""
    by = np.array(span, np.uint32)
    if words.size <= FEW:
        return (words % by).astype(np.int64)
    found = np.empty(words.size, np.int64)
    for begin in range(0, words.size, BLOCK):
        part = words[begin : begin + BLOCK]
        whole = part // by
        whole *= by
        found[begin : begin + BLOCK] = np.subtract(part, whole, whole)
    return found


def any_integers(generator: Generator, shape: Shape, dtype: DType) -> Array:
    """Return whole numbers from 0 to the largest up to which `dtype` holds each exactly."""
    count = math.prod(shape)
    twister = generator.twister
    if dtype.category == BOOLEAN:
        return (twister.words(count) & np.uint32(1)).astype(np.bool_).reshape(shape)
    span = last_whole(dtype) + 1
    if dtype is int64 or dtype is float64:
        return dtype.encode(twister.words64(count) % np.uint64(span)).reshape(shape)
    return dtype.encode(twister.words(count) % np.uint32(span)).reshape(shape)


def last_whole(dtype: DType) -> int:
    """Return the largest number up to which a type holds every whole one."""
    if dtype.is_floating_point:
        return int(2 ** FRACTION_BITS[dtype.name])
    return 1 if dtype.category == BOOLEAN else int(np.iinfo(dtype.compute).max)


def within(dtype: DType, low: int, high: int) -> tuple[int, int]:
    """Return the ends of a range, moved inwards where the type would round them outwards."""
    bits = FRACTION_BITS[dtype.name]
    first, last = (
        int(dtype.decode(dtype.encode(np.array(end, np.float64)))) for end in (low + 1, high - 1)
    )
    if first < low:
        low = first + (1 << (abs(low + 1).bit_length() - bits))
    if last >= high:
        high = last - (1 << (abs(high - 1).bit_length() - bits))
    return low, high


def permutation(generator: Generator, count: int) -> Array:
    """Return the numbers below `count`, shuffled.

    Source: Fisher and Yates, Statistical tables (1938), as Durstenfeld's algorithm 235 (1964).
    """
    order = np.arange(count, dtype=np.int64)
    if count > 1:
        remaining = np.arange(count, 1, -1, dtype=np.uint32)
        others = (generator.twister.words(count - 1) % remaining).astype(np.int64)
        swap_in_turn(order, others + order[:-1])
    return order


def bernoulli(generator: Generator, shape: Shape, probability: Array | float) -> Array:
    """Return truths, each with its probability: a number's, or its place's in an array.

    An array of float32 is met by 24 random bits, all else by 53.
    """
    count = math.prod(shape)
    coarse = is_array(probability) and probability.dtype == np.float32
    draw = generator.twister.uniform24 if coarse else generator.twister.uniform53
    return draw(count).reshape(shape) < probability


def exponential(generator: Generator, shape: Shape, dtype: DType, rate: float = 1.0) -> Array:
    """Return waiting times between events of which `rate` happen in a unit of time."""
    numbers = np.log1p(-generator.twister.uniform53(math.prod(shape)))
    return dtype.encode(-1.0 / rate * numbers).reshape(shape)


def cauchy(
    generator: Generator, shape: Shape, dtype: DType, median: float = 0.0, sigma: float = 1.0
) -> Array:
    """Return numbers of the Cauchy distribution."""
    turns = generator.twister.uniform53(math.prod(shape)) - 0.5
    return dtype.encode(fma(np.tan(math.pi * turns), sigma, median)).reshape(shape)


def geometric(generator: Generator, shape: Shape, dtype: DType, probability: float) -> Array:
    """Return numbers of trials up to the first success."""
    numbers = generator.twister.uniform53(math.prod(shape))
    trials = np.ceil(np.log(numbers) / math.log1p(-probability))
    return dtype.encode(trials).reshape(shape)


def log_normal(
    generator: Generator, shape: Shape, dtype: DType, mean: float = 1.0, std: float = 2.0
) -> Array:
    """Return numbers whose logarithms are normally distributed."""
    normals = np.array(few_normals(generator, math.prod(shape)), np.float64)
    return dtype.encode(np.exp(fma(normals, std, mean))).reshape(shape)


def draw_with_replacement(generator: Generator, rows: Array, count: int) -> Array:
    """Return `count` indices for each row of weights, by the running sums of the weights.

    Raises:
        RuntimeError: a weight is negative or not finite, or all are zero.
    """
    chosen = np.empty((len(rows), count), np.int64)
    for place, weights in enumerate(rows):
        if not (weights >= 0).all():
            raise RuntimeError(
                "invalid multinomial distribution (encountering probability entry < 0)"
            )
        if not np.isfinite(weights).all():
            raise RuntimeError(in_full("invalid multinomial distribution"))
        sums = np.add.accumulate(weights)
        if not sums[-1] > 0:
            raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
        sums /= sums[-1]
        sums[-1] = 1
        chosen[place] = np.searchsorted(sums.astype(np.float64), generator.twister.uniform53(count))
    return chosen
