"""Whether all elements are true, or any, and how many are."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Declaration, Dims, Facts, operation
from tensorlab.engine.layout import row_major
from tensorlab.engine.shapes import wrap_dims
from tensorlab.ops.reduction.totals import reduce

# elements whose bytes are searched before numpy has begun to reduce
SMALL_N = 1 << 11


def truth(ufunc: Any, input: NDArray[Any], dim: Any, keepdim: bool) -> Any:
    """Return whether all or any elements are nonzero; of bytes, PyTorch answers in bytes."""
    none = isinstance(dim, tuple | list) and not dim  # here that is not all of them
    answer = input.astype(np.bool_) if none else reduce(ufunc, input, dim, keepdim)
    return answer.astype(np.uint8) if input.dtype == np.uint8 else answer


def is_everywhere(input: NDArray[Any]) -> Any:
    """Return whether all elements are nonzero: of few truth values, by their bytes."""
    if input.__class__ is np.ndarray and input.dtype.char == "?" and input.size <= SMALL_N:
        return np.array(b"\0" not in input.tobytes())
    return truth(np.logical_and, input, None, False)


def is_anywhere(input: NDArray[Any]) -> Any:
    """Return whether any element is nonzero, likewise."""
    if input.__class__ is np.ndarray and input.dtype.char == "?" and input.size <= SMALL_N:
        return np.array(b"\1" in input.tobytes())
    return truth(np.logical_or, input, None, False)


def over_truth(name: str, *related: str, plain: Any) -> Declaration:
    """Declare a question after the truth values of many elements."""
    facts: Facts = {"related": related, "skips_overlap_check": True, "out_bytes": True,
                    "reduces": True,
                    "wrong_out": f"{name} only supports bool tensor for result, got: {{given}}",
                    "quantized_kernel": f"{name}.all_out", "plain": plain}  # fmt: skip
    return operation(**facts)


@over_truth("all", "any", "equal", plain=is_everywhere)
def all(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return whether all elements are nonzero, overall or along dimensions.

    >>> torch.all(torch.tensor([[True, False], [True, True]]), dim=1)
    tensor([False,  True])
    """
    return truth(np.logical_and, input, dim, keepdim)


@over_truth("any", "all", "count_nonzero", plain=is_anywhere)
def any(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return whether any element is nonzero, overall or along dimensions.

    >>> torch.any(torch.tensor([[0, 0], [0, 7]]), dim=0)
    tensor([False,  True])
    """
    return truth(np.logical_or, input, dim, keepdim)


@operation(related=("nonzero", "any"), out=False, quantized_kernel="count_nonzero.dim_IntList")
def count_nonzero(input: Array, dim: Dims | None = None) -> Array:
    """Return how many elements are nonzero, overall or along dimensions.

    >>> torch.count_nonzero(torch.tensor([[0, 1, 2], [0, 0, 3]]), dim=0)
    tensor([0, 1, 2])
    """
    if dim is None:
        return np.add.reduce(input != 0, None, np.int64)
    return row_major(np.add.reduce(input != 0, wrap_dims(dim, input.ndim), np.int64))
