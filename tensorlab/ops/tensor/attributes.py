"""What tensors tell of themselves: shape, strides, storage; and tensors of subclasses."""

from operator import eq
from typing import Any

from tensorlab.engine.declaring import Array, Tensor, attribute, composite, view
from tensorlab.engine.layout import address, offset_in_storage, share_storage
from tensorlab.engine.memory_formats import is_laid_in
from tensorlab.engine.meta import MOST_BYTES, MetaArray
from tensorlab.engine.naming import MemoryFormat
from tensorlab.engine.overriding import plain
from tensorlab.engine.shapes import contiguous_strides, existing_dim
from tensorlab.engine.warning import in_full

CONTIGUOUS = MemoryFormat("contiguous_format")


@composite(function=False)
def size(input: Array, dim: int | None = None) -> Any:
    """Return the shape, or the size along one dimension.

    >>> torch.zeros(2, 3).size()
    torch.Size([2, 3])
    >>> torch.zeros(2, 3).size(1)
    3
    """
    if dim is None:
        return input.shape
    shape = input._array.shape if input.__class__ is Tensor else input.shape
    return shape[existing_dim(dim, len(shape))]


@composite(function=False, aliases=("ndimension",))
def dim(input: Array) -> int:
    """Return the number of dimensions.

    >>> torch.zeros(2, 3).dim()
    2
    """
    return input._array.ndim if input.__class__ is Tensor else len(input.shape)


@composite()
def numel(input: Array) -> int:
    """Return the number of elements.

    >>> torch.numel(torch.zeros(1, 100))
    100
    """
    return input._array.size if input.__class__ is Tensor else input.shape.numel()  # type: ignore[no-any-return]  # of methods


@composite(function=False)
def stride(input: Array, dim: int | None = None) -> Any:
    """Return the distance in memory, in elements, to the next one along a dimension, or along each.

    >>> torch.zeros(2, 3).stride()
    (3, 1)
    """
    strides = strides_of(input)
    return strides if dim is None else strides[existing_dim(dim, len(strides))]


def strides_of(tensor: Tensor) -> tuple[int, ...]:
    """Return the strides in elements."""
    array = tensor._array
    if isinstance(array, MetaArray) and array.nbytes > MOST_BYTES:
        return contiguous_strides(array.shape)
    strides = [step // array.itemsize for step in array.strides]
    if not array.size and not any(strides):
        return contiguous_strides(array.shape)
    return tuple(strides)


@composite(function=False)
def is_contiguous(input: Array, *, memory_format: MemoryFormat = CONTIGUOUS) -> bool:
    """Return whether the elements lie row after row without gaps.

    >>> torch.zeros(2, 3).t().is_contiguous()
    False
    """
    if memory_format is CONTIGUOUS:
        return bool(input._array.flags.c_contiguous)
    return is_laid_in(input._array, memory_format.name)


@composite(function=False)
def nelement(input: Array) -> int:
    """Return the number of elements.

    >>> torch.zeros(2, 3).nelement()
    6
    """
    return int(input.shape.numel())


@composite(function=False)
def storage_offset(input: Array) -> int:
    """Return how many elements of the storage come before the tensor's first one.

    >>> torch.arange(5)[2:].storage_offset()
    2
    """
    return offset_in_storage(input._array)


@composite(function=False)
def data_ptr(input: Array) -> int:
    """Return the address of the first element, 0 where there is none."""
    return address(input._array) if input._array.size else 0


@composite(function=False)
def element_size(input: Array) -> int:
    """Return the bytes of one element.

    >>> torch.tensor([1.]).element_size()
    4
    """
    return int(input.dtype.itemsize)


@composite()
def is_same_size(input: Array, other: Array) -> bool:
    """Return whether two tensors have the same shape.

    >>> torch.zeros(2).is_same_size(torch.ones(2))
    True
    """
    return bool(input.shape == other.shape)


@composite(function=False)
def is_set_to(input: Array, tensor: Array) -> bool:
    """Return whether two tensors show the same elements of one storage in the same way.

    >>> x = torch.zeros(2)
    >>> x.is_set_to(x.view(2))
    True
    """
    mine, theirs = input._array, tensor._array
    return (
        share_storage(mine, theirs)
        and address(mine) == address(theirs)
        and mine.shape == theirs.shape
        and mine.strides == theirs.strides
    )


@composite()
def get_device(input: Array) -> int:
    """Return the number of the GPU that holds the tensor, -1 on the CPU.

    >>> torch.zeros(2).get_device()
    -1
    """
    return -1 if input.device.type == "cpu" else input.device.index or 0


@composite(function=False)
def dim_order(input: Array, *, ambiguity_check: Any = False) -> tuple[int, ...]:
    """Return the dimensions in the order of their strides, the longest first.

    >>> torch.zeros(2, 3).t().dim_order()
    (1, 0)

    Raises:
        RuntimeError: another order fits the strides as well, and it is to be checked.
    """
    listed = isinstance(ambiguity_check, list)
    if not (isinstance(ambiguity_check, bool) or listed):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    strides = strides_of(input)
    found = tuple(sorted(range(len(strides)), key=lambda dim: -strides[dim]))
    doubtful = 1 in input.shape or any(map(eq, strides, strides[1:]))
    if ambiguity_check is not False and doubtful:
        formats = ambiguity_check if listed else ()
        if sum(is_laid_in(input._array, form.name) for form in formats) != 1:
            raise RuntimeError(in_full("The tensor does not"))
    return found


@attribute
def nbytes(input: Tensor) -> int:
    """The bytes that the elements take."""
    return input.shape.numel() * input.dtype.itemsize


@attribute
def output_nr(input: Tensor) -> int:
    """Which of its operation's results the tensor is."""
    return input._output_nr


@attribute
def is_cpu(input: Tensor) -> bool:
    """Whether the elements live in the main memory."""
    return input.device.type == "cpu"


@view(inner=True)
def alias(input: Array) -> Tensor:
    """Return a view of all elements."""
    return input[...]  # type: ignore[no-any-return]  # of methods


alias.gradient(input=lambda g: g)


def as_subclass(input: Tensor, cls: type) -> Tensor:
    """Return the tensor as an instance of a class of tensors, over the same elements.

    Raises:
        TypeError: it is no such class.
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError("cls must be a type (not an instance) and a subclass of torch.Tensor")
    with plain():
        found: Tensor = alias(input)
    found.__class__ = cls
    return found


def make_subclass(cls: type, data: Tensor, require_grad: object = False) -> Tensor:
    """Return an instance of a class of tensors over a tensor's elements."""
    found = as_subclass(data.detach(), cls)
    found._view_of = None
    found._tracked = bool(require_grad)
    return found


OF_TENSORS = {"as_subclass": as_subclass, "_make_subclass": staticmethod(make_subclass)}
for name, value in OF_TENSORS.items():
    setattr(Tensor, name, value)
