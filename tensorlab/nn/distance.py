"""Distances between vectors, as layers."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module


class CosineSimilarity(Module):
    """The cosine of the angle between vectors along a dimension.

    >>> torch.nn.CosineSimilarity()(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]))
    tensor([0.7071])
    """

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Any:
        """Return the cosines."""
        return functional("cosine_similarity")(x1, x2, self.dim, self.eps)


class PairwiseDistance(Module):
    """The distances between vectors along the last dimension.

    >>> torch.nn.PairwiseDistance()(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Any:
        """Return the distances."""
        return functional("pairwise_distance")(x1, x2, self.norm, self.eps, self.keepdim)
