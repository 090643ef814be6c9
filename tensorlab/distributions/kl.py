"""torch.distributions.kl: how far a distribution is from another, for each pair of kinds."""

import math
from collections.abc import Callable
from typing import Any

from tensorlab.distributions.categories import Bernoulli, Categorical, OneHotCategorical
from tensorlab.distributions.composed import Independent, TransformedDistribution
from tensorlab.distributions.counts import Binomial, Geometric, Poisson
from tensorlab.distributions.distribution import ExponentialFamily
from tensorlab.distributions.gamma import Beta, Dirichlet, Exponential, Gamma
from tensorlab.distributions.intervals import ContinuousBernoulli, Uniform
from tensorlab.distributions.multivariate_normal import MultivariateNormal
from tensorlab.distributions.normal import (
    Cauchy,
    Gumbel,
    HalfCauchy,
    HalfNormal,
    Laplace,
    LogNormal,
    Normal,
)
from tensorlab.distributions.parameters import EULER, function
from tensorlab.distributions.transform import summed
from tensorlab.distributions.waiting import Pareto
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find


def of_normals(p: Any, q: Any) -> Any:
    """Return the divergence of normal distributions."""
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


def of_gammas(p: Any, q: Any) -> Any:
    """Return the divergence of gamma distributions."""
    rates = q.concentration * (p.rate / q.rate).log()
    shapes = (p.concentration - q.concentration) * p.concentration.digamma()
    found = rates + q.concentration.lgamma() - p.concentration.lgamma() + shapes
    return found + (q.rate - p.rate) * (p.concentration / p.rate)


def of_laplaces(p: Any, q: Any) -> Any:
    """Return the divergence of Laplace distributions."""
    ratio, apart = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + apart / q.scale + ratio * (-apart / p.scale).exp() - 1


def of_cauchys(p: Any, q: Any) -> Any:
    """Return the divergence of Cauchy distributions."""
    apart = ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log()
    return apart - (4 * p.scale * q.scale).log()


def of_uniforms(p: Any, q: Any) -> Any:
    """Return the divergence of uniform distributions, infinite where q does not hold all of p."""
    found = ((q.high - q.low) / (p.high - p.low)).log()
    return found.masked_fill((q.low > p.low) | (q.high < p.high), math.inf)


def of_moments(p: Any, q: Any) -> Any:
    """Return the divergence of a distribution from a normal one."""
    height = (math.sqrt(math.pi * 2) * q.scale).log()
    return height + (p.variance + (p.mean - q.loc).pow(2)) / (2 * q.variance) - p.entropy()


def of_mean(p: Any, q: Any) -> Any:
    """Return the divergence of a distribution from an exponential one, infinite below 0."""
    found = q.rate * p.mean - q.rate.log() - p.entropy()
    return found.masked_fill(p.low < 0, math.inf) if isinstance(p, Uniform) else found


def mean_log(p: Any) -> Any:
    """Return the mean of the logarithm of values."""
    if isinstance(p, Beta):
        return p.concentration1.digamma() - (p.concentration1 + p.concentration0).digamma()
    if isinstance(p, Pareto):
        return p.alpha.reciprocal() + p.scale.log()
    return -EULER - p.rate.log()


def of_gamma(p: Any, q: Any) -> Any:
    """Return the divergence of a distribution of positive values from a gamma distribution."""
    a, b = q.concentration, q.rate
    normal = a.lgamma() - a * b.log()
    return normal - p.entropy() - (a - 1) * mean_log(p) + b * p.mean


# Of two kinds, the divergence of one of the first from one of the second.
RULES: dict[tuple[type, type], Any] = {
    (Beta, Beta): lambda p, q: kl_divergence(p._dirichlet, q._dirichlet),
    (Cauchy, Cauchy): of_cauchys,
    # its logarithm is linear in the value
    (ContinuousBernoulli,) * 2: lambda p, q: p.log_prob(p.mean) - q.log_prob(p.mean),
    (Exponential, Exponential): lambda p, q: -(q.rate / p.rate).log() + q.rate / p.rate - 1,
    (Gamma, Gamma): of_gammas,
    (Geometric, Geometric): lambda p, q: -p.entropy() - (-q.probs).log1p() / p.probs - q.logits,
    (Laplace, Laplace): of_laplaces,
    (Normal, Normal): of_normals,
    (OneHotCategorical, OneHotCategorical): lambda p, q: kl_divergence(
        p._categorical, q._categorical
    ),
    (Bernoulli, Poisson): lambda p, q: q.rate - p.probs * q.rate.log() - p.entropy(),
    (Poisson, Poisson): lambda p, q: p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate),
    (Uniform, Uniform): of_uniforms,
}
RULES |= dict.fromkeys(  # made from others in one way
    [(kind, kind) for kind in (LogNormal, HalfNormal, HalfCauchy)],
    lambda p, q: kl_divergence(p.base_dist, q.base_dist),
)
EVERYWHERE = (Uniform, Exponential, Gamma, Beta, Pareto, ContinuousBernoulli)
RULES |= dict.fromkeys(  # all that is asked of p are its moments
    [(kind, Normal) for kind in (*EVERYWHERE, Gumbel, Laplace)], of_moments
)
RULES |= dict.fromkeys(
    [(kind, Exponential) for kind in EVERYWHERE if kind is not Exponential], of_mean
)
RULES |= dict.fromkeys([(kind, Gamma) for kind in (Beta, Exponential, Pareto)], of_gamma)
BOUNDED = (Beta, Pareto, Uniform, ContinuousBernoulli)
# Where p has numbers that q cannot have.
BEYOND: dict[Any, Any] = {
    **dict.fromkeys((Normal, Laplace, Gumbel), EVERYWHERE),
    **dict.fromkeys((Exponential, Gamma), BOUNDED),
    **dict.fromkeys((Beta, ContinuousBernoulli), (Pareto,)),
    Pareto: (Beta, Uniform, ContinuousBernoulli),
    Poisson: (Bernoulli, Binomial),
}
RULES |= dict.fromkeys(
    [(kind, other) for kind, others in BEYOND.items() for other in others],
    lambda p, q: p.mean.new_full(p.batch_shape, math.inf),
)


def register_kl(type_p: type, type_q: type) -> Callable[[Any], Any]:
    """Return a decorator that declares the divergence of a kind of distribution from another.

    >>> D = torch.distributions
    >>> @D.register_kl(D.Poisson, D.Exponential)
    ... def divergence(p, q):
    ...     return torch.tensor(torch.inf)
    >>> D.kl_divergence(D.Poisson(1.), D.Exponential(1.))
    tensor(inf)
    """

    def enter(rule: object) -> Any:
        RULES[type_p, type_q] = rule
        return rule

    return enter


def kl_divergence(p: object, q: object) -> Any:
    """Return the divergence of p from q: the mean of log p - log q under p.

    >>> D = torch.distributions
    >>> D.kl_divergence(D.Normal(0., 1.), D.Normal(1., 1.))
    tensor(0.5000)
    """
    for kind_p in type(p).__mro__:
        for kind_q in type(q).__mro__:
            rule = RULES.get((kind_p, kind_q))
            if rule is not None:
                return rule(p, q)
    raise NotImplementedError(in_full("No KL(p || q) is", type(p).__name__, type(q).__name__))


@register_kl(ExponentialFamily, ExponentialFamily)
def of_families(p: Any, q: Any) -> Any:
    """Refuse to compare distributions of different families.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(in_full("The cross KL-divergence"))


@register_kl(Bernoulli, Bernoulli)
def of_coins(p: Any, q: Any) -> Any:
    """Return the divergence of Bernoulli distributions."""
    softplus = function("softplus")
    first = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    first[q.probs == 0] = math.inf
    first[p.probs == 0] = 0
    second = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    second[q.probs == 1] = math.inf
    second[p.probs == 1] = 0
    return first + second


@register_kl(Categorical, Categorical)
def of_categories(p: Any, q: Any) -> Any:
    """Return the divergence of categorical distributions."""
    terms = p.probs * (p.logits - q.logits)
    terms[(q.probs == 0).expand_as(terms)] = math.inf
    terms[(p.probs == 0).expand_as(terms)] = 0
    return terms.sum(-1)


@register_kl(Binomial, Binomial)
def of_binomials(p: Any, q: Any) -> Any:
    """Return the divergence of binomial distributions of one number of trials."""
    if (p.total_count < q.total_count).any():
        raise NotImplementedError(in_full("KL between Binomials"))
    kl = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    kl[p.total_count > q.total_count] = math.inf
    return kl


@register_kl(Dirichlet, Dirichlet)
def of_dirichlets(p: Any, q: Any) -> Any:
    """Return the divergence of Dirichlet distributions."""
    a, b = p.concentration, q.concentration
    total = a.sum(-1)
    apart = a - b
    slopes = a.digamma() - total.digamma().unsqueeze(-1)
    return (
        total.lgamma()
        - b.sum(-1).lgamma()
        - (a.lgamma() - b.lgamma()).sum(-1)
        + (apart * slopes).sum(-1)
    )


@register_kl(Gumbel, Gumbel)
def of_gumbels(p: Any, q: Any) -> Any:
    """Return the divergence of Gumbel distributions."""
    ratio, to, away = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
    moved = (to + (1 + ratio).lgamma() - away).exp()
    return -ratio.log() - to + away + ratio * EULER + moved - (1 + EULER)


@register_kl(MultivariateNormal, MultivariateNormal)
def of_vectors(p: Any, q: Any) -> Any:
    """Return the divergence of normal distributions of vectors."""
    if p.event_shape != q.event_shape:
        raise ValueError(in_full("KL-divergence between"))
    logs = [each._factor.diagonal(dim1=-2, dim2=-1).log().sum(-1) for each in (p, q)]
    solve = find("torch.linalg", "solve_triangular")
    spread = solve(q._factor, p._factor, upper=False).pow(2).flatten(-2).sum(-1)
    apart = solve(q._factor, (q.loc - p.loc).unsqueeze(-1), upper=False)
    square = apart.squeeze(-1).pow(2).sum(-1)
    return (logs[1] - logs[0]) + 0.5 * (spread + square - p.event_shape[0])


@register_kl(TransformedDistribution, TransformedDistribution)
def of_transformed(p: Any, q: Any) -> Any:
    """Return the divergence of what was transformed, in one way for both."""
    if [type(each) for each in p.transforms] != [type(each) for each in q.transforms]:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Independent, Independent)
def of_independents(p: Any, q: Any) -> Any:
    """Return the divergence of what makes up one value, summed."""
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return summed(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)
