"""Normal distributions and what comes of them, and distributions with more in their tails."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.intervals import Uniform
from tensorlab.distributions.number_transforms import AbsTransform, AffineTransform, ExpTransform
from tensorlab.distributions.parameters import EULER, broadcast_all, from_part, function
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


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

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        found = self.base_dist.log_prob(value) + math.log(2)
        return function("where")(value >= 0, found, -math.inf)

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self.base_dist.entropy() - math.log(2)


class Normal(ExponentialFamily):
    """The normal distribution of mean `loc` and standard deviation `scale`.

    >>> torch.distributions.Normal(0., 1.).log_prob(torch.tensor(1.))
    tensor(-1.4189)
    """

    arg_constraints, support = constraints.OF_PLACE, constraints.real

    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def sample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients do not pass."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return function("normal")(self.loc.expand(shape), self.scale.expand(shape))

    def _drawn(self, shape: Any) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        zeros = self.loc.detach().new_zeros(shape)
        drawn = function("normal")(zeros, zeros.new_ones(shape))
        return self.loc + drawn * self.scale

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        variance = self.scale**2
        return (
            -((value - self.loc) ** 2) / (2 * variance)
            - self.scale.log()
            - math.log(math.sqrt(2 * math.pi))
        )

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
        return 0.5 * (1 + ((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)).erf())

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return self.loc + self.scale * find("torch", "erfinv")(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class LogNormal(TransformedDistribution):
    """The distribution of e to the power of a normally distributed number.

    >>> torch.distributions.LogNormal(0., 1.).mean
    tensor(1.6487)
    """

    arg_constraints = constraints.OF_PLACE
    support = constraints.positive
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args), ExpTransform(), validate_args)

    loc, scale = from_part("base_dist", "loc", "scale")
    mean = property(lambda self: (self.loc + self.scale.pow(2) / 2).exp())
    mode = property(lambda self: (self.loc - self.scale.square()).exp())

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self.base_dist.entropy() + self.loc


class HalfNormal(Folded):
    """The distribution of the absolute value of a normal number of mean 0.

    >>> torch.distributions.HalfNormal(1.).mean
    tensor(0.7979)
    """

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(0, scale, validate_args=False), validate_args)

    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    variance = property(lambda self: self.scale.pow(2) * (1 - 2 / math.pi))


class Laplace(Distribution):
    """Two waiting times back to back: a peak at `loc`, and tails that fall like e to the -x.

    >>> torch.distributions.Laplace(0., 1.).log_prob(torch.tensor(1.))
    tensor(-1.6931)
    """

    arg_constraints, support = constraints.OF_PLACE, constraints.real
    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: 2**0.5 * self.scale)
    variance = property(lambda self: 2 * self.scale.pow(2))

    def _drawn(self, shape: Any) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        eps = find("torch", "finfo")(self.loc.dtype).eps
        u = self.loc.detach().new_empty(shape).uniform_(eps - 1, 1)
        return self.loc - self.scale * u.sign() * (-u.abs()).log1p()

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
        apart = value - self.loc
        return 0.5 - 0.5 * apart.sign() * (-apart.abs() / self.scale).expm1()

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        term = value - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return 1 + (2 * self.scale).log()


class Cauchy(Distribution):
    """The quotient of two normal numbers: it has no mean.

    >>> torch.distributions.Cauchy(0., 1.).log_prob(torch.tensor(1.))
    tensor(-1.8379)
    """

    arg_constraints, support = constraints.OF_PLACE, constraints.real
    mode = property(lambda self: self.loc)
    mean = property(lambda self: self.loc.new_full(self.loc.shape, math.nan))
    variance = property(lambda self: self.loc.new_full(self.loc.shape, math.inf))

    def _drawn(self, shape: Any) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        drawn = self.loc.detach().new_empty(shape).cauchy_()
        return self.loc + drawn * self.scale

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        square = ((value - self.loc) / self.scale) ** 2
        return -math.log(math.pi) - self.scale.log() - square.log1p()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
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
        super().__init__(Cauchy(0, scale, validate_args=False), validate_args)

    mean = property(lambda self: self.scale.new_full(self.scale.shape, math.inf))
    variance = property(lambda self: self.base_dist.variance)


class Gumbel(TransformedDistribution):
    """The distribution of the largest of many numbers.

    >>> torch.distributions.Gumbel(0., 1.).mean
    tensor(0.5772)
    """

    arg_constraints, support = constraints.OF_PLACE, constraints.real
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

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self.scale.log() + (1 + EULER)
