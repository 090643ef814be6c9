"""Methods that overwrite their tensor: with another tensor, with one value, with a new shape."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.backend import NO_DATA, is_array
from tensorlab.engine.calling.refusing import (
    refuse_leaf,
    refuse_overlap,
    refuse_shared,
    refuse_shut,
    require_shape,
)
from tensorlab.engine.calling.writing import bump, rewrite_history, snapshot
from tensorlab.engine.declaring import composite, operation, selecting
from tensorlab.engine.layout import empty_like
from tensorlab.engine.numbers import stored_number
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.signatures.signature import Array, Index, Number, Operand
from tensorlab.engine.tensor import Tensor, as_array
from tensorlab.engine.type_names import tensor_type_name
from tensorlab.engine.warning import in_full
from tensorlab.ops.pointwise.flat import flat


def overwrite(declared: Any, input: Tensor, elements: NDArray[Any], **others: Any) -> Tensor:
    """Write stored elements over a tensor, record that as the declared operation, and return it."""
    if elements.ndim:
        refuse_overlap(input)
    refuse_shut(input._array)
    if not Recording.enabled or is_unknown(input, others):
        if elements.ndim:
            input._array[...] = elements
        else:
            input._array.fill(elements[()])
        bump(input)
        return input
    refuse_leaf(input)
    before = snapshot(input)
    input._array[...] = elements
    bump(input)
    rewrite_history(declared.operation, input, {"input": before, **others})
    return input


def is_unknown(input: Tensor, others: dict[str, Any]) -> bool:
    """Return whether autograd has nothing to remember of a write."""
    if input._tracked or (input._view_of is not None and input._view_of._tracked):
        return False
    return not others or not any(isinstance(v, Tensor) and v._tracked for v in others.values())


@operation(inner=True, node="CopyBackwards")
def copied(input: Array, src: Array) -> Array:
    """Return the source stretched to the shape of input."""
    return np.broadcast_to(src, input.shape)


copied.gradient(input=lambda g: flat(g), src=lambda g: g)


def both_sparse_or_none(input: Tensor, src: Tensor) -> RuntimeError:
    """Return PyTorch's complaint about copying between tensors that store otherwise."""
    return RuntimeError(in_full("copy_() between", tensor_type_name(input), tensor_type_name(src)))


@composite(function=False, related=("fill_", "clone"), numbers_alone=True)
def copy_(input: Array, other: Operand, non_blocking: bool = False) -> Tensor:
    """Overwrite the tensor with the elements of another one, stretched to its shape.

    >>> torch.zeros(2, 2).copy_(torch.tensor([1, 2]))
    tensor([[1., 2.],
            [1., 2.]])
    """
    src = other
    refuse_leaf(input)
    if not isinstance(src, Tensor):
        return overwrite(filled, input, input.dtype.encode(np.array(src)))
    if src.is_meta and not input.is_meta:
        raise NotImplementedError(NO_DATA)
    if src.is_sparse:
        raise both_sparse_or_none(input, src)
    if src.is_quantized:
        raise RuntimeError(in_full("Copying from quantized"))
    if src.shape != input.shape:
        require_shape(input, broadcast_shapes(input.shape, src.shape))
    if src.dtype.is_complex and not input.dtype.is_complex and input.dtype.name != "bool":
        from tensorlab.ops.tensor.conversion import warn_of_lost_part  # noqa: PLC0415  rare

        warn_of_lost_part()
    refuse_shared(input, (src,))
    elements = src._array
    if src.dtype is not input.dtype:
        elements = input.dtype.encode(src.dtype.decode(elements))
    return overwrite(copied, input, elements, src=src)


def check_value(value: object) -> None:
    """Refuse a value of more than one number.

    Raises:
        RuntimeError: the value has several elements.
    """
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(in_full("fill_ only supports", value.ndim))


@selecting(
    method=False,
    out=False,
    check=check_value,
    node=lambda value: f"FillBackward{int(isinstance(value, Tensor))}",
    related=("full_like",),
)
def fill(input: Array, value: Index | Number) -> Array:
    """Return a tensor of input's shape and type with one value everywhere.

    >>> torch.fill(torch.zeros(2), 3)
    tensor([3., 3.])
    """
    if is_array(value) and value.ndim:
        raise TypeError
    whole = empty_like(input)
    whole[...] = value
    return whole


fill.gradient(input=lambda g: flat(g), value=lambda g: g.sum())


@operation(inner=True, node=lambda value: f"FillBackward{2 + isinstance(value, Tensor)}")
def filled(input: Array, value: Any = 0) -> Array:
    """Return one value in the shape of input."""
    return np.broadcast_to(as_array(value), input.shape)


filled.gradient(input=lambda g: flat(g), value=lambda g: g.sum())


@composite(related=("zero_", "full_like"))
def fill_(input: Array, value: Operand) -> Tensor:
    """Overwrite the tensor with one value everywhere.

    >>> torch.zeros(2).fill_(7)
    tensor([7., 7.])
    """
    refuse_leaf(input)
    check_value(value)
    if isinstance(value, Tensor):
        refuse_overlap(input)
        element = input.dtype.encode(value.dtype.decode(value._array))
        return overwrite(filled, input, element, value=value)
    return overwrite(
        filled, input, input.dtype.encode(stored_number(value, input.dtype)), value=value
    )


@operation(inner=True, method=False, node="ZeroBackward0")
def zeroed(input: Array) -> Array:
    """Return zeros in the shape of input."""
    return np.zeros_like(input)


zeroed.gradient(input=lambda g: flat(g))


@composite(method=True, related=("fill_",))
def zero_(input: Array) -> Tensor:
    """Overwrite the tensor with zeros.

    >>> torch.ones(2).zero_()
    tensor([0., 0.])
    """
    return overwrite(zeroed, input, input.dtype.encode(stored_number(0, input.dtype)))


@composite(function=False, related=("fill_", "diagonal"))
def fill_diagonal_(input: Array, fill_value: Number, wrap: bool = False) -> Array:
    """Overwrite the main diagonal with one value; with wrap it starts again in tall matrices.

    >>> torch.zeros(2, 2).fill_diagonal_(5)
    tensor([[5., 0.],
            [0., 5.]])
    """
    if input.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if input.ndim > 2 and len(set(input.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    steps = input.stride()
    line: Any = input.as_strided((min(input.shape),), (sum(steps),), input.storage_offset())
    line.fill_(fill_value)
    height, width = input.shape[0], input.shape[-1]
    if wrap and input.ndim == 2 and height > width + 1:
        fill_diagonal_(input[width + 1 :], fill_value, wrap=True)
    return input


@composite(function=False, name="apply_")
def apply_method(input: Array, callable: Any) -> Tensor:
    """Overwrite each element with what a Python function makes of it.

    >>> torch.tensor([1, 2]).apply_(lambda element: element * 10)
    tensor([10, 20])
    """
    if input.requires_grad:
        raise RuntimeError(
            "Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead."
        )
    numbers = [callable(element) for element in input.reshape(-1).tolist()]
    made = np.array(numbers).astype(input.dtype.compute).reshape(tuple(input.shape))
    return overwrite(filled, input, input.dtype.encode(made))
