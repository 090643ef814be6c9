"""Nested tensors made of tensors, and one tensor made of a nested one."""

from collections.abc import Sequence
from operator import lt
from typing import Any

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.dtypes import DType
from tensorlab.engine.naming import JAGGED, STRIDED
from tensorlab.engine.overriding import Overriding
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find

from .jagged import jagged
from .parts import NestedTensor

TOO_FEW = "does not match NestedTensor dims. Broadcasting is not supported."
TOO_SMALL = "less than NestedTensor padded size. Truncation is not supported."
LISTS_ONLY = "Only lists (List[Tensor] and List[List...[Scalar]]) are accepted in nested_tensor"


def nested_tensor(
    tensor_list: Sequence[Any],
    *,
    dtype: DType | None = None,
    layout: object = None,
    device: object = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Any:
    """Return the nested tensor of copies of several tensors, or of lists of numbers.

    >>> torch.nested.nested_tensor([torch.tensor([1., 2.]), torch.tensor([3.])])
    nested_tensor([
      tensor([1., 2.]),
      tensor([3.])
    ])

    Raises:
        TypeError: it is no list.
        RuntimeError: the tensors differ in their numbers of dimensions.
    """
    if not isinstance(tensor_list, list | tuple):
        raise TypeError(LISTS_ONLY)
    settings = {"dtype": dtype, "device": device}
    with SetGrad(mode=False):
        made = [
            one.detach().clone().to(dtype or one.dtype)
            if isinstance(one, Tensor)
            else find("torch", "tensor")(one, **settings)
            for one in tensor_list
        ]
    return nest(made, layout).requires_grad_(requires_grad)


def as_nested_tensor(
    ts: Sequence[Tensor], dtype: DType | None = None, device: object = None, layout: object = None
) -> Any:
    """Return the nested tensor of several tensors, with their history.

    >>> torch.nested.as_nested_tensor([torch.tensor([1])]).unbind()
    (tensor([1]),)
    """
    if isinstance(ts, NestedTensor):
        if (layout or STRIDED) is ts.layout:
            return ts
        raise RuntimeError(in_full("as_nested_tensor(): Converting between"))
    return nest([one.clone().to(dtype or one.dtype) for one in ts], layout)


def nest(parts: Sequence[Tensor], layout: object = None) -> Any:
    """Return the nested tensor of tensors; from now on functions look for such.

    Raises:
        RuntimeError: there is no such layout of nested tensors.
    """
    Overriding.watching = True
    if layout is JAGGED:
        return jagged(parts)
    if layout not in (None, STRIDED):
        raise RuntimeError(in_full("Specified layout is", layout))
    require_dimensions(parts)
    return NestedTensor(parts)


def require_dimensions(parts: Sequence[Tensor]) -> None:
    """Refuse tensors that differ in their numbers of dimensions.

    Raises:
        RuntimeError: the numbers of dimensions differ.
    """
    for place, part in enumerate(parts):
        if part.ndim != parts[0].ndim:
            raise RuntimeError(in_full("All Tensors given to", part.ndim, place, parts[0].ndim))


def to_padded_tensor(
    input: NestedTensor,
    padding: float,
    output_size: Sequence[int] | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Return one tensor, each part of a nested one filled up to the longest, or to a size.

    >>> nested = torch.nested.nested_tensor([torch.tensor([1., 2.]), torch.tensor([3.])])
    >>> torch.nested.to_padded_tensor(nested, 0.)
    tensor([[1., 2.],
            [3., 0.]])

    Raises:
        RuntimeError: the size is smaller than the nested tensor.
    """
    least = input.extents()
    wanted_sizes = tuple(output_size or least)
    if len(wanted_sizes) != len(least):
        raise RuntimeError(f"Length of output_size {TOO_FEW}")
    if any(map(lt, wanted_sizes, least)):
        raise RuntimeError(f"Value in output_size is {TOO_SMALL}")
    sizes = wanted_sizes[1:]
    pad = find("torch.nn.functional", "pad")
    filled = []
    for part in input.parts:
        missing = [wanted - got for wanted, got in zip(sizes, part.shape, strict=True)]
        ends = [amount for one in reversed(missing) for amount in (0, one)]
        filled.append(pad(part, ends, value=padding))
    more = [*[0] * 2 * len(sizes), 0, wanted_sizes[0] - len(input.parts)]
    result: Tensor = pad(find("torch", "stack")(filled), more, value=padding)
    return result
