"""How alike vectors are, and vectors made comparable: distances, cosines, unit lengths."""

from typing import Any

from tensorlab.engine.declaring import composite
from tensorlab.engine.dtypes import FLOATING
from tensorlab.engine.promotion import promote_types
from tensorlab.engine.signatures.signature import Array

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
    from tensorlab.ops.shape.stretching import broadcast_tensors  # noqa: PLC0415

    first, second = broadcast_tensors(x1.to(common), x2.to(common))
    return (unit(first, dim, eps) * unit(second, dim, eps)).sum(dim)


def unit(vectors: Any, dim: int, eps: float) -> Any:
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
    return (x1 - x2 + eps).norm(p, -1, keepdim)


@composite(namespace=F, method=False, out=True, related=("norm",), copies=2)
def normalize(input: Array, p: float = 2.0, dim: Any = 1, eps: float = 1e-12) -> Array:
    """Return vectors along a dimension divided by their lengths.

    >>> torch.nn.functional.normalize(torch.tensor([[3., 4.]]))
    tensor([[0.6000, 0.8000]])
    """
    return input / input.norm(p, dim, True).clamp_min(eps).expand_as(input)
