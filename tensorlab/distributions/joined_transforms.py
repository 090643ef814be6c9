"""Transforms of the shape alone, and those made of several, each for its part of the values."""

from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.parameters import from_part, function
from tensorlab.distributions.transform import Transform, summed
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full


class Parts(Transform):
    """Transforms, each for its part of the values along a dimension."""

    def __init__(self, tseq: Any, dim: int, cache_size: int) -> None:
        if not all(isinstance(each, Transform) for each in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        super().__init__(cache_size)
        self.transforms = [each.with_cache(cache_size) for each in tseq] if cache_size else [*tseq]
        self.dim = dim

    bijective = property(lambda self: all(each.bijective for each in self.transforms))

    def _parts(self, value: Any) -> list[Any]:
        """Return the values of each transform."""
        raise NotImplementedError

    def _joined(self, parts: list[Any]) -> Any:
        """Return the values of all transforms."""
        raise NotImplementedError

    def _require_places(self, value: Tensor, name: str, count: int) -> None:
        """Refuse values that have no such dimension, or not a place in it for each transform.

        Raises:
            AssertionError: so they have.
        """
        if not -value.dim() <= self.dim < value.dim():
            raise AssertionError(in_full("dim {} out of range", self.dim, value.dim()))
        size = value.size(self.dim)
        if size != count:
            raise AssertionError(f"x.size({self.dim}) = {size} must equal {name} {count}")

    def _call(self, x: Tensor) -> Any:
        pairs = zip(self.transforms, self._parts(x), strict=True)
        return self._joined([each(part) for each, part in pairs])

    def _inverse(self, y: Tensor) -> Any:
        pairs = zip(self.transforms, self._parts(y), strict=True)
        return self._joined([each.inv(part) for each, part in pairs])

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class CatTransform(Parts):
    """Transforms, each for some of the places along a dimension.

    >>> D = torch.distributions
    >>> D.CatTransform([D.ExpTransform(), D.AbsTransform()])(torch.tensor([0., -2.]))
    tensor([1., 2.])
    """

    _settings = ("transforms", "dim", "lengths")

    def __init__(self, tseq: Any, dim: int = 0, lengths: Any = None, cache_size: int = 0) -> None:
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(in_full("lengths ({})", len(self.lengths), len(self.transforms)))

    length = property(lambda self: sum(self.lengths))
    event_dim = property(lambda self: max(each.event_dim for each in self.transforms))
    domain = property(
        lambda self: constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)
    )
    codomain = property(
        lambda self: constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)
    )

    def _parts(self, value: Tensor) -> list[Any]:
        """Return the values of each transform."""
        self._require_places(value, "length", self.length)
        return list(value.split(self.lengths, self.dim))

    def _joined(self, parts: list[Any]) -> Any:
        """Return the values of all transforms."""
        return function("cat")(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        changes, parts = [], zip(self._parts(x), self._parts(y), strict=True)
        for each, (before, after) in zip(self.transforms, parts, strict=True):
            change = each.log_abs_det_jacobian(before, after)
            changes.append(summed(change, max(0, self.event_dim - each.event_dim)))
        dim = self.dim - x.dim() if self.dim >= 0 else self.dim
        dim += self.event_dim
        if dim < 0:
            return function("cat")(changes, dim=dim)
        total = changes[0]
        for change in changes[1:]:
            total = total + change
        return total


class StackTransform(Parts):
    """Transforms, each for one place along a dimension.

    >>> D = torch.distributions
    >>> D.StackTransform([D.ExpTransform(), D.AbsTransform()])(torch.tensor([0., -2.]))
    tensor([1., 2.])
    """

    _settings = ("transforms", "dim")

    def __init__(self, tseq: Any, dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(tseq, dim, cache_size)

    domain = property(lambda self: constraints.stack([t.domain for t in self.transforms], self.dim))
    codomain = property(
        lambda self: constraints.stack([t.codomain for t in self.transforms], self.dim)
    )

    def _parts(self, value: Tensor) -> list[Any]:
        """Return the values of each transform."""
        self._require_places(value, "len(transforms)", len(self.transforms))
        return list(value.unbind(self.dim))

    def _joined(self, parts: list[Any]) -> Any:
        """Return the values of all transforms."""
        return function("stack")(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        rows = zip(self.transforms, self._parts(x), self._parts(y), strict=True)
        return self._joined([t.log_abs_det_jacobian(before, after) for t, before, after in rows])


class CumulativeDistributionTransform(Transform):
    """The probability of values below, under a distribution.

    >>> D = torch.distributions
    >>> D.CumulativeDistributionTransform(D.Normal(0., 1.))(torch.tensor(0.))
    tensor(0.5000)
    """

    _settings = ("distribution",)
    sign = 1
    codomain = constraints.unit_interval

    def __init__(self, distribution: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.distribution = distribution

    domain = property(lambda self: self.distribution.support)

    def _call(self, x: Tensor) -> Any:
        return self.distribution.cdf(x)

    def _inverse(self, y: Tensor) -> Any:
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        return self.distribution.log_prob(x)

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class IndependentTransform(Transform):
    """A transform whose last batch dimensions become part of one value.

    >>> D = torch.distributions
    >>> x = torch.tensor([1., 2.])
    >>> D.IndependentTransform(D.ExpTransform(), 1).log_abs_det_jacobian(x, x.exp())
    tensor(3.)
    """

    _settings = ("base_transform", "reinterpreted_batch_ndims")

    def __init__(
        self, base_transform: Any, reinterpreted_batch_ndims: int, cache_size: int = 0
    ) -> None:
        super().__init__(cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    sign, bijective = from_part("base_transform", "sign", "bijective")
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

    _settings = ("in_shape", "out_shape")

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
