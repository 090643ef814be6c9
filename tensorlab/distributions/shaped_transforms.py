"""Transforms of the shape alone, and of several dimensions as one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorlab.distributions import constraints
from tensorlab.distributions.transform import Transform, summed
from tensorlab.engine.size import Size

if TYPE_CHECKING:
    from tensorlab.engine.tensor import Tensor


class IndependentTransform(Transform):
    """A transform whose last batch dimensions belong to one value.

    >>> D = torch.distributions
    >>> x = torch.tensor([1., 2.])
    >>> D.IndependentTransform(D.ExpTransform(), 1).log_abs_det_jacobian(x, x.exp())
    tensor(3.)
    """

    settings = ("base_transform", "reinterpreted_batch_ndims")

    def __init__(
        self, base_transform: Any, reinterpreted_batch_ndims: int, cache_size: int = 0
    ) -> None:
        super().__init__(cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    sign = property(lambda self: self.base_transform.sign)
    bijective = property(lambda self: self.base_transform.bijective)
    domain = property(
        lambda self: constraints.independent(
            self.base_transform.domain, self.reinterpreted_batch_ndims
        )
    )
    codomain = property(
        lambda self: constraints.independent(
            self.base_transform.codomain, self.reinterpreted_batch_ndims
        )
    )

    def _call(self, x: Tensor) -> Any:
        require_dims(x, self.domain)
        return self.base_transform(x)

    def _inverse(self, y: Tensor) -> Any:
        require_dims(y, self.codomain)
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        change = self.base_transform.log_abs_det_jacobian(x, y)
        return summed(change, self.reinterpreted_batch_ndims)

    def forward_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape get."""
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape had."""
        return self.base_transform.inverse_shape(shape)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"


def require_dims(value: Tensor, constraint: Any) -> None:
    """Refuse values of fewer dimensions than belong to one.

    Raises:
        ValueError: so they are.
    """
    if value.dim() < constraint.event_dim:
        raise ValueError("Too few dimensions on input")


class ReshapeTransform(Transform):
    """Values in another shape.

    >>> torch.distributions.ReshapeTransform((2, 2), (4,))(torch.eye(2))
    tensor([1., 0., 0., 1.])
    """

    settings = ("in_shape", "out_shape")

    def __init__(self, in_shape: Any, out_shape: Any, cache_size: int = 0) -> None:
        self.in_shape, self.out_shape = Size(in_shape), Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size)

    domain = property(lambda self: constraints.independent(constraints.real, len(self.in_shape)))
    codomain = property(lambda self: constraints.independent(constraints.real, len(self.out_shape)))

    def _call(self, x: Tensor) -> Any:
        return x.reshape((*x.shape[: x.dim() - len(self.in_shape)], *self.out_shape))

    def _inverse(self, y: Tensor) -> Any:
        return y.reshape((*y.shape[: y.dim() - len(self.out_shape)], *self.in_shape))

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return zeros: nothing is stretched."""
        return x.new_zeros(x.shape[: x.dim() - len(self.in_shape)])

    def forward_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape get."""
        return exchanged(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape had."""
        return exchanged(shape, self.out_shape, self.in_shape)

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def exchanged(shape: Any, old: Size, new: Size) -> Size:
    """Return a shape with another end.

    Raises:
        ValueError: it does not end so.
    """
    cut = len(shape) - len(old)
    if cut < 0:
        raise ValueError("Too few dimensions on input")
    if tuple(shape[cut:]) != tuple(old):
        raise ValueError(f"Shape mismatch: expected {Size(shape[cut:])} but got {old}")
    return Size((*shape[:cut], *new))
