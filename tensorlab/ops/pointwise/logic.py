"""Truth values: and, or, not, and the tests that single numbers pass or fail."""

from functools import partial

import numpy as np

from tensorlab.engine.declaring import Array, Declaration, Sparse, composite, elementwise
from tensorlab.engine.dtypes import UNSIGNED
from tensorlab.engine.signatures.support import BUT_COMPLEX32, REAL, refusing_complex

# How a function of truth values is declared.
logical = partial(elementwise, casts=None, inplace=True, takes=BUT_COMPLEX32)


def infinite(name: str, other: str) -> Declaration:
    """Declare a question after an infinity."""
    check = refusing_complex(f"{name} does not support complex inputs.")
    wrong_out = f"{name} does not support non-boolean outputs."
    return elementwise(
        takes=REAL | UNSIGNED,
        check=check,
        wrong_out=wrong_out,
        related=("isinf", other),
        sparse=Sparse.VALUES,
    )


@logical(plain=np.logical_and, related=("bitwise_and",))
def logical_and(input: Array, other: Array) -> Array:
    """Return whether both input and other are true, that is not 0, element by element.

    >>> torch.logical_and(torch.tensor([True, False]), torch.tensor([True, True]))
    tensor([ True, False])
    """
    return np.logical_and(input, other)


@logical(plain=np.logical_or, related=("bitwise_or",))
def logical_or(input: Array, other: Array) -> Array:
    """Return whether input or other or both are true, element by element.

    >>> torch.logical_or(torch.tensor([True, False]), torch.tensor([False, False]))
    tensor([ True, False])
    """
    return np.logical_or(input, other)


@logical(plain=np.logical_xor, related=("bitwise_xor",))
def logical_xor(input: Array, other: Array) -> Array:
    """Return whether just one of input and other is true, element by element.

    >>> torch.logical_xor(torch.tensor([True, False]), torch.tensor([True, True]))
    tensor([False,  True])
    """
    return np.logical_xor(input, other)


@logical(plain=np.logical_not, related=("bitwise_not",), methods_only=("logical_not_",))
def logical_not(input: Array) -> Array:
    """Return whether input is false, that is 0, element by element.

    >>> torch.logical_not(torch.tensor([0, 1, -10]))
    tensor([ True, False, False])
    """
    return np.logical_not(input)


@elementwise(
    plain=np.isnan,
    out=False,
    related=("isinf", "isfinite", "nan_to_num"),
    quantized_kernel="isnan",
    sparse=Sparse.VALUES,
)
def isnan(input: Array) -> Array:
    """Return whether each number is NaN, not a number.

    >>> torch.isnan(torch.tensor([1., float("nan")]))
    tensor([False,  True])
    """
    return np.isnan(input)


@elementwise(
    plain=np.isinf, out=False, related=("isnan", "isfinite", "isposinf"), sparse=Sparse.VALUES
)
def isinf(input: Array) -> Array:
    """Return whether each number is infinite.

    >>> torch.isinf(torch.tensor([1., float("inf"), -float("inf")]))
    tensor([False,  True,  True])
    """
    return np.isinf(input)


@elementwise(plain=np.isfinite, out=False, related=("isinf", "isnan"))
def isfinite(input: Array) -> Array:
    """Return whether each number is neither infinite nor NaN.

    >>> torch.isfinite(torch.tensor([1., float("inf"), float("nan")]))
    tensor([ True, False, False])
    """
    return np.isfinite(input)


@infinite("isposinf", "isneginf")
def isposinf(input: Array) -> Array:
    """Return whether each number is positive infinity.

    >>> torch.isposinf(torch.tensor([1., float("inf"), -float("inf")]))
    tensor([False,  True, False])
    """
    return np.equal(input, np.inf)


@infinite("isneginf", "isposinf")
def isneginf(input: Array) -> Array:
    """Return whether each number is negative infinity.

    >>> torch.isneginf(torch.tensor([1., float("inf"), -float("inf")]))
    tensor([False, False,  True])
    """
    return np.equal(input, -np.inf)


@elementwise(out=False, related=("real", "imag"))
def isreal(input: Array) -> Array:
    """Return whether each number has no imaginary part.

    >>> torch.isreal(torch.tensor([1, 1 + 1j, 2 + 0j]))
    tensor([ True, False,  True])
    """
    return np.equal(input.imag, 0) if input.dtype.kind == "c" else np.ones_like(input, np.bool_)


NO_SIGNBIT = "signbit is not implemented for complex tensors."


@elementwise(takes=REAL | UNSIGNED, check=refusing_complex(NO_SIGNBIT, NotImplementedError),
             wrong_out="signbit does not support non-boolean outputs.",
             sparse=Sparse.VALUES)  # fmt: skip
def signbit(input: Array) -> Array:
    """Return whether each number has a minus sign; -0. has one.

    >>> torch.signbit(torch.tensor([-1., -0., 0., 2.]))
    tensor([ True,  True, False, False])
    """
    return np.signbit(input) if input.dtype.kind == "f" else np.less(input, 0)


@composite(needs_values="item")
def is_nonzero(input: Array) -> bool:
    """Return whether the one number in the tensor is not 0.

    >>> torch.is_nonzero(torch.tensor([1.5]))
    True
    """
    return bool(input)


@composite(related=("sign",))
def is_signed(input: Array) -> bool:
    """Return whether the tensor's type has negative numbers.

    >>> torch.is_signed(torch.tensor([1, 2]))
    True
    """
    return bool(input.dtype.is_signed)
