"""Normal distributions, and what comes of them."""

import math
from functools import reduce
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.number_transforms import AbsTransform, ExpTransform
from tensorlab.distributions.parameters import broadcast_all, function
from tensorlab.engine.autograd.gradmode import no_grad
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


class Normal(ExponentialFamily):
    """The normal distribution of mean `loc` and standard deviation `scale`.

    >>> torch.distributions.Normal(0., 1.).log_prob(torch.tensor(1.))
    tensor(-1.4189)
    """

    arg_constraints = constraints.of(loc=constraints.real, scale=constraints.positive)
    support = constraints.real

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def sample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients do not pass."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return function("normal")(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        shape = self._extended_shape(sample_shape)
        zeros = self.loc.detach().new_zeros(shape)
        drawn = function("normal")(zeros, zeros.new_ones(shape))
        return self.loc + drawn * self.scale

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        variance = self.scale**2
        return (
            -((value - self.loc) ** 2) / (2 * variance)
            - self.scale.log()
            - math.log(math.sqrt(2 * math.pi))
        )

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self.require(value)
        return 0.5 * (1 + ((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)).erf())

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return self.loc + self.scale * (2 * value - 1).erfinv() * math.sqrt(2)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class LogNormal(TransformedDistribution):
    """The distribution of e to the power of a normally distributed number.

    >>> torch.distributions.LogNormal(0., 1.).mean
    tensor(1.6487)
    """

    arg_constraints = constraints.of(loc=constraints.real, scale=constraints.positive)
    support = constraints.positive
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args), ExpTransform(), validate_args)

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)
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
    """The distribution of the size of a normally distributed number of mean 0.

    >>> torch.distributions.HalfNormal(1.).mean
    tensor(0.7979)
    """

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(0, scale, validate_args=False), validate_args)

    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    variance = property(lambda self: self.scale.pow(2) * (1 - 2 / math.pi))


class Uniform(Distribution):
    """The same density everywhere from `low` to `high`.

    >>> torch.distributions.Uniform(0., 2.).log_prob(torch.tensor(1.5))
    tensor(-0.6931)
    """

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)

    @property
    def arg_constraints(self) -> dict[str, Any]:
        """What the ends have to satisfy."""
        return {
            "low": constraints.less_than(self.high),
            "high": constraints.greater_than(self.low),
        }

    @property
    def support(self) -> Any:
        """Where values can be."""
        return constraints.interval(self.low, self.high)

    mean = property(lambda self: (self.high + self.low) / 2)
    mode = property(lambda self: self.high * float("nan"))
    stddev = property(lambda self: (self.high - self.low) / 12**0.5)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        shape = self._extended_shape(sample_shape)
        drawn = function("rand")(shape, dtype=self.low.dtype, device=self.low.device)
        return self.low + drawn * (self.high - self.low)

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        above = self.low.le(value).type_as(self.low)
        below = self.high.gt(value).type_as(self.low)
        return above.mul(below).log() - (self.high - self.low).log()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self.require(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return (self.high - self.low).log()


# Abramowitz and Stegun, Handbook of mathematical functions, 9.8.1 to 9.8.4.
SMALL = (
    (1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2),
    (0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3),
)
LARGE = (
    (0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1,
     0.2635537e-1, -0.1647633e-1, 0.392377e-2),
    (0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1,
     -0.2895312e-1, 0.1787654e-1, -0.420059e-2),
)  # fmt: skip


def polynomial(y: Any, coefficients: tuple[float, ...]) -> Any:
    """Return a polynomial's value, the constant first among its coefficients."""
    return reduce(lambda found, c: c + y * found, reversed(coefficients[:-1]), coefficients[-1])


def log_bessel(x: Any, order: int) -> Any:
    """Return the logarithm of the modified Bessel function of order 0 or 1, of positive numbers."""
    small = polynomial((x / 3.75) * (x / 3.75), SMALL[order])
    small = (x.abs() * small if order else small).log()
    large = x - 0.5 * x.log() + polynomial(3.75 / x, LARGE[order]).log()
    return function("where")(x < 3.75, small, large)


class VonMises(Distribution):
    """Angles around `loc`, the nearer the larger the concentration.

    >>> one = torch.tensor(1.)
    >>> torch.distributions.VonMises(one, one).log_prob(one)
    tensor(-1.0738)
    """

    arg_constraints = constraints.of(loc=constraints.real, concentration=constraints.positive)
    support = constraints.real

    def __init__(
        self, loc: Tensor, concentration: Tensor, validate_args: bool | None = None
    ) -> None:
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    variance = property(
        lambda self: (
            1 - (log_bessel(self.concentration, 1) - log_bessel(self.concentration, 0)).exp()
        )
    )

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at angles."""
        found = self.concentration * (value - self.loc).cos()
        return found - math.log(2 * math.pi) - log_bessel(self.concentration, 0)

    def proposal(self, kappa: Any) -> Any:
        """Return how wide the distribution is that candidates are drawn of."""
        tau = 1 + (1 + 4 * kappa**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        return function("where")(kappa < 1e-5, 1 / kappa + kappa, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Return angles drawn at random, each tried until one fits."""
        with no_grad():
            loc, kappa = self.loc.double(), self.concentration.double()
            r, shape = self.proposal(kappa), self._extended_shape(sample_shape)
            x = loc.new_zeros(shape)
            done = x.bool()
            where = function("where")
            while not done.all():
                drawn = function("rand")((3, *shape), dtype=loc.dtype, device=loc.device)
                z = (math.pi * drawn[0]).cos()
                f = (1 + r * z) / (r + z)
                c = kappa * (r - f)
                fits = (c * (2 - c) - drawn[1] > 0) | ((c / drawn[1]).log() + 1 - c >= 0)
                x = where(fits, (drawn[2] - 0.5).sign() * f.acos(), x)
                done = done | fits
            return ((x + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)
