"""Distributions made of others: several at once as one, mixed, transformed."""

from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.categories import Categorical
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.parameters import from_part, function
from tensorlab.distributions.transform import ComposeTransform, Transform, summed
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full


class Independent(Distribution):
    """A distribution whose last batch dimensions become part of one value.

    >>> normals = torch.distributions.Normal(torch.zeros(3), 1.)
    >>> torch.distributions.Independent(normals, 1).log_prob(torch.zeros(3))
    tensor(-2.7568)
    """

    def __init__(
        self, base_distribution: Any, reinterpreted_batch_ndims: int,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        batch, dims = base_distribution.batch_shape, reinterpreted_batch_ndims
        if dims > len(batch):
            raise ValueError(in_full("Expected reinterpreted_batch_ndims", dims, len(batch)))
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = dims
        shape = (*batch, *base_distribution.event_shape)
        kept = len(batch) - dims
        super().__init__(shape[:kept], shape[kept:], validate_args)

    has_rsample, mean, mode, variance = from_part(
        "base_dist", "has_rsample", "mean", "mode", "variance"
    )

    @property
    def support(self) -> Any:
        """Where values can be."""
        support, dims = self.base_dist.support, self.reinterpreted_batch_ndims
        return constraints.independent(support, dims) if dims else support

    def sample(self, sample_shape: Any = ()) -> Any:
        """Return values drawn at random, which gradients do not pass."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        return summed(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return summed(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values that there are of a distribution none of whose places are taken."""
        if self.reinterpreted_batch_ndims > 0:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self) -> str:
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"


class TransformedDistribution(Distribution):
    """The distribution of another one's values after transforms.

    >>> D = torch.distributions
    >>> made = D.TransformedDistribution(D.Normal(0., 1.), D.ExpTransform())
    >>> made.log_prob(torch.tensor(1.))
    tensor(-0.9189)
    """

    def __init__(
        self, base_distribution: Any, transforms: Any, validate_args: bool | None = None
    ) -> None:
        given = [transforms] if isinstance(transforms, Transform) else transforms
        if not isinstance(given, list):
            raise ValueError(in_full("transforms must be", transforms))
        if not all(isinstance(each, Transform) for each in given):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        self.transforms = list(given)
        base, whole = base_distribution, ComposeTransform(self.transforms)
        shape = Size((*base.batch_shape, *base.event_shape))
        domain, codomain = whole.domain.event_dim, whole.codomain.event_dim
        if len(shape) < domain:
            raise ValueError(in_full("base_distribution needs", domain, shape))
        made = whole.forward_shape(shape)
        needed = whole.inverse_shape(made)
        if tuple(needed) != tuple(shape):
            base = base.expand(Size(needed[: len(needed) - len(base.event_shape)]))
        own = domain - len(base.event_shape)
        base = Independent(base, own) if own > 0 else base
        self.base_dist = base
        dims = max(codomain, len(base.event_shape) + codomain - domain)
        cut = len(made) - dims
        super().__init__(made[:cut], made[cut:], validate_args)

    has_rsample = property(lambda self: self.base_dist.has_rsample)

    @property
    def support(self) -> Any:
        """Where values can be: what the last transform gives."""
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        more = len(self._event_shape) - support.event_dim
        return constraints.independent(support, more) if more > 0 else support

    def sample(self, sample_shape: Any = ()) -> Any:
        """Return values drawn at random, which gradients do not pass."""
        with no_grad():
            return ComposeTransform(self.transforms)(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        return ComposeTransform(self.transforms)(self.base_dist.rsample(sample_shape))

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        total: Any = 0.0
        dims = len(self._event_shape)
        for transform in reversed(self.transforms):
            before = transform.inv(value)
            dims += transform.domain.event_dim - transform.codomain.event_dim
            change = transform.log_abs_det_jacobian(before, value)
            total = total - summed(change, dims - transform.domain.event_dim)
            value = before
        own = self.base_dist.log_prob(value)
        return total + summed(own, dims - len(self.base_dist.event_shape))

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        self.base_dist._require(value)
        return self._turned(self.base_dist.cdf(value))

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        return ComposeTransform(self.transforms)(self.base_dist.icdf(self._turned(value)))

    def _turned(self, value: Tensor) -> Any:
        """Return probabilities as they are, or of the other side where transforms turn it."""
        sign: Any = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        return value if isinstance(sign, int) and sign == 1 else sign * (value - 0.5) + 0.5


class MixtureSameFamily(Distribution):
    """One of several distributions, each with a probability of its own.

    >>> D = torch.distributions
    >>> parts = D.Normal(torch.tensor([-1., 1.]), 1.)
    >>> D.MixtureSameFamily(D.Categorical(torch.ones(2)), parts).mean
    tensor(0.)
    """

    def __init__(
        self, mixture_distribution: Any, component_distribution: Any,
        validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(in_full(" The Mixture distribution"))
        if not isinstance(component_distribution, Distribution):
            raise ValueError(in_full("The Component distribution"))
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        batch, event = component_distribution.batch_shape, component_distribution.event_shape
        self.dims = len(event)
        count = mixture_distribution.logits.shape[-1]
        if count != batch[-1]:
            raise ValueError(in_full("`mixture_distribution", count, batch[-1]))
        super().__init__(batch[:-1], event, validate_args)

    has_rsample = False

    @property
    def support(self) -> Any:
        """Where values can be."""
        return constraints.MixtureSameFamilyConstraint(self.component_distribution.support)

    def padded(self, value: Tensor) -> Any:
        """Return a value of the mixture with a dimension for the parts."""
        return value.unsqueeze(-1 - self.dims)

    @property
    def weights(self) -> Any:
        """The parts' probabilities, shaped as their values."""
        probs = self.mixture_distribution.probs
        return probs.reshape(*probs.shape, *(1,) * self.dims)

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self.weights * self.component_distribution.mean).sum(-1 - self.dims)

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        parts = self.component_distribution
        within = (self.weights * parts.variance).sum(-1 - self.dims)
        apart = (parts.mean - self.padded(self.mean)).pow(2.0)
        return within + (self.weights * apart).sum(-1 - self.dims)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at values."""
        logs = self.component_distribution.log_prob(self.padded(value))
        return (logs + self.mixture_distribution.logits.log_softmax(-1)).logsumexp(dim=-1)

    def cdf(self, value: Any) -> Any:
        """Return the probability of smaller values."""
        found = self.component_distribution.cdf(self.padded(value))
        return (found * self.mixture_distribution.probs).sum(-1)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Return values drawn at random."""
        with no_grad():
            place = len(sample_shape) + len(self._batch_shape)
            chosen = self.mixture_distribution.sample(sample_shape)
            drawn = self.component_distribution.sample(sample_shape)
            chosen = chosen.reshape(*chosen.shape, *(1,) * (self.dims + 1))
            chosen = chosen.expand(*chosen.shape[: place + 1], *self._event_shape)
            return function("gather")(drawn, place, chosen).squeeze(place)

    def __repr__(self) -> str:
        return (
            f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"
        )
