"""Normal distributions of vectors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.parameters import function, standard_normal
from tensorlab.engine.autograd.gradmode import enable_grad
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.ops.loading import find

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorlab.engine.tensor import Tensor

ONE_OF = "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified."


FORMS = ("covariance_matrix", "precision_matrix", "scale_tril")


def one_form(error: type[Exception], *matrices: object) -> tuple[str, Any]:
    """Return the name of the form in which a covariance is given, and the matrix.

    Raises:
        error: it is given in several, or in none.
    """
    pairs = zip(FORMS, matrices, strict=True)
    given = [(name, matrix) for name, matrix in pairs if matrix is not None]
    if len(given) != 1:
        raise error(ONE_OF)
    return given[0]


class OfCovariance(Distribution):
    """A distribution with a covariance, whose `factor` is the lower triangle that makes it."""

    scale_tril = property(lambda self: self.in_form("scale_tril", lambda: self.factor))
    covariance_matrix = property(
        lambda self: self.in_form("covariance_matrix", lambda: self.factor @ self.factor.mT)
    )
    precision_matrix = property(
        lambda self: self.in_form(
            "precision_matrix", lambda: function("cholesky_inverse")(self.factor)
        )
    )

    def in_form(self, name: str, convert: Callable[[], Any]) -> Any:
        """Return the matrix that was given, or what stands for it in another form, then kept."""
        own, side = self.__dict__, self._event_shape[-1]
        if name not in own:
            with enable_grad():  # whoever asks first: it is kept for all
                own[name] = convert().expand((*self._batch_shape, side, side))
        return own[name]

    def take_factor(self, name: str, matrix: Tensor) -> None:
        """Work the triangle out of a covariance in one of its forms."""
        if name == "scale_tril":
            self.factor = matrix
        elif name == "covariance_matrix":
            self.factor = find("torch.linalg", "cholesky")(matrix)
        else:
            self.factor = factor_of_inverse(matrix)


class MultivariateNormal(OfCovariance):
    """The normal distribution of vectors, with a covariance in one of three forms.

    >>> normal = torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2))
    >>> normal.log_prob(torch.ones(2))
    tensor(-2.8379)
    """

    arg_constraints = constraints.of(
        loc=constraints.real_vector,
        covariance_matrix=constraints.positive_definite,
        precision_matrix=constraints.positive_definite,
        scale_tril=constraints.lower_cholesky,
    )
    support = constraints.real_vector

    def __init__(
        self, loc: Any, covariance_matrix: Any = None, precision_matrix: Any = None,
        scale_tril: Any = None, validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        name, matrix = one_form(ValueError, covariance_matrix, precision_matrix, scale_tril)
        if matrix.dim() < 2:
            words = "scale_tril matrix" if name == "scale_tril" else name
            raise ValueError(
                f"{words} must be at least two-dimensional, with optional leading batch dimensions"
            )
        batch = broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.__dict__[name] = matrix.expand(*batch, *matrix.shape[-2:])
        self.loc = loc.expand(*batch, loc.shape[-1])
        super().__init__(batch, self.loc.shape[-1:], validate_args)
        self.take_factor(name, matrix)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    variance = property(
        lambda self: self.factor.pow(2).sum(-1).expand(*self._batch_shape, *self._event_shape)
    )

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return vectors drawn at random, which gradients pass to the parameters."""
        own = self.loc
        drawn = standard_normal(self._extended_shape(sample_shape), own.dtype, own.device)
        return self.loc + function("matmul")(self.factor, drawn.unsqueeze(-1)).squeeze(-1)

    def log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at vectors."""
        apart = (value - self.loc).unsqueeze(-1)
        solved = find("torch.linalg", "solve_triangular")(
            *function_pair(self.factor, apart), upper=False
        )
        square = solved.squeeze(-1).pow(2).sum(-1)
        half = self.factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + square) - half

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        half = self.factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        entropy = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half
        return entropy.expand(self._batch_shape) if self._batch_shape else entropy


def function_pair(factor: Tensor, apart: Tensor) -> tuple[Any, Any]:
    """Return a triangle and right sides of one batch."""
    batch = broadcast_shapes(factor.shape[:-2], apart.shape[:-2])
    return factor.expand(*batch, *factor.shape[-2:]), apart


def factor_of_inverse(precision: Tensor) -> Any:
    """Return the lower triangle whose product with itself is the inverse of a matrix."""
    flipped = find("torch.linalg", "cholesky")(precision.flip((-2, -1)))
    inverse = flipped.flip((-2, -1)).mT
    one = function("eye")(precision.shape[-1], dtype=precision.dtype, device=precision.device)
    return find("torch.linalg", "solve_triangular")(inverse, one, upper=False)
