"""Making tensors of random numbers: rand, randn, randint and their kin."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import creation
from tensorlab.engine.declaring.filling import not_implemented, source
from tensorlab.engine.dtypes import BOOLEAN, FLOATING, DType, int64
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.random import distributions
from tensorlab.engine.random import normal as normals
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.shapes import reserve_elements
from tensorlab.engine.signatures.accepting import is_index
from tensorlab.ops.random.overwriting import check_uniform_bounds
from tensorlab.ops.random.whole_numbers import whole_numbers


@creation(size=True, related=("randn", "randint", "manual_seed"), quantized_kernel="uniform_")
def rand(
    size: tuple[int, ...], *, generator: Generator | None = None, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return numbers drawn uniformly from [0, 1).

    >>> _ = torch.manual_seed(0)
    >>> torch.rand(2, 2)
    tensor([[0.4963, 0.7682],
            [0.0885, 0.1320]])
    """
    dtype = dtype or Defaults.floating
    if dtype.category < FLOATING:
        check_uniform_bounds(dtype, 0, 1)
    reserve_elements(size, dtype.itemsize)
    return distributions.uniform(source(generator), size, dtype), dtype


@creation(size=True, related=("rand", "normal", "manual_seed"), quantized_kernel="normal_")
def randn(
    size: tuple[int, ...], *, generator: Generator | None = None, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return normally distributed numbers with mean 0 and variance 1.

    >>> _ = torch.manual_seed(0)
    >>> torch.randn(3)
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    dtype = dtype or Defaults.floating
    if dtype.category < FLOATING:
        raise not_implemented("normal_kernel_cpu", dtype.scalar_name)
    reserve_elements(size, dtype.itemsize)
    return normals.normal(source(generator), size, dtype), dtype


@creation(related=("rand", "randperm", "manual_seed"), quantized_kernel="random_.from")
def randint(
    low: int | None,
    high: Any = None,
    size: Any = None,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
) -> tuple[np.ndarray, DType]:
    """Return whole numbers drawn uniformly from [low, high); with one number it is high, low is 0.

    >>> _ = torch.manual_seed(0)
    >>> torch.randint(10, (3,))
    tensor([4, 9, 3])
    """
    if size is None or high is None:
        low, high, size = None, low, high if size is None else size
    low, high = None if low is None else whole_end(low), whole_end(high)
    if low is not None:
        require_int64(low)
    require_int64(high)
    if not isinstance(size, (tuple, list)):
        raise TypeError
    dtype, low, size = dtype or int64, low or 0, tuple(size)
    reserve_elements(size, dtype.itemsize)
    return whole_numbers(dtype, size, int(low), int(high), generator), dtype


def whole_end(end: Any) -> Any:
    """Return an end of a range as Python's number, where it is a whole one."""
    return int(end) if end.__class__ is not int and is_index(end) else end


def require_int64(end: object) -> None:
    """Refuse an end of a range that is no whole number of 64 bits.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is too large.
    """
    if end.__class__ is not int and (
        not isinstance(end, int | np.integer) or isinstance(end, bool)
    ):
        raise TypeError
    if not -(2**63) <= end < 2**63:
        raise ValueError("Overflow when unpacking long long")


@creation(related=("randint",))
def randperm(
    n: int, *, generator: Generator | None = None, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return the whole numbers below n in random order.

    >>> _ = torch.manual_seed(0)
    >>> torch.randperm(5)
    tensor([4, 0, 1, 3, 2])
    """
    dtype = dtype or int64
    reserve_elements((n,), dtype.itemsize)
    if dtype.category == BOOLEAN or dtype.is_complex:
        raise not_implemented("randperm", dtype.scalar_name)
    if dtype.is_floating_point:
        most = 2 ** distributions.FRACTION_BITS[dtype.name] + 1
        if n > most:
            raise RuntimeError(f"n cannot be greater than {most} for {dtype.scalar_name} type.")
    elif n > np.iinfo(dtype.compute).max:
        raise RuntimeError(f"value cannot be converted to type {dtype.name}_t without overflow")
    return dtype.encode(distributions.permutation(source(generator), n)), dtype
