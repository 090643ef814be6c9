"""Parameters of distributions: stretched to one shape, and probabilities in both forms.

PyTorch has them in torch.distributions.utils.
"""

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from tensorlab.engine.autograd.gradmode import enable_grad
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find

EULER = 0.57721566490153286060
EITHER = "Either `probs` or `logits` must be specified, but not both."


def function(name: str) -> Any:
    """Return a function of torch, or of torch.nn.functional."""
    return find("torch.nn.functional", name) or find("torch", name)


def broadcast_all(*values: object) -> tuple[Any, ...]:
    """Return tensors of one shape; numbers become tensors of the others' type.

    Raises:
        ValueError: one is neither a tensor nor a number.
    """
    if not all(isinstance(value, Tensor | int | float) for value in values):
        raise ValueError(in_full("Input arguments must"))
    near = next((value for value in values if isinstance(value, Tensor)), None)
    dtype = Defaults.floating if near is None else near.dtype
    device = None if near is None else near.device
    make = partial(function("tensor"), dtype=dtype, device=device)
    tensors = [value if isinstance(value, Tensor) else make(value) for value in values]
    return tuple(function("broadcast_tensors")(*tensors))


def clamp_probs(probs: Tensor) -> Any:
    """Return probabilities a little away from 0 and 1, so that their logarithms are finite."""
    eps = find("torch", "finfo")(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Any:
    """Return the logarithms of probabilities, or of odds."""
    safe = clamp_probs(probs)
    return safe.log() - (-safe).log1p() if is_binary else safe.log()


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Any:
    """Return probabilities, of their logarithms or of those of odds."""
    return logits.sigmoid() if is_binary else logits.softmax(-1)


def standard_normal(shape: object, dtype: object, device: object) -> Any:
    """Return numbers of the standard normal distribution."""
    return function("randn")(shape, dtype=dtype, device=device)


class lazy_property:  # noqa: N801  PyTorch's name
    """A property that is worked out when it is first asked for, and then kept."""

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        self.wrapped = wrapped

    def __get__(self, instance: object, owner: object = None) -> Any:
        if instance is None:
            return self
        with enable_grad():  # whoever asks first: it is kept for all
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


def from_part(part: str, *names: str) -> Any:
    """Return properties that a part of a distribution or transform answers, by their names."""

    def read(name: str) -> property:
        found = attrgetter(f"{part}.{name}")
        return property(lambda self: found(self), doc="What the part that it is made of has.")

    return map(read, names)


class OfChances:
    """Probabilities as they were given; their other form is worked out when it is asked for."""

    _is_binary = True

    def _take(self, probs: object, logits: object) -> Any:
        """Keep what was given of the two, and return it.

        Raises:
            ValueError: both were given, or none.
        """
        if (probs is None) == (logits is None):
            raise ValueError(EITHER)
        name, given = ("probs", probs) if logits is None else ("logits", logits)
        self.__dict__[name] = given
        self._given = name
        return given

    def _begin(self, probs: object, logits: object, checked: object, **others: object) -> None:
        """Begin as a distribution of what was given, stretched to one shape with other parameters.

        Raises:
            ValueError: both of the two were given or none, or a parameter is out of its bounds.
        """
        given = self._take(probs, logits)
        *stretched, self.__dict__[self._given] = broadcast_all(*others.values(), given)
        self.__dict__.update(zip(others, [x.type_as(self._param) for x in stretched], strict=True))
        super().__init__(self._param.shape, validate_args=checked)  # type: ignore[call-arg]  # a distribution's

    probs = property(lambda self: self._in_form("probs"))
    logits = property(lambda self: self._in_form("logits"))

    def _in_form(self, name: str) -> Any:
        """Return the probabilities, or their logarithms or those of their odds."""
        own = self.__dict__
        if name not in own:
            other, convert = (
                ("logits", logits_to_probs) if name == "probs" else ("probs", probs_to_logits)
            )
            with enable_grad():  # whoever asks first: it is kept for all
                own[name] = convert(own[other], is_binary=self._is_binary)
        return own[name]

    _param = property(lambda self: self.__dict__[self._given])
