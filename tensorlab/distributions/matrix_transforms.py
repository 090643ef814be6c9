"""Transforms into matrices that satisfy a condition."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.number_transforms import FEW
from tensorlab.distributions.parameters import function
from tensorlab.distributions.transform import Transform
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find


def lower_mask(size: int, diagonal: int, near: Tensor) -> Any:
    """Return which elements of a square lie below a diagonal, or on it."""
    numbers = function("arange")(size, device=near.device)
    return numbers < numbers.view(-1, 1) + (diagonal + 1)


def to_row(matrix: Tensor, diagonal: int) -> Any:
    """Return the elements of a lower triangle in a row."""
    return matrix[..., lower_mask(matrix.shape[-1], diagonal, matrix)]


def side_of(count: int, refused: str = "Input is not a flattened lower-diagonal number") -> int:
    """Return the side of the square whose elements below the diagonal are so many.

    Raises:
        ValueError: there is none.
    """
    side = round(math.sqrt(0.25 + 2 * count) + 0.5)
    if side * (side - 1) // 2 != count:
        raise ValueError(refused)
    return side


class CorrCholeskyTransform(Transform):
    """The lower triangle of a correlation matrix, from as many numbers as lie below its diagonal.

    >>> torch.distributions.CorrCholeskyTransform()(torch.tensor([0.5]))
    tensor([[1.0000, 0.0000],
            [0.4621, 0.8868]])
    """

    domain = constraints.real_vector
    codomain = constraints.corr_cholesky

    def _call(self, x: Tensor) -> Any:
        eps = find("torch", "finfo")(x.dtype).eps
        x = x.tanh().clamp(min=-1 + eps, max=1 - eps)
        side = side_of(x.shape[-1], in_full("The size of last dimension", x.shape[-1]))
        lower = x.new_zeros((*x.shape[:-1], side, side))
        lower[..., lower_mask(side, -1, x)] = x
        left = (1 - lower**2).sqrt().cumprod(-1)
        lower = lower + function("eye")(side, dtype=x.dtype, device=x.device)
        return lower * function("pad")(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y: Tensor) -> Any:
        left = function("pad")((1 - (y * y).cumsum(-1))[..., :-1], [1, 0], value=1)
        t = to_row(y, -1) / to_row(left, -1).sqrt()
        return (t.log1p() - t.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        left = to_row(1 - (y * y).cumsum(dim=-1), -2)
        bent = -2 * (x + function("softplus")(-2 * x) - math.log(2.0)).sum(dim=-1)
        return 0.5 * left.log().sum(-1) + bent

    def forward_shape(self, shape: Any) -> Any:
        """Return the shape that values of a shape get."""
        if not shape:
            raise ValueError(FEW)
        side = side_of(shape[-1])
        return shape[:-1] + (side, side)  # noqa: RUF005  of the type given

    def inverse_shape(self, shape: Any) -> Any:
        """Return the shape that values of a shape had."""
        if len(shape) < 2:
            raise ValueError(FEW)
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        return shape[:-2] + (shape[-1] * (shape[-1] - 1) // 2,)  # noqa: RUF005  of the type given


class LowerCholeskyTransform(Transform):
    """A lower triangle with a positive diagonal, from any matrix.

    >>> torch.distributions.LowerCholeskyTransform()(torch.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """

    bijective = False
    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def _call(self, x: Tensor) -> Any:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Tensor) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """A positive definite matrix, from any matrix.

    >>> torch.distributions.PositiveDefiniteTransform()(torch.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """

    bijective = False
    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def _call(self, x: Tensor) -> Any:
        lower = LowerCholeskyTransform()(x)
        return lower @ lower.mT

    def _inverse(self, y: Tensor) -> Any:
        return LowerCholeskyTransform().inv(find("torch.linalg", "cholesky")(y))
