"""Making tensors in another one's type, and laid out in memory as asked."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Number, Tensor, composite, creation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.layout import strided_view
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.naming import Layout
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.shapes import contiguous_strides, storage_bytes, unmakeable
from tensorlab.engine.signatures.accepting import are_whole
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.creation.from_values import empty, filled_up, full, tensor, warn_of_copy


@creation(out=False)
def empty_strided(
    size: tuple[int, ...], stride: tuple[int, ...], *, dtype: DType | None = None
) -> tuple[np.ndarray, DType]:
    """Return a tensor of a shape and strides whose values are not set: here zeros.

    >>> torch.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    dtype = dtype or Defaults.floating
    if len(size) != len(stride):
        raise RuntimeError(in_full("dimensionality of sizes", len(size), len(stride)))
    if min(size, default=0) < 0:
        raise unmakeable(size)
    needed = storage_bytes(size, stride, dtype.itemsize)
    reserve_memory(needed)
    elements = np.zeros(needed // dtype.itemsize, dtype.carrier)
    steps = [step * dtype.itemsize for step in without_negatives(size, stride)]
    elements = filled_up(elements, dtype) if MACHINE.deterministic else elements
    return strided_view(elements, size, steps), dtype


def without_negatives(size: tuple[int, ...], stride: tuple[int, ...]) -> list[int]:
    """Return strides with what the dimension behind tells instead of a negative one."""
    steps = list(stride)
    for dim in reversed(range(len(steps))):
        if steps[dim] < 0:
            last = dim == len(steps) - 1
            steps[dim] = 1 if last else max(size[dim + 1], 1) * steps[dim + 1]
    return steps


def filled_beside(
    input: Tensor,
    size: Any,
    value: object,
    dtype: DType | None,
    device: object,
    requires_grad: bool,
    layout: object = None,
    pin_memory: object = None,
) -> Tensor:
    """Return a tensor of one value in the type, and on the device, of another if none is named.

    No value is asked for by None.
    """
    where = input.device if device is None else device
    kind = dtype or input.dtype
    if value is None and MACHINE.deterministic:
        return empty(size, dtype=kind, requires_grad=requires_grad, device=where)
    value = 0 if value is None else value
    return full(tuple(size), value, dtype=kind, requires_grad=requires_grad, device=where)


@composite(function=False, variadic="size")
def new_zeros(
    input: Array, size: tuple[int, ...], *, dtype: DType | None = None, device: Any = None,
    requires_grad: bool = False, layout: Layout | None = None, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """Return a tensor of zeros in the type of this one.

    >>> torch.tensor([1, 2]).new_zeros(2, 2)
    tensor([[0, 0],
            [0, 0]])
    """
    return filled_beside(input, size, 0, dtype, device, requires_grad)


@composite(function=False, variadic="size")
@alike(new_zeros)
def new_ones(given: dict[str, Any]) -> Tensor:
    """Return a tensor of ones in the type of this one.

    >>> torch.tensor([1, 2]).new_ones(3)
    tensor([1, 1, 1])
    """
    return filled_beside(value=1, **given)


@composite(function=False, variadic="size")
@alike(new_zeros)
def new_empty(given: dict[str, Any]) -> Tensor:
    """Return a tensor in the type of this one, with no values.

    >>> torch.tensor([1, 2]).new_empty(3).shape
    torch.Size([3])
    """
    return filled_beside(value=None, **given)


@composite(function=False)
def new_full(
    input: Array, size: tuple[int, ...], fill_value: Number, *, dtype: DType | None = None,
    device: Any = None, requires_grad: bool = False, layout: Layout | None = None,
    pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """Return a tensor with one value everywhere in the type of this one.

    >>> torch.tensor([1., 2.]).new_full((2,), 3)
    tensor([3., 3.])
    """
    return filled_beside(input, size, fill_value, dtype, device, requires_grad)


@composite(function=False)
def new_tensor(
    input: Array, data: Any, *, dtype: DType | None = None, device: Any = None,
    requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return a tensor with a copy of the data in the type of this one.

    >>> torch.tensor([1., 2.]).new_tensor([3, 4])
    tensor([3., 4.])
    """
    device, dtype = input.device if device is None else device, dtype or input.dtype
    if isinstance(data, Tensor):
        warn_of_copy("tensor.new_tensor")
        return data.detach().to(device, dtype, copy=True).requires_grad_(requires_grad)
    return tensor(data, dtype=dtype, requires_grad=requires_grad, device=device)


@composite(function=False)
def new_empty_strided(
    input: Array, size: tuple[int, ...], stride: tuple[int, ...], *,
    dtype: DType | None = None, device: Any = None, requires_grad: bool = False,
    layout: Layout | None = None, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """Return a tensor of a shape and strides in the type of this one, its values not set.

    >>> torch.tensor([1, 2]).new_empty_strided((2, 2), (1, 2)).stride()
    (1, 2)
    """
    return empty_strided(
        tuple(size),
        tuple(stride),
        dtype=dtype or input.dtype,
        requires_grad=requires_grad,
        device=device,
    )


@composite(method=False)
def empty_permuted(
    size: tuple[int, ...], physical_layout: Any, *, dtype: DType | None = None, device: Any = None,
    requires_grad: bool = False, layout: Layout | None = None, pin_memory: bool = False,
) -> Tensor:  # fmt: skip
    """Return a tensor whose dimensions lie in memory in the order given, its values not set.

    >>> torch.empty_permuted((2, 3), (1, 0)).stride()
    (1, 2)
    """
    if not are_whole(physical_layout):
        raise TypeError  # the signature has PyTorch's words
    order = tuple(physical_layout)
    if sorted(order) != list(range(len(size))):
        if len(order) != len(size):
            raise RuntimeError(in_full("Number of dimensions in s", len(size), len(order)))
        twice = next((dim for place, dim in enumerate(order) if dim in order[:place]), None)
        if twice is not None and 0 <= twice < len(size):
            raise RuntimeError("Duplicate dim not allowed")
        wrong = next(dim for dim in order if not 0 <= dim < len(size))
        raise RuntimeError(
            in_full(
                "Dimension out of range (expected to be between",
                len(size) - 1,
                wrong,
                order.index(wrong),
            )
        )
    steps = contiguous_strides(tuple(size[dim] for dim in order))
    stride = tuple(steps[order.index(dim)] for dim in range(len(order)))
    return empty_strided(
        tuple(size), stride, dtype=dtype, device=device, requires_grad=requires_grad
    )


@composite(function=False, related=("new_tensor", "new_empty"))
def new(input: Array, *data: Any, **settings: Any) -> Tensor:
    """Return a tensor of data, or of sizes, in the type of this one: the old way.

    >>> torch.tensor([1., 2.]).new([3, 4])
    tensor([3., 4.])
    """
    if "device" in settings and isinstance((*data, None)[0], Tensor):
        raise RuntimeError(in_full("Legacy tensor new"))
    return Tensor._made_of(input.dtype, *data, **{"device": input.device, **settings})
