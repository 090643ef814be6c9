"""max_unpool: what max_pool took, back in its places among zeros."""

import math
from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import FLOATS, Array, Tensor, composite, not_implemented
from tensorlab.engine.memory_formats import as_images
from tensorlab.engine.settings import require_deterministic
from tensorlab.engine.signatures.accepting import are_whole
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.nn.steps.pooled_sizes import Windows, spread_out

F = "torch.nn.functional"


def full_size(input: Tensor, windows: Windows, asked: Any) -> tuple[int, ...]:
    """Return the sizes that were pooled: those asked for, or the smallest that go.

    Raises:
        IndexError: the input has too few dimensions.
        ValueError: what is asked for does not go.
    """
    count = len(windows.kernel)
    if input.ndim < count:
        raise IndexError("tuple index out of range")
    usual = tuple(
        (size - 1) * windows.stride[d] + windows.kernel[d] - 2 * windows.padding[d]
        for d, size in enumerate(input.shape[input.ndim - count :])
    )
    if asked is None:
        return usual
    if len(asked) == count + 2:
        asked = asked[2:]
    if len(asked) != count:
        raise ValueError(in_full("output_size should be", count, count + 2, len(asked)))
    for place, (size, wanted, step) in enumerate(zip(usual, asked, windows.stride, strict=True)):
        if not size - step < wanted < size + step:
            raise ValueError(
                f'invalid output_size "{asked}" (dim {place} must be between {size - step} '
                f"and {size + step})"
            )
    return tuple(asked)


def unpooled(count: int, input: Tensor, indices: Tensor, *settings: Any) -> Tensor:
    """Return the elements of the input in their places among zeros.

    Raises:
        RuntimeError: the places are none, or of another shape.
    """
    kernel, stride, padding = (
        spread_out(settings[0] if part is None else part, count) for part in settings[:3]
    )
    sizes = full_size(input, Windows(kernel, stride, padding, (1,) * count), settings[3])
    require_sizes(count, output_size=sizes, stride=stride, padding=padding)
    require_places(count, input, indices)
    elements = math.prod(sizes)
    outside = indices[(indices < 0) | (indices >= elements)]
    if outside.numel():
        wide = "x".join(str(size) for size in (*sizes, *[1] * (count == 1)))
        raise RuntimeError(
            f"Found an invalid max index: {int(outside[-1])} (output volumes are of size {wide})"
        )
    require_deterministic(f"max_unpooling{max(count, 2)}d_forward_out")
    flat = input.flatten(-count)
    full = input.new_zeros(*flat.shape[:-1], elements)
    found = full.scatter(-1, indices.flatten(-count), flat).unflatten(-1, sizes)
    found._array = as_images(found._array, input._array, ranks=(4,) if count == 2 else ())
    return under_name(found, "SqueezeBackward1" if count == 1 else f"MaxUnpool{count}DBackward0")


def require_sizes(count: int, **found: tuple[Any, ...]) -> None:
    """Refuse sizes that PyTorch's kernels do not take; that for volumes is given steps and borders.

    Raises:
        TypeError: one is no whole number.
        RuntimeError: there are too few of them.
    """
    for place, (name, part) in enumerate(found.items(), 3):
        if not are_whole(part) and (count == 3 or (count, place) == (2, 3)):
            kind = type(part[0]).__name__
            raise TypeError(in_full("max_unpool{}d(): argument", count, name, place, kind))
    if len(found["output_size"]) < count:
        words = {2: "two elements (height", 3: "three elements (depth, height"}[count]
        raise RuntimeError(in_full("There should be exactly", words, len(found["output_size"])))


def require_places(count: int, input: Tensor, indices: Tensor) -> None:
    """Refuse places that are not one for each element of an input with that many dims.

    Raises:
        RuntimeError: so they are.
    """
    if indices.dtype.name != "int64":
        given = f" but got: {indices.dtype.scalar_name}" * (count < 3)
        raise RuntimeError(f"elements in indices should be type int64{given}")
    if input.ndim not in (count + 1, count + 2):
        dims = {1: "2d or 3d", 2: "3d or 4d", 3: "4d or 5d"}[count]
        raise RuntimeError(in_full("Input to max_unpooling{}d", count, dims, input.ndim))
    if indices.shape != input.shape:
        sizes, found = ([*each.shape, *[1] * (count == 1)] for each in (input, indices))
        raise RuntimeError(in_full("Expected shape of indices", sizes, found))
    if input.dtype not in FLOATS:
        raise not_implemented(f"max_unpool{max(count, 2)}d", input.dtype)


@composite(namespace=F, related=("max_pool1d",))
def max_unpool1d(
    input: Array, indices: Tensor, kernel_size: Any, stride: Any = None,
    padding: Any = 0, output_size: Any = None,
) -> Tensor:  # fmt: skip
    """Return what max_pool1d took, back in its places among zeros.

    >>> F = torch.nn.functional
    >>> taken, places = F.max_pool1d(torch.tensor([[1., 3., 2., 5.]]), 2, return_indices=True)
    >>> F.max_unpool1d(taken, places, 2)
    tensor([[0., 3., 0., 5.]])
    """
    return unpooled(1, input, indices, kernel_size, stride, padding, output_size)


@composite(namespace=F, related=("max_pool2d",))
@alike(max_unpool1d)
def max_unpool2d(given: dict[str, Any]) -> Tensor:
    """Return what max_pool2d took, back in its places among zeros.

    >>> F = torch.nn.functional
    >>> taken, places = F.max_pool2d(torch.tensor([[[1., 3.], [2., 5.]]]), 2, return_indices=True)
    >>> F.max_unpool2d(taken, places, 2)
    tensor([[[0., 0.],
             [0., 5.]]])
    """
    return unpooled(2, *given.values())


@composite(namespace=F, related=("max_pool3d",))
@alike(max_unpool1d)
def max_unpool3d(given: dict[str, Any]) -> Tensor:
    """Return what max_pool3d took, back in its places among zeros.

    >>> F = torch.nn.functional
    >>> taken, places = F.max_pool3d(torch.ones(1, 1, 1, 2), (1, 1, 2), return_indices=True)
    >>> F.max_unpool3d(taken, places, (1, 1, 2))
    tensor([[[[1., 0.]]]])
    """
    return unpooled(3, *given.values())
