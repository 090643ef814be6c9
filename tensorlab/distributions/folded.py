"""Distributions of a size: one around 0 whose two sides lie on each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.number_transforms import AbsTransform
from tensorlab.distributions.parameters import function

if TYPE_CHECKING:
    from tensorlab.distributions.distribution import Distribution
    from tensorlab.engine.tensor import Tensor


class Folded(TransformedDistribution):
    """The distribution of the size of a number whose distribution is the same on both sides of 0.

    >>> torch.distributions.HalfNormal(1.).log_prob(torch.tensor(-1.)).isinf()
    tensor(True)
    """

    arg_constraints = constraints.of(scale=constraints.positive)
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, both_sides: Distribution, validate_args: bool | None = None) -> None:
        super().__init__(both_sides, AbsTransform(), validate_args)

    scale = property(lambda self: self.base_dist.scale)
    mode = property(lambda self: self.scale.new_zeros(self.scale.shape))

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        found = self.base_dist.log_prob(value) + math.log(2)
        return function("where")(value >= 0, found, -math.inf)

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self.require(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self.base_dist.entropy() - math.log(2)
