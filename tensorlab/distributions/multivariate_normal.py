"""Normal distributions of vectors."""

import math
from collections.abc import Callable
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.distribution import Distribution
from tensorlab.distributions.parameters import function
from tensorlab.engine.autograd.gradmode import enable_grad
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find

ONE_OF = "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified."


FORMS = ("covariance_matrix", "precision_matrix", "scale_tril")


def one_form(error: type[Exception], *matrices: object) -> tuple[str, Any]:
    """Return the name of the form in which a covariance is given, and the matrix.

    Raises:
        error: it is given in several, or in none.
    """
    given = [(name, each) for name, each in zip(FORMS, matrices, strict=True) if each is not None]
    if len(given) != 1:
        raise error(ONE_OF)
    return given[0]


class OfCovariance(Distribution):
    """A distribution with a covariance, whose `factor` is the lower triangle that makes it."""

    # By PyTorch's name, for classes of libraries that work it out when it is asked for.
    _factor = property(lambda self: self._unbroadcasted_scale_tril)
    scale_tril = property(lambda self: self._in_form("scale_tril", lambda: self._factor))
    covariance_matrix = property(
        lambda self: self._in_form("covariance_matrix", lambda: self._factor @ self._factor.mT)
    )
    precision_matrix = property(
        lambda self: self._in_form(
            "precision_matrix", lambda: function("cholesky_inverse")(self._factor)
        )
    )

    def _in_form(self, name: str, convert: Callable[[], Any]) -> Any:
        """Return the matrix that was given, or what stands for it in another form, then kept."""
        own, side = self.__dict__, self._event_shape[-1]
        if name not in own:
            with enable_grad():  # whoever asks first: it is kept for all
                own[name] = convert().expand((*self._batch_shape, side, side))
        return own[name]

    def _take_factor(self, name: str, matrix: Tensor) -> None:
        """Work the triangle out of a covariance in one of its forms."""
        if name == "scale_tril":
            self._unbroadcasted_scale_tril = matrix
        elif name == "covariance_matrix":
            self._unbroadcasted_scale_tril = find("torch.linalg", "cholesky")(matrix)
        else:
            self._unbroadcasted_scale_tril = factor_of_inverse(matrix)


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
        self, loc: Any, covariance_matrix: object = None, precision_matrix: object = None,
        scale_tril: object = None, validate_args: bool | None = None,
    ) -> None:  # fmt: skip
        if loc.dim() < 1:
            raise ValueError(in_full("loc must be at least"))
        name, matrix = one_form(ValueError, covariance_matrix, precision_matrix, scale_tril)
        if matrix.dim() < 2:
            words = "scale_tril matrix" if name == "scale_tril" else name
            raise ValueError(in_full("{} must be at least", words))
        batch = broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.__dict__[name] = matrix.expand(*batch, *matrix.shape[-2:])
        self.loc = loc.expand(*batch, loc.shape[-1])
        super().__init__(batch, self.loc.shape[-1:], validate_args)
        self._take_factor(name, matrix)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    variance = property(
        lambda self: self._factor.pow(2).sum(-1).expand(*self._batch_shape, *self._event_shape)
    )

    def _drawn(self, shape: Any) -> Any:
        """Return vectors drawn at random, which gradients pass to the parameters."""
        drawn = self.loc.new_empty(shape).normal_()
        return self.loc + function("matmul")(self._factor, drawn.unsqueeze(-1)).squeeze(-1)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at vectors."""
        apart = (value - self.loc).unsqueeze(-1)
        solved = find("torch.linalg", "solve_triangular")(
            *function_pair(self._factor, apart), upper=False
        )
        square = solved.squeeze(-1).pow(2).sum(-1)
        half = self._factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + square) - half

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        half = self._factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)
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


def with_one_more(matrix: Tensor) -> Any:
    """Return the triangle whose product with itself is a matrix with 1 added to its diagonal."""
    one = function("eye")(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
    return find("torch.linalg", "cholesky")(matrix + one)


class LowRankMultivariateNormal(Distribution):
    """Normal vectors with the covariance cov_factor @ cov_factor.T + diag(cov_diag).

    >>> zero, one = torch.zeros(2), torch.ones(2)
    >>> normal = torch.distributions.LowRankMultivariateNormal(zero, torch.ones(2, 1), one)
    >>> normal.covariance_matrix
    tensor([[2., 1.],
            [1., 2.]])
    """

    arg_constraints = constraints.of(
        loc=constraints.real_vector,
        cov_factor=constraints.independent(constraints.real, 2),
        cov_diag=constraints.independent(constraints.positive, 1),
    )
    support = constraints.real_vector

    def __init__(
        self, loc: Tensor, cov_factor: Tensor, cov_diag: Tensor, validate_args: bool | None = None
    ) -> None:
        require_forms(loc, cov_factor, cov_diag)
        try:
            column, self.cov_factor, diagonal = function("broadcast_tensors")(
                loc.unsqueeze(-1), cov_factor, cov_diag.unsqueeze(-1)
            )
        except RuntimeError:
            raise ValueError(
                in_full("Incompatible batch", loc.shape, cov_factor.shape, cov_diag.shape)
            ) from None
        self.loc, self.cov_diag = column[..., 0], diagonal[..., 0]
        self._factor, self._diagonal = cov_factor, cov_diag
        self._scaled_back = cov_factor.mT / cov_diag.unsqueeze(-2)
        self._inner = with_one_more(self._scaled_back @ cov_factor)
        super().__init__(self.loc.shape[:-1], loc.shape[-1:], validate_args)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    def stretched(self, value: Tensor, dims: int) -> Any:
        """Return vectors, or matrices, for each place of the batch."""
        return value.expand((*self._batch_shape, *(self._event_shape * dims)))

    variance = property(
        lambda self: self.stretched(self._factor.pow(2).sum(-1) + self._diagonal, 1)
    )

    @property
    def covariance_matrix(self) -> Any:
        """The mean products of distances from the mean."""
        return self.stretched(self._factor @ self._factor.mT + self._diagonal.diag_embed(), 2)

    @property
    def scale_tril(self) -> Any:
        """The lower triangle whose product with itself is the covariance."""
        root = self._diagonal.sqrt().unsqueeze(-1)
        scaled = self._factor / root
        return self.stretched(root * with_one_more(scaled @ scaled.mT), 2)

    @property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance."""
        solve = find("torch.linalg", "solve_triangular")
        part = solve(self._inner, self._scaled_back, upper=False)
        return self.stretched(self._diagonal.reciprocal().diag_embed() - part.mT @ part, 2)

    def _drawn(self, shape: Any) -> Any:
        """Return vectors drawn at random, which gradients pass to the parameters."""
        normal = function("normal")
        zeros = [
            self.loc.detach().new_zeros(each)
            for each in ((*shape[:-1], self.cov_factor.shape[-1]), shape)
        ]
        narrow, own = (normal(zero, zero.new_ones(zero.shape)) for zero in zeros)
        moved = function("matmul")(self._factor, narrow.unsqueeze(-1)).squeeze(-1)
        return self.loc + moved + self._diagonal.sqrt() * own

    def log_det(self) -> Any:
        """Return the logarithm of the determinant of the covariance."""
        inner = 2 * self._inner.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return inner + self._diagonal.log().sum(-1)

    def _log_density(self, value: Tensor) -> Any:
        """Return the logarithm of the density at vectors."""
        apart = value - self.loc
        projected = function("matmul")(self._scaled_back, apart.unsqueeze(-1))
        inner = self._inner.expand(*projected.shape[:-2], *self._inner.shape[-2:])
        solved = find("torch.linalg", "solve_triangular")(inner, projected, upper=False)
        square = (apart.pow(2) / self._diagonal).sum(-1) - solved.squeeze(-1).pow(2).sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self.log_det() + square)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        found = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self.log_det())
        return found.expand(self._batch_shape) if self._batch_shape else found


def require_forms(loc: Tensor, cov_factor: Tensor, cov_diag: Tensor) -> None:
    """Refuse parameters that do not fit each other.

    Raises:
        ValueError: so they are.
    """
    if loc.dim() < 1:
        raise ValueError(in_full("loc must be at least"))
    event = loc.shape[-1:]
    if cov_factor.dim() < 2:
        raise ValueError(in_full("cov_factor must be at"))
    if tuple(cov_factor.shape[-2:-1]) != tuple(event):
        raise ValueError(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
    if tuple(cov_diag.shape[-1:]) != tuple(event):
        raise ValueError(f"cov_diag must be a batch of vectors with shape {event}")
