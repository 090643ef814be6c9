"""A distribution of angles."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.parameters import function
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


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

    def log_density(self, value: Tensor) -> Any:
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
                drawn = function("rand")((3, *shape), dtype=loc.dtype, device=loc.device)
                z = (math.pi * drawn[0]).cos()
                f = (1 + r * z) / (r + z)
                c = kappa * (r - f)
                fits = (c * (2 - c) - drawn[1] > 0) | ((c / drawn[1]).log() + 1 - c >= 0)
                x = where(fits, (drawn[2] - 0.5).sign() * f.acos(), x)
                done = done | fits
            return ((x + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)
