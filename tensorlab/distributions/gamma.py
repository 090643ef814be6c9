"""Gamma distributions and their kin: waiting times, sums of squares, Student's t, and shares."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.parameters import broadcast_all, function
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find
from tensorlab.ops.random.trials import sample_dirichlet, standard_gamma


class Exponential(ExponentialFamily):
    """The time until an event happens, at a given rate.

    >>> torch.distributions.Exponential(2.).log_prob(torch.tensor(1.))
    tensor(-1.3069)
    """

    arg_constraints = constraints.of(rate=constraints.positive)
    support = constraints.nonnegative

    mean = property(lambda self: self.rate.reciprocal())
    mode = property(lambda self: self.rate.new_zeros(self.rate.shape))
    stddev = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def _drawn(self, shape: Any) -> Any:
        """Return values drawn at random, which gradients pass to the rate."""
        return self.rate.detach().new_empty(shape).exponential_() / self.rate

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        return self.rate.log() - self.rate * value

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return -(-value).log1p() / self.rate

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return 1.0 - self.rate.log()


class Gamma(ExponentialFamily):
    """The time until `concentration` events have happened, at a given rate.

    >>> torch.distributions.Gamma(2., 1.).log_prob(torch.tensor(1.))
    tensor(-1.)
    """

    arg_constraints = constraints.of(concentration=constraints.positive, rate=constraints.positive)
    support = constraints.nonnegative
    _shared = ("concentration", "rate")

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def _drawn(self, shape: Any) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        value = standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=find("torch", "finfo")(value.dtype).tiny)
        return value

    def log_prob(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        value = function("as_tensor")(value, dtype=self.rate.dtype, device=self.rate.device)
        self._require(value)
        return (
            function("xlogy")(self.concentration, self.rate)
            + function("xlogy")(self.concentration - 1, value)
            - self.rate * value
            - self.concentration.lgamma()
        )

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
        return find("torch.special", "gammainc")(self.concentration, self.rate * value)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        a = self.concentration
        return a - self.rate.log() + a.lgamma() + (1.0 - a) * a.digamma()


class Chi2(Gamma):
    """The distribution of a sum of `df` squares of standard normal numbers.

    >>> torch.distributions.Chi2(3.).mean
    tensor(3.)
    """

    arg_constraints = constraints.of(df=constraints.positive)

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args)

    df = property(lambda self: self.concentration * 2)
    _derived = ("df",)


class StudentT(Distribution):
    """A standard normal number over the root of the mean of `df` squares of others.

    >>> torch.distributions.StudentT(3.).log_prob(torch.tensor(1.))
    tensor(-1.5763)
    """

    arg_constraints = constraints.of(
        df=constraints.positive, loc=constraints.real, scale=constraints.positive
    )
    support = constraints.real

    def __init__(
        self, df: object, loc: object = 0.0, scale: object = 1.0, validate_args: bool | None = None
    ) -> None:
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.shape, validate_args=validate_args)

    mode = property(lambda self: self.loc)

    @property
    def mean(self) -> Any:
        """The mean, nan for at most one degree of freedom."""
        found = self.loc.clone()
        found[self.df <= 1] = math.nan
        return found

    @property
    def variance(self) -> Any:
        """The variance, infinite or nan for few degrees of freedom."""
        found = self.df.clone()
        many = self.df > 2
        found[many] = self.scale[many].pow(2) * self.df[many] / (self.df[many] - 2)
        found[(self.df <= 2) & (self.df > 1)] = math.inf
        found[self.df <= 1] = math.nan
        return found

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        drawn = self.df.new_empty(self._extended_shape(sample_shape)).normal_()
        squares = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * (drawn * (squares / self.df).rsqrt())

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        y = (value - self.loc) / self.scale
        normalizer = (
            self.scale.log()
            + 0.5 * self.df.log()
            + 0.5 * math.log(math.pi)
            + (0.5 * self.df).lgamma()
            - (0.5 * (self.df + 1.0)).lgamma()
        )
        return -0.5 * (self.df + 1.0) * (y**2.0 / self.df).log1p() - normalizer

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        beta = (0.5 * self.df).lgamma() + math.lgamma(0.5) - (0.5 * (self.df + 1)).lgamma()
        apart = (0.5 * (self.df + 1)).digamma() - (0.5 * self.df).digamma()
        return self.scale.log() + 0.5 * (self.df + 1) * apart + 0.5 * self.df.log() + beta


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

    def _drawn(self, shape: Any) -> Any:
        """Return shares drawn at random, which gradients pass to the concentration."""
        return sample_dirichlet(self.concentration.expand(shape))

    def _log_density(self, value: Tensor) -> Any:
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
    """A number from 0 to 1: the first of two shares.

    >>> torch.distributions.Beta(1., 3.).mean
    tensor(0.2500)
    """

    arg_constraints = constraints.of(
        concentration1=constraints.positive, concentration0=constraints.positive
    )
    support = constraints.unit_interval

    def __init__(
        self, concentration1: object, concentration0: object, validate_args: bool | None = None
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

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at shares."""
        return self._dirichlet.log_prob(function("stack")([value, 1.0 - value], -1))

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self._dirichlet.entropy()
