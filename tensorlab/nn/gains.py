"""By how much weights grow so that the activation behind them keeps the variance."""

import math

# PyTorch's words for layers, not functions.
LINEAR = frozenset(
    ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
     "conv_transpose3d", "sigmoid")
)  # fmt: skip
GAINS = {"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return by how much weights grow so that an activation keeps the variance.

    Source: He and others, Delving deep into rectifiers (2015), for relu and its kin.

    >>> torch.nn.init.calculate_gain("relu")
    1.4142135623730951

    Raises:
        ValueError: the activation is unknown, or its slope is no number.
    """
    if nonlinearity in LINEAR:
        return 1
    if nonlinearity in GAINS:
        return GAINS[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    if param is not None and (isinstance(param, bool) or not isinstance(param, int | float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    slope = 0.01 if param is None else param
    return math.sqrt(2 / (1 + slope**2))
