"""torch.distributions.transforms: what can be made of values, and back."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from tensorlab.distributions.parameters import function


class Transform:
    """A function with an inverse, and the logarithm of how much it stretches."""

    sign: Any = 1
    bijective: ClassVar[bool] = True

    def __init__(self, cache_size: int = 0) -> None:
        self._cache_size = cache_size

    def __call__(self, x: Any) -> Any:
        """Return what the transform makes of values."""
        return self._call(x)

    @property
    def inv(self) -> Any:
        """The way back."""
        return Inverse(self)

    def _call(self, x: Any) -> Any:
        raise NotImplementedError

    def _inverse(self, y: Any) -> Any:
        raise NotImplementedError

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Inverse(Transform):
    """A transform the other way round."""

    def __init__(self, transform: Transform) -> None:
        super().__init__()
        self._inv = transform
        self.sign = transform.sign

    @property
    def inv(self) -> Transform:
        """The transform itself."""
        return self._inv

    def _call(self, x: Any) -> Any:
        return self._inv._inverse(x)

    def _inverse(self, y: Any) -> Any:
        return self._inv._call(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        return -self._inv.log_abs_det_jacobian(y, x)


class ComposeTransform(Transform):
    """Transforms one after the other.

    >>> steps = [torch.distributions.AffineTransform(1., 2.), torch.distributions.ExpTransform()]
    >>> torch.distributions.ComposeTransform(steps)(torch.tensor(0.))
    tensor(2.7183)
    """

    def __init__(self, parts: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.parts = list(parts)

    def _call(self, x: Any) -> Any:
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y: Any) -> Any:
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        total: Any = 0.0
        for part in self.parts:
            after = part(x)
            total = total + part.log_abs_det_jacobian(x, after)
            x = after
        return total


class ExpTransform(Transform):
    """y = e ** x.

    >>> torch.distributions.ExpTransform()(torch.tensor(1.))
    tensor(2.7183)
    """

    def _call(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        return x


class AffineTransform(Transform):
    """y = loc + scale * x.

    >>> torch.distributions.AffineTransform(1., 2.)(torch.tensor(3.))
    tensor(7.)
    """

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim

    @property
    def sign(self) -> Any:
        """Whether larger values stay larger."""
        if isinstance(self.scale, int | float):
            return 1 if self.scale > 0 else -1
        return self.scale.sign()

    def _call(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        if isinstance(self.scale, int | float):
            found = x.new_full(x.shape, math.log(abs(self.scale)))
        else:
            found = self.scale.abs().log()
        dims = self.event_dim
        return found.expand(x.shape).flatten(-dims).sum(-1) if dims else found.expand(x.shape)


class SigmoidTransform(Transform):
    """y = 1 / (1 + e ** -x).

    >>> torch.distributions.SigmoidTransform()(torch.tensor(0.))
    tensor(0.5000)
    """

    def _call(self, x: Any) -> Any:
        return x.sigmoid()

    def _inverse(self, y: Any) -> Any:
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        softplus = function("softplus")
        return -softplus(-x) - softplus(x)


class TanhTransform(Transform):
    """y = tanh(x).

    >>> torch.distributions.TanhTransform()(torch.tensor(1.))
    tensor(0.7616)
    """

    def _call(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        return 2.0 * (math.log(2.0) - x - function("softplus")(-2.0 * x))


class PowerTransform(Transform):
    """y = x ** exponent.

    >>> torch.distributions.PowerTransform(torch.tensor(2.))(torch.tensor(3.))
    tensor(9.)
    """

    def __init__(self, exponent: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.exponent = exponent

    def _call(self, x: Any) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of how much values are stretched."""
        return (self.exponent * y / x).abs().log()


class SoftmaxTransform(Transform):
    """y = softmax(x), which has no inverse; log is one way back.

    >>> torch.distributions.SoftmaxTransform()(torch.zeros(2))
    tensor([0.5000, 0.5000])
    """

    bijective = False

    def _call(self, x: Any) -> Any:
        return x.softmax(-1)

    def _inverse(self, y: Any) -> Any:
        return y.log()


class AbsTransform(Transform):
    """y = |x|, which has no inverse.

    >>> torch.distributions.AbsTransform()(torch.tensor(-1.))
    tensor(1.)
    """

    bijective = False

    def _call(self, x: Any) -> Any:
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y
