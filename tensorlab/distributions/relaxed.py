"""Choices made soft, so that gradients pass them, and shares in place of zeros and ones."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.categories import Drawn, OneHotCategorical
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.number_transforms import ExpTransform, SigmoidTransform
from tensorlab.distributions.parameters import OfChances, broadcast_all, clamp_probs, function
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """A row of zeros with a 1, whose gradient is the probabilities'.

    >>> D = torch.distributions
    >>> D.OneHotCategoricalStraightThrough(torch.tensor([0., 1.])).rsample()
    tensor([0., 1.])
    """

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return rows drawn at random, which gradients pass as if they were the probabilities."""
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


class LogitRelaxedBernoulli(OfChances, Distribution):
    """The log odds of soft zeros and ones."""

    arg_constraints = constraints.of(probs=constraints.unit_interval, logits=constraints.real)
    support = constraints.real
    has_rsample = False  # says PyTorch's, too, which has one

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self.temperature = temperature
        given = self.take(probs, logits)
        (self.__dict__[self.given],) = broadcast_all(given)
        super().__init__(self._param.shape, validate_args=validate_args)

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return log odds drawn at random, which gradients pass to the probability."""
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        drawn = clamp_probs(function("rand")(shape, dtype=probs.dtype, device=probs.device))
        odds = drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()
        return odds / self.temperature

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at log odds."""
        logits, value = broadcast_all(self.logits, value)
        apart = logits - value.mul(self.temperature)
        return self.temperature.log() + apart - 2 * apart.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """Numbers from 0 to 1: a coin's, made soft by a temperature.

    >>> D = torch.distributions
    >>> D.RelaxedBernoulli(torch.tensor(0.5), probs=torch.tensor(0.25)).probs
    tensor(0.2500)
    """

    arg_constraints = constraints.of(probs=constraints.unit_interval, logits=constraints.real)
    support = constraints.unit_interval
    has_rsample = True

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args)

    temperature = property(lambda self: self.base_dist.temperature)
    probs = property(lambda self: self.base_dist.probs)
    logits = property(lambda self: self.base_dist.logits)


class ExpRelaxedCategorical(Drawn):
    """The logarithms of soft rows with one 1."""

    support = constraints.real_vector

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self.temperature = temperature
        super().__init__(probs, logits, validate_args)

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return logarithms drawn at random, which gradients pass to the probabilities."""
        shape, logits = self._extended_shape(sample_shape), self.logits
        drawn = clamp_probs(function("rand")(shape, dtype=logits.dtype, device=logits.device))
        scores = (logits - (-drawn.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at logarithms of rows."""
        count = self._categorical._num_events
        logits, value = broadcast_all(self.logits, value)
        full = function("full_like")(self.temperature, float(count))
        scale = full.lgamma() - self.temperature.log().mul(-(count - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(TransformedDistribution):
    """Rows of numbers that add up to 1: a choice, made soft by a temperature.

    >>> D = torch.distributions
    >>> D.RelaxedOneHotCategorical(torch.tensor(0.5), torch.tensor([1., 3.])).probs
    tensor([0.2500, 0.7500])
    """

    arg_constraints = constraints.of(probs=constraints.simplex, logits=constraints.real_vector)
    support = constraints.simplex
    has_rsample = True

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args)
        super().__init__(base, ExpTransform(), validate_args)

    temperature = property(lambda self: self.base_dist.temperature)
    probs = property(lambda self: self.base_dist.probs)
    logits = property(lambda self: self.base_dist.logits)


class ContinuousBernoulli(OfChances, ExponentialFamily):
    """Numbers from 0 to 1 whose density rises or falls as a power, with a parameter `probs`.

    >>> torch.distributions.ContinuousBernoulli(0.25).mean
    tensor(0.4102)
    """

    arg_constraints = constraints.of(probs=constraints.unit_interval, logits=constraints.real)
    support = constraints.unit_interval

    def __init__(
        self, probs: Any = None, logits: Any = None, lims: tuple[float, float] = (0.499, 0.501),
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        (given,) = broadcast_all(self.take(probs, logits))
        if probs is not None:
            if validate_args and not constraints.unit_interval.check(given).all():
                raise ValueError("The parameter probs has invalid values")
            given = clamp_probs(given)
        self.__dict__[self.given] = given
        self._lims = lims
        super().__init__(given.shape, validate_args=validate_args)

    def in_form(self, name: str) -> Any:
        """Return the probabilities, worked out a little away from 0 and 1, or their logarithms."""
        given = name in self.__dict__
        found = super().in_form(name)
        if name == "probs" and not given:
            found = self.__dict__["probs"] = clamp_probs(found)
        return found

    def apart(self, usual: Tensor, near: Tensor) -> Any:
        """Return one result where probs is not near one half, and another where it is."""
        return function("where")(self.outside, usual, near)

    @property
    def outside(self) -> Any:
        """Where the formulas do not divide by almost nothing."""
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

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

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return shares drawn at random, which gradients pass to the parameter."""
        shape = self._extended_shape(sample_shape)
        return self.icdf(function("rand")(shape, dtype=self.probs.dtype, device=self.probs.device))

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at shares."""
        logits, value = broadcast_all(self.logits, value)
        loss = function("binary_cross_entropy_with_logits")
        return -loss(logits, value, reduction="none") + self.log_norm()

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller shares."""
        self.require(value)
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
