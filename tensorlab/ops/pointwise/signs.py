"""Absolute values and signs."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Sparse, Tensor, elementwise
from tensorlab.engine.signatures.support import BOOLEAN, EVERY, REAL, refusing_complex
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.pointwise.flat import flat


@elementwise(
    symbol="abs",
    inplace=True,
    plain_reals=True,  # the length of a complex number is none
    aliases=("absolute",),
    takes=EVERY - BOOLEAN,
    related=("sign", "neg"),
    methods_only=("absolute_",),
    sparse=Sparse.VALUES,
)
def abs(input: Array) -> Array:
    """Return each number without its sign, of a complex number its length.

    >>> torch.abs(torch.tensor([-1.5, 2.]))
    tensor([1.5000, 2.0000])
    >>> torch.abs(torch.tensor([3 + 4j]))
    tensor([5.])
    """
    return np.absolute(input)


abs.gradient(input=lambda g, input: g * input.sgn())
abs.derivative(input="1 if input > 0 else -1 if input < 0 else 0")


NO_SIGN = (
    "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn "
    "instead."
)


@elementwise(
    inplace=True,
    takes=REAL,
    check=refusing_complex(NO_SIGN, NotImplementedError),
    related=("sgn",),
    methods_only=("sign_",),
    sparse=Sparse.VALUES,
)
def sign(input: Array) -> Array:
    """Return -1, 0 or 1, as each number is negative, zero or positive.

    >>> torch.sign(torch.tensor([-2.5, 0., 3.]))
    tensor([-1.,  0.,  1.])
    """
    if input.dtype.kind == "b":
        return input.copy()
    return without_nan(np.sign(input))


def without_nan(signs: Any) -> Any:
    """Return signs in which what is no number has the sign 0."""
    if signs.dtype.kind == "f":
        total = np.add.reduce(signs, None)
        if total != total:  # noqa: PLR0124  only NaN differs from itself
            return np.where(np.isnan(signs), signs.dtype.type(0), signs)
    return signs


sign.gradient(input=lambda g: flat(g))


@elementwise(passes=True, inplace=True, takes=EVERY, kernel="sign_cpu", related=("sign", "abs"),
             methods_only=("sgn_",), sparse=Sparse.VALUES)  # fmt: skip
def sgn(input: Array) -> Array:
    """Return the sign, of a complex number the number of length 1 in its direction.

    >>> torch.sgn(torch.tensor([3 + 4j, 0]))
    tensor([0.6000+0.8000j, 0.0000+0.0000j])
    """
    if input.dtype.kind == "b":
        return input.copy()
    return np.sign(input) if input.dtype.kind == "c" else without_nan(np.sign(input))


def direction_gradient(g: Tensor, input: Tensor, out: Tensor) -> Any:
    """Return how the direction of a complex number turns; a real sign does not move."""
    if not input.dtype.is_complex:
        return flat(g)
    length = input.abs()
    turned = (g - out * (out.conj() * g).real) / length
    return where(length == 0, 0.0, turned)


sgn.gradient(input=direction_gradient)
