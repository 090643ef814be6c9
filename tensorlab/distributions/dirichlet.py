"""Distributions of shares: Dirichlet and beta."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import ExponentialFamily
from tensorlab.distributions.parameters import broadcast_all, function
from tensorlab.ops.random.trials import standard_gamma

if TYPE_CHECKING:
    from tensorlab.engine.tensor import Tensor


class Dirichlet(ExponentialFamily):
    """Shares that add up to 1, along the last dimension.

    >>> torch.distributions.Dirichlet(torch.tensor([1., 2.])).mean
    tensor([0.3333, 0.6667])
    """

    arg_constraints = constraints.of(concentration=constraints.independent(constraints.positive, 1))
    support = constraints.simplex

    def __init__(self, concentration: Tensor, validate_args: bool | None = None) -> None:
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def mode(self) -> Any:
        """The most likely shares."""
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        flat = (self.concentration < 1).all(dim=-1)
        largest = function("one_hot")(mode[flat].argmax(dim=-1), above.shape[-1])
        mode[flat] = largest.to(mode)
        return mode

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        total = self.concentration.sum(-1, True)
        a = self.concentration
        return a * (total - a) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return shares drawn at random, which gradients pass to the concentration."""
        wide = self.concentration.expand(self._extended_shape(sample_shape)).double()
        drawn = standard_gamma(wide)
        return (drawn / drawn.sum(-1, True)).to(self.concentration.dtype)

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at shares."""
        a = self.concentration
        return function("xlogy")(a - 1.0, value).sum(-1) + a.sum(-1).lgamma() - a.lgamma().sum(-1)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        a, k = self.concentration, self.concentration.size(-1)
        total = a.sum(-1)
        return (
            a.lgamma().sum(-1)
            - total.lgamma()
            - (k - total) * total.digamma()
            - ((a - 1.0) * a.digamma()).sum(-1)
        )


class Beta(ExponentialFamily):
    """A share: the first of two.

    >>> torch.distributions.Beta(1., 3.).mean
    tensor(0.2500)
    """

    arg_constraints = constraints.of(
        concentration1=constraints.positive,
        concentration0=constraints.positive,
    )
    support = constraints.unit_interval

    def __init__(
        self, concentration1: Any, concentration0: Any, validate_args: bool | None = None
    ) -> None:
        both = function("stack")(broadcast_all(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(both, validate_args)
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    concentration1 = property(lambda self: self._dirichlet.concentration[..., 0])
    concentration0 = property(lambda self: self._dirichlet.concentration[..., 1])
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))
    mode = property(lambda self: self._dirichlet.mode[..., 0])

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return shares drawn at random, which gradients pass to the concentrations."""
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at shares."""
        return self._dirichlet.log_prob(function("stack")([value, 1.0 - value], -1))

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self._dirichlet.entropy()
