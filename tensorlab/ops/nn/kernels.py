"""PyTorch's kernels of layers under their own names: every setting by number and by place."""

from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.calling.refusing import refuse_leaf
from tensorlab.engine.declaring import Array, Dims, Tensor, composite, not_implemented
from tensorlab.ops.alike import alike
from tensorlab.ops.linear_algebra.matrix import COUNTABLE
from tensorlab.ops.linear_algebra.products import require_types
from tensorlab.ops.nn import adaptive_pooling, batch_normalization, channel_dropout, convolution
from tensorlab.ops.nn import embedding_bag as bags
from tensorlab.ops.nn.dropout import drop, require_share
from tensorlab.ops.nn.grid_sampling import MODES, PADDINGS, grid_sample, mapped_grid
from tensorlab.ops.nn.layers import shrink
from tensorlab.ops.nn.pooling import max_pool1d


@composite(name="batch_norm", method=False, related=("nn.functional.batch_norm",))
def normalized(
    input: Array, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None,
    running_var: Tensor | None, training: bool, momentum: float, eps: float, cudnn_enabled: bool,
) -> Any:  # fmt: skip
    """Return each channel minus its mean, over its deviation, as batch normalization does.

    >>> x = torch.tensor([[1.], [3.]])
    >>> torch.batch_norm(x, None, None, None, None, True, 0.1, 0., False)
    tensor([[-1.],
            [ 1.]])
    """
    return batch_normalization.batch_normalized(
        input, (running_mean, running_var), weight, bias, training, momentum, eps
    )


@composite(name="instance_norm", method=False, related=("nn.functional.instance_norm",))
def normalized_one_by_one(
    input: Array, weight: Tensor | None, bias: Tensor | None, running_mean: Tensor | None,
    running_var: Tensor | None, use_input_stats: bool, momentum: float, eps: float,
    cudnn_enabled: bool,
) -> Any:  # fmt: skip
    """Return each channel of each sample minus its mean, over its deviation.

    >>> x = torch.tensor([[[1., 3.]]])
    >>> torch.instance_norm(x, None, None, None, None, True, 0.1, 0., False)
    tensor([[[-1.,  1.]]])
    """
    if input.ndim > 1:
        batch_normalization.require_channels(input, len(input), weight=weight, bias=bias)
    return batch_normalization.instance_norm(
        input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps
    )


@composite(name="adaptive_max_pool1d", method=False, related=("nn.functional.max_pool1d",))
@alike(adaptive_pooling.adaptive_max_pool1d, without=("return_indices",), return_indices=True)
def largest_of_bins() -> None:
    """Return the largest elements of as many bins along signals as wanted, and their places.

    >>> torch.adaptive_max_pool1d(torch.tensor([[1., 3., 2., 6.]]), 2)
    (tensor([[3., 6.]]), tensor([[1, 3]]))
    """


@composite(method=False, related=("max_pool1d",))
def max_pool1d_with_indices(
    input: Array, kernel_size: Dims, stride: Dims = (), padding: Dims = 0, dilation: Dims = 1,
    ceil_mode: bool = False,
) -> Any:  # fmt: skip
    """Return the largest element of each window along signals, and its place.

    >>> torch.max_pool1d_with_indices(torch.tensor([[1., 3., 2., 5.]]), 2)
    (tensor([[3., 5.]]), tensor([[1, 3]]))
    """
    settings = kernel_size, stride or None, padding, dilation, ceil_mode, True
    return max_pool1d.operation.forward(input, *settings)


@composite(method=False, related=("nn.functional.affine_grid",))
def affine_grid_generator(theta: Array, size: tuple[int, ...], align_corners: bool) -> Any:
    """Return the places that affine maps send the elements of images to.

    >>> theta = torch.tensor([[[1., 0., 0.], [0., 1., 0.]]])
    >>> torch.affine_grid_generator(theta, [1, 1, 2, 2], True)
    tensor([[[[-1., -1.],
              [ 1., -1.]],
    <BLANKLINE>
             [[-1.,  1.],
              [ 1.,  1.]]]])
    """
    if len(size) not in (4, 5):
        raise RuntimeError("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.")
    return mapped_grid(theta, size, align_corners)


@composite(method=False, related=("nn.functional.grid_sample",))
def grid_sampler(
    input: Array, grid: Array, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Any:
    """Return what images, or volumes, show at the places of a grid.

    >>> image, middle = torch.tensor([[[[1., 3.]]]]), torch.zeros(1, 1, 1, 2)
    >>> torch.grid_sampler(image, middle, 0, 0, True)
    tensor([[[[2.]]]])
    """
    return grid_sample(
        input, grid, MODES[interpolation_mode], PADDINGS[padding_mode], align_corners
    )


@composite(method=False, related=("grid_sampler",))
@alike(grid_sampler)
def grid_sampler_2d() -> None:
    """Return what images show at the places of a grid.

    >>> image, middle = torch.tensor([[[[1., 3.]]]]), torch.zeros(1, 1, 1, 2)
    >>> torch.grid_sampler_2d(image, middle, 0, 0, True)
    tensor([[[[2.]]]])
    """


@composite(method=False, related=("grid_sampler",))
@alike(grid_sampler)
def grid_sampler_3d() -> None:
    """Return what volumes show at the places of a grid.

    >>> volume, middle = torch.tensor([[[[[1., 3.]]]]]), torch.zeros(1, 1, 1, 1, 3)
    >>> torch.grid_sampler_3d(volume, middle, 0, 0, True)
    tensor([[[[[2.]]]]])
    """


@composite(name="convolution", method=False, related=("conv1d", "conv2d", "conv_transpose2d"))
def convolved(
    input: Array, weight: Array, bias: Tensor | None, stride: Dims, padding: Dims, dilation: Dims,
    transposed: bool, output_padding: Dims, groups: int,
) -> Any:  # fmt: skip
    """Return filters moved along signals, over images or through volumes, or laid over them.

    >>> x, two = torch.tensor([[[1., 2.]]]), torch.full((1, 1, 1), 2.)
    >>> torch.convolution(x, two, None, [1], [0], [1], False, [0], 1)
    tensor([[[2., 4.]]])
    """
    count = input.ndim - 2
    if transposed:
        settings = (stride, padding, output_padding, groups, dilation)
        return convolution.transposed(
            f"conv_transpose{count}d", count, input, weight, bias, *settings
        )
    found = {1: convolution.conv1d, 2: convolution.conv2d, 3: convolution.conv3d}
    return found[count](input, weight, bias, stride, padding, dilation, groups)


def require_times(input: Tensor, weight: Tensor, bias: Tensor) -> None:
    """Refuse signals, filters and biases that do not fit, with the time as the first dimension.

    Raises:
        NotImplementedError: the products of such numbers are not known.
        RuntimeError: a number of dimensions, a size or a type is another one.
    """
    if input.ndim != 3:
        raise RuntimeError("Input must have 3 dims: time, batch, in_channel")
    if weight.ndim != 3:
        raise RuntimeError(
            "Weight tensor must have 3 dims: kernel_width, in_channels, out_channels."
        )
    if bias.ndim != 1:
        raise RuntimeError("Bias must be 1-D")
    if input.shape[2] != weight.shape[1]:
        raise RuntimeError("Input dim 2 (input channels) is not == dim 1 in the weight tensor")
    if weight.shape[2] != bias.shape[0]:
        raise RuntimeError("Bias size must equal dim 2 in the weight tensor (output channels).")
    require_types(input, input, weight)
    if input.dtype not in COUNTABLE:
        raise not_implemented("addmm_impl_cpu_", input.dtype)


@composite(autocast="down", method=False, related=("conv1d",), aliases=("nn.functional.conv_tbc",))
def conv_tbc(input: Array, weight: Array, bias: Array, pad: int = 0) -> Any:
    """Return filters (width, in, out) moved along signals (time, batch, channel).

    >>> torch.conv_tbc(torch.ones(3, 1, 1), torch.ones(2, 1, 1), torch.zeros(1)).flatten()
    tensor([2., 2.])
    """
    require_times(input, weight, bias)
    signals, filters = input.permute(1, 2, 0), weight.permute(2, 1, 0)
    found = convolution.conv1d(signals, filters, bias.to(input.dtype), padding=pad)
    return under_name(found.permute(2, 0, 1), "ConvTbcBackward0")


@composite(name="alpha_dropout", method=False, related=("nn.functional.alpha_dropout",))
def alpha_dropped(input: Array, p: float, train: bool) -> Any:
    """Return the numbers, with probability p set to SELU's lowest value, mean and variance kept.

    >>> torch.alpha_dropout(torch.tensor([1., 2.]), 0.5, train=False)
    tensor([1., 2.])
    """
    require_share(p)
    return channel_dropout.alpha_dropout(input, p, train)


@composite(method=False, related=("nn.functional.feature_alpha_dropout",),
           name="feature_alpha_dropout")  # fmt: skip
def channels_alpha_dropped(input: Array, p: float, train: bool) -> Any:
    """Return the same as alpha_dropout, whole channels at once.

    >>> torch.feature_alpha_dropout(torch.tensor([[1., 2.]]), 0.5, train=False)
    tensor([[1., 2.]])
    """
    require_share(p)
    return channel_dropout.feature_alpha_dropout(input, p, train)


@composite(method=False, related=("nn.functional.dropout2d",))
def feature_dropout(input: Array, p: float, train: bool) -> Any:
    """Return the elements, each channel zeroed with probability p, the others scaled up to match.

    >>> torch.feature_dropout(torch.tensor([[1., 2.]]), 0.5, train=False)
    tensor([[1., 2.]])
    """
    require_share(p)
    return channel_dropout.dropped(input, p, train)


@composite(method=False, related=("dropout",))
def dropout_(input: Array, p: float, train: bool) -> Any:
    """Make each element 0 with probability p, and scale the others up to match.

    >>> torch.dropout_(torch.tensor([1., 2.]), 0.5, train=False)
    tensor([1., 2.])
    """
    require_share(p)
    return channel_dropout.written(input, drop(input, p, train), True)


@composite(method=False, related=("feature_dropout",))
def feature_dropout_(input: Array, p: float, train: bool) -> Any:
    """Make whole channels 0 with probability p, and scale the others up to match.

    >>> torch.feature_dropout_(torch.tensor([[1., 2.]]), 0.5, train=False)
    tensor([[1., 2.]])
    """
    return channel_dropout.written(input, feature_dropout(input, p, train), True)


@composite(method=False, related=("alpha_dropout",))
def alpha_dropout_(input: Array, p: float, train: bool) -> Any:
    """Set each element, with probability p, to SELU's lowest value, mean and variance kept.

    >>> torch.alpha_dropout_(torch.tensor([1., 2.]), 0.5, train=False)
    tensor([1., 2.])
    """
    require_share(p)
    return channel_dropout.alpha_dropout(input, p, train, inplace=True)


@composite(method=False, related=("feature_alpha_dropout",))
def feature_alpha_dropout_(input: Array, p: float, train: bool) -> Any:
    """Set whole channels, with probability p, to SELU's lowest value, mean and variance kept.

    >>> torch.feature_alpha_dropout_(torch.tensor([[1., 2.]]), 0.5, train=False)
    tensor([[1., 2.]])
    """
    require_share(p)
    return channel_dropout.feature_alpha_dropout(input, p, train, inplace=True)


@composite(method=False, related=("nn.functional.embedding",))
def embedding_renorm_(input: Array, indices: Array, max_norm: float, norm_type: float) -> Any:
    """Scale the rows at some indices down to a norm of at most `max_norm`.

    >>> torch.embedding_renorm_(torch.tensor([[3., 4.], [6., 8.]]), torch.tensor([0]), 1., 2.)
    tensor([[0.6000, 0.8000],
            [6.0000, 8.0000]])
    """
    refuse_leaf(input)
    shrink(input, indices, max_norm, norm_type)
    return input


@composite(name="embedding_bag", method=False, related=("nn.functional.embedding_bag",))
def rows_in_bags(
    weight: Array, indices: Array, offsets: Array, scale_grad_by_freq: bool = False, mode: int = 0,
    sparse: bool = False, per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False, padding_idx: int | None = None,
) -> Any:  # fmt: skip
    """Return the sum, the mean or the largest of each bag of rows, and what belongs to it.

    >>> table = torch.tensor([[1., 2.], [3., 4.]])
    >>> torch.embedding_bag(table, torch.tensor([0, 1]), torch.tensor([0]))[0]
    tensor([[4., 6.]])
    """
    more = (scale_grad_by_freq, bags.MODES[mode], sparse, per_sample_weights)
    found = bags.embedding_bag(
        indices, weight, offsets, None, 2, *more, include_last_offset, padding_idx
    )
    return found, *bags.of_bags(weight, indices, offsets, mode, include_last_offset)
