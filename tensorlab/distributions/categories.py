"""Distributions over things that can be listed: two of them, several, several many times."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.counts import Binomial
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.parameters import OfChances, broadcast_all, from_part, function
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


class Bernoulli(OfChances, ExponentialFamily):
    """1 with probability `probs`, else 0.

    >>> torch.distributions.Bernoulli(0.25).log_prob(torch.tensor(1.))
    tensor(-1.3863)
    """

    arg_constraints = constraints.OF_PROBS
    support = constraints.boolean
    has_enumerate_support = True

    def __init__(
        self, probs: object = None, logits: object = None, validate_args: bool | None = None
    ) -> None:
        self._begin(probs, logits, validate_args)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    @property
    def mode(self) -> Any:
        """The more likely value, nan where both are."""
        mode = (self.probs >= 0.5).to(self.probs)
        mode[self.probs == 0.5] = math.nan
        return mode

    def sample(self, sample_shape: object = ()) -> Any:
        """Return ones and zeros drawn at random."""
        with no_grad():
            return function("bernoulli")(self.probs.expand(self._extended_shape(sample_shape)))

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of ones and zeros."""
        logits, value = broadcast_all(self.logits, value)
        return -function("binary_cross_entropy_with_logits")(logits, value, reduction="none")

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        loss = function("binary_cross_entropy_with_logits")
        return loss(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return 0 and 1."""
        return self._at_each_place(function("arange")(2, dtype=self._param.dtype), expand)


class Categorical(OfChances, Distribution):
    """A class, numbered from 0, each with a probability of its own.

    >>> torch.distributions.Categorical(torch.tensor([1., 3.])).probs
    tensor([0.2500, 0.7500])
    """

    arg_constraints = constraints.OF_CLASSES
    has_enumerate_support = True
    _is_binary = False

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        given = self._take(probs, logits)
        if given.dim() < 1:
            raise ValueError(f"`{self._given}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.__dict__["probs"] = probs / probs.sum(-1, keepdim=True)
        else:
            self.__dict__["logits"] = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = self._param.size()[-1]
        super().__init__(self._param.shape[:-1], validate_args=validate_args)

    support = property(lambda self: constraints.integer_interval(0, self._num_events - 1))
    param_shape = property(lambda self: Size(self._param.size()))
    mean = property(lambda self: self.probs.new_full(self._extended_shape(), math.nan))
    variance = property(lambda self: self.probs.new_full(self._extended_shape(), math.nan))
    mode = property(lambda self: self.probs.argmax(dim=-1))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Return numbers drawn at random."""
        shape = Size(sample_shape)
        rows = self.probs.reshape(-1, self._num_events)
        with no_grad():
            drawn = function("multinomial")(rows, shape.numel(), True).T
        return drawn.reshape(self._extended_shape(shape))

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of numbers."""
        value = value.long().unsqueeze(-1)
        value, logs = function("broadcast_tensors")(value, self.logits)
        return logs.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        least = find("torch", "finfo")(self.logits.dtype).min
        return -(self.logits.clamp(min=least) * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all numbers that there are."""
        return self._at_each_place(function("arange")(self._num_events), expand)


class Drawn(Distribution):
    """A row of numbers that come of drawing from a list, once or more often."""

    arg_constraints = constraints.OF_CLASSES

    def __init__(self, probs: object, logits: object, validate_args: bool | None) -> None:
        self._categorical = Categorical(probs, logits)
        shape = self._categorical.param_shape
        super().__init__(shape[:-1], shape[-1:], validate_args)

    probs, logits, param_shape = from_part("_categorical", "probs", "logits", "param_shape")


class OneHotCategorical(Drawn):
    """A row of zeros with a 1 at a place drawn at random.

    >>> torch.distributions.OneHotCategorical(torch.tensor([1., 3.])).mean
    tensor([0.2500, 0.7500])
    """

    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(
        self, probs: object = None, logits: object = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(probs, logits, validate_args)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    @property
    def mode(self) -> Any:
        """The most likely row."""
        count = self.probs.shape[-1]
        return function("one_hot")(self.probs.argmax(axis=-1), count).to(self.probs)

    def sample(self, sample_shape: object = ()) -> Any:
        """Return rows drawn at random."""
        drawn = self._categorical.sample(sample_shape)
        return function("one_hot")(drawn, self._event_shape[-1]).to(self.probs)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of rows."""
        value, _ = broadcast_all(value, self.logits)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self._categorical.entropy()

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all rows that there are."""
        count = self._event_shape[0]
        values = function("eye")(count, dtype=self.probs.dtype)
        values = values.view(count, *(1,) * len(self._batch_shape), count)
        return values.expand(count, *self._batch_shape, count) if expand else values


class Multinomial(Drawn):
    """How often each of several things comes up in `total_count` trials.

    >>> torch.distributions.Multinomial(4, torch.tensor([1., 3.])).mean
    tensor([1., 3.])
    """

    def __init__(
        self, total_count: int = 1, probs: object = None, logits: object = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        super().__init__(probs, logits, validate_args)
        Binomial(total_count, self.probs)  # which refuses counts that there are not

    support = property(lambda self: constraints.multinomial(self.total_count))
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Return counts drawn at random."""
        drawn = self._categorical.sample((self.total_count, *tuple(sample_shape)))
        drawn = drawn.permute(*range(1, drawn.dim()), 0)
        counts = drawn.new_zeros(self._extended_shape(sample_shape))
        counts.scatter_add_(-1, drawn, drawn.new_ones(drawn.shape))
        return counts.type_as(self.probs)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the probability of counts."""
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone()
        ways = (value.sum(-1) + 1).lgamma() - (value + 1).lgamma().sum(-1)
        logits[(value == 0) & (logits == -math.inf)] = 0
        return ways + (logits * value).sum(-1)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        n = function("tensor")(self.total_count)
        each = n * self._categorical.entropy() - (n + 1).lgamma()
        trials = Binomial(self.total_count, self.probs)
        counts = trials.enumerate_support(expand=False)[1:]
        return each + (trials.log_prob(counts).exp() * (counts + 1).lgamma()).sum([0, -1])
