"""Random numbers that are drawn by trying: events, successes, gamma's and Dirichlet's."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import FLOATS, Array, Tensor, elementwise, operation
from tensorlab.engine.declaring.filling import no_influence, source
from tensorlab.engine.dtypes import float32, float64
from tensorlab.engine.random import rejection
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.signatures.support import refuse_two_types
from tensorlab.engine.tensor import wrap_beside
from tensorlab.numerics.functions.incomplete import beta_derivative, parts, weight
from tensorlab.ops.pointwise.flat import without_derivative


@operation(takes=FLOATS, kernel="poisson_cpu",
           method=False, out=False, related=("bernoulli", "binomial"))  # fmt: skip
def poisson(input: Array, generator: Generator | None = None) -> Any:
    """Return how many events happen, each element of input being the rate in its place.

    >>> _ = torch.manual_seed(0)
    >>> torch.poisson(torch.tensor([1., 5., 50.]))
    tensor([ 2.,  6., 49.])
    """
    if not (input >= 0).all():
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    own = source(generator)
    drawn = [rejection.poisson(own, float(rate)) for rate in input.ravel().tolist()]
    return np.array(drawn, np.float64).reshape(input.shape).astype(input.dtype)


poisson.gradient(input=no_influence)

PLAIN = frozenset({float32, float64})


def check_counts(count: Tensor, prob: Tensor) -> None:
    """Refuse whole numbers, and operands of different types.

    Raises:
        ValueError: there are no fractions.
        RuntimeError: the types differ.
    """
    for name, operand in (("count", count), ("prob", prob)):
        if not operand.dtype.is_floating_point:
            raise ValueError(
                f"binomial only supports floating-point dtypes for {name}, got: "
                f"{operand.dtype.scalar_name}"
            )
    refuse_two_types(prob, count, "Found dtype {} but expected {}")


@elementwise(takes=PLAIN, node="NotImplemented", method=False, out=False,
             check=check_counts, related=("bernoulli", "poisson"))  # fmt: skip
def binomial(count: Array, prob: Array, generator: Generator | None = None) -> Any:
    """Return how many of `count` trials succeed, each with probability `prob`.

    >>> _ = torch.manual_seed(0)
    >>> torch.binomial(torch.tensor([10., 100.]), torch.tensor([0.5, 0.1]))
    tensor([ 7., 11.])
    """
    own = source(generator)
    counts, chances = np.broadcast_arrays(count, prob)
    pairs = zip(counts.ravel().tolist(), chances.ravel().tolist(), strict=True)
    drawn = [rejection.binomial(own, float(trials), float(chance)) for trials, chance in pairs]
    return np.array(drawn, np.float64).reshape(counts.shape).astype(counts.dtype)


binomial.gradient(count=without_derivative("binomial"), prob=without_derivative("binomial"))


@operation(takes=FLOATS, inner=True, constants=(0,))
def standard_gamma_grad(alpha: Array, drawn: Array) -> Any:
    """Return how a drawn number moves with its concentration, its place in the distribution kept.

    The part of the distribution below it stays: dx / da = -(dP / da) / (dP / dx). The first one
    comes from P at both sides of a, in double precision.
    """
    a, x = alpha.astype(np.float64), drawn.astype(np.float64)
    step = 1e-5 * np.maximum(a, 1e-3)
    moved = (parts(a + step, x)[0] - parts(a - step, x)[0]) / (2 * step)
    return (-moved / (weight(a, x) / x)).astype(alpha.dtype)


def gammas(alpha: Array) -> Any:
    """Return numbers of gamma distributions of rate 1, in double precision."""
    own = source(None)
    drawn = [rejection.gamma(own, float(each)) for each in alpha.ravel().tolist()]
    return np.array(drawn, np.float64).reshape(alpha.shape)


@operation(takes=FLOATS, kernel="gamma_cpu", inner=True)
def standard_gamma(alpha: Array) -> Any:
    """Return numbers of gamma distributions of rate 1, of the given concentrations."""
    return np.maximum(gammas(alpha).astype(alpha.dtype), np.finfo(alpha.dtype).tiny)


standard_gamma.gradient(alpha=lambda g, alpha, out: g * standard_gamma_grad(alpha, out))


def dirichlet_grad(alpha: Tensor, drawn: Tensor) -> Tensor:
    """Return how each share moves with its concentration, over what the others have of the whole.

    A share alone is drawn from a beta distribution, and keeps its place in it.
    """
    a, x = (part.detach().double()._array for part in (alpha, drawn))
    moved = beta_derivative(x, a, a.sum(-1, keepdims=True) - a) / (1 - x)
    return wrap_beside(moved, float64, alpha).to(alpha.dtype)


@operation(takes=FLOATS, kernel="dirichlet", inner=True, node="_DirichletBackward")
def sample_dirichlet(alpha: Array) -> Any:
    """Return shares drawn at random, of the given concentrations along the last dimension."""
    drawn = np.maximum(gammas(alpha), np.finfo(np.float64).tiny)
    return (drawn / drawn.sum(-1, keepdims=True)).astype(alpha.dtype)


# What one share gains, all lose in proportion.
sample_dirichlet.gradient(
    alpha=lambda g, alpha, out: dirichlet_grad(alpha, out) * (g - (out * g).sum(-1, True))
)
