"""Keeping numbers within bounds."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import NUMBERS, REAL, Array, Casts, Operand, elementwise, operation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.signatures.out_types import ONLY
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.machine.blocks import kept_within
from tensorlab.ops.indexing.selection import where


def check_bounds(min: object, max: object, input: Tensor) -> None:
    """Refuse to clamp to nothing, to a number and several at once, or complex numbers.

    Raises:
        RuntimeError: there is no bound.
        TypeError: one bound is a number and the other a tensor of several.
        NotImplementedError: the numbers are complex.
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    bounds = [bound for bound in (min, max) if bound is not None]
    if not (are_tensors(min, max) or all(map(is_number, bounds))):
        raise TypeError  # the operation knows PyTorch's words
    complex_bound = isinstance(min, complex) or isinstance(max, complex)
    if input.dtype.is_complex or (complex_bound and not input.dtype.is_floating_point):
        raise NotImplementedError("clamp is not supported for complex types")
    if complex_bound:
        raise RuntimeError("value cannot be converted to type double without overflow")


def are_tensors(*bounds: object) -> bool:
    """Return whether there are bounds, and all are tensors."""
    return all(bound is None or isinstance(bound, Tensor) for bound in bounds)


def is_number(bound: object) -> bool:
    """Return whether a bound is a number, or a tensor of one that has no gradient."""
    return not isinstance(bound, Tensor) or not (bound.shape or bound._tracked)


def takes_of(bound: object) -> frozenset[DType]:
    """Return the types whose elements one bound can clamp: truth values where it is a tensor."""
    return REAL if isinstance(bound, Tensor) else NUMBERS


def kernel_of(min: object, max: object) -> str:
    """Return the name of PyTorch's kernel for these bounds."""
    if are_tensors(min, max):
        return "minimum_cpu" if min is None else "maximum_cpu" if max is None else "clamp_cpu"
    return f"clamp_{'min_' * (max is None)}{'max_' * (min is None)}scalar_cpu"


@operation(casts=Casts.PROMOTE, elementwise=True, inplace=True, aliases=("clip",),
           check=check_bounds,
           node=lambda min, max: f"ClampBackward{int(not are_tensors(min, max))}",
           takes=lambda min, max: takes_of(max if min is None else min if max is None else 0),
           kernel=lambda min, max: kernel_of(min, max),
           related=("clamp_min", "clamp_max", "minimum"), copies=2, asked="min",
           wrong_out=lambda min, max: "" if are_tensors(min, max) else ONLY)  # fmt: skip
def clamp(input: Array, min: Operand = None, max: Operand = None) -> Array:
    """Return each number, or the bound that it lies beyond.

    >>> torch.clamp(torch.tensor([-2., 0.5, 3.]), min=-1, max=1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if (min is None) is (max is None) and (min is None or input.dtype.kind == "b"):
        raise TypeError  # the check has the words for it
    require_plain(input, min)
    require_plain(input, max)
    return kept_within(input, min, max)


def require_plain(input: NDArray[Any], bound: object) -> None:
    """Raise where a bound would change the numbers' type, so that the engine promotes first."""
    kind = bound.__class__
    if kind in (Tensor, bool, complex) or (kind is float and input.dtype.kind != "f"):
        raise TypeError


def inside(input: Tensor, min: object, max: object) -> Any:
    """Return where numbers lie within bounds, each of which may be missing."""
    if min is None:
        return input <= max
    return input >= min if max is None else (input >= min) & (input <= max)


clamp.gradient(
    input=lambda g, input, min, max: where(inside(input, min, max), g, 0.0),
    min=lambda g, input, min, max: where(
        (input < min) if max is None else (min < max) & (input < min), g, 0.0
    ),
    max=lambda g, input, min, max: where(
        (input > max) if min is None else (input > max) | (max < min), g, 0.0
    ),
)
clamp.derivative(input="1 if min <= input <= max else 0")


def check_bound(bound: object, input: Tensor) -> None:
    """Refuse one bound of complex numbers, or a complex one.

    Raises:
        NotImplementedError: one of both is complex.
    """
    if not isinstance(bound, Tensor):
        if isinstance(bound, complex):
            raise NotImplementedError("clamp is not supported for complex types")
        check_bounds(bound, bound, input)


@elementwise(twins=("clamp_min_",), inplace=True, takes=lambda min: takes_of(min),
             kernel=lambda min: kernel_of(min, None),
             check=lambda min, input: check_bound(min, input), related=("clamp", "maximum"),
             node=lambda min: f"ClampMinBackward{int(isinstance(min, Tensor))}",
             wrong_out=lambda min: "" if isinstance(min, Tensor) else ONLY)  # fmt: skip
def clamp_min(input: Array, min: Operand) -> Array:
    """Return each number, or the lower bound if that is greater.

    >>> torch.clamp_min(torch.tensor([-2., 0.5]), 0)
    tensor([0.0000, 0.5000])
    """
    return np.maximum(min, input)  # in this order, -0. stays


@elementwise(twins=("clamp_max_",), inplace=True, takes=lambda max: takes_of(max),
             kernel=lambda max: kernel_of(None, max),
             check=lambda max, input: check_bound(max, input), related=("clamp", "minimum"),
             node=lambda max: f"ClampMaxBackward{int(isinstance(max, Tensor))}",
             wrong_out=lambda max: "" if isinstance(max, Tensor) else ONLY)  # fmt: skip
def clamp_max(input: Array, max: Operand) -> Array:
    """Return each number, or the upper bound if that is smaller.

    >>> torch.clamp_max(torch.tensor([-2., 0.5]), 0)
    tensor([-2.,  0.])
    """
    return np.minimum(max, input)


clamp_min.gradient(
    input=lambda g, input, min: where(input >= min, g, 0.0),
    min=lambda g, input, min: where(input < min, g, 0.0),
)
clamp_min.derivative(input="1 if input >= min else 0")
clamp_max.gradient(
    input=lambda g, input, max: where(input <= max, g, 0.0),
    max=lambda g, input, max: where(input > max, g, 0.0),
)
clamp_max.derivative(input="1 if input <= max else 0")
