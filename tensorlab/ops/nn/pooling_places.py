"""Pooling that always says where the largest elements were."""

from typing import Any

from tensorlab.engine.declaring import Array, Dims, composite
from tensorlab.ops.nn import adaptive_pooling, fractional_pooling, pooling

F = "torch.nn.functional"


@composite(namespace=F, related=("max_pool1d",))
def max_pool1d_with_indices(
    input: Array, kernel_size: Dims, stride: Dims | None = None, padding: Dims = 0,
    dilation: Dims = 1, ceil_mode: bool = False, return_indices: bool = False,
) -> Any:  # fmt: skip
    """Return what max_pool1d does, and where in its flattened signal each element was.

    >>> torch.nn.functional.max_pool1d_with_indices(torch.tensor([[1., 3., 2., 5.]]), 2)
    (tensor([[3., 5.]]), tensor([[1, 3]]))
    """
    settings = kernel_size, stride, padding, dilation, ceil_mode, True
    return pooling.max_pool1d.operation.forward(input, *settings)


@composite(namespace=F, related=("max_pool2d",))
def max_pool2d_with_indices(
    input: Array, kernel_size: Dims, stride: Dims | None = None, padding: Dims = 0,
    dilation: Dims = 1, ceil_mode: bool = False, return_indices: bool = False,
) -> Any:  # fmt: skip
    """Return what max_pool2d does, and where in its flattened image each element was.

    >>> torch.nn.functional.max_pool2d_with_indices(torch.tensor([[[1., 3.], [2., 5.]]]), 2)
    (tensor([[[5.]]]), tensor([[[3]]]))
    """
    settings = kernel_size, stride, padding, dilation, ceil_mode, True
    return pooling.max_pool2d.operation.forward(input, *settings)


@composite(namespace=F, related=("max_pool3d",))
def max_pool3d_with_indices(
    input: Array, kernel_size: Dims, stride: Dims | None = None, padding: Dims = 0,
    dilation: Dims = 1, ceil_mode: bool = False, return_indices: bool = False,
) -> Any:  # fmt: skip
    """Return what max_pool3d does, and where in its flattened volume each element was.

    >>> torch.nn.functional.max_pool3d_with_indices(torch.tensor([[[[1., 3.]]]]), (1, 1, 2))
    (tensor([[[[3.]]]]), tensor([[[[1]]]]))
    """
    settings = kernel_size, stride, padding, dilation, ceil_mode, True
    return pooling.max_pool3d.operation.forward(input, *settings)


@composite(namespace=F, related=("nn.functional.adaptive_max_pool1d",))
def adaptive_max_pool1d_with_indices(
    input: Array, output_size: Dims, return_indices: bool = False
) -> Any:
    """Return what adaptive_max_pool1d does, and where in its flattened signal each element was.

    >>> torch.nn.functional.adaptive_max_pool1d_with_indices(torch.tensor([[1., 3., 2., 5.]]), 2)
    (tensor([[3., 5.]]), tensor([[1, 3]]))
    """
    return adaptive_pooling.adaptive_max_pool1d(input, output_size, return_indices=True)


@composite(namespace=F, related=("nn.functional.adaptive_max_pool2d",))
def adaptive_max_pool2d_with_indices(
    input: Array, output_size: Any, return_indices: bool = False
) -> Any:
    """Return what adaptive_max_pool2d does, and where in its flattened image each element was.

    >>> image = torch.tensor([[[1., 3.], [2., 5.]]])
    >>> torch.nn.functional.adaptive_max_pool2d_with_indices(image, 1)
    (tensor([[[5.]]]), tensor([[[3]]]))
    """
    return adaptive_pooling.adaptive_max_pool2d(input, output_size, return_indices=True)


@composite(namespace=F, related=("nn.functional.adaptive_max_pool3d",))
def adaptive_max_pool3d_with_indices(
    input: Array, output_size: Any, return_indices: bool = False
) -> Any:
    """Return what adaptive_max_pool3d does, and where in its flattened volume each element was.

    >>> torch.nn.functional.adaptive_max_pool3d_with_indices(torch.tensor([[[[1., 3.]]]]), 1)
    (tensor([[[[3.]]]]), tensor([[[[1]]]]))
    """
    return adaptive_pooling.adaptive_max_pool3d(input, output_size, return_indices=True)


@composite(namespace=F, related=("nn.functional.fractional_max_pool2d",))
def fractional_max_pool2d_with_indices(
    input: Array, kernel_size: Dims, output_size: Dims | None = None, output_ratio: Any = None,
    return_indices: bool = False, _random_samples: Any = None,
) -> Any:  # fmt: skip
    """Return what fractional_max_pool2d does, and where in its flattened image each element was.

    >>> F = torch.nn.functional
    >>> F.fractional_max_pool2d_with_indices(torch.ones(1, 2, 2), 2, output_size=1)[0]
    tensor([[[1.]]])
    """
    return fractional_pooling.fractional_max_pool2d(
        input, kernel_size, output_size, output_ratio, True, _random_samples
    )


@composite(namespace=F, related=("nn.functional.fractional_max_pool3d",))
def fractional_max_pool3d_with_indices(
    input: Array, kernel_size: Dims, output_size: Dims | None = None, output_ratio: Any = None,
    return_indices: bool = False, _random_samples: Any = None,
) -> Any:  # fmt: skip
    """Return what fractional_max_pool3d does, and where in its flattened volume each element was.

    >>> volume = torch.tensor([[[[1., 2.], [3., 4.]], [[5., 6.], [7., 9.]]]])
    >>> torch.nn.functional.fractional_max_pool3d_with_indices(volume, 1, output_size=1)
    (tensor([[[[9.]]]]), tensor([[[[7]]]]))
    """
    return fractional_pooling.fractional_max_pool3d(
        input, kernel_size, output_size, output_ratio, True, _random_samples
    )
