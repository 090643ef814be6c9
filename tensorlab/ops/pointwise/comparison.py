"""Comparisons: element by element, of whole tensors, and tests of single numbers."""

from typing import Any, Unpack

import numpy as np

from tensorlab.engine.declaring import (
    COMPLEX32,
    NUMBERS,
    REAL,
    Array,
    Declaration,
    Facts,
    Operand,
    Quantized,
    Tensor,
    composite,
    elementwise,
    leave_to_check,
    not_implemented,
    pairwise,
    refuse_two_types,
    refusing_complex,
)
from tensorlab.engine.declaring.filling import tell_of
from tensorlab.engine.dtypes import complex32
from tensorlab.engine.promotion import number_type
from tensorlab.engine.warning import in_full
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.pointwise.flat import flat


def comparing(symbol: str, plain: np.ufunc, /, **facts: Unpack[Facts]) -> Declaration:
    """Declare a comparison that an operator stands for."""
    own: Facts = {"symbol": symbol, "plain": plain, "inplace": True,
                  "flat_in_place": overwritten(NAMES[symbol]).operation,
                  "quantized": Quantized.COMPARES, **facts}  # fmt: skip
    return elementwise(**own)


NAMES = {">": "Gt", "<": "Lt", ">=": "Ge", "<=": "Le", "==": "Eq", "!=": "Ne"}


def overwritten(name: str) -> Any:
    """Return what is recorded of a comparison that is written over its first operand."""

    @elementwise(inner=True, node=lambda other: f"{name}Backward{int(isinstance(other, Tensor))}")
    def written(input: Array, other: Operand) -> Array:
        """Return the operand that is written over."""
        return input

    written.gradient(input=lambda g: flat(g), other=lambda g: flat(g))
    return written


@comparing(">", np.greater, aliases=("greater",), takes=REAL, related=("ge", "lt", "eq"))
def gt(input: Array, other: Operand) -> Array:
    """Return whether input is greater than other, element by element.

    >>> torch.gt(torch.tensor([[1, 2], [3, 4]]), torch.tensor([[1, 1], [4, 4]]))
    tensor([[False,  True],
            [False, False]])
    """
    return np.greater(input, other)


@comparing("<", np.less, aliases=("less",), takes=REAL, related=("le", "gt", "eq"))
def lt(input: Array, other: Operand) -> Array:
    """Return whether input is less than other, element by element.

    >>> torch.lt(torch.tensor([1, 2, 3]), 2)
    tensor([ True, False, False])
    """
    return np.less(input, other)


@comparing(">=", np.greater_equal, aliases=("greater_equal",), takes=REAL, related=("gt", "le"))
def ge(input: Array, other: Operand) -> Array:
    """Return whether input is greater than or equal to other, element by element.

    >>> torch.ge(torch.tensor([1, 2, 3]), 2)
    tensor([False,  True,  True])
    """
    return np.greater_equal(input, other)


@comparing("<=", np.less_equal, aliases=("less_equal",), takes=REAL, related=("lt", "ge"))
def le(input: Array, other: Operand) -> Array:
    """Return whether input is less than or equal to other, element by element.

    >>> torch.le(torch.tensor([1, 2, 3]), 2)
    tensor([ True,  True, False])
    """
    return np.less_equal(input, other)


@comparing("==", np.equal, related=("ne", "equal", "isclose"))
def eq(input: Array, other: Operand) -> Array:
    """Return whether input equals other, element by element.

    >>> torch.eq(torch.tensor([1, 2, 3]), torch.tensor([1, 0, 3]))
    tensor([ True, False,  True])
    """
    return np.equal(input, other)


@comparing("!=", np.not_equal, aliases=("not_equal",), related=("eq",))
def ne(input: Array, other: Operand) -> Array:
    """Return whether input differs from other, element by element.

    >>> torch.ne(torch.tensor([1, 2, 3]), torch.tensor([1, 0, 3]))
    tensor([False,  True, False])
    """
    return np.not_equal(input, other)


@composite(needs_values="equal", related=("eq", "allclose"))
def equal(input: Array, other: Array) -> bool:
    """Return whether both tensors have the same shape and equal elements.

    >>> torch.equal(torch.tensor([1, 2]), torch.tensor([1, 2]))
    True
    """
    tell_of(lambda: in_full("Batching rule not"), input._array, other._array)
    if input.shape != other.shape:
        return False
    if input.dtype is not other.dtype and complex32 not in (input.dtype, other.dtype):
        return bool(eq(input, other)._array.all())
    if complex32 in (input.dtype, other.dtype):
        same = input._array is other._array
        raise not_implemented("equal_notnan_cpu" if same else "equal_cpu", complex32)
    same = np.equal(input.dtype.decode(input._array), other.dtype.decode(other._array))
    return bool(same.all())


def check_tolerance(input: Tensor, other: Tensor, rtol: float, atol: float) -> None:
    """Refuse to compare two types, or within a negative tolerance.

    Raises:
        RuntimeError: the types differ, or a tolerance is negative.
    """
    refuse_two_types(input, other, "{} did not match {}")
    for value, name in ((rtol, "rtol"), (atol, "atol")):
        if not value >= 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value:g}")


@elementwise(out=False, check=check_tolerance, related=("allclose", "eq"))
def isclose(
    input: Array, other: Array, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Array:
    """Return elementwise whether input and other differ by at most atol + rtol * abs(other).

    >>> torch.isclose(torch.tensor([1., 2.]), torch.tensor([1.0000001, 2.1]))
    tensor([ True, False])
    """
    leave_to_check(not (rtol >= 0 and atol >= 0))
    close = np.equal(input, other)
    if equal_nan:
        close |= np.isnan(input) & np.isnan(other)
    if input.dtype.kind in "biu" and rtol == 0 == atol:
        return close
    if input.dtype.kind == "b":
        input, other = input.astype(np.uint8), other.astype(np.uint8)
    allowed = atol + np.absolute(rtol * other)
    difference = np.absolute(np.subtract(input, other))
    return close | (np.isfinite(difference) & (difference <= allowed))


@composite(needs_values="item", related=("isclose", "equal"))
def allclose(
    input: Array, other: Array, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """Return whether input and other differ nowhere by more than atol + rtol * abs(other).

    >>> torch.allclose(torch.tensor([1., 2.]), torch.tensor([1.0000001, 2.]))
    True
    """
    tell_of(lambda: in_full("vmap over torch.allclose"), input._array, other._array)
    return bool(isclose(input, other, rtol, atol, equal_nan)._array.all())


def choosing(plain: np.ufunc, related: tuple[str, ...]) -> Declaration:
    """Declare a function that picks one of two numbers."""
    check = refusing_complex(f"{plain.__name__} not implemented for complex tensors.")
    return elementwise(plain=plain, related=related, takes=REAL, check=check)


@choosing(np.maximum, related=("minimum", "fmax"))
def maximum(input: Array, other: Array) -> Array:
    """Return the greater of input and other, element by element; NaN wins.

    >>> torch.maximum(torch.tensor([1, 2, -1]), torch.tensor([3, 0, 4]))
    tensor([3, 2, 4])
    """
    return np.maximum(input, other)


@choosing(np.minimum, related=("maximum", "fmin"))
def minimum(input: Array, other: Array) -> Array:
    """Return the smaller of input and other, element by element; NaN wins.

    >>> torch.minimum(torch.tensor([1, 2, -1]), torch.tensor([3, 0, 4]))
    tensor([ 1,  0, -1])
    """
    return np.minimum(input, other)


@choosing(np.fmax, related=("maximum", "fmin"))
def fmax(input: Array, other: Array) -> Array:
    """Return the greater of input and other, element by element; a number wins over NaN.

    >>> torch.fmax(torch.tensor([1., float("nan")]), torch.tensor([3., 4.]))
    tensor([3., 4.])
    """
    return np.fmax(input, other)


@choosing(np.fmin, related=("minimum", "fmax"))
def fmin(input: Array, other: Array) -> Array:
    """Return the smaller of input and other, element by element; a number wins over NaN.

    >>> torch.fmin(torch.tensor([1., float("nan")]), torch.tensor([3., 4.]))
    tensor([1., 4.])
    """
    return np.fmin(input, other)


def winner_share(g: Tensor, lost: Tensor, tied: Tensor) -> Any:
    """Return the whole gradient where an operand did not lose, half of it where both are equal."""
    return where(tied, g / 2, where(lost, 0.0, g))


maximum.gradient(
    input=lambda g, input, other: winner_share(g, input < other, input == other),
    other=lambda g, input, other: winner_share(g, other < input, input == other),
)
maximum.derivative(
    input="1 if input > other else 1/2 if input == other else 0",
    other="1 if other > input else 1/2 if input == other else 0",
)
minimum.gradient(
    input=lambda g, input, other: winner_share(g, input > other, input == other),
    other=lambda g, input, other: winner_share(g, other > input, input == other),
)
minimum.derivative(
    input="1 if input < other else 1/2 if input == other else 0",
    other="1 if other < input else 1/2 if input == other else 0",
)
fmax.gradient(
    input=lambda g, input, other: where((input >= other) | other.isnan(), g, 0.0),
    other=lambda g, input, other: where((input >= other) | other.isnan(), 0.0, g),
)
fmin.gradient(
    input=lambda g, input, other: where((input <= other) | other.isnan(), g, 0.0),
    other=lambda g, input, other: where((input <= other) | other.isnan(), 0.0, g),
)
fmax.derivative(input="1 if input >= other else 0", other="0 if input >= other else 1")
fmin.derivative(input="1 if input <= other else 0", other="0 if input <= other else 1")


def check_members(elements: Tensor, test_elements: Tensor) -> None:
    """Refuse to look for truth values and complex numbers.

    Raises:
        RuntimeError: there are some.
    """
    for part in (elements, test_elements):
        kind = part.dtype if isinstance(part, Tensor) else number_type(part)
        if kind not in NUMBERS | COMPLEX32:
            raise RuntimeError(f"Unsupported input type encountered for isin(): {kind.scalar_name}")


@pairwise(method=False, takes=NUMBERS, kernel="isin_default_cpu", check=check_members,
          related=("unique", "eq"), quantized_kernel="isin.Tensor_Tensor_out")  # fmt: skip
def isin(
    elements: Operand, test_elements: Operand, *, assume_unique: bool = False, invert: bool = False
) -> Array:
    """Return for each element whether it is among those of test_elements.

    >>> torch.isin(torch.tensor([1, 2, 3]), torch.tensor([2, 3, 5]))
    tensor([False,  True,  True])
    """
    return np.isin(elements, test_elements, assume_unique=assume_unique, invert=invert)
