"""conv1d, conv2d, conv3d and their transposes: PyTorch's signatures."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tensorlab.engine.declaring import Array, Declared, Dims, Tensor, composite
from tensorlab.ops.alike import alike
from tensorlab.ops.nn.convolvable import (
    each,
    is_fast,
    require_answers,
    require_bias,
    require_elements,
    require_extra,
    require_filters,
    require_input,
    require_room,
    require_settings,
    require_steps,
    require_types,
)
from tensorlab.ops.nn.padding import pad
from tensorlab.ops.nn.steps.convolution import (
    KINDS,
    SMALL,
    Sizes,
    Steps,
    backward_kernel,
    convolve,
    convolve_back,
    forward_kernel,
    forward_kinds,
    require_dimensions,
)

Result = TypeVar("Result")


def same_padding(
    input: Tensor, sizes: Sequence[int], stride: Sizes, dilation: Sizes
) -> tuple[Tensor, Sizes]:
    """Return the input and the border that keep its size; an odd element is added at the end first.

    Raises:
        RuntimeError: the filters take longer steps.
    """
    if any(step != 1 for step in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [step * (size - 1) for size, step in zip(sizes, dilation, strict=True)]
    if any(size % 2 for size in total):
        ends = [end for size in reversed(total) for end in (0, size % 2)]
        input = pad(input, ends)
    return input, tuple(size // 2 for size in total)


def convolved(
    name: str, count: int, input: Tensor, weight: Tensor, bias: Tensor | None, *settings: Any
) -> Tensor:
    """Return a convolution, of a batch or of a single signal."""
    require_bias(input, bias)
    require_input(name, input, count)
    if input.ndim == count + 1:
        return convolved(name, count, input.unsqueeze(0), weight, bias, *settings).squeeze(0)
    if 2 < weight.ndim != input.ndim and settings[1] != "same":
        require_steps(weight, count, settings)
    require_dimensions(input, weight, same=settings[1] == "same")
    steps: Any = (
        value if isinstance(value, str) else each(title, value, count)
        for title, value in zip(("stride", "padding", "dilation"), settings, strict=False)
    )
    stride, padding, dilation = steps
    groups = settings[3]
    if isinstance(padding, str):
        if padding not in {"same", "valid"}:
            raise RuntimeError(f"Invalid padding string: '{padding}'")
        if padding == "same":
            input, padding = same_padding(input, weight.shape[2:], stride, dilation)
        else:
            padding = (0,) * count
    require_settings(stride, padding, dilation, transposed=False)
    require_filters(input, weight, bias, groups, transposed=False)
    require_room(input, weight.shape[2:], padding, dilation)
    require_elements(input, weight, dilation, transposed=False)
    by = Steps(stride, padding, dilation, groups)
    bias = require_types(input, weight, bias, forward_kinds(by), forward_kernel(weight, by), by)
    answers = convolve(input, weight, bias, by)
    # as PyTorch answers no channels
    return answers if input.shape[1] else answers[:, :0]


def sliding(name: str, *related: str) -> Callable[[Callable[..., Result]], Declared[Result]]:
    """Declare a convolution, which torch has and torch.nn.functional, too."""
    aliases = (f"nn.functional.{name}",)
    return composite(autocast="down", method=False, aliases=aliases, related=related)


@sliding("conv2d", "conv1d", "max_pool2d")
def conv2d(
    input: Array, weight: Array, bias: Tensor | None = None, stride: Dims = 1,
    padding: Dims | str = 0, dilation: Dims = 1, groups: int = 1,
) -> Tensor:  # fmt: skip
    """Return each window of an image times the filter, summed; (batch, in, h, w), (out, in, h, w).

    >>> torch.conv2d(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2))
    tensor([[[[4., 4.],
              [4., 4.]]]])
    """
    return convolved("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


@sliding("conv1d", "conv2d", "linear")
@alike(conv2d)
def conv1d(given: dict[str, Any]) -> Tensor:
    """Return each window of a signal times the filter, added up; (batch, in, length), (out, in, k).

    >>> torch.conv1d(torch.tensor([[[1., 2., 3.]]]), torch.tensor([[[1., 1.]]]))
    tensor([[[3., 5.]]])
    """
    return convolved("conv1d", 1, *given.values())


@sliding("conv3d", "conv2d")
@alike(conv2d)
def conv3d(given: dict[str, Any]) -> Tensor:
    """Return each window of a volume times the filter, added up; filters are (out, in, d, h, w).

    >>> torch.conv3d(torch.ones(1, 1, 2, 2, 2), torch.ones(1, 1, 2, 2, 2))
    tensor([[[[[8.]]]]])
    """
    return convolved("conv3d", 3, *given.values())


def transposed(
    name: str, count: int, input: Tensor, weight: Tensor, bias: Tensor | None, *settings: Any
) -> Tensor:
    """Return a transposed convolution, of a batch or of a single signal."""
    require_input(name, input, count)
    if input.ndim == count + 1:
        return transposed(name, count, input.unsqueeze(0), weight, bias, *settings).squeeze(0)
    require_dimensions(input, weight)
    stride, padding, extra, groups, dilation = settings
    stride, padding = each("stride", stride, count), each("padding", padding, count)
    extra = each("output_padding", extra, count)
    dilation = each("dilation", dilation, count)
    if min(extra) < 0:
        raise RuntimeError("negative output_padding is not supported")
    require_settings(stride, padding, dilation, transposed=True)
    require_filters(input, weight, bias, groups, transposed=True)
    by = Steps(stride, padding, dilation, groups)
    bias = require_types(input, weight, bias, KINDS - SMALL, backward_kernel(weight), by)
    require_elements(input, weight, dilation, transposed=True)
    require_extra(extra, stride, dilation)
    extent = tuple(
        (size - 1) * jump - 2 * border + step * (reach - 1) + more + 1
        for size, jump, border, step, reach, more in zip(
            input.shape[2:], stride, padding, dilation, weight.shape[2:], extra, strict=True
        )
    )
    if min(extent) or not is_fast(input, weight, by):  # which answers nothing to nothing
        require_answers(input, extent)
    return convolve_back(input, weight, bias, by, extent)


@sliding("conv_transpose2d", "conv2d")
def conv_transpose2d(
    input: Array, weight: Array, bias: Tensor | None = None, stride: Dims = 1, padding: Dims = 0,
    output_padding: Dims = 0, groups: int = 1, dilation: Dims = 1,
) -> Tensor:  # fmt: skip
    """Return each number times the filter (in, out, h, w) laid at its place, all added up.

    >>> torch.conv_transpose2d(torch.ones(1, 1, 1, 1), torch.ones(1, 1, 2, 2))
    tensor([[[[1., 1.],
              [1., 1.]]]])
    """
    settings = (stride, padding, output_padding, groups, dilation)
    return transposed("conv_transpose2d", 2, input, weight, bias, *settings)


@sliding("conv_transpose1d", "conv1d")
@alike(conv_transpose2d)
def conv_transpose1d(given: dict[str, Any]) -> Tensor:
    """Return each number times the filter (in, out, k) laid down at its place, all added up.

    >>> torch.conv_transpose1d(torch.ones(1, 1, 2), torch.ones(1, 1, 2))
    tensor([[[1., 2., 1.]]])
    """
    return transposed("conv_transpose1d", 1, *given.values())


@sliding("conv_transpose3d", "conv3d")
@alike(conv_transpose2d)
def conv_transpose3d(given: dict[str, Any]) -> Tensor:
    """Return filters (in, out, d, h, w) laid through volumes: what conv3d's gradient does.

    >>> torch.conv_transpose3d(torch.ones(1, 1, 1, 1, 1), torch.ones(1, 1, 1, 1, 2))
    tensor([[[[[1., 1.]]]]])
    """
    return transposed("conv_transpose3d", 3, *given.values())
