"""Channels dealt out: to finer images, or to groups."""

from tensorlab.engine.declaring import BUT_COMPLEX32, Array, Quantized, Tensor, composite, operation
from tensorlab.engine.memory_formats import as_images
from tensorlab.engine.shapes import LONG
from tensorlab.engine.warning import in_full
from tensorlab.ops.pointwise.flat import differentiable_once, underived


def check_shuffle(name: str, factor_name: str, shape: tuple[int, ...], factor: int) -> None:
    """Refuse an image without channels or a factor that is not positive.

    Raises:
        RuntimeError: there are too few dimensions, or the factor is not positive.
    """
    if len(shape) < 3:
        raise RuntimeError(in_full("{} expects input", name, len(shape)))
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {factor_name}, but got {factor}")


@operation(aliases=("nn.functional.pixel_shuffle",), method=False, out=False, stored=True,
           takes=BUT_COMPLEX32, related=("pixel_unshuffle",),
           quantized=Quantized.MOVES)  # fmt: skip
def pixel_shuffle(input: Array, upscale_factor: int) -> Array:
    """Return images r times as high and wide, their elements taken from r * r channels each.

    >>> torch.nn.functional.pixel_shuffle(torch.arange(4).reshape(4, 1, 1), 2)
    tensor([[[0, 1],
             [2, 3]]])
    """
    r = upscale_factor
    check_shuffle("pixel_shuffle", "upscale_factor", input.shape, r)
    if r * r >= LONG:
        raise ValueError(
            f"upscale factor is too large, (upscale_factor)^2 overflowed: upscale_factor={r}"
        )
    *batch, channels, height, width = input.shape
    if channels % (r * r):
        raise RuntimeError(in_full("pixel_shuffle expects", channels, r * r))
    fine = channels // (r * r)
    parts = input.reshape(*batch, fine, r, r, height, width)
    first = len(batch)
    order = [*range(first + 1), first + 3, first + 1, first + 4, first + 2]
    moved = parts.transpose(order).copy().reshape(*batch, fine, height * r, width * r)
    return as_images(moved, input)


@operation(aliases=("nn.functional.pixel_unshuffle",), method=False, out=False, stored=True,
           takes=BUT_COMPLEX32, related=("pixel_shuffle",))  # fmt: skip
def pixel_unshuffle(input: Array, downscale_factor: int) -> Array:
    """Return images 1/r as high and wide with r * r times the channels: pixel_shuffle undone.

    >>> torch.nn.functional.pixel_unshuffle(torch.arange(4).reshape(1, 2, 2), 2).flatten()
    tensor([0, 1, 2, 3])
    """
    r = downscale_factor
    check_shuffle("pixel_unshuffle", "downscale_factor", input.shape, r)
    *batch, channels, height, width = input.shape
    for name, place, size in (("height", -2, height), ("width", -1, width)):
        if size % r:
            raise RuntimeError(in_full("pixel_unshuffle expects", name, place, size, r))
    if not input.size:
        return input.copy()
    parts = input.reshape(*batch, channels, height // r, r, width // r, r)
    first = len(batch)
    order = [*range(first + 1), first + 2, first + 4, first + 1, first + 3]
    moved = parts.transpose(order).copy()
    return as_images(moved.reshape(*batch, channels * r * r, height // r, width // r), input)


pixel_shuffle.gradient(input=lambda g, upscale_factor: pixel_unshuffle(g, upscale_factor))


pixel_unshuffle.gradient(input=lambda g, downscale_factor: pixel_shuffle(g, downscale_factor))


@operation(aliases=("nn.functional.channel_shuffle",), method=False, out=False, stored=True,
           takes=BUT_COMPLEX32, related=("pixel_shuffle",),
           quantized=Quantized.MOVES)  # fmt: skip
def channel_shuffle(input: Array, groups: int) -> Array:
    """Return images with their channels dealt out to groups in turn.

    >>> torch.channel_shuffle(torch.arange(4).reshape(1, 4, 1, 1), 2).flatten()
    tensor([0, 2, 1, 3])
    """
    if input.ndim < 3:
        raise RuntimeError(in_full("channel_shuffle expects", list(input.shape)))
    batch, channels, *rest = input.shape
    if groups <= 0:
        raise RuntimeError(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    if channels % groups:
        raise RuntimeError(in_full("Number of channels", channels, groups))
    if not input.size:
        return input.copy()
    parts = input.reshape(batch, groups, channels // groups, *rest)
    return as_images(parts.swapaxes(1, 2).copy().reshape(input.shape), input)


channel_shuffle.gradient(
    input=lambda g, sizes, groups: channel_shuffle(g, sizes[1] // groups) if g.shape.numel() else g
)

dealt_natively = differentiable_once("NotImplemented", underived("native_channel_shuffle"))


@composite(
    aliases=("nn.functional.native_channel_shuffle",), method=False, related=("channel_shuffle",)
)
def native_channel_shuffle(input: Array, groups: int) -> Tensor:
    """Return the same as channel_shuffle, by the kernel that has no gradient.

    >>> torch.native_channel_shuffle(torch.arange(4).reshape(1, 4, 1, 1), 2).flatten()
    tensor([0, 2, 1, 3])
    """
    found = channel_shuffle(input, groups)
    return dealt_natively(found.detach(), input) if found.requires_grad else found
