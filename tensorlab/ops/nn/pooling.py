"""max_pool, avg_pool and lp_pool in one, two and three dimensions: signatures and refusals."""

from collections.abc import Callable
from math import prod
from typing import Any

from tensorlab.engine.declaring import (
    FLOATS,
    USUAL,
    Array,
    Dims,
    Number,
    Tensor,
    composite,
    not_implemented,
)
from tensorlab.engine.shapes import existing_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.nn.steps.pooled_sizes import (
    Windows,
    counted,
    not_given,
    pooled_size,
    require_signals,
    require_windows,
    spread_out,
    windows_of,
)
from tensorlab.ops.nn.steps.pooling import highest, largest, summed, window_counts

MEANS: dict[str, Any] = {"out": True, "wrong_out": USUAL, "namespace": "torch.nn.functional"}


def max_pooled(name: str, count: int, input: Tensor, *given: Any) -> Any:
    """Return the largest elements of all windows, and if asked where they are."""
    *settings, ceil_mode, places = given
    windows = windows_of(name, count, *settings)
    if input.ndim not in (count + 1, count + 2):
        shape = {2: "3D or 4D", 3: "4D or 5D"}[count]
        raise RuntimeError(f"non-empty {shape} (batch mode) tensor expected for input")
    require_windows(windows)
    require_elements(f"{name}_with_indices_out_cpu_template", count, input)
    windows = counted(windows, input, ceil_mode=ceil_mode)
    return (largest if places else highest)(input, windows)


def require_elements(name: str, count: int, input: Tensor) -> None:
    """Refuse images or volumes with more dimensions than a batch has, or without elements.

    Raises:
        RuntimeError: a size other than that of the batch is 0, or there are too many.
    """
    batched = input.ndim != count + 1
    empty = 0 in input.shape[batched:]
    if count == 2 and (empty or input.ndim > 4):
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{list(input.shape)}"
        )
    if empty:
        raise RuntimeError(in_full("{}(): Expected input's", name, list(input.shape)))


def one_more(name: str, value: Any, fill: int) -> Any:
    """Return a setting for one dimension as one for two.

    Raises:
        RuntimeError: it is given for more than one, or for none.
    """
    if name == "stride" and not_given(value):
        return None
    if isinstance(value, int):
        return (fill, value)
    if len(value) != 1:
        raise RuntimeError(in_full("{}() argument '{}' should", "avg_pool1d", name, len(value)))
    return (fill, value[0])


def require_pooled(input: Tensor, settings: dict[str, int], ceil_mode: bool) -> None:
    """Refuse what max_pool1d can't look at.

    Raises:
        RuntimeError: the number of dimensions or a setting is another one.
    """
    if input.ndim not in (2, 3) or 0 in input.shape[1 if input.ndim == 3 else 0 :]:
        raise RuntimeError(in_full("max_pool1d: Expected", list(input.shape)))
    for name in ("kernel_size", "stride", "dilation"):
        if settings[name] <= 0:
            raise RuntimeError(in_full("max_pool1d() {} must be g", name, settings[name]))
    kernel, pad = settings["kernel_size"], settings["padding"]
    if pad < 0:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {pad}")
    if pad > kernel // 2:
        raise RuntimeError(in_full("max_pool1d() padding", pad, kernel))
    count = pooled_size(input.shape[-1], *settings.values(), ceil_mode=ceil_mode)
    if count <= 0:
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {count}")


def single(name: str, value: Dims) -> int:
    """Return a setting for the only dimension.

    Raises:
        RuntimeError: it is given for more than one, or for none.
    """
    if isinstance(value, int):
        return value
    if len(value) != 1:
        none = "None, " if name == "stride" else ""
        comma = "," if name in {"stride", "padding"} else ""
        raise RuntimeError(in_full("max_pool1d() {} must be {}", name, none, comma, len(value)))
    return value[0]


@composite(
    method=False, aliases=("nn.functional.max_pool1d",), related=("max_pool2d", "avg_pool1d")
)
def max_pool1d(
    input: Array, kernel_size: Dims, stride: Dims | None = None, padding: Dims = 0,
    dilation: Dims = 1, ceil_mode: bool = False, return_indices: bool = False,
) -> Any:  # fmt: skip
    """Return the largest element of each window along signals (batch, channel, length).

    >>> torch.nn.functional.max_pool1d(torch.tensor([[1., 3., 2., 5.]]), 2)
    tensor([[3., 5.]])
    """
    stride = kernel_size if stride in (None, (), []) else stride
    names = {"kernel_size": kernel_size, "stride": stride, "padding": padding, "dilation": dilation}
    plain = {name: single(name, value) for name, value in names.items()}
    settings = tuple((int(name != "padding"), value) for name, value in plain.items())
    if return_indices:  # else PyTorch has a kernel of its own for signals
        require_signals("max_pool1d", input)
        require_windows(Windows(*settings))
    else:
        require_pooled(input, plain, ceil_mode)
        if input.dtype not in FLOATS:
            raise not_implemented("max_pool1d_impl", input.dtype)
    found = max_pooled("max_pool1d", 2, input.unsqueeze(-2), *settings, ceil_mode, return_indices)
    return tuple(part.squeeze(-2) for part in found) if return_indices else found.squeeze(-2)


@composite(
    method=False,
    aliases=("nn.functional.max_pool2d",),
    related=("max_pool1d", "avg_pool2d"),
    copies=2,
)
@alike(max_pool1d)
def max_pool2d(given: dict[str, Any]) -> Any:
    """Return the largest element of each window over images (batch, channel, height, width).

    >>> torch.nn.functional.max_pool2d(torch.tensor([[[1., 3.], [2., 5.]]]), 2)
    tensor([[[5.]]])
    """
    return max_pooled("max_pool2d", 2, *given.values())


@composite(method=False, aliases=("nn.functional.max_pool3d",), related=("max_pool2d",))
@alike(max_pool2d)
def max_pool3d(given: dict[str, Any]) -> Any:
    """Return the largest element of each window through volumes.

    >>> torch.nn.functional.max_pool3d(torch.ones(1, 2, 2, 2), 2)
    tensor([[[[1.]]]])
    """
    return max_pooled("max_pool3d", 3, *given.values())


def averaged(name: str, count: int, input: Tensor, *given: Any) -> Tensor:
    """Return the means of all windows."""
    *settings, ceil_mode, include_pad, divisor = given
    windows = windows_of(name, count, *settings)
    if divisor == 0:
        raise RuntimeError("divisor must be not zero")
    if input.ndim not in (count + 1, count + 2):
        if count == 3:
            raise RuntimeError("non-empty 4D or 5D (batch mode) tensor expected for input")
        existing_dim(-count - 1, input.ndim)
    require_windows(windows)
    require_elements(name, count, input)
    windows = counted(windows, input, ceil_mode=ceil_mode)
    spatial = input.shape[-count:]
    divisors = window_counts(spatial, windows, include_pad=include_pad, divisor=divisor)
    return summed(input, windows, divisors)


@composite(method=False, aliases=("nn.functional.avg_pool1d",), related=("avg_pool2d",))
def avg_pool1d(
    input: Array, kernel_size: Dims, stride: Dims = (), padding: Dims = 0, ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:  # fmt: skip
    """Return the mean of each window along signals (batch, channel, length).

    >>> torch.avg_pool1d(torch.tensor([[1., 3., 2., 6.]]), 2)
    tensor([[2., 4.]])
    """
    require_signals("avg_pool1d", input)
    settings = (
        one_more("kernel_size", kernel_size, 1),
        one_more("stride", stride, 1),
        one_more("padding", padding, 0),
    )
    signals = input.unsqueeze(-2)
    found = averaged("avg_pool1d", 2, signals, *settings, ceil_mode, count_include_pad, None)
    return found.squeeze(-2)


@composite(**MEANS, related=("avg_pool1d", "adaptive_avg_pool2d"))
def avg_pool2d(
    input: Array, kernel_size: Dims, stride: Dims | None = None, padding: Dims = 0,
    ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None,
) -> Tensor:  # fmt: skip
    """Return the mean of each window over images (batch, channel, height, width).

    >>> torch.nn.functional.avg_pool2d(torch.tensor([[[1., 3.], [2., 6.]]]), 2)
    tensor([[[3.]]])
    """
    settings = (kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return averaged("avg_pool2d", 2, input, *settings)


@composite(**MEANS, autocast="full", related=("avg_pool2d",))
@alike(avg_pool2d)
def avg_pool3d(given: dict[str, Any]) -> Tensor:
    """Return the mean of each window through volumes.

    >>> torch.nn.functional.avg_pool3d(torch.ones(1, 2, 2, 2), 2)
    tensor([[[[1.]]]])
    """
    return averaged("avg_pool3d", 3, *given.values())


def sizes_in(window: object, count: int) -> tuple[Any, ...]:
    """Return the sizes of a window, whatever they are.

    Raises:
        ValueError: it is given for another number of dimensions; in the words of PyTorch's Python.
    """
    sizes = spread_out(window, count)
    if len(sizes) != count:
        few = f"not enough values to unpack (expected {count}, got {len(sizes)})"
        many = f"too many values to unpack (expected {count})"
        raise ValueError(few if len(sizes) < count else many)
    return sizes


def power_pooled(
    mean: Callable[..., Tensor], dims: int, input: Tensor, norm_type: Number, kernel_size: Any,
    stride: Dims | None, ceil_mode: bool,
) -> Tensor:  # fmt: skip
    """Return the norm of each window from the mean of the powers."""
    sizes = (kernel_size,) if dims == 1 else sizes_in(kernel_size, dims)
    found = mean(input.pow(norm_type), kernel_size, () if stride is None else stride, 0, ceil_mode)
    return (found.sign() * found.abs().relu()).mul(prod(sizes)).pow(1.0 / norm_type)


@composite(namespace="torch.nn.functional", related=("avg_pool1d",))
def lp_pool1d(
    input: Array, norm_type: Number, kernel_size: Any, stride: Dims | None = None,
    ceil_mode: bool = False,
) -> Tensor:  # fmt: skip
    """Return the norm of each window along signals.

    >>> torch.nn.functional.lp_pool1d(torch.tensor([[3., 4.]]), 2, 2)
    tensor([[5.]])
    """
    return power_pooled(avg_pool1d, 1, input, norm_type, kernel_size, stride, ceil_mode)


@composite(namespace="torch.nn.functional", related=("avg_pool2d",))
@alike(lp_pool1d)
def lp_pool2d(given: dict[str, Any]) -> Tensor:
    """Return the norm of each window over images.

    >>> torch.nn.functional.lp_pool2d(torch.tensor([[[3., 0.], [0., 4.]]]), 2, 2)
    tensor([[[5.]]])
    """
    return power_pooled(avg_pool2d, 2, **given)


@composite(namespace="torch.nn.functional", related=("avg_pool3d",))
@alike(lp_pool2d)
def lp_pool3d(given: dict[str, Any]) -> Tensor:
    """Return the norm of each window through volumes.

    >>> torch.nn.functional.lp_pool3d(torch.tensor([[[[3., 4.]]]]), 2, (1, 1, 2))
    tensor([[[[5.]]]])
    """
    return power_pooled(avg_pool3d, 3, **given)
