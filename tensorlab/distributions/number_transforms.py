"""Transforms of single numbers, and of rows of chances."""

import math
from typing import Any

from tensorlab.distributions import constraints
from tensorlab.distributions.parameters import broadcast_all, function
from tensorlab.distributions.transform import Transform, summed
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


def inside(chances: Tensor) -> Any:
    """Return chances a little away from 0 and 1."""
    limits = find("torch", "finfo")(chances.dtype)
    return chances.clamp(min=limits.tiny, max=1.0 - limits.eps)


def _clipped_sigmoid(x: Tensor) -> Any:
    """Return the chances of which x are the logits, a little away from 0 and 1."""
    return inside(x.sigmoid())


class ExpTransform(Transform):
    """y = e ** x.

    >>> torch.distributions.ExpTransform()(torch.tensor(1.))
    tensor(2.7183)
    """

    sign = 1
    codomain = constraints.positive

    def _call(self, x: Tensor) -> Any:
        return x.exp()

    def _inverse(self, y: Tensor) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        return x


class AffineTransform(Transform):
    """y = loc + scale * x.

    >>> torch.distributions.AffineTransform(1., 2.)(torch.tensor(3.))
    tensor(7.)
    """

    _settings = ("loc", "scale", "event_dim")

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    event_dim = property(lambda self: self._event_dim)
    domain = codomain = property(
        lambda self: (
            constraints.independent(constraints.real, self.event_dim)
            if self.event_dim
            else constraints.real
        )
    )

    @property
    def sign(self) -> Any:
        """Whether larger values stay larger."""
        if isinstance(self.scale, int | float):
            return (self.scale > 0) - (self.scale < 0)
        return self.scale.sign()

    def forward_shape(self, shape: Any) -> Any:
        """Return the shape that values of a shape get."""
        own = (Size(getattr(value, "shape", ())) for value in (self.loc, self.scale))
        return function("broadcast_shapes")(tuple(shape), *own)

    inverse_shape = forward_shape

    def _call(self, x: Tensor) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Tensor) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        if isinstance(self.scale, int | float):
            found = x.new_full(x.shape, math.log(abs(self.scale)))
        else:
            found = self.scale.abs().log()
        dims = self.event_dim
        found = summed(found, dims)
        return found.expand(x.shape[: x.dim() - dims])


class SigmoidTransform(Transform):
    """y = 1 / (1 + e ** -x).

    >>> torch.distributions.SigmoidTransform()(torch.tensor(0.))
    tensor(0.5000)
    """

    sign = 1
    codomain = constraints.unit_interval

    def _call(self, x: Tensor) -> Any:
        return _clipped_sigmoid(x)

    def _inverse(self, y: Tensor) -> Any:
        y = inside(y)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        softplus = function("softplus")
        return -softplus(-x) - softplus(x)


class SoftplusTransform(Transform):
    """y = log(1 + e ** x).

    >>> torch.distributions.SoftplusTransform()(torch.tensor(0.))
    tensor(0.6931)
    """

    sign = 1
    codomain = constraints.positive

    def _call(self, x: Tensor) -> Any:
        return function("softplus")(x)

    def _inverse(self, y: Tensor) -> Any:
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        return -function("softplus")(-x)


class TanhTransform(Transform):
    """y = tanh(x).

    >>> torch.distributions.TanhTransform()(torch.tensor(1.))
    tensor(0.7616)
    """

    sign = 1
    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x: Tensor) -> Any:
        return x.tanh()

    def _inverse(self, y: Tensor) -> Any:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        return 2.0 * (math.log(2.0) - x - function("softplus")(-2.0 * x))


class PowerTransform(Transform):
    """y = x ** exponent.

    >>> torch.distributions.PowerTransform(torch.tensor(2.))(torch.tensor(3.))
    tensor(9.)
    """

    _settings = ("exponent",)
    domain = codomain = constraints.positive

    def __init__(self, exponent: Tensor, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        (self.exponent,) = broadcast_all(exponent)

    sign = property(lambda self: self.exponent.sign())

    def forward_shape(self, shape: Any) -> Any:
        """Return the shape that values of a shape get."""
        return function("broadcast_shapes")(tuple(shape), Size(self.exponent.shape))

    inverse_shape = forward_shape

    def _call(self, x: Tensor) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Tensor) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        return (self.exponent * y / x).abs().log()


class SoftmaxTransform(Transform):
    """y = softmax(x), which has no inverse; log is one way back.

    >>> torch.distributions.SoftmaxTransform()(torch.zeros(2))
    tensor([0.5000, 0.5000])
    """

    bijective = False
    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x: Tensor) -> Any:
        chances = (x - x.max(-1, True)[0]).exp()
        return chances / chances.sum(-1, True)

    def _inverse(self, y: Tensor) -> Any:
        return y.log()


class AbsTransform(Transform):
    """y = |x|, which has no inverse.

    >>> torch.distributions.AbsTransform()(torch.tensor(-1.))
    tensor(1.)
    """

    bijective = False
    codomain = constraints.positive

    def _call(self, x: Tensor) -> Any:
        return x.abs()

    def _inverse(self, y: Tensor) -> Any:
        return y


FEW = "Too few dimensions on input"


class StickBreakingTransform(Transform):
    """Probabilities that add up to 1, each a part of what those before it have left.

    >>> torch.distributions.StickBreakingTransform()(torch.tensor([0.]))
    tensor([0.5000, 0.5000])
    """

    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x: Tensor) -> Any:
        part = _clipped_sigmoid(x - self._offset(x).log())
        pad = function("pad")
        return pad(part, [0, 1], value=1) * pad((1 - part).cumprod(-1), [1, 0], value=1)

    def _offset(self, x: Tensor) -> Any:
        """Return how many pieces are left at each place."""
        return x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)

    def _inverse(self, y: Tensor) -> Any:
        first = y[..., :-1]
        left = (1 - first.cumsum(-1)).clamp(min=find("torch", "finfo")(y.dtype).tiny)
        return first.log() - left.log() + self._offset(first).log()

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Any:
        """Return the logarithm of how much values are stretched."""
        x = x - self._offset(x).log()
        return (-x + function("logsigmoid")(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape: Any) -> Any:
        """Return the shape that values of a shape get."""
        if not shape:
            raise ValueError(FEW)
        return shape[:-1] + (shape[-1] + 1,)  # noqa: RUF005  of the type given

    def inverse_shape(self, shape: Any) -> Any:
        """Return the shape that values of a shape had."""
        if not shape:
            raise ValueError(FEW)
        return shape[:-1] + (shape[-1] - 1,)  # noqa: RUF005  of the type given
