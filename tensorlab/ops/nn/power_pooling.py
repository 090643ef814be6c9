"""Pooling by norms: the root of the sum of a window's powers."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.declaring import Array, Dims, Number, Tensor, composite
from tensorlab.ops.alike import alike
from tensorlab.ops.nn.pooling import avg_pool1d, avg_pool2d, avg_pool3d
from tensorlab.ops.nn.steps.pooled_sizes import spread_out


def power_pooled(
    mean: Callable[..., Tensor], elements: int, input: Tensor, norm_type: Number, kernel_size: Any,
    stride: Dims | None, ceil_mode: bool,
) -> Tensor:  # fmt: skip
    """Return the norm of each window from the mean of the powers."""
    found = mean(input.pow(norm_type), kernel_size, () if stride is None else stride, 0, ceil_mode)
    return (found.sign() * found.abs().relu() * elements).pow(1.0 / norm_type)


@composite(namespace="torch.nn.functional", related=("avg_pool1d",))
def lp_pool1d(
    input: Array, norm_type: Number, kernel_size: int, stride: Dims | None = None,
    ceil_mode: bool = False,
) -> Tensor:  # fmt: skip
    """Return the norm of each window along signals.

    >>> torch.nn.functional.lp_pool1d(torch.tensor([[3., 4.]]), 2, 2)
    tensor([[5.]])
    """
    return power_pooled(avg_pool1d, kernel_size, input, norm_type, kernel_size, stride, ceil_mode)


@composite(namespace="torch.nn.functional", related=("avg_pool2d",))
def lp_pool2d(
    input: Array, norm_type: Number, kernel_size: Any, stride: Dims | None = None,
    ceil_mode: bool = False,
) -> Tensor:  # fmt: skip
    """Return the norm of each window over images.

    >>> torch.nn.functional.lp_pool2d(torch.tensor([[[3., 0.], [0., 4.]]]), 2, 2)
    tensor([[[5.]]])
    """
    height, width = spread_out(kernel_size, 2)
    elements = height * width
    return power_pooled(avg_pool2d, elements, input, norm_type, kernel_size, stride, ceil_mode)


@composite(namespace="torch.nn.functional", related=("avg_pool3d",))
@alike(lp_pool2d)
def lp_pool3d(given: dict[str, Any]) -> Tensor:
    """Return the norm of each window through volumes.

    >>> torch.nn.functional.lp_pool3d(torch.tensor([[[[3., 4.]]]]), 2, (1, 1, 2))
    tensor([[[[5.]]]])
    """
    depth, height, width = spread_out(given["kernel_size"], 3)
    return power_pooled(avg_pool3d, depth * height * width, **given)
