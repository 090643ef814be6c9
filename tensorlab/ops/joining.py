"""Joining tensors along a dimension, and taking them apart again."""

import numpy as np

from tensorlab.engine.declaration import joining
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signature import Arrays
from tensorlab.engine.tensor import Tensor


@joining(stored=True, aliases=("concat", "concatenate"), method=False, related=("stack", "vsplit"))
def cat(tensors: Arrays, dim: int = 0) -> np.ndarray:
    """Return the tensors joined along a dimension that they all have.

    All other dimensions must agree in size.

    >>> torch.cat((torch.tensor([[1, 2]]), torch.tensor([[3, 4], [5, 6]])))
    tensor([[1, 2],
            [3, 4],
            [5, 6]])
    """
    try:
        return np.concatenate(tensors, dim)
    except ValueError:
        return np.concatenate(joinable(tensors, dim), wrap_dim(dim, tensors[0].ndim))


def joinable(arrays: list[np.ndarray], dim: int) -> list[np.ndarray]:
    """Return the arrays without the empty 1-d ones, which PyTorch lets join anything.

    Raises:
        RuntimeError: there is nothing to join, or the other sizes differ.
    """
    if not arrays:
        raise RuntimeError("torch.cat(): expected a non-empty list of Tensors")
    for place, array in enumerate(arrays):
        if array.ndim == 0:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {place}) cannot be concatenated"
            )
    parts = [array for array in arrays if array.shape != (0,)] or arrays[:1]
    first = parts[0]
    dim = wrap_dim(dim, first.ndim)
    for place, array in enumerate(arrays):
        if array.shape == (0,):
            continue
        if array.ndim != first.ndim:
            raise RuntimeError(
                "Tensors must have same number of dimensions: got "
                f"{first.ndim} and {array.ndim}"
            )
        for other in range(first.ndim):
            if other != dim and array.shape[other] != first.shape[other]:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size "
                    f"{first.shape[other]} but got size {array.shape[other]} for tensor number "
                    f"{place} in the list."
                )
    return parts


def cut_back(g: Tensor, tensors: list[Tensor], dim: int) -> list[Tensor]:
    """Return the pieces of a joined gradient that belong to the joined tensors."""
    pieces = []
    start = 0
    for tensor in tensors:
        empty = tensor.shape == (0,) and g.ndim != 1
        length = 0 if empty else tensor.shape[dim]
        pieces.append(g.narrow(dim, start, length))  # type: ignore[attr-defined]
        start += length
    return pieces


cat.gradient(tensors=cut_back)
