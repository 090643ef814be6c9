"""How large parameters begin: by what goes into a layer, and by its activation."""

import math

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full

MODES = ["fan_in", "fan_out"]
# PyTorch's words for layers, not functions.
LINEAR = frozenset(
    ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
     "conv_transpose3d", "sigmoid")
)  # fmt: skip
GAINS = {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}


def fans(tensor: Tensor) -> tuple[int, int]:
    """Return how many numbers go into each result of a layer's weights, and out of each input.

    Raises:
        ValueError: the tensor has fewer than two dimensions.
    """
    if tensor.dim() < 2:
        raise ValueError(in_full("Fan in and fan out"))
    field = math.prod(tensor.shape[2:])
    return tensor.size(1) * field, tensor.size(0) * field


def fan_of(tensor: Tensor, mode: str) -> int:
    """Return one of the fans of a layer's weights.

    Raises:
        ValueError: the mode is none of MODES.
    """
    mode = mode.lower()
    if mode not in MODES:
        raise ValueError(f"Mode {mode} not supported, please use one of {MODES}")
    return fans(tensor)[MODES.index(mode)]


def kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    """Return the standard deviation that keeps the variance of an activation's results.

    Raises:
        ValueError: the mode is unknown.
    """
    fan = fan_of(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return by how much weights grow so that an activation keeps the variance.

    Source: He and others, Delving deep into rectifiers (2015), for relu and its kin.

    >>> torch.nn.init.calculate_gain("relu")
    1.4142135623730951

    Raises:
        ValueError: the activation is unknown, or its slope is no number.
    """
    if not isinstance(nonlinearity, str):
        raise ValueError(in_full("Unsupported nonlinearity", nonlinearity))
    if nonlinearity in LINEAR:
        return 1
    if nonlinearity in GAINS:
        return GAINS[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(in_full("Unsupported nonlinearity", nonlinearity))
    if param is not None and (isinstance(param, bool) or not isinstance(param, int | float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    slope = 0.01 if param is None else param
    return math.sqrt(2 / (1 + slope**2))
