"""How many windows of a size fit, and which sizes, steps and borders they can have."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tensorlab.engine.signatures.accepting import are_whole
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.nn.steps.convolution import offsets

Sizes = tuple[int, ...]


class Windows(NamedTuple):
    """How windows lie over an image, in each dimension."""

    kernel: Sizes  # the elements of each
    stride: Sizes
    padding: Sizes
    dilation: Sizes
    counts: Sizes = ()  # how many there are

    def places(self) -> list[Any]:
        """Return for each element of a window which elements of the image it is, in all of them."""
        found = offsets(self.kernel, self.stride, self.dilation, self.counts)
        return [places for _, places in found]


@lru_cache(maxsize=256)
def overhang(windows: Windows, sizes: Sizes) -> Sizes:
    """Return how far, in each dimension, windows reach beyond the border of an image."""
    return tuple(
        max(0, (count - 1) * jump + step * (reach - 1) + 1 - size - 2 * border)
        for size, reach, jump, border, step, count in zip(sizes, *windows, strict=True)
    )


def windows_of(
    function: str, count: int, kernel: object, stride: object, padding: object, dilation: object = 1
) -> Windows:
    """Return windows by what was given of them; without a stride it is the kernel's size."""
    kernel = per_dim("kernel_size", kernel, count, function)
    stride = kernel if not_given(stride) else per_dim("stride", stride, count, function)
    padding = per_dim("padding", padding, count, function)
    return Windows(kernel, stride, padding, per_dim("dilation", dilation, count, function))


def not_given(setting: object) -> bool:
    """Return whether a setting is left to its default."""
    return setting is None or setting in ((), [])


def spread_out(value: object, count: int) -> tuple[Any, ...]:
    """Return a setting per dimension as PyTorch's functions in Python do, whatever its length.

    Raises:
        TypeError: it is a tensor of one number, which has no elements to go through.
    """
    return tuple(value) if isinstance(value, Iterable) else (value,) * count


def per_dim(name: str, value: Any, count: int, function: str) -> Sizes:
    """Return a setting for each dimension, given once or per dimension.

    Raises:
        RuntimeError: it is given for another number of dimensions.
    """
    if isinstance(value, int):
        return (value,) * count
    if not are_whole(value):
        raise TypeError  # the signature has PyTorch's words
    if len(value) not in (1, count):
        words = "omitted, a single int" if name == "stride" else "a single int"
        words += {1: "", 2: ", or a tuple of two ints"}.get(count, ", or a tuple of three ints")
        must = "must be" if function == "avg_pool3d" else "must either be"
        must = "must be either" if name == "dilation" else must
        raise RuntimeError(f"{function}: {name} {must} {words}")
    return tuple(value) * (count if len(value) == 1 else 1)


def counted(windows: Windows, input: Tensor, *, ceil_mode: bool) -> Windows:
    """Return windows with how many of them lie over the input.

    Raises:
        RuntimeError: none do.
    """
    sides = zip(input.shape[-len(windows.kernel) :], *windows[:4], strict=True)
    counts = tuple(pooled_size(*side, ceil_mode=ceil_mode) for side in sides)
    require_output(input, counts)
    return Windows(*windows[:4], counts)


def pooled_size(
    size: int, kernel: int, stride: int, pad: int, dilation: int, *, ceil_mode: bool
) -> int:
    """Return how many windows fit; with ceil_mode also one that begins inside and ends outside."""
    room = size + 2 * pad - dilation * (kernel - 1) - 1
    count = (room + (stride - 1 if ceil_mode else 0)) // stride + 1
    if ceil_mode and (count - 1) * stride >= size + pad:
        count -= 1
    return count


def require_signals(name: str, input: Tensor) -> None:
    """Refuse what are no signals.

    Raises:
        RuntimeError: there are neither two nor three dimensions.
    """
    if input.ndim not in (2, 3):
        raise RuntimeError(in_full("Expected 2 to 3 dimensions,", input.ndim, name))


def require_windows(windows: Windows) -> None:
    """Refuse steps of nothing and borders of more than half a window.

    Raises:
        RuntimeError: a stride is 0, or a padding above half of the window.
    """
    kernel, stride, padding, dilation, _ = windows
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    for size, pad, step in zip(kernel, padding, dilation, strict=True):
        if pad < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {pad}")
        reach = (size - 1) * step + 1
        # rounded towards 0, as in C++
        if pad > (reach // 2 if reach > 0 else -(-reach // 2)):
            raise RuntimeError(in_full("pad should be at most", pad, size, step))
    settings = {"kernel size": ("k", kernel), "stride": ("d", stride),
                "dilation": ("dilation", dilation)}  # fmt: skip
    for name, (letters, steps) in settings.items():
        if min(steps) <= 0:
            axes = zip("THW"[-len(steps) :], steps, strict=True)
            given = " ".join(f"{letters}{axis}: {step}" for axis, step in axes)
            raise RuntimeError(f"{name} should be greater than zero, but got {given}")
    # of images PyTorch looks again, at windows without gaps
    pairs = zip(kernel, padding, strict=True)
    if len(kernel) > 1 and any(pad > size // 2 for size, pad in pairs):
        beside, above, wide, high = *padding[:-3:-1], *kernel[:-3:-1]
        raise RuntimeError(in_full("pad should be smaller", beside, above, wide, high))


def require_output(input: Tensor, counts: Sequence[int]) -> None:
    """Refuse windows larger than the image.

    Raises:
        RuntimeError: nothing is left of the image.
    """
    if min(counts) < 1:
        channels, *sizes = input.shape[-len(counts) - 1 :]
        before, after = ("x".join(map(str, (channels, *each))) for each in (sizes, counts))
        raise RuntimeError(in_full("Given input size: ({})", before, after))
