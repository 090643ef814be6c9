"""Dropout layers: while training, elements made 0 by chance."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import Named, functional


class Dropping(Named):
    """Elements made 0 with probability p while training, the others scaled up to match."""

    _extra_text = "p={m.p}, inplace={m.inplace}"

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def forward(self, input: Tensor) -> Any:
        """Return the elements; those that are dropped are 0."""
        inplace = self.inplace and "alpha" not in self._function  # whose layers do not look at it
        return functional(self._function)(input, self.p, self.training, inplace)


class Dropout(Dropping):
    """Each element made 0 with probability p while training, the others divided by 1 - p.

    >>> torch.nn.Dropout().eval()(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """


class Dropout1d(Dropping):
    """Whole channels of signals made 0 with probability p while training.

    >>> torch.nn.Dropout1d().eval()(torch.tensor([[1., 2.]]))
    tensor([[1., 2.]])
    """


class Dropout2d(Dropping):
    """Whole channels of images made 0 with probability p while training.

    >>> torch.nn.Dropout2d().eval()(torch.tensor([[[[1., 2.]]]]))
    tensor([[[[1., 2.]]]])
    """


class Dropout3d(Dropping):
    """Whole channels of volumes made 0 with probability p while training.

    >>> torch.nn.Dropout3d().eval()(torch.ones(1, 1, 1, 1, 2))
    tensor([[[[[1., 1.]]]]])
    """


class AlphaDropout(Dropping):
    """Elements set to SELU's lowest value with probability p in training, mean and variance kept.

    Source: Klambauer et al., Self-normalizing neural networks (2017).

    >>> torch.nn.AlphaDropout().eval()(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """


class FeatureAlphaDropout(Dropping):
    """Whole channels set to SELU's lowest value with probability p while training.

    >>> torch.nn.FeatureAlphaDropout().eval()(torch.tensor([[1., 2.]]))
    tensor([[1., 2.]])
    """
