"""Rounding to whole numbers."""

from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Declaration, Facts, Sparse, elementwise
from tensorlab.engine.dtypes import UNSIGNED
from tensorlab.engine.layout import copy_of
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import FLOATS, NUMBERS, refusing_complex
from tensorlab.ops.pointwise.flat import flat

ROUNDED = NUMBERS | UNSIGNED


def whole(input: NDArray[Any]) -> bool:
    """Return whether an array holds whole numbers, which rounding leaves as they are."""
    return input.dtype.kind in "iu"


def rounded(name: str, /, **facts: Unpack[Facts]) -> Declaration:
    """Declare what makes whole numbers of others, and leaves whole numbers as they are."""
    check = refusing_complex(f"{name} is not supported for complex inputs", NotImplementedError)
    own: Facts = {"inplace": True, "takes": ROUNDED, "kernel": f"{name}_vml_cpu", "check": check,
                  "sparse": Sparse.VALUES, **facts}  # fmt: skip
    return elementwise(**own)


@rounded("floor", related=("ceil", "round", "trunc"))
def floor(input: Array) -> Array:
    """Return the greatest whole number that is not above each number.

    >>> torch.floor(torch.tensor([1.7, -1.2]))
    tensor([ 1., -2.])
    """
    return copy_of(input) if whole(input) else np.floor(input)


@rounded("ceil", related=("floor", "round", "trunc"))
def ceil(input: Array) -> Array:
    """Return the smallest whole number that is not below each number.

    >>> torch.ceil(torch.tensor([1.2, -1.7]))
    tensor([ 2., -1.])
    """
    return copy_of(input) if whole(input) else np.ceil(input)


@rounded("trunc", aliases=("fix",), related=("floor", "frac"))
def trunc(input: Array) -> Array:
    """Return each number without what is behind its point.

    >>> torch.trunc(torch.tensor([1.7, -1.7]))
    tensor([ 1., -1.])
    """
    return copy_of(input) if whole(input) else np.trunc(input)


@elementwise(passes=True, inplace=True, takes=FLOATS, related=("trunc",), sparse=Sparse.VALUES)
def frac(input: Array) -> Array:
    """Return what is behind each number's point.

    >>> torch.frac(torch.tensor([1.75, -1.75]))
    tensor([ 0.7500, -0.7500])
    """
    return np.subtract(input, np.trunc(input))


@elementwise(aliases=("special.round",), inplace=True,
             takes=lambda decimals: ROUNDED if decimals is None else FLOATS,
             kernel=lambda decimals: "round_cpu" if decimals else "round_vml_cpu",
             node=lambda decimals: f"RoundBackward{int(decimals is not None)}",
             related=("floor", "ceil", "trunc"), sparse=Sparse.VALUES)  # fmt: skip
def round(input: Array, *, decimals: int | None = None) -> Array:
    """Return the nearest whole number, halves to the even one; or the nearest with some decimals.

    >>> torch.round(torch.tensor([1.4, 1.5, 2.5]))
    tensor([1., 2., 2.])
    >>> torch.round(torch.tensor([1.2345]), decimals=2)
    tensor([1.2300])
    """
    if decimals is None:
        return copy_of(input) if whole(input) else np.rint(input)
    if whole(input):
        raise TypeError  # the engine knows PyTorch's words
    if decimals == 0:
        return np.rint(input)
    scale = input.dtype.type(np.float_power(10.0, abs(decimals)))  # too large a power is infinite
    if decimals > 0:
        return np.divide(np.rint(np.multiply(input, scale)), scale)
    return np.multiply(np.rint(np.divide(input, scale)), scale)


for step in (floor, ceil, trunc, round):
    step.gradient(input=lambda g: flat(g))
frac.gradient(input=lambda g: g)
frac.derivative(input="1")
