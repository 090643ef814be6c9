"""Distributions over an interval: uniform, of soft truth values, Kumaraswamy's, and of angles."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.number_transforms import AffineTransform, PowerTransform
from tensorlab.distributions.parameters import (
    EULER,
    OfChances,
    broadcast_all,
    clamp_probs,
    function,
)
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


class Uniform(Distribution):
    """The same density everywhere from `low` to `high`.

    >>> torch.distributions.Uniform(0., 2.).log_prob(torch.tensor(1.5))
    tensor(-0.6931)
    """

    def __init__(self, low: object, high: object, validate_args: bool | None = None) -> None:
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)

    @property
    def arg_constraints(self) -> dict[str, Any]:
        """What the ends have to satisfy."""
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    support = property(lambda self: constraints.interval(self.low, self.high))
    mean = property(lambda self: (self.high + self.low) / 2)
    mode = property(lambda self: self.high * float("nan"))
    stddev = property(lambda self: (self.high - self.low) / 12**0.5)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def _drawn(self, shape: Any) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        drawn = self.low.new_empty(shape).uniform_()
        return self.low + drawn * (self.high - self.low)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        above = self.low.le(value).type_as(self.low)
        below = self.high.gt(value).type_as(self.low)
        return above.mul(below).log() - (self.high - self.low).log()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return (self.high - self.low).log()


class ContinuousBernoulli(OfChances, ExponentialFamily):
    """Numbers from 0 to 1 whose density rises or falls as a power, with a parameter `probs`.

    >>> torch.distributions.ContinuousBernoulli(0.25).mean
    tensor(0.4102)
    """

    arg_constraints = constraints.OF_PROBS
    support = constraints.unit_interval

    def __init__(
        self, probs: Any = None, logits: Any = None, lims: tuple[float, float] = (0.499, 0.501),
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        (given,) = broadcast_all(self._take(probs, logits))
        if probs is not None:
            if validate_args is not None and not constraints.unit_interval.check(given).all():
                raise ValueError("The parameter probs has invalid values")
            given = clamp_probs(given)
        self.__dict__[self._given] = given
        self._lims = lims
        super().__init__(given.shape, validate_args=validate_args)

    def _in_form(self, name: str) -> Any:
        """Return the probabilities, worked out a little away from 0 and 1, or their logarithms."""
        given = name in self.__dict__
        found = super()._in_form(name)
        if name == "probs" and not given:
            found = self.__dict__["probs"] = clamp_probs(found)
        return found

    def apart(self, usual: Tensor, near: Tensor) -> Any:
        """Return one result where probs is not near one half, and another where it is."""
        return function("where")(self.outside, usual, near)

    outside = property(lambda self: (self.probs <= self._lims[0]) | (self.probs > self._lims[1]))

    @property
    def cut(self) -> Any:
        """The probabilities, but near one half."""
        return self.apart(self.probs, self._lims[0] * function("ones_like")(self.probs))

    def log_norm(self) -> Any:
        """Return the logarithm of what the density is divided by, turned."""
        cut, where = self.cut, function("where")
        below = where(cut <= 0.5, cut, function("zeros_like")(cut))
        above = where(cut >= 0.5, cut, function("ones_like")(cut))
        size = ((-cut).log1p() - cut.log()).abs().log()
        norm = size - where(cut <= 0.5, (-2.0 * below).log1p(), (2.0 * above - 1.0).log())
        x = (self.probs - 0.5).pow(2)
        return self.apart(norm, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self) -> Any:
        """The mean."""
        cut = self.cut
        usual = cut / (2.0 * cut - 1.0) + 1.0 / ((-cut).log1p() - cut.log())
        x = self.probs - 0.5
        return self.apart(usual, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.pow(2)) * x)

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        cut = self.cut
        usual = cut * (cut - 1.0) / (1.0 - 2.0 * cut).pow(2)
        usual = usual + 1.0 / ((-cut).log1p() - cut.log()).pow(2)
        x = (self.probs - 0.5).pow(2)
        return self.apart(usual, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    def sample(self, sample_shape: object = ()) -> Any:
        """Return shares drawn at random."""
        with no_grad():
            return self.rsample(sample_shape)

    def _drawn(self, shape: Any) -> Any:
        """Return shares drawn at random, which gradients pass to the parameter."""
        return self.icdf(self.probs.new_empty(shape).uniform_())

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at shares."""
        logits, value = broadcast_all(self.logits, value)
        loss = function("binary_cross_entropy_with_logits")
        return -loss(logits, value, reduction="none") + self.log_norm()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        self._require(value)
        cut, where = self.cut, function("where")
        usual = cut**value * (1.0 - cut) ** (1.0 - value)
        found = self.apart((usual + cut - 1.0) / (2.0 * cut - 1.0), value)
        ends = function("zeros_like")(value), function("ones_like")(value)
        return where(value <= 0.0, ends[0], where(value >= 1.0, ends[1], found))

    def icdf(self, value: Tensor) -> Any:
        """Return the shares below which a probability lies."""
        cut = self.cut
        away = (-cut + value * (2.0 * cut - 1.0)).log1p() - (-cut).log1p()
        return self.apart(away / (cut.log() - (-cut).log1p()), value)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        zero, one = (-self.probs).log1p(), self.probs.log()
        return self.mean * (zero - one) - self.log_norm() - zero


class Kumaraswamy(TransformedDistribution):
    """Numbers from 0 to 1, much like Beta's, with a simple formula for probabilities.

    >>> torch.distributions.Kumaraswamy(1., 1.).mean
    tensor(0.5000)
    """

    arg_constraints = constraints.of(
        concentration1=constraints.positive, concentration0=constraints.positive
    )
    support = constraints.unit_interval
    has_rsample = True

    def __init__(
        self, concentration1: object, concentration0: object, validate_args: bool | None = None
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

    def _moment(self, order: int) -> Any:
        """Return the mean of a power of values."""
        b, place = self.concentration0, 1 + order / self.concentration1
        return b * (place.lgamma() + b.lgamma() - (place + b).lgamma()).exp()

    mean = property(lambda self: self._moment(1))
    variance = property(lambda self: self._moment(2) - self.mean.pow(2))

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


def log_bessel(x: Tensor, order: int) -> Any:
    """Return the logarithm of the modified Bessel function of order 0 or 1, of positive numbers."""
    return find("torch.special", "i1e" if order else "i0e")(x).log() + x


class VonMises(Distribution):
    """Angles around `loc`, nearer to it for a larger concentration.

    >>> one = torch.tensor(1.)
    >>> torch.distributions.VonMises(one, one).log_prob(one)
    tensor(-1.0738)
    """

    arg_constraints = constraints.of(loc=constraints.real, concentration=constraints.positive)
    support = constraints.real

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    variance = property(
        lambda self: (
            1 - (log_bessel(self.concentration, 1) - log_bessel(self.concentration, 0)).exp()
        )
    )

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at angles."""
        found = self.concentration * (value - self.loc).cos()
        return found - math.log(2 * math.pi) - log_bessel(self.concentration, 0)

    def proposal(self, kappa: Any) -> Any:
        """Return how wide the distribution is that candidates are drawn of."""
        tau = 1 + (1 + 4 * kappa**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        return function("where")(kappa < 1e-5, 1 / kappa + kappa, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape: object = ()) -> Any:
        """Return angles drawn at random, each tried until one fits."""
        with no_grad():
            loc, kappa = self.loc.double(), self.concentration.double()
            r, shape = self.proposal(kappa), self._extended_shape(sample_shape)
            x = loc.new_zeros(shape)
            done = x.bool()
            where = function("where")
            while not done.all():
                drawn = loc.new_empty((3, *shape)).uniform_()
                z = (math.pi * drawn[0]).cos()
                f = (1 + r * z) / (r + z)
                c = kappa * (r - f)
                fits = (c * (2 - c) - drawn[1] > 0) | ((c / drawn[1]).log() + 1 - c >= 0)
                x = where(fits, (drawn[2] - 0.5).sign() * f.acos(), x)
                done = done | fits
            return ((x + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)
