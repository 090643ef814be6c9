"""What the elements of a call's operands say of what it allocates."""

import math
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import BOOLEAN, INTEGER
from tensorlab.engine.tensor import DENSE, Tensor

# What only looks, or makes a view: nothing is allocated, however large the tensor seems. A table,
# as it is asked for names while programs are compiled, before what declares them is loaded.
CHEAP = frozenset({
    "size", "shape", "stride", "numel", "dim", "view", "view_as", "expand", "expand_as",
    "broadcast_to", "permute", "transpose", "t", "unsqueeze", "squeeze", "narrow", "select",
    "unbind", "split", "chunk", "diagonal", "as_strided", "detach", "is_contiguous", "item",
    "element_size", "movedim", "swapaxes", "adjoint", "requires_grad_", "data_ptr",
    "storage_offset", "nelement", "ndimension", "numpy", "from_numpy",
})  # fmt: skip
HOLDING: Any = Tensor | np.ndarray | list | tuple
ARRAYS, LISTS = (Tensor, np.ndarray), (list, tuple)
CHOOSING = (Tensor, np.ndarray, list)  # as parts of an index


def elements_of(value: Any) -> int:
    """Return the number of elements that a tensor, or a list of tensors, has."""
    if type(value) in DENSE:  # as most are: no shape is put together
        return int(value.array.size)
    if isinstance(value, ARRAYS):
        return math.prod(value.shape)
    if isinstance(value, LISTS) and value and isinstance(value[0], HOLDING):
        return sum(map(elements_of, value))
    return 0


def is_mask(part: object) -> bool:
    """Return whether a part of an index says of each element whether it is meant."""
    if isinstance(part, np.ndarray):
        return bool(part.dtype == bool)
    return isinstance(part, Tensor) and part.dtype.category == BOOLEAN


def indexed(x: Tensor, index: Any) -> int:
    """Return the elements of `x[index]`, where tensors or lists say which."""
    if type(index) is Tensor and index.dtype.category == BOOLEAN:
        return 2 * elements_of(x)
    parts = index if isinstance(index, tuple) else (index,)
    chosen = [part for part in parts if isinstance(part, CHOOSING)]
    if not chosen or not x.ndim:
        return 0
    if any(map(is_mask, chosen)):
        return 2 * elements_of(x)
    count = max(len(part) if isinstance(part, list) else elements_of(part) for part in chosen)
    rows = math.prod(x.shape[: len(chosen)])
    return max(count, 1) * (elements_of(x) // max(rows, 1))


def reduced(x: Any) -> int:
    """Return what a reduction needs: nothing to speak of, but where it computes in a wider type."""
    return 0 if x.dtype.native and x.dtype.category != INTEGER else 2 * elements_of(x)
