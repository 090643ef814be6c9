"""How alike vectors are, and vectors made comparable: distances, cosines, unit lengths."""

from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Tensor, composite, not_implemented
from tensorlab.engine.dtypes import FLOATING
from tensorlab.engine.promotion import promote_types
from tensorlab.ops.pointwise.flat import once_only

F = "torch.nn.functional"


@composite(aliases=("nn.functional.cosine_similarity",), method=False, related=("dot",), copies=3)
def cosine_similarity(x1: Array, x2: Array, dim: int = 1, eps: float = 1e-8) -> Array:
    """Return the cosine of the angle between vectors along a dimension.

    >>> torch.cosine_similarity(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]))
    tensor([0.7071])
    """
    common = promote_types(x1.dtype, x2.dtype)
    if common.category != FLOATING:
        raise RuntimeError(
            f"expected common dtype to be floating point, yet common dtype is {common.scalar_name}"
        )
    if eps < 0:
        raise RuntimeError(f"eps must be non-negative, got: {eps:g}")
    from tensorlab.ops.shape.stretching import broadcast_tensors  # noqa: PLC0415

    first, second = broadcast_tensors(
        *(part if part.dtype.category == FLOATING else part.to(common) for part in (x1, x2))
    )
    return (unit(first, dim, eps) * unit(second, dim, eps)).sum(dim)


def unit(vectors: Tensor, dim: int, eps: float) -> Any:
    """Return vectors divided by their lengths, which count as eps where they are less."""
    return vectors / vectors.norm(2, dim, True).clamp_min(eps)


@composite(aliases=("nn.functional.pairwise_distance",), method=False, related=("cdist", "norm"))
def pairwise_distance(
    x1: Array, x2: Array, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Array:
    """Return the distances between vectors along the last dimension.

    >>> torch.pairwise_distance(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """
    return under_name((x1 - x2 + eps).norm(p, -1, keepdim), "NormBackward1")


@composite(namespace=F, out="argument", related=("norm",), copies=2)
def normalize(input: Array, p: float = 2.0, dim: Any = 1, eps: float = 1e-12) -> Array:
    """Return vectors along a dimension divided by their lengths.

    >>> torch.nn.functional.normalize(torch.tensor([[3., 4.]]))
    tensor([[0.6000, 0.8000]])
    """
    return input / input.norm(p, dim, True).clamp_min(eps).expand_as(input)


by_pairs = once_only("_pdist_backward", "PdistBackwardBackward0")


@composite(aliases=("nn.functional.pdist",), method=False, related=("cdist",))
def pdist(input: Array, p: float = 2) -> Array:
    """Return the distance of each pair of rows: 0 and 1, 0 and 2, and so on.

    >>> torch.pdist(torch.tensor([[0., 0.], [3., 4.], [0., 1.]]))
    tensor([5.0000, 1.0000, 4.2426])
    """
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if input.dtype.category != FLOATING:
        raise RuntimeError("pdist only supports floating-point dtypes")
    if input.dtype.itemsize == 2:
        raise not_implemented("pdist", input.dtype)
    if not p >= 0:
        raise RuntimeError("pdist only supports non-negative p values")
    from tensorlab.ops.linear_algebra.distances import cdist  # noqa: PLC0415  few need it

    first, second = np.triu_indices(len(input), 1)
    places = input.new_tensor(first).long(), input.new_tensor(second).long()
    input = by_pairs(input)
    between = cdist(input, input, p=p, compute_mode="donot_use_mm_for_euclid_dist")
    return under_name(between[places], "PdistBackward0")
