"""Choices made soft, so that gradients pass them, and shares in place of zeros and ones."""

from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.categories import Drawn, OneHotCategorical
from tensorlab.distributions.composed import TransformedDistribution
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.number_transforms import ExpTransform, SigmoidTransform
from tensorlab.distributions.parameters import (
    OfChances,
    broadcast_all,
    clamp_probs,
    from_part,
    function,
)
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

    arg_constraints = constraints.OF_PROBS
    support = constraints.real
    has_rsample = False  # says PyTorch's, too, which has one

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: object = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self.temperature = temperature
        self._begin(probs, logits, validate_args)

    def _drawn(self, shape: Any) -> Any:
        """Return log odds drawn at random, which gradients pass to the probability."""
        probs = clamp_probs(self.probs.expand(shape))
        drawn = probs.new_empty(shape).uniform_()
        drawn = clamp_probs(drawn)
        odds = drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()
        return odds / self.temperature

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at log odds."""
        logits, value = broadcast_all(self.logits, value)
        apart = logits - value.mul(self.temperature)
        return self.temperature.log() + apart - 2 * apart.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """Numbers from 0 to 1: a coin toss, softened by a temperature.

    >>> D = torch.distributions
    >>> D.RelaxedBernoulli(torch.tensor(0.5), probs=torch.tensor(0.25)).probs
    tensor(0.2500)
    """

    arg_constraints = constraints.OF_PROBS
    support = constraints.unit_interval
    has_rsample = True

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: object = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args)

    temperature, probs, logits = from_part("base_dist", "temperature", "probs", "logits")


class ExpRelaxedCategorical(Drawn):
    """The logarithms of soft rows with one 1."""

    support = constraints.real_vector

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        self.temperature = temperature
        super().__init__(probs, logits, validate_args)

    def _drawn(self, shape: Any) -> Any:
        """Return logarithms drawn at random, which gradients pass to the probabilities."""
        logits = self.logits
        drawn = clamp_probs(logits.new_empty(shape).uniform_())
        scores = (logits - (-drawn.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at logarithms of rows."""
        count = self._categorical._num_events
        logits, value = broadcast_all(self.logits, value)
        full = function("full_like")(self.temperature, float(count))
        scale = full.lgamma() - self.temperature.log().mul(-(count - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(TransformedDistribution):
    """Rows of numbers that add up to 1: a choice, softened by a temperature.

    >>> D = torch.distributions
    >>> D.RelaxedOneHotCategorical(torch.tensor(0.5), torch.tensor([1., 3.])).probs
    tensor([0.2500, 0.7500])
    """

    arg_constraints = constraints.OF_CLASSES
    support = constraints.simplex
    has_rsample = True

    def __init__(
        self, temperature: Tensor, probs: Tensor | None = None, logits: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args)
        super().__init__(base, ExpTransform(), validate_args)

    temperature, probs, logits = from_part("base_dist", "temperature", "probs", "logits")
