"""Running totals and products along a dimension."""

import numpy as np

from tensorlab.engine.declaration import operation
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signature import Array


def accumulate(ufunc: np.ufunc, input: np.ndarray, dim: int) -> np.ndarray:
    """Return the running result of a ufunc along a dimension.

    Floats accumulate in double precision, as PyTorch's CPU kernels do.
    """
    if input.ndim == 0:
        wrap_dim(dim, 0)
        return input.copy()
    axis = wrap_dim(dim, input.ndim)
    if input.dtype == np.float32:
        return ufunc.accumulate(input, axis, dtype=np.float64).astype(np.float32)
    return ufunc.accumulate(input, axis)


@operation(casts="sum", dtype=True, inplace=True, related=("cumsum", "prod"))
def cumprod(input: Array, dim: int) -> np.ndarray:
    """Return the running product along a dimension: out[k] is input[0] * ... * input[k].

    >>> torch.cumprod(torch.tensor([[2, 3, 4], [5, 2, 1]]), dim=1)
    tensor([[ 2,  6, 24],
            [ 5, 10, 10]])
    """
    return accumulate(np.multiply, input, dim)
