"""Pooling that always says where the largest elements were."""

from tensorlab.engine.declaring import composite
from tensorlab.ops.alike import alike
from tensorlab.ops.nn import adaptive_pooling, fractional_pooling, pooling

F = "torch.nn.functional"


@composite(namespace=F, related=("max_pool1d",))
@alike(pooling.max_pool1d, return_indices=True)
def max_pool1d_with_indices() -> None:
    """Return what max_pool1d does, and where in its flattened signal each element was.

    >>> torch.nn.functional.max_pool1d_with_indices(torch.tensor([[1., 3., 2., 5.]]), 2)
    (tensor([[3., 5.]]), tensor([[1, 3]]))
    """


@composite(namespace=F, related=("max_pool2d",))
@alike(pooling.max_pool2d, return_indices=True)
def max_pool2d_with_indices() -> None:
    """Return what max_pool2d does, and where in its flattened image each element was.

    >>> torch.nn.functional.max_pool2d_with_indices(torch.tensor([[[1., 3.], [2., 5.]]]), 2)
    (tensor([[[5.]]]), tensor([[[3]]]))
    """


@composite(namespace=F, related=("max_pool3d",))
@alike(pooling.max_pool3d, return_indices=True)
def max_pool3d_with_indices() -> None:
    """Return what max_pool3d does, and where in its flattened volume each element was.

    >>> torch.nn.functional.max_pool3d_with_indices(torch.tensor([[[[1., 3.]]]]), (1, 1, 2))
    (tensor([[[[3.]]]]), tensor([[[[1]]]]))
    """


@composite(namespace=F, related=("nn.functional.adaptive_max_pool1d",))
@alike(adaptive_pooling.adaptive_max_pool1d, return_indices=True)
def adaptive_max_pool1d_with_indices() -> None:
    """Return what adaptive_max_pool1d does, and where in its flattened signal each element was.

    >>> torch.nn.functional.adaptive_max_pool1d_with_indices(torch.tensor([[1., 3., 2., 5.]]), 2)
    (tensor([[3., 5.]]), tensor([[1, 3]]))
    """


@composite(namespace=F, related=("nn.functional.adaptive_max_pool2d",))
@alike(adaptive_pooling.adaptive_max_pool2d, return_indices=True)
def adaptive_max_pool2d_with_indices() -> None:
    """Return what adaptive_max_pool2d does, and where in its flattened image each element was.

    >>> image = torch.tensor([[[1., 3.], [2., 5.]]])
    >>> torch.nn.functional.adaptive_max_pool2d_with_indices(image, 1)
    (tensor([[[5.]]]), tensor([[[3]]]))
    """


@composite(namespace=F, related=("nn.functional.adaptive_max_pool3d",))
@alike(adaptive_pooling.adaptive_max_pool3d, return_indices=True)
def adaptive_max_pool3d_with_indices() -> None:
    """Return what adaptive_max_pool3d does, and where in its flattened volume each element was.

    >>> torch.nn.functional.adaptive_max_pool3d_with_indices(torch.tensor([[[[1., 3.]]]]), 1)
    (tensor([[[[3.]]]]), tensor([[[[1]]]]))
    """


@composite(namespace=F, related=("nn.functional.fractional_max_pool2d",))
@alike(fractional_pooling.fractional_max_pool2d, return_indices=True)
def fractional_max_pool2d_with_indices() -> None:
    """Return what fractional_max_pool2d does, and where in its flattened image each element was.

    >>> F = torch.nn.functional
    >>> F.fractional_max_pool2d_with_indices(torch.ones(1, 2, 2), 2, output_size=1)[0]
    tensor([[[1.]]])
    """


@composite(namespace=F, related=("nn.functional.fractional_max_pool3d",))
@alike(fractional_pooling.fractional_max_pool3d, return_indices=True)
def fractional_max_pool3d_with_indices() -> None:
    """Return what fractional_max_pool3d does, and where in its flattened volume each element was.

    >>> volume = torch.tensor([[[[1., 2.], [3., 4.]], [[5., 6.], [7., 9.]]]])
    >>> torch.nn.functional.fractional_max_pool3d_with_indices(volume, 1, output_size=1)
    (tensor([[[[9.]]]]), tensor([[[[7]]]]))
    """
