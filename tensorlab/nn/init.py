"""torch.nn.init: how parameters begin. Each function overwrites its tensor and returns it."""

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.nn.gains import calculate_gain, fan_of, fans, kaiming_std
from tensorlab.ops.loading import find

__all__ = [
    "calculate_gain", "constant_", "dirac_", "eye_", "kaiming_normal_", "kaiming_uniform_",
    "normal_", "ones_", "orthogonal_", "sparse_", "trunc_normal_", "uniform_", "xavier_normal_",
    "xavier_uniform_", "zeros_",
]  # fmt: skip

FREQUENT = 0.3  # the share within bounds from which the normal distribution is drawn from
NOTHING = "Initializing zero-element tensors is a no-op"
# Names that programs and libraries import.
_calculate_fan_in_and_fan_out, _calculate_correct_fan = fans, fan_of


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: object = None) -> Any:
    """Overwrite with numbers drawn uniformly between a and b.

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.init.uniform_(torch.empty(2))
    tensor([0.4963, 0.7682])
    """
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: object = None) -> Any:
    """Overwrite with numbers of a normal distribution.

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.init.normal_(torch.empty(2))
    tensor([ 1.5410, -0.2934])
    """
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0,
    generator: object = None,
) -> Any:  # fmt: skip
    """Overwrite with numbers of a normal distribution, those beyond a and b drawn again.

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.init.trunc_normal_(torch.empty(3))
    tensor([ 1.5410, -0.2934, -1.3986])
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        warn(in_full("mean is more than 2"))
    if not tensor.is_meta:
        within = normal_below((b - mean) / std) - normal_below((a - mean) / std)
        draw = draw_normally if within > FREQUENT else draw_evenly
        with no_grad():
            draw(tensor, mean, std, a, b, generator)
    return tensor


def normal_below(x: float) -> float:
    """Return how much of the standard normal distribution lies below x."""
    return (1 + math.erf(x / math.sqrt(2))) / 2


def draw_normally(
    tensor: Tensor, mean: float, std: float, a: float, b: float, generator: object
) -> None:
    """Overwrite with normally distributed numbers, those beyond the bounds drawn again."""
    low, high = (tensor.new_tensor(bound, device="cpu").item() for bound in (a, b))
    tensor.normal_(mean, std, generator=generator)
    while (outside := (tensor < low) | (tensor > high)).any():
        again = find("torch", "empty_like")(tensor).normal_(mean, std, generator=generator)
        tensor.copy_(again.where(outside, tensor))


def draw_evenly(
    tensor: Tensor, mean: float, std: float, a: float, b: float, generator: object
) -> None:
    """Overwrite with numbers drawn evenly, each kept as often as it is likely: for rare ones."""
    new, chance = (find("torch", "empty_like")(tensor) for _ in range(2))
    highest = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    pending = find("torch", "ones_like")(tensor, dtype=find("torch", "bool"))
    while pending.any():
        new.uniform_(a, b, generator=generator)
        tensor.copy_(new.where(pending, tensor))
        likely = new.sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(highest)
        pending &= chance.uniform_(generator=generator).log_().gt(likely)


def constant_(tensor: Tensor, val: float) -> Any:
    """Overwrite with one value.

    >>> torch.nn.init.constant_(torch.empty(2), 3.)
    tensor([3., 3.])
    """
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor: Tensor) -> Any:
    """Overwrite with ones.

    >>> torch.nn.init.ones_(torch.empty(2))
    tensor([1., 1.])
    """
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Any:
    """Overwrite with zeros.

    >>> torch.nn.init.zeros_(torch.empty(2))
    tensor([0., 0.])
    """
    with no_grad():
        return tensor.zero_()


def eye_(tensor: Tensor) -> Any:
    """Overwrite a matrix with ones on its diagonal and zeros elsewhere.

    >>> torch.nn.init.eye_(torch.empty(2, 2))
    tensor([[1., 0.],
            [0., 1.]])

    Raises:
        ValueError: it is no matrix.
    """
    require_dimensions(tensor, (2,), "2 dimensions")
    with no_grad():
        tensor.zero_().diagonal().fill_(1)
    return tensor


def dirac_(tensor: Tensor, groups: int = 1) -> Any:
    """Overwrite a convolution's filters so that it leaves its input as it is.

    >>> torch.nn.init.dirac_(torch.empty(1, 1, 3))
    tensor([[[0., 1., 0.]]])

    Raises:
        ValueError: it is no set of filters, or the channels do not divide into the groups.
    """
    require_dimensions(tensor, (3, 4, 5), "3, 4, or 5 dimensions")
    sizes = tensor.size()
    if sizes[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    per_group = sizes[0] // groups
    middle = tuple(size // 2 for size in sizes[2:])
    with no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(per_group, sizes[1])):
                tensor[(group * per_group + channel, channel, *middle)] = 1
    return tensor


def require_dimensions(tensor: Tensor, counts: tuple[int, ...], words: str) -> None:
    """Refuse tensors of other numbers of dimensions."""
    if tensor.ndimension() not in counts:
        raise ValueError(f"Only tensors with {words} are supported")


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: object = None) -> Any:
    """Overwrite evenly, with the variance 2 / (fan in + fan out) times the gain squared.

    Source: Glorot and Bengio, Understanding the difficulty of training deep networks (2010).

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.init.xavier_uniform_(torch.empty(1, 2))
    tensor([[-0.0106,  0.7586]])
    """
    std = gain * math.sqrt(2 / float(sum(fans(tensor))))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: object = None) -> Any:
    """Overwrite normally, with the variance 2 / (fan in + fan out) times the gain squared.

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.init.xavier_normal_(torch.empty(1, 2))
    tensor([[ 1.2582, -0.2396]])
    """
    std = gain * math.sqrt(2 / float(sum(fans(tensor))))
    return normal_(tensor, 0.0, std, generator)


def kaiming_uniform_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
    generator: object = None,
) -> Any:  # fmt: skip
    """Overwrite evenly, with the variance gain ** 2 / fan.

    Source: He and others, Delving deep into rectifiers (2015).

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.init.kaiming_uniform_(torch.empty(1, 3))
    tensor([[-0.0106,  0.7586, -1.1640]])
    """
    if 0 in tensor.shape:
        warn(NOTHING)
        return tensor
    bound = math.sqrt(3.0) * kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu",
    generator: object = None,
) -> Any:  # fmt: skip
    """Overwrite normally, with the variance gain ** 2 / fan.

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.init.kaiming_normal_(torch.empty(1, 3))
    tensor([[ 1.2582, -0.2396, -1.7790]])
    """
    if 0 in tensor.shape:
        warn(NOTHING)
        return tensor
    return normal_(tensor, 0.0, kaiming_std(tensor, a, mode, nonlinearity), generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: object = None) -> Any:
    """Overwrite with a matrix whose rows, or columns, are orthogonal and of length 1.

    Source: Saxe, McClelland and Ganguli, Exact solutions to the nonlinear dynamics of learning
    in deep linear networks (2013).

    >>> q = torch.nn.init.orthogonal_(torch.empty(2, 2))
    >>> torch.allclose(q @ q.T, torch.eye(2), atol=1e-5)
    True

    Raises:
        ValueError: the tensor has fewer than two dimensions.
    """
    if tensor.ndimension() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if not tensor.numel():
        return tensor
    rows = tensor.size(0)
    columns = tensor.numel() // rows
    drawn = tensor.new_empty((rows, columns)).normal_(0, 1, generator=generator)
    q, r = find("torch.linalg", "qr")(drawn.t() if rows < columns else drawn)
    q = q * r.diagonal(0).sign()  # so that the draw is even over all such matrices
    with no_grad():
        tensor.view_as(tensor).copy_((q.t() if rows < columns else q).view(tensor.shape)).mul_(gain)
    return tensor


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: object = None) -> Any:
    """Overwrite a matrix with normal numbers, a share of each column zeros.

    >>> (torch.nn.init.sparse_(torch.empty(4, 3), 0.5) == 0).sum(0)
    tensor([2, 2, 2])

    Raises:
        ValueError: it is no matrix.
    """
    require_dimensions(tensor, (2,), "2 dimensions")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[find("torch", "randperm")(rows)[:zeros], column] = 0
    return tensor


# The names that functions had before they got their underscores.
OLD = (
    "uniform", "normal", "constant", "eye", "dirac", "xavier_uniform", "xavier_normal",
    "kaiming_uniform", "kaiming_normal", "orthogonal", "sparse",
)  # fmt: skip


def renamed(new: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function under its old name, which it warns of."""
    old = new.__name__.rstrip("_")

    @wraps(new)
    def init(*args: object, **settings: object) -> Any:
        warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{old}_`.", FutureWarning)
        return new(*args, **settings)

    return init


def __getattr__(name: str) -> Any:
    """Return a function by the name that it once had."""
    if name not in OLD:
        raise AttributeError(f"module 'torch.nn.init' has no attribute '{name}'")
    return renamed(globals()[f"{name}_"])


# The same by names that libraries import.
_no_grad_uniform_, _no_grad_normal_, _no_grad_trunc_normal_ = uniform_, normal_, trunc_normal_
_no_grad_fill_, _no_grad_zero_ = constant_, zeros_
