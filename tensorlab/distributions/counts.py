"""Distributions of counts: events, successes, failures before a success."""

from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.gamma import Gamma
from tensorlab.distributions.parameters import OfChances, broadcast_all, function
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find


class Poisson(ExponentialFamily):
    """How many events happen, at a given rate.

    >>> torch.distributions.Poisson(2.).log_prob(torch.tensor(3.))
    tensor(-1.7123)
    """

    arg_constraints = constraints.of(rate=constraints.nonnegative)
    support = constraints.nonnegative_integer

    mean = property(lambda self: self.rate)
    mode = property(lambda self: self.rate.floor())
    variance = property(lambda self: self.rate)

    def sample(self, sample_shape: object = ()) -> Any:
        """Return counts drawn at random."""
        with no_grad():
            return function("poisson")(self.rate.expand(self._extended_shape(sample_shape)))

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of counts."""
        rate, value = broadcast_all(self.rate, value)
        return function("xlogy")(value, rate) - rate - (value + 1).lgamma()


class Geometric(OfChances, Distribution):
    """How many times something fails before it succeeds.

    >>> torch.distributions.Geometric(0.25).mean
    tensor(3.)
    """

    arg_constraints = constraints.OF_PROBS
    support = constraints.nonnegative_integer

    def __init__(
        self, probs: object = None, logits: Tensor | None = None, validate_args: bool | None = None
    ) -> None:
        self._begin(probs, logits, validate_args)
        if self._validate_args and probs is not None and not (self.probs > 0).all():
            shape, wrong = tuple(self.probs.shape), self.probs[~(self.probs > 0)]
            raise ValueError(in_full("Expected parameter probs (Tensor", shape, self, wrong))

    mean = property(lambda self: 1.0 / self.probs - 1.0)
    mode = property(lambda self: self.probs.new_zeros(self.probs.shape))
    variance = property(lambda self: (1.0 / self.probs - 1.0) / self.probs)

    def sample(self, sample_shape: object = ()) -> Any:
        """Return counts drawn at random."""
        shape = self._extended_shape(sample_shape)
        least = find("torch", "finfo")(self.probs.dtype).tiny
        with no_grad():
            u = self.probs.new_empty(shape).uniform_(least, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of counts."""
        value, probs = broadcast_all(value, self.probs)
        probs = probs.clone()
        probs[(probs == 1) & (value == 0)] = 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        loss = function("binary_cross_entropy_with_logits")
        return loss(self.logits, self.probs, reduction="none") / self.probs


class Binomial(OfChances, Distribution):
    """How many of `total_count` trials succeed.

    >>> torch.distributions.Binomial(4, torch.tensor(0.5)).log_prob(torch.tensor(2.))
    tensor(-0.9808)
    """

    arg_constraints = constraints.of(
        total_count=constraints.nonnegative_integer,
        probs=constraints.unit_interval,
        logits=constraints.real,
    )
    has_enumerate_support = True

    def __init__(
        self, total_count: object = 1, probs: object = None, logits: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self._begin(probs, logits, validate_args, total_count=total_count)

    support = property(lambda self: constraints.integer_interval(0, self.total_count))
    mean = property(lambda self: self.total_count * self.probs)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    @property
    def mode(self) -> Any:
        """The most likely count."""
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    def sample(self, sample_shape: object = ()) -> Any:
        """Return counts drawn at random."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return function("binomial")(self.total_count.expand(shape), self.probs.expand(shape))

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of counts."""
        fail = self.total_count - value
        ways = (value + 1).lgamma() + (fail + 1).lgamma()
        normalizer = (
            self.total_count * self.logits.clamp(min=0)
            + self.total_count * (-self.logits.abs()).exp().log1p()
            - (self.total_count + 1).lgamma()
        )
        return value * self.logits - ways - normalizer

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all counts that there are."""
        most = int(self.total_count.max())
        if self.total_count.min() != most:
            raise NotImplementedError(in_full("Inhomogeneous total"))
        values = function("arange")(1 + most, dtype=self._param.dtype)
        return self._at_each_place(values, expand)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        logs = self.log_prob(self.enumerate_support(False))
        return -(logs.exp() * logs).sum(0)


class NegativeBinomial(OfChances, Distribution):
    """How many times something succeeds before `total_count` failures.

    >>> torch.distributions.NegativeBinomial(3., torch.tensor(0.5)).mean
    tensor(3.)
    """

    arg_constraints = constraints.of(
        total_count=constraints.greater_than_eq(0),
        probs=constraints.half_open_interval(0.0, 1.0),
        logits=constraints.real,
    )
    support = constraints.nonnegative_integer

    def __init__(
        self, total_count: object, probs: Tensor | None = None, logits: object = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self._begin(probs, logits, validate_args, total_count=total_count)

    mean = property(lambda self: self.total_count * self.logits.exp())
    variance = property(lambda self: self.mean / (-self.logits).sigmoid())

    @property
    def mode(self) -> Any:
        """The most likely count."""
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    def sample(self, sample_shape: object = ()) -> Any:
        """Return counts drawn at random."""
        with no_grad():
            rates = Gamma(self.total_count, (-self.logits).exp(), validate_args=False)
            return function("poisson")(rates.sample(sample_shape))

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of counts."""
        sigmoid = function("logsigmoid")
        likelihood = self.total_count * sigmoid(-self.logits) + value * sigmoid(self.logits)
        normalizer = (
            -(self.total_count + value).lgamma()
            + (1.0 + value).lgamma()
            + self.total_count.lgamma()
        )
        normalizer = normalizer.masked_fill(self.total_count + value == 0.0, 0.0)
        return likelihood - normalizer
