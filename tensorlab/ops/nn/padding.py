"""Putting elements around a tensor, and packing those of padded sequences step by step."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Mask, Number, Tensor, composite, operation, selecting
from tensorlab.engine.dtypes import DTYPES, from_numpy_dtype
from tensorlab.engine.layout import zeros_beside
from tensorlab.engine.memory_formats import IMAGES, as_images
from tensorlab.engine.numbers import stored_number
from tensorlab.engine.shapes import reserve_elements
from tensorlab.engine.signatures.accepting import are_whole
from tensorlab.engine.signatures.support import INEXACT, NUMBERS, not_implemented
from tensorlab.engine.warning import in_full

NN = "torch.nn.functional"
LONG = DTYPES["int64"]


def padded_shape(shape: tuple[int, ...], pad: Sequence[int]) -> list[int]:
    """Return the shape after padding: amounts come in pairs, those of the last dimension first.

    Raises:
        RuntimeError: the amounts are odd in number or too many, or leave less than nothing.
    """
    if len(pad) % 2:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) // 2 > len(shape):
        raise RuntimeError(in_full("Length of pad should be no", len(pad), len(shape)))
    for place in range(0, len(pad), 2):
        if shape[-1 - place // 2] + min(pad[place], 0) + min(pad[place + 1], 0) < 0:
            raise RuntimeError("narrow(): length must be non-negative.")
    return grown_shape(shape, pad)


def grown_shape(shape: tuple[int, ...], pad: Sequence[int]) -> list[int]:
    """Return the sizes with the amounts added to them."""
    sizes = list(shape)
    for place in range(0, len(pad), 2):
        sizes[-1 - place // 2] += pad[place] + pad[place + 1]
    return sizes


@operation(stored=True, method=False, related=("pad",))
def constant_pad_nd(input: Array, pad: tuple[int, ...], value: Number = 0) -> Array:
    """Return input with elements of one value around it; negative amounts cut elements off.

    The amounts come in pairs, before and after, those of the last dimension first.

    >>> torch.constant_pad_nd(torch.tensor([1, 2]), (1, 1))
    tensor([0, 1, 2, 0])
    """
    if not pad or min(pad) < 0 or len(pad) % 2 or len(pad) > 2 * input.ndim:
        padded_shape(input.shape, pad)  # says what is wrong with the amounts
        input = cut(input, pad)
        pad = tuple([max(amount, 0) for amount in pad])
    sizes = list(input.shape)
    inner = [slice(None)] * len(sizes)  # the elements that are not padding
    for place in range(0, len(pad), 2):
        dim, before = -1 - place // 2, pad[place]
        size = sizes[dim]
        inner[dim] = slice(before, before + size)
        sizes[dim] = before + size + pad[place + 1]
    whole = zeros_beside(input, tuple(sizes))
    if value != 0:
        fill(whole, value)
    whole[tuple(inner)] = input
    return as_images(whole, input, ranks=IMAGES)


def cut(input: Array, pad: Sequence[int]) -> Array:
    """Return input without the elements that negative amounts take away."""
    kept: list[Any] = [...]
    for place in range(len(pad) - 2, -2, -2):
        before, after = pad[place], pad[place + 1]
        kept.append(slice(-before if before < 0 else None, after if after < 0 else None))
    return input[tuple(kept)]


def fill(whole: np.ndarray, value: complex) -> None:
    """Write a value over all stored elements."""
    dtype = from_numpy_dtype(whole.dtype)
    whole[...] = dtype.encode(stored_number(value, dtype))


constant_pad_nd.gradient(input=lambda g, pad: constant_pad_nd(g, [-amount for amount in pad]))


def places(size: int, before: int, after: int, mode: str) -> np.ndarray:
    """Return which element each element of a padded dimension shows."""
    index = np.arange(-before, size + after, dtype=np.int64)
    if mode == "circular":  # from the other end of what negative amounts leave
        first, end = max(-before, 0), size - max(-after, 0)
        return np.where(
            index < 0, index + end, np.where(index >= size, index - size + first, index)
        )
    if mode == "replicate":
        return np.minimum(np.maximum(index, 0), size - 1)
    index = np.abs(index)
    return np.where(index >= size, 2 * (size - 1) - index, index)


def padding_name(pad: Any, mode: str) -> str:
    """Return PyTorch's name for the step back of a padding."""
    kind = {"reflect": "Reflection", "replicate": "Replication"}.get(mode)
    return f"{kind}Pad{len(pad) // 2}DBackward0" if kind else "CopySlices"


@operation(inner=True, stored=True, node=padding_name)
def repeated_around(input: Array, pad: Any, mode: str) -> Array:
    """Return input with its own elements repeated around it."""
    reserve_elements(grown_shape(input.shape, pad), input.itemsize)
    whole = input
    for place in range(0, len(pad), 2):
        axis = input.ndim - 1 - place // 2
        shown = places(input.shape[axis], pad[place], pad[place + 1], mode)
        whole = whole.take(shown, axis)
    return whole if mode == "circular" else as_images(whole, input, ranks=IMAGES)


def folded_back(g: Tensor, sizes: Sequence[int], pad: Any, mode: str) -> Any:
    """Return the gradients of all copies added up at the elements that they show."""
    for place in range(0, len(pad), 2):
        dim = len(sizes) - 1 - place // 2
        shown = g.new_tensor(
            places(sizes[dim], pad[place], pad[place + 1], mode).tolist(), dtype=LONG
        )
        shape = (*g.shape[:dim], sizes[dim], *g.shape[dim + 1 :])
        g = g.new_zeros(shape).index_add(dim, shown, g)
    return g


repeated_around.gradient(  # PyTorch keeps the input
    input=lambda g, sizes, input, pad, mode: folded_back(g, sizes, pad, mode)
)


@composite(
    namespace=NN,
    related=("constant_pad_nd",),
    choices={"mode": ("constant", "reflect", "replicate", "circular")},
)
def pad(
    input: Array, pad: tuple[int, ...], mode: str = "constant", value: float | None = None
) -> Tensor:
    """Return input with elements around it: of one value, or its own elements again.

    The amounts come in pairs, before and after, those of the last dimension first; negative ones
    cut elements off. Modes: constant, reflect (mirrored at the edge element), replicate (the edge
    element again), circular (from the other end).

    >>> torch.nn.functional.pad(torch.tensor([[1, 2], [3, 4]]), (1, 0))
    tensor([[0, 1, 2],
            [0, 3, 4]])
    """
    if not are_whole(pad):
        raise TypeError
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    count = len(pad)
    if count % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if count > 2 * input._array.ndim:
        raise RuntimeError(in_full("Padding length should", count, input.ndim))
    if mode == "constant":
        return constant_pad_nd(input, pad) if value is None else constant_pad_nd(input, pad, value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    check_amounts(input, tuple(pad), mode)
    if mode != "circular" and input.dtype not in NUMBERS | INEXACT:
        kernel = {"reflect": "reflection", "replicate": "replication"}[mode]
        raise not_implemented(f"{kernel}_pad{count // 2}d", input.dtype)
    return repeated_around(input, tuple(pad), mode)


def check_amounts(input: Tensor, pad: tuple[int, ...], mode: str) -> None:
    """Refuse amounts for other dimensions than PyTorch's kernels know, and too large ones.

    Raises:
        NotImplementedError: the number of dimensions doesn't go with the number of amounts.
        RuntimeError: an amount is too large.
    """
    ndim, count = input.ndim, len(pad) // 2
    if not (1 <= count <= 3 and ndim in (count + 1, count + 2)):
        raise NotImplementedError(in_full("Padding size {} is", len(pad), ndim))
    if mode == "circular":
        check_circular(input, pad)
    elif 0 in input.shape[ndim - count - 1 :]:
        raise RuntimeError(in_full("Expected {}D or {}D", count + 1, count + 2, list(input.shape)))
    for place in range(0, len(pad), 2):
        dim = ndim - 1 - place // 2
        size = input.shape[dim]
        for amount in pad[place : place + 2] if mode == "reflect" else ():
            if amount >= size:
                before, after = pad[place : place + 2]
                sizes = list(input.shape)
                text = in_full("Argument #{}: Padding", place + 4, before, after, dim, sizes)
                raise RuntimeError(text)
    if mode != "circular":
        require_elements(input, pad, mode)


SMALL = ("W: {}", "H: {}, W: {}", "D: {} H: {}, W: {}")


def require_elements(input: Tensor, pad: tuple[int, ...], mode: str) -> None:
    """Refuse negative amounts that leave no element in any of the dimensions.

    Raises:
        RuntimeError: no element is left.
    """
    count = len(pad) // 2
    before = list(input.shape[-count:])
    after = [
        size + sum(pad[2 * place : 2 * place + 2])
        for place, size in zip(reversed(range(count)), before, strict=True)
    ]
    if any(size > 0 for size in after) or 0 in before:
        return
    space = " " if mode == "replicate" and count == 2 else ""
    sizes = SMALL[count - 1].format(*before)
    left = " ".join(f"{name}: {size}" for name, size in zip("DHW"[-count:], after, strict=True))
    raise RuntimeError(f"input ({sizes}{space}) is too small. Calculated output {left}")


def check_circular(input: Tensor, pad: tuple[int, ...]) -> None:
    """Refuse to wrap around more than once, and amounts that leave nothing.

    Raises:
        RuntimeError: an amount is larger than the dimension, or nothing is left.
    """
    for place in range(0, len(pad), 2):
        size = input.shape[input.ndim - 1 - place // 2]
        if max(pad[place : place + 2]) > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        left = size + min(pad[place], 0) + min(pad[place + 1], 0)
        if 0 <= left < max(pad[place : place + 2]):
            raise RuntimeError(in_full("unsupported operation: some"))
        if size + pad[place] + pad[place + 1] < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")


@selecting(name="_pack_padded_sequence", inner=True)
def pack_padded_sequence(input: Array, present: Mask) -> Array:
    """Return the elements that are present, step by step."""
    return input[present]


pack_padded_sequence.gradient(
    input=lambda g, sizes, present: g.new_zeros(sizes).index_put((present,), g)
)
