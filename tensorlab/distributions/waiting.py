"""Distributions that come of simpler ones: waiting times, what is large, ratios and shares."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.gamma import Exponential, Gamma
from tensorlab.distributions.normal import Normal
from tensorlab.distributions.number_transforms import (
    AffineTransform,
    ExpTransform,
    PowerTransform,
    StickBreakingTransform,
)
from tensorlab.distributions.parameters import EULER, broadcast_all, from_part, function
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


class InverseGamma(TransformedDistribution):
    """The reciprocal of a gamma distributed number.

    >>> torch.distributions.InverseGamma(3., 2.).mean
    tensor(1.)
    """

    arg_constraints = constraints.of(concentration=constraints.positive, rate=constraints.positive)
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args)
        super().__init__(base, PowerTransform(-base.rate.new_ones(())), validate_args)

    concentration, rate = from_part("base_dist", "concentration", "rate")
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

    def __init__(self, scale: object, alpha: object, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        steps = [ExpTransform(), AffineTransform(loc=0, scale=self.scale)]
        super().__init__(Exponential(self.alpha, validate_args), steps, validate_args)

    support = property(lambda self: constraints.greater_than_eq(self.scale))
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
    """The time until something fails, whether it ages or not.

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

    def _moment(self, order: int) -> Any:
        """Return the mean of a power of values at scale 1."""
        return (1 + order * self.concentration_reciprocal).lgamma().exp()

    mean = property(lambda self: self.scale * self._moment(1))

    @property
    def mode(self) -> Any:
        """The most likely value."""
        share = (self.concentration - 1) / self.concentration
        return self.scale * share ** self.concentration.reciprocal()

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        inverse = self.concentration_reciprocal
        return self.scale.pow(2) * (self._moment(2) - (2 * (1 + inverse).lgamma()).exp())

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        inverse = self.concentration_reciprocal
        return EULER * (1 - inverse) + (self.scale * inverse).log() + 1


class GeneralizedPareto(Distribution):
    """How far values exceed a high threshold: an exponential tail, a heavier one, or one that ends.

    >>> torch.distributions.GeneralizedPareto(0., 1., 0.5).mean
    tensor(2.)
    """

    arg_constraints = constraints.of(
        loc=constraints.real, scale=constraints.positive, concentration=constraints.real
    )

    @property
    def support(self) -> Any:
        """Where values can be: to an end, where the concentration is negative."""
        end = self.loc - self.scale / self.concentration
        upper = function("where")(self.concentration < 0, end, math.inf)
        return constraints.interval(self.loc, upper)

    mode = property(lambda self: self.loc)

    def _parts(self) -> tuple[Any, Any]:
        """Return where the concentration is 0, and one that may be divided by."""
        zero = self.concentration.isclose(self.concentration.new_zeros(()))
        ones = function("ones_like")(self.concentration)
        return zero, function("where")(zero, ones, self.concentration)

    def _drawn(self, shape: Any) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        drawn = self.loc.new_empty(shape).uniform_()
        return self.icdf(drawn)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        z, (zero, safe), where = (value - self.loc) / self.scale, self._parts(), function("where")
        y = 1 / safe + function("ones_like")(z)
        bent = where(y == 0, y, y * (safe * z).log1p())
        return -self.scale.log() - where(zero, z, bent)

    def log_survival_function(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of larger values."""
        self._require(value)
        z, (zero, safe) = (value - self.loc) / self.scale, self._parts()
        return function("where")(zero, -z, -(safe * z).log1p() / safe)

    def log_cdf(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of smaller values."""
        return (-self.log_survival_function(value).exp()).log1p()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        return self.log_cdf(value).exp()

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        left, (zero, safe) = (-value).log1p(), self._parts()
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


class FisherSnedecor(Distribution):
    """The ratio of two means of squares of standard normal numbers.

    >>> torch.distributions.FisherSnedecor(2., 4.).mean
    tensor(2.)
    """

    arg_constraints = constraints.of(df1=constraints.positive, df2=constraints.positive)
    support = constraints.positive

    def __init__(self, df1: object, df2: object, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean, nan for few degrees of freedom."""
        df2 = self.df2.clone()
        df2[df2 <= 2] = math.nan
        return df2 / (df2 - 2)

    @property
    def mode(self) -> Any:
        """The most likely value, nan for few degrees of freedom."""
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        mode[self.df1 <= 2] = math.nan
        return mode

    @property
    def variance(self) -> Any:
        """The variance, nan for few degrees of freedom."""
        df1, df2 = self.df1, self.df2.clone()
        df2[df2 <= 4] = math.nan
        return 2 * df2.pow(2) * (df1 + df2 - 2) / (df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        shape = self._extended_shape(sample_shape)
        above = self._gamma1.rsample(sample_shape).view(shape)
        below = self._gamma2.rsample(sample_shape).view(shape)
        tiny = find("torch", "finfo")(below.dtype).tiny
        return (above / below.clamp_(min=tiny)).clamp_(min=tiny)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        first, second, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        t1 = (first + second).lgamma() - first.lgamma() - second.lgamma()
        t2 = first * ratio.log() + (first - 1) * value.log()
        return t1 + t2 - (first + second) * (ratio * value).log1p()


class LogisticNormal(TransformedDistribution):
    """Probabilities that add up to 1, made from normal numbers by breaking a stick.

    >>> D = torch.distributions
    >>> D.LogisticNormal(torch.zeros(2), torch.ones(2)).event_shape
    torch.Size([3])
    """

    arg_constraints = constraints.OF_PLACE
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc: Tensor, scale: Tensor, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args)
        base = base if base.batch_shape else base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args)

    loc, scale = from_part("base_dist.base_dist", "loc", "scale")
