"""Distributions with more in their tails: Laplace, Cauchy, Gumbel."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.intervals import Uniform
from tensorlab.distributions.normal import Folded
from tensorlab.distributions.number_transforms import AffineTransform, ExpTransform
from tensorlab.distributions.parameters import EULER, broadcast_all
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


class Moved(Distribution):
    """A distribution of a place and a width."""

    arg_constraints = constraints.of(loc=constraints.real, scale=constraints.positive)
    support = constraints.real

    mode = property(lambda self: self.loc)


class Laplace(Moved):
    """Two waiting times back to back: a peak at `loc`, and tails that fall like e to the -x.

    >>> torch.distributions.Laplace(0., 1.).log_prob(torch.tensor(1.))
    tensor(-1.6931)
    """

    mean = property(lambda self: self.loc)
    stddev = property(lambda self: 2**0.5 * self.scale)
    variance = property(lambda self: 2 * self.scale.pow(2))

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        shape = self._extended_shape(sample_shape)
        eps = find("torch", "finfo")(self.loc.dtype).eps
        u = self.loc.detach().new_empty(shape).uniform_(eps - 1, 1)
        return self.loc - self.scale * u.sign() * (-u.abs()).log1p()

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self.require(value)
        apart = value - self.loc
        return 0.5 - 0.5 * apart.sign() * (-apart.abs() / self.scale).expm1()

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        term = value - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return 1 + (2 * self.scale).log()


class Cauchy(Moved):
    """The quotient of two normal numbers: it has no mean.

    >>> torch.distributions.Cauchy(0., 1.).log_prob(torch.tensor(1.))
    tensor(-1.8379)
    """

    mean = property(lambda self: self.loc.new_full(self.loc.shape, math.nan))
    variance = property(lambda self: self.loc.new_full(self.loc.shape, math.inf))

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        drawn = self.loc.detach().new_empty(self._extended_shape(sample_shape)).cauchy_()
        return self.loc + drawn * self.scale

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        square = ((value - self.loc) / self.scale) ** 2
        return -math.log(math.pi) - self.scale.log() - square.log1p()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self.require(value)
        return ((value - self.loc) / self.scale).atan() / math.pi + 0.5

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return (math.pi * (value - 0.5)).tan() * self.scale + self.loc

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return math.log(4 * math.pi) + self.scale.log()


class HalfCauchy(Folded):
    """The distribution of the absolute value of a Cauchy number around 0.

    >>> torch.distributions.HalfCauchy(1.).log_prob(torch.tensor(1.))
    tensor(-1.1447)
    """

    def __init__(self, scale: object, validate_args: bool | None = None) -> None:
        super().__init__(Cauchy(0, scale), validate_args)

    mean = property(lambda self: self.scale.new_full(self.scale.shape, math.inf))
    variance = property(lambda self: self.base_dist.variance)


class Gumbel(TransformedDistribution):
    """The distribution of the largest of many numbers.

    >>> torch.distributions.Gumbel(0., 1.).mean
    tensor(0.5772)
    """

    arg_constraints = constraints.of(loc=constraints.real, scale=constraints.positive)
    support = constraints.real
    has_rsample = True

    def __init__(self, loc: object, scale: object, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        limits = find("torch", "finfo")(self.loc.dtype)
        ends = (self.loc.new_full(self.loc.shape, limits.tiny),
                self.loc.new_full(self.loc.shape, 1 - limits.eps))  # fmt: skip
        steps = [
            ExpTransform().inv,
            AffineTransform(loc=0, scale=-self.scale.new_ones(self.scale.shape)),
            ExpTransform().inv,
            AffineTransform(loc=self.loc, scale=-self.scale),
        ]
        super().__init__(Uniform(*ends, validate_args=validate_args), steps, validate_args)

    mean = property(lambda self: self.loc + self.scale * EULER)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: math.pi / math.sqrt(6) * self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self.scale.log() + (1 + EULER)
