"""The uniform distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.parameters import broadcast_all, function

if TYPE_CHECKING:
    from tensorlab.engine.tensor import Tensor


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
