"""Distributions of ratios and shares that come of simpler ones."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.gamma import Gamma
from tensorlab.distributions.heavy_tails import EULER
from tensorlab.distributions.matrix_transforms import StickBreakingTransform
from tensorlab.distributions.normal import Normal
from tensorlab.distributions.number_transforms import AffineTransform, PowerTransform
from tensorlab.distributions.parameters import broadcast_all, function
from tensorlab.distributions.uniform import Uniform
from tensorlab.ops.loading import find

if TYPE_CHECKING:
    from tensorlab.engine.tensor import Tensor


class FisherSnedecor(Distribution):
    """The ratio of two means of squares of standard normal numbers.

    >>> torch.distributions.FisherSnedecor(2., 4.).mean
    tensor(2.)
    """

    arg_constraints = constraints.of(df1=constraints.positive, df2=constraints.positive)
    support = constraints.positive

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
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

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        first, second, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        t1 = (first + second).lgamma() - first.lgamma() - second.lgamma()
        t2 = first * ratio.log() + (first - 1) * value.log()
        return t1 + t2 - (first + second) * (ratio * value).log1p()


class Kumaraswamy(TransformedDistribution):
    """Shares, much as of a beta distribution, whose probabilities are easily written down.

    >>> torch.distributions.Kumaraswamy(1., 1.).mean
    tensor(0.5000)
    """

    arg_constraints = constraints.of(
        concentration1=constraints.positive, concentration0=constraints.positive
    )
    support = constraints.unit_interval
    has_rsample = True

    def __init__(
        self, concentration1: Any, concentration0: Any, validate_args: bool | None = None
    ) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        full = function("full_like")
        ends = full(self.concentration0, 0), full(self.concentration0, 1)
        steps = [
            PowerTransform(self.concentration0.reciprocal()),
            AffineTransform(loc=1.0, scale=-1.0),
            PowerTransform(self.concentration1.reciprocal()),
        ]
        super().__init__(Uniform(*ends, validate_args=validate_args), steps, validate_args)

    def moment(self, order: int) -> Any:
        """Return the mean of a power of values."""
        b, place = self.concentration0, 1 + order / self.concentration1
        return b * (place.lgamma() + b.lgamma() - (place + b).lgamma()).exp()

    mean = property(lambda self: self.moment(1))
    variance = property(lambda self: self.moment(2) - self.mean.pow(2))

    @property
    def mode(self) -> Any:
        """The most likely value, nan where one end is."""
        a, b = self.concentration1, self.concentration0
        log_mode = b.reciprocal() * (-b).log1p() - (-b * a).log1p()
        log_mode[(b < 1) | (a < 1)] = math.nan
        return log_mode.exp()

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        a, b = self.concentration1, self.concentration0
        harmonic = (b + 1).digamma() + EULER
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic - a.log() - b.log()


class LogisticNormal(TransformedDistribution):
    """Chances that add up to 1, made of normal numbers by breaking a stick.

    >>> D = torch.distributions
    >>> D.LogisticNormal(torch.zeros(2), torch.ones(2)).event_shape
    torch.Size([3])
    """

    arg_constraints = constraints.of(loc=constraints.real, scale=constraints.positive)
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc: Tensor, scale: Tensor, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args)
        base = base if base.batch_shape else base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args)

    loc = property(lambda self: self.base_dist.base_dist.loc)
    scale = property(lambda self: self.base_dist.base_dist.scale)
