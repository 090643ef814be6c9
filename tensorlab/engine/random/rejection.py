"""Numbers drawn by trying until one fits: of gamma, Poisson and binomial distributions.

Sources: Marsaglia and Tsang, A simple method for generating gamma variables (2000); Hörmann, The
transformed rejection method for generating Poisson random variables (1993); Hörmann, The
generation of binomial random variates (1993); Devroye, Non-uniform random variate generation
(1986), for few successes.
"""

import math

from tensorlab.engine.random.generator import Generator
from tensorlab.engine.random.normal import few_normals

# How far log(k!) is from Stirling's formula, for the first k.
TAILS = (
    0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
    0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
    0.00925546218271273, 0.00833056343336287,
)  # fmt: skip


def fraction(generator: Generator) -> float:
    """Return a number of [0, 1)."""
    return generator.twister.few53(1)[0]


def gamma(generator: Generator, alpha: float) -> float:
    """Return a number of the gamma distribution of rate 1."""
    scale = 1.0
    if alpha < 1:
        if alpha == 0:
            return 0.0
        scale = math.pow(1 - fraction(generator), 1 / alpha)
        alpha += 1
    d = alpha - 1 / 3
    c = 1 / math.sqrt(9 * d)
    while True:
        x = few_normals(generator, 1)[0]
        y = 1 + c * x
        if y <= 0:
            continue
        v = y * y * y
        u = 1 - fraction(generator)
        square = x * x
        if u < 1 - 0.0331 * square * square:
            return scale * d * v
        if math.log(u) < 0.5 * square + d * (1 - v + math.log(v)):
            return scale * d * v


def poisson(generator: Generator, rate: float) -> int:
    """Return how many events happen, at a rate."""
    if rate >= 10:
        return many_events(generator, rate)
    count = 0
    if rate:
        least, product = math.exp(-rate), fraction(generator)
        while product > least:
            count += 1
            product *= fraction(generator)
    return count


def many_events(generator: Generator, rate: float) -> int:
    """Return how many events happen, at a rate of at least 10."""
    log_rate = math.log(rate)
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    sure = 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = fraction(generator) - 0.5, fraction(generator)
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= sure:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        height = math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b)
        if height <= -rate + k * log_rate - math.lgamma(k + 1):
            return k


def binomial(generator: Generator, count: float, probability: float) -> float:
    """Return how many of `count` trials succeed."""
    if count <= 0 or probability <= 0:
        return 0.0
    if probability >= 1:
        return count
    if probability <= 0.5:
        return successes(generator, count, probability)
    if probability > 0.5:
        return count - successes(generator, count, 1 - probability)
    return math.nan


def successes(generator: Generator, count: float, probability: float) -> float:
    """Return how many trials succeed, of a probability of at most one half."""
    if count * probability >= 10:
        return many_successes(generator, count, probability)
    log_failure = math.log1p(-probability)
    reached, found = 0.0, 0
    while reached <= count:  # never true of nan, which PyTorch counts up to for ever
        u = fraction(generator)
        reached += math.ceil(math.log(u) / log_failure) if u else math.inf
        found += 1
    return float(found - 1)


def tail(k: float) -> float:
    """Return how far log(k!) is from Stirling's formula."""
    if k <= 9:
        return TAILS[int(k)]
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def many_successes(generator: Generator, count: float, probability: float) -> float:
    """Return how many trials succeed, where at least 10 are to be expected."""
    deviation = math.sqrt(count * probability * (1 - probability))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * probability
    c = count * probability + 0.5
    sure = 0.92 - 4.2 / b
    ratio = probability / (1 - probability)
    alpha = (2.83 + 5.1 / b) * deviation
    m = math.floor((count + 1) * probability)
    while True:
        u, v = fraction(generator) - 0.5, fraction(generator)
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + c)
        if us >= 0.07 and v <= sure:
            return float(k)
        if k < 0 or k > count:
            continue
        height = math.log(v * alpha / (a / (us * us) + b))
        most = (
            (m + 0.5) * math.log((m + 1) / (ratio * (count - m + 1)))
            + (count + 1) * math.log((count - m + 1) / (count - k + 1))
            + (k + 0.5) * math.log(ratio * (count - k + 1) / (k + 1))
            + tail(m)
            + tail(count - m)
            - tail(k)
            - tail(count - k)
        )
        if height <= most:
            return float(k)
