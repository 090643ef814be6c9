"""One whole number of all bits: to see whether tensors are the same without comparing them."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Dims, composite, not_implemented
from tensorlab.engine.dtypes import DTYPES, FLOATING, float64, int64
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.tensor import wrap_beside
from tensorlab.engine.warning import in_full


@composite(out=True, related=("bitwise_xor",),
           wrong_out="Expected result to be of dtype uint64, but got {given}")  # fmt: skip
def hash_tensor(input: Array, dim: Dims = (), *, keepdim: bool = False, mode: int = 0) -> Array:
    """Return the bits of the numbers, in 64 bits each, combined by exclusive or.

    >>> torch.hash_tensor(torch.tensor([1, 2, 3]))
    tensor(0, dtype=torch.uint64)
    """
    if mode != 0:
        raise RuntimeError(f"Unknown hash_tensor mode: {mode}")
    if input.dtype.is_complex:
        raise not_implemented("xor_sum_cpu", input.dtype)
    asked = (dim,) if isinstance(dim, int) else tuple(dim or ())
    places = tuple(wrap_dim(one, input.ndim) for one in asked) or tuple(range(input.ndim))
    if not asked and not input.numel():
        raise RuntimeError(in_full("{}: Expected reduction dim", "hash_tensor"))
    # one number has a dimension to name, but none to walk
    places = places if input.ndim else ()
    for one in places:
        if not input.shape[one]:
            raise IndexError(f"hash_tensor: Expected reduction dim {one} to have non-zero size.")
    wide = input.detach().to(float64 if input.dtype.category == FLOATING else int64)
    bits = wide._array.view(np.uint64)
    combine: Any = np.bitwise_xor.reduce  # whose stubs know no mere truth value
    found = combine(bits, axis=places, keepdims=keepdim)
    return wrap_beside(found, DTYPES["uint64"], input)
