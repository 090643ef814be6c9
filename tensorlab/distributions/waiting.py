"""Distributions of waiting times and of what is large: Pareto's, Weibull's, inverse gammas."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.gamma import Exponential, Gamma
from tensorlab.distributions.heavy_tails import EULER
from tensorlab.distributions.number_transforms import AffineTransform, ExpTransform, PowerTransform
from tensorlab.distributions.parameters import broadcast_all, function

if TYPE_CHECKING:
    from tensorlab.engine.tensor import Tensor


class InverseGamma(TransformedDistribution):
    """One over a number of a gamma distribution.

    >>> torch.distributions.InverseGamma(3., 2.).mean
    tensor(1.)
    """

    arg_constraints = constraints.of(concentration=constraints.positive, rate=constraints.positive)
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args)
        super().__init__(base, PowerTransform(-base.rate.new_ones(())), validate_args)

    concentration = property(lambda self: self.base_dist.concentration)
    rate = property(lambda self: self.base_dist.rate)
    mode = property(lambda self: self.rate / (self.concentration + 1))

    @property
    def mean(self) -> Any:
        """The mean, infinite for a small concentration."""
        found = self.rate / (self.concentration - 1)
        return function("where")(self.concentration > 1, found, math.inf)

    @property
    def variance(self) -> Any:
        """The variance, infinite for a small concentration."""
        a = self.concentration
        found = self.rate.square() / ((a - 1).square() * (a - 2))
        return function("where")(a > 2, found, math.inf)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


class Pareto(TransformedDistribution):
    """Numbers from `scale` on, the chance of larger ones falling with a power.

    >>> torch.distributions.Pareto(1., 3.).mean
    tensor(1.5000)
    """

    arg_constraints = constraints.of(alpha=constraints.positive, scale=constraints.positive)

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        steps = [ExpTransform(), AffineTransform(loc=0, scale=self.scale)]
        super().__init__(Exponential(self.alpha, validate_args), steps, validate_args)

    @property
    def support(self) -> Any:
        """Where values can be."""
        return constraints.greater_than_eq(self.scale)

    mode = property(lambda self: self.scale)

    @property
    def mean(self) -> Any:
        """The mean, infinite for a small alpha."""
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def variance(self) -> Any:
        """The variance, infinite for a small alpha."""
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class Weibull(TransformedDistribution):
    """The time until something fails that ages, or does not.

    >>> torch.distributions.Weibull(1., 1.).mean
    tensor(1.)
    """

    arg_constraints = constraints.of(scale=constraints.positive, concentration=constraints.positive)
    support = constraints.positive

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.scale, self.concentration = broadcast_all(scale, concentration)
        base = Exponential(function("ones_like")(self.scale), validate_args)
        steps = [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)]
        super().__init__(base, steps, validate_args)

    concentration_reciprocal = property(lambda self: self.concentration.reciprocal())

    def moment(self, order: int) -> Any:
        """Return the mean of a power of values at scale 1."""
        return (1 + order * self.concentration_reciprocal).lgamma().exp()

    mean = property(lambda self: self.scale * self.moment(1))

    @property
    def mode(self) -> Any:
        """The most likely value."""
        share = (self.concentration - 1) / self.concentration
        return self.scale * share ** self.concentration.reciprocal()

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        inverse = self.concentration_reciprocal
        return self.scale.pow(2) * (self.moment(2) - (2 * (1 + inverse).lgamma()).exp())

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        inverse = self.concentration_reciprocal
        return EULER * (1 - inverse) + (self.scale * inverse).log() + 1


class GeneralizedPareto(Distribution):
    """What is left over a high threshold: an exponential tail, a heavier one, or one that ends.

    >>> torch.distributions.GeneralizedPareto(0., 1., 0.5).mean
    tensor(2.)
    """

    arg_constraints = constraints.of(
        loc=constraints.real, scale=constraints.positive, concentration=constraints.real
    )

    def __init__(
        self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None
    ) -> None:
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def support(self) -> Any:
        """Where values can be: to an end, where the concentration is negative."""
        end = self.loc - self.scale / self.concentration
        upper = function("where")(self.concentration < 0, end, math.inf)
        return constraints.interval(self.loc, upper)

    mode = property(lambda self: self.loc)

    def parts(self) -> tuple[Any, Any]:
        """Return where the concentration is 0, and one that may be divided by."""
        zero = self.concentration.isclose(self.concentration.new_zeros(()))
        ones = function("ones_like")(self.concentration)
        return zero, function("where")(zero, ones, self.concentration)

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        shape = self._extended_shape(sample_shape)
        return self.icdf(function("rand")(shape, dtype=self.loc.dtype, device=self.loc.device))

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        z, (zero, safe), where = (value - self.loc) / self.scale, self.parts(), function("where")
        y = 1 / safe + function("ones_like")(z)
        bent = where(y == 0, y, y * (safe * z).log1p())
        return -self.scale.log() - where(zero, z, bent)

    def log_survival_function(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of larger values."""
        self.require(value)
        z, (zero, safe) = (value - self.loc) / self.scale, self.parts()
        return function("where")(zero, -z, -(safe * z).log1p() / safe)

    def log_cdf(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of smaller values."""
        return (-self.log_survival_function(value).exp()).log1p()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        return self.log_cdf(value).exp()

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        left, (zero, safe) = (-value).log1p(), self.parts()
        bent = self.loc + self.scale / safe * (-safe * left).expm1()
        return function("where")(zero, self.loc - self.scale * left, bent)

    @property
    def mean(self) -> Any:
        """The mean, nan for a concentration of 1 or more."""
        valid, where = self.concentration < 1, function("where")
        found = self.loc + self.scale / (1 - where(valid, self.concentration, 0.5))
        return where(valid, found, math.nan)

    @property
    def variance(self) -> Any:
        """The variance, nan for a concentration of one half or more."""
        valid, where = self.concentration < 0.5, function("where")
        safe = where(valid, self.concentration, 0.25)
        return where(valid, self.scale**2 / ((1 - safe) ** 2 * (1 - 2 * safe)), math.nan)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return (self.scale.log() + self.concentration + 1).expand(self._batch_shape)
