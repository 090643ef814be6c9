"""Transforms: a function with an inverse, alone, the other way round, or several in a row."""

from functools import reduce
from operator import add, mul
from typing import Any, ClassVar

from tensorlab.distributions import constraints
from tensorlab.distributions.parameters import from_part, function
from tensorlab.engine.naming import keep_own, reduced_by_name
from tensorlab.engine.tensor import Tensor


def summed(value: Tensor, dims: int) -> Any:
    """Return sums over the last dimensions."""
    return value.reshape(*value.shape[: value.dim() - dims], -1).sum(-1) if dims else value


class Transform:
    """A function with an inverse, and the logarithm of how much it stretches."""

    bijective: Any = True
    domain: Any = constraints.real
    codomain: Any = constraints.real
    _settings: ClassVar[tuple[str, ...]] = ()  # what it was made with
    _inv: Any = None  # heirs keep their way back there

    __reduce_ex__ = reduced_by_name

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        # programs see PyTorch's names
        if cls.__module__.startswith("tensorlab.distributions."):
            cls.__module__ = Transform.__module__
            keep_own(cls, *(("with_cache",) if cls._settings else ()))

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._cached_x_y: tuple[Any, Any] = (None, None)
        super().__init__()  # of what else a class is derived from

    @property
    def sign(self) -> Any:
        """Whether larger values stay larger: 1 or -1."""
        raise NotImplementedError

    @property
    def event_dim(self) -> int:
        """How many dimensions belong to one value."""
        if self.domain.event_dim == self.codomain.event_dim:
            return int(self.domain.event_dim)
        raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")

    def __call__(self, x: Tensor) -> Any:
        """Return what the transform makes of values."""
        if self._cache_size and self._cached_x_y[0] is x:
            return self._cached_x_y[1]
        y = self._call(x)
        self._cached_x_y = (x, y) if self._cache_size else (None, None)
        return y

    def _back(self, y: Tensor) -> Any:
        """Return which values the transform makes others of."""
        if self._cache_size and self._cached_x_y[1] is y:
            return self._cached_x_y[0]
        x = self._inverse(y)
        self._cached_x_y = (x, y) if self._cache_size else (None, None)
        return x

    @property
    def inv(self) -> Any:
        """The way back."""
        return _InverseTransform(self)

    def with_cache(self, cache_size: int = 1) -> Any:
        """Return the same transform, which remembers its last value, or does not."""
        if self._cache_size == cache_size:
            return self
        kind: Any = type(self)
        return kind(*(getattr(self, name) for name in self._settings), cache_size=cache_size)

    def _call(self, x: Any) -> Any:
        raise NotImplementedError

    def _inverse(self, y: Any) -> Any:
        raise NotImplementedError

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        raise NotImplementedError

    def forward_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape get."""
        return shape

    def inverse_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape had."""
        return shape

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        pairs = [(getattr(self, name), getattr(other, name)) for name in self._settings]
        return all(bool(function("as_tensor")(a == b).all()) for a, b in pairs)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


Transform.__module__ = "torch.distributions.transforms"


class _InverseTransform(Transform):
    """A transform the other way round."""

    _settings = ("_inv",)

    def __init__(self, transform: Transform) -> None:
        super().__init__(transform._cache_size)
        self._inv = transform

    sign, bijective = from_part("_inv", "sign", "bijective")
    domain = property(lambda self: self._inv.codomain)
    codomain = property(lambda self: self._inv.domain)
    inv = property(lambda self: self._inv)

    def __call__(self, x: Tensor) -> Any:
        """Return which values the transform makes others of."""
        return self._inv._back(x)

    def with_cache(self, cache_size: int = 1) -> Any:
        """Return the same transform, which remembers its last value, or does not."""
        return self._inv.with_cache(cache_size).inv

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape get."""
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape had."""
        return self._inv.forward_shape(shape)

    def __repr__(self) -> str:
        return f"_InverseTransform({self._inv!r})"


def values_behind(parts: list[Any], near: str, far: str) -> Any:
    """Return which values there are at the far side of parts, each of which has two sides."""
    if not parts:
        return constraints.real
    found, dims = getattr(parts[-1], far), getattr(parts[0], near).event_dim
    for part in parts:
        own = getattr(part, far).event_dim
        dims = max(dims + own - getattr(part, near).event_dim, own)
    more = dims - found.event_dim
    return constraints.independent(found, more) if more > 0 else found


class ComposeTransform(Transform):
    """Transforms one after the other.

    >>> steps = [torch.distributions.AffineTransform(1., 2.), torch.distributions.ExpTransform()]
    >>> torch.distributions.ComposeTransform(steps)(torch.tensor(0.))
    tensor(2.7183)
    """

    _settings = ("_parts",)

    def __init__(self, parts: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self._parts = [part.with_cache(cache_size) for part in parts] if cache_size else list(parts)

    inv = property(lambda self: ComposeTransform([part.inv for part in reversed(self._parts)]))
    sign = property(lambda self: reduce(mul, (part.sign for part in self._parts), 1))
    bijective = property(lambda self: all(part.bijective for part in self._parts))

    domain = property(lambda self: values_behind(self._parts[::-1], "codomain", "domain"))
    codomain = property(lambda self: values_behind(self._parts, "domain", "codomain"))

    def __call__(self, x: Tensor) -> Any:
        """Return what the last part makes of what those before it made."""
        return reduce(lambda value, part: part(value), self._parts, x)

    def _back(self, y: object) -> Any:
        """Return which values the parts make others of."""
        return self.inv(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        if not self._parts:
            return function("zeros_like")(x)
        values = [x]
        for part in self._parts[:-1]:
            values.append(part(values[-1]))
        values.append(y)
        terms, dims = [], self.domain.event_dim
        for part, before, after in zip(self._parts, values, values[1:], strict=False):
            change = part.log_abs_det_jacobian(before, after)
            terms.append(summed(change, dims - part.domain.event_dim))
            dims += part.codomain.event_dim - part.domain.event_dim
        return reduce(add, terms)

    def forward_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape get."""
        return reduce(lambda found, part: part.forward_shape(found), self._parts, shape)

    def inverse_shape(self, shape: object) -> Any:
        """Return the shape that values of a shape had."""
        return reduce(lambda found, part: part.inverse_shape(found), reversed(self._parts), shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComposeTransform) and self._parts == other._parts

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        parts = ",\n    ".join(map(repr, self._parts))
        return f"{type(self).__name__}(\n    {parts}\n)"


identity_transform = ComposeTransform([])
