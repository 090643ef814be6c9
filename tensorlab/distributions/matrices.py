"""Distributions of matrices: of correlations, and of sums of squares."""

import math
from numbers import Number
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import Distribution, ExponentialFamily
from tensorlab.distributions.gamma import Beta, Chi2
from tensorlab.distributions.multivariate_normal import OfCovariance, one_form
from tensorlab.distributions.parameters import broadcast_all, function
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.loading import find


class LKJCholesky(Distribution):
    """Cholesky factors of random correlation matrices.

    >>> torch.distributions.LKJCholesky(3, 1.).log_prob(torch.eye(3))
    tensor(-1.5963)
    """

    arg_constraints = constraints.of(concentration=constraints.positive)
    support = constraints.corr_cholesky

    def __init__(
        self, dim: int, concentration: Any = 1.0, validate_args: bool | None = None
    ) -> None:
        if dim < 2:
            raise ValueError(in_full("Expected dim to be", dim))
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        own = self.concentration
        offset = function("arange")(dim - 1, dtype=own.dtype, device=own.device)
        offset = function("cat")([offset.new_zeros((1,)), offset])
        left = (own + 0.5 * (dim - 2)).unsqueeze(-1) - 0.5 * offset
        self._beta = Beta(offset + 0.5, left)
        super().__init__(own.shape, (dim, dim), validate_args)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Return triangles drawn at random."""
        with no_grad():
            y = self._beta.sample(sample_shape).unsqueeze(-1)
            shape = self._extended_shape(sample_shape)
            normal = y.new_empty(shape).normal_().tril(-1)
            on_sphere = normal / normal.norm(dim=-1, keepdim=True)
            on_sphere[..., 0, :].fill_(0.0)
            found = y.sqrt() * on_sphere
            tiny = find("torch", "finfo")(found.dtype).tiny
            diagonal = (1 - (found**2).sum(dim=-1)).clamp(min=tiny).sqrt()
            return found + diagonal.diag_embed()

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at triangles."""
        own, rest = self.concentration, self.dim - 1
        order = function("arange")(2, self.dim + 1, device=own.device)
        order = 2 * (own - 1).unsqueeze(-1) + self.dim - order
        density = (order * value.diagonal(dim1=-1, dim2=-2)[..., 1:].log()).sum(dim=-1)
        alpha = own + 0.5 * rest
        gammas = function("mvlgamma")(alpha - 0.5, rest) - alpha.lgamma() * rest
        return density - (0.5 * rest * math.log(math.pi) + gammas)


class Wishart(OfCovariance, ExponentialFamily):
    """Sums of `df` products of normal vectors with themselves, with a covariance in three forms.

    >>> torch.distributions.Wishart(torch.tensor(3.), torch.eye(2)).mean
    tensor([[3., 0.],
            [0., 3.]])
    """

    support = constraints.positive_definite

    def __init__(
        self, df: Any, covariance_matrix: Tensor | None = None, precision_matrix: Any = None,
        scale_tril: Any = None, validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        name, matrix = one_form(AssertionError, covariance_matrix, precision_matrix, scale_tril)
        if matrix.dim() < 2:
            raise ValueError(in_full("scale_tril must be at"))
        plain = isinstance(df, Number)
        batch = broadcast_shapes(matrix.shape[:-2], () if plain else df.shape)
        made = function("tensor")(df, dtype=matrix.dtype, device=matrix.device) if plain else df
        self.df = made if plain else made.expand(batch)
        side = matrix.shape[-1]
        if (self.df <= side - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {side - 1}.")
        self.__dict__[name] = matrix.expand((*batch, side, side))
        if (self.df < side).any():
            warn(in_full("Low df values detected"))
        super().__init__(batch, (side, side), validate_args)
        self._take_factor(name, matrix)

    @property
    def arg_constraints(self) -> dict[str, Any]:
        """What the parameters have to satisfy."""
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self._event_shape[-1] - 1),
        }

    def of_matrices(self, numbers: Tensor) -> Any:
        """Return numbers as factors of matrices."""
        return numbers.view((*self._batch_shape, 1, 1))

    mean = property(lambda self: self.of_matrices(self.df) * self.covariance_matrix)

    @property
    def mode(self) -> Any:
        """The most likely matrix, nan for few degrees of freedom."""
        factor = self.df - self._event_shape[-1] - 1
        factor[factor <= 0] = math.nan
        return self.of_matrices(factor) * self.covariance_matrix

    @property
    def variance(self) -> Any:
        """The mean square distances from the mean."""
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        outer = diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2)
        return self.of_matrices(self.df) * (v.pow(2) + outer)

    def drawn(self, sample_shape: Any) -> Any:
        """Return matrices drawn by their triangles: roots of squares, and normal numbers below."""
        side = self._event_shape[-1]
        near = {"dtype": self._factor.dtype, "device": self._factor.device}
        places = function("arange")(side, **near).expand((*self._batch_shape, side))
        roots = Chi2(self.df.unsqueeze(-1) - places).rsample(sample_shape).sqrt()
        noise = roots.clamp(min=find("torch", "finfo")(roots.dtype).eps).diag_embed()
        rows, columns = function("tril_indices")(side, side, offset=-1)
        shape = (*sample_shape, *self._batch_shape, side * (side - 1) // 2)
        noise[..., rows, columns] = function("randn")(shape, **near)
        lower = self._factor @ noise
        return lower @ lower.mT

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Return matrices drawn at random, which gradients pass to the parameters.

        Like PyTorch's, it warns of singular matrices and draws again where they are none.
        """
        found = self.drawn(tuple(sample_shape))
        again = self.support.check(found)
        if self._batch_shape:
            again = again.amax([-(place + 1) for place in range(len(self._batch_shape))])
        if again.any():
            warn("Singular sample detected.")
            new = self.drawn(tuple(again[again].shape))
            found[again] = new
        return found

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at matrices."""
        df, side = self.df, self._event_shape[-1]
        half = self.half_log_det(side)
        size = find("torch.linalg", "slogdet")(value).logabsdet
        trace = function("cholesky_solve")(value, self._factor).diagonal(dim1=-2, dim2=-1).sum(-1)
        gammas = function("mvlgamma")(df / 2, p=side)
        return -df * half - gammas + (df - side - 1) / 2 * size - trace / 2

    def half_log_det(self, side: int) -> Any:
        """Return half of the logarithm of the determinant of twice the covariance."""
        return side * math.log(2) / 2 + self._factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        df, side = self.df, self._event_shape[-1]
        steps = function("arange")(side, dtype=df.dtype, device=df.device).div(2)
        slopes = ((df / 2).unsqueeze(-1) - steps).digamma().sum(-1)
        gammas = function("mvlgamma")(df / 2, p=side)
        start = (side + 1) * self.half_log_det(side) + gammas
        return start - (df - side - 1) / 2 * slopes + df * side / 2
