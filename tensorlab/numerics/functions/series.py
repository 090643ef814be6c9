"""Polynomials of numbers in double precision."""

from typing import Any

import numpy as np

FEW = 48  # cells whose powers are multiplied in one call, before numpy has begun with each term


class Polynomial:
    """A polynomial, its lowest term first: of an array of float64, the array of its values."""

    def __init__(self, terms: tuple[float, ...]) -> None:
        self.terms = np.array(terms)
        self.lowest, *self.others, self.highest = map(np.array, terms)
        self.others.reverse()

    def __call__(self, x: Any) -> Any:
        """Return its values."""
        if x.size <= FEW and x.__class__ is np.ndarray and x.flags.c_contiguous:
            powers = np.empty((self.terms.size, x.size))
            powers[0] = 1
            powers[1:] = x.reshape(-1)
            np.multiply.accumulate(powers, 0, None, powers)
            return self.terms.dot(powers).reshape(x.shape)
        total = x * self.highest
        for term in self.others:
            total += term
            total *= x
        total += self.lowest
        return total


def rounded(x: Any, terms: tuple[float, ...]) -> Any:
    """Return a polynomial, its highest term first, in the type of numbers: each step is rounded."""
    number = x.dtype.type
    total = x * number(terms[0])
    for term in terms[1:-1]:
        total += number(term)
        total *= x
    total += number(terms[-1])
    return total


def ratio(x: Any, parts: tuple[tuple[float, ...], tuple[float, ...]]) -> Any:
    """Return the ratio of two such polynomials."""
    return rounded(x, parts[0]) / rounded(x, parts[1])
