"""From tensors to Python's and numpy's values, and between data types and devices."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import place
from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import attribute, operation
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import ALIASES, DTYPES, TENSOR_TYPES, DType, from_numpy_dtype
from tensorlab.engine.signature import Array
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor, tensor_type_name, wrap


@composite(function=False)
def item(input: Array) -> Any:
    """Return the one number in the tensor as a Python number.

    >>> torch.tensor([2.5]).item()
    2.5
    """
    array = input.array
    if array.size != 1:
        raise RuntimeError(
            f"a Tensor with {array.size} elements cannot be converted to Scalar"
        )
    return input.dtype.decode(array).item()


@composite(function=False)
def tolist(input: Array) -> Any:
    """Return the numbers as nested Python lists; of a 0-d tensor, the number.

    >>> torch.tensor([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    return input.dtype.decode(input.array).tolist()


@composite(function=False)
def size(input: Array, dim: int | None = None) -> Any:
    """Return the shape, or the size along one dimension.

    >>> torch.zeros(2, 3).size()
    torch.Size([2, 3])
    >>> torch.zeros(2, 3).size(1)
    3
    """
    shape = input.shape
    if dim is None:
        return shape
    from tensorlab.engine.shapes import wrap_dim  # noqa: PLC0415

    return shape[wrap_dim(dim, len(shape))]


@composite(function=False, aliases=("ndimension",))
def dim(input: Array) -> int:
    """Return the number of dimensions.

    >>> torch.zeros(2, 3).dim()
    2
    """
    return len(input.shape)


@composite(aliases=())
def numel(input: Array) -> int:
    """Return the number of elements.

    >>> torch.numel(torch.zeros(1, 100))
    100
    """
    return input.shape.numel()  # type: ignore[no-any-return]


@composite(function=False)
def stride(input: Array, dim: int | None = None) -> Any:
    """Return how many elements to skip to go one step along each dimension, or along one.

    >>> torch.zeros(2, 3).stride()
    (3, 1)
    """
    strides = strides_of(input)
    if dim is None:
        return strides
    from tensorlab.engine.shapes import wrap_dim  # noqa: PLC0415

    return strides[wrap_dim(dim, len(strides))]


def strides_of(tensor: Tensor) -> tuple[int, ...]:
    """Return the strides in elements."""
    from tensorlab.engine.shapes import contiguous_strides  # noqa: PLC0415

    array = tensor.array
    if array.size == 0 or tensor.is_meta:
        return contiguous_strides(array.shape)
    return tuple(step // array.itemsize for step in array.strides)


@composite(function=False)
def is_contiguous(input: Array, memory_format: Any = None) -> bool:
    """Return whether the elements lie row after row without gaps.

    >>> torch.zeros(2, 3).t().is_contiguous()
    False
    """
    return bool(input.array.flags.c_contiguous)


@composite(function=False)
def contiguous(input: Array, memory_format: Any = None) -> Tensor:
    """Return the tensor itself if its elements lie row after row, else such a copy.

    >>> torch.tensor([[1, 2], [3, 4]]).t().contiguous().stride()
    (2, 1)
    """
    if input.array.flags.c_contiguous:
        return input  # type: ignore[no-any-return]
    return packed(input)  # type: ignore[no-any-return]


@operation(function=False, method=False, stored=True, out=False, node="CloneBackward0")
def packed(input: Array) -> np.ndarray:
    """Return a copy whose elements lie row after row."""
    return input.copy()


packed.gradient(input=lambda g: g)


@operation(function=True, stored=True, out=False)
def clone(input: Array, *, memory_format: object = None) -> np.ndarray:
    """Return a copy, recorded for gradients.

    >>> torch.tensor([1, 2]).clone()
    tensor([1, 2])
    """
    return input.copy("K")


clone.gradient(input=lambda g: g)


@operation(function=False, method=False, out=False, node="ToCopyBackward0")
def converted(input: Array, dtype: DType) -> np.ndarray:
    """Return the elements converted to a data type."""
    raise NotImplementedError


def convert(input: Tensor, dtype: DType) -> Tensor:
    """Return the elements converted to a data type, recorded."""
    result = wrap(dtype.encode(input.dtype.decode(input.array)), dtype)
    if result.array is input.array:
        result.array = input.array.copy()
    if input.tracked:
        converted.operation.record(result, (input, dtype), {})
    return result


converted.gradient(input=lambda g: g)  # the engine converts it back


@composite(function=False)
def to(
    input: Array, *targets: Any, dtype: DType | None = None, device: Any = None,
    non_blocking: bool = False, copy: bool = False, memory_format: Any = None,
) -> Tensor:  # fmt: skip
    """Return the tensor in another data type or on another device; itself where nothing changes.

    >>> torch.tensor([1, 2]).to(torch.float32)
    tensor([1., 2.])
    """
    for target in targets:
        if isinstance(target, DType):
            dtype = target
        elif isinstance(target, Tensor):
            dtype, device = target.dtype, target.device
        elif isinstance(target, str | Device):
            device = target
        elif isinstance(target, bool):
            continue
        else:
            raise TypeError(
                f"to() received an invalid combination of arguments - got ({type(target).__name__})"
            )
    result = input
    if device is not None and Device(device) != input.device:
        result = wrap(place(input.array, device), input.dtype)
    if dtype is not None and dtype is not input.dtype:
        result = convert(result, dtype)
    if result is input and copy:
        return input.clone()  # type: ignore[no-any-return]
    return result  # type: ignore[no-any-return]


def declare_conversion(name: str, dtype: DType) -> None:
    """Declare the method that converts to one data type, such as x.float()."""

    def conversion(input: Array, memory_format: Any = None) -> Tensor:
        return input.to(dtype)  # type: ignore[no-any-return]

    conversion.__doc__ = f"Return the tensor as {dtype!r}: short for x.to({dtype!r})."
    composite(function=False, name=name)(conversion)


for short_name, known in {**ALIASES, "bool": DTYPES["bool"], "bfloat16": DTYPES["bfloat16"],
                          "byte": DTYPES["uint8"], "char": DTYPES["int8"]}.items():  # fmt: skip
    declare_conversion(short_name, known)


@composite(function=False)
def type(input: Array, dtype: Any = None) -> Any:
    """Return the old name of the tensor's type, or the tensor converted to a type.

    >>> torch.zeros(2).type()
    'torch.FloatTensor'
    """
    if dtype is None:
        return tensor_type_name(input)
    if isinstance(dtype, DType):
        return input.to(dtype)
    name = str(dtype).removeprefix("torch.")
    if name not in TENSOR_TYPES:
        raise ValueError(f"invalid type: '{dtype}'")
    return input.to(TENSOR_TYPES[name])


@composite(function=False)
def type_as(input: Array, other: Array) -> Tensor:
    """Return the tensor in the other's data type.

    >>> torch.tensor([1]).type_as(torch.tensor([0.5]))
    tensor([1.])
    """
    return input.to(other.dtype)  # type: ignore[no-any-return]


@composite(function=False)
def numpy(input: Array, *, force: bool = False) -> Any:
    """Return a numpy array that shares the tensor's storage."""
    if input.tracked and not force:
        raise RuntimeError(
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        )
    if input.dtype.name in {"bfloat16", "complex32"}:
        raise TypeError(f"Got unsupported ScalarType {input.dtype.scalar_name}")
    return input.array


@composite(method=False)
def from_numpy(ndarray: Any) -> Tensor:
    """Return a tensor that shares a numpy array's storage."""
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {ndarray.__class__.__name__})")
    return wrap(ndarray, from_numpy_dtype(ndarray.dtype))


@composite(function=True)
def detach(input: Array) -> Tensor:
    """Return the same elements, unknown to autograd.

    >>> torch.tensor(1., requires_grad=True).detach()
    tensor(1.)
    """
    if input.version is None:
        input.version = [0]
    result = wrap(input.array, input.dtype)
    result.version = input.version
    return result


@attribute
def data(input: Tensor) -> Tensor:
    """The same elements, unknown to autograd, which doesn't notice writes to them either."""
    return wrap(input.array, input.dtype)


@attribute
def nbytes(input: Tensor) -> int:
    """The bytes that the elements take."""
    return input.shape.numel() * input.dtype.itemsize


def as_number(kind: Any) -> Any:
    """Return the method that turns a one-element tensor into a Python number."""

    def convert_to(input: Tensor) -> Any:
        if input.shape.numel() != 1:
            raise RuntimeError(
                f"a Tensor with {input.shape.numel()} elements cannot be converted to Scalar"
            )
        return kind(input.item())  # type: ignore[attr-defined]

    return convert_to


def truth(input: Tensor) -> bool:
    """Return whether the one number is not zero.

    Raises:
        RuntimeError: there is not exactly one.
    """
    count = input.shape.numel()
    if count != 1:
        raise RuntimeError(
            "Boolean value of Tensor with "
            + ("no values is ambiguous" if count == 0 else "more than one value is ambiguous")
        )
    return bool(input.dtype.decode(input.array).item())


def as_index(input: Tensor) -> int:
    """Return the one whole number.

    Raises:
        TypeError: there is not exactly one.
    """
    if input.shape.numel() != 1 or input.dtype.category > 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(input.item())  # type: ignore[attr-defined]


def as_numpy(input: Tensor, dtype: Any = None, copy: Any = None) -> Any:
    """Return the elements to numpy.asarray."""
    array = input.numpy()  # type: ignore[attr-defined]
    return array if dtype is None else array.astype(dtype, copy=False)


def formatted(input: Tensor, spec: str) -> str:
    """Return a one-number tensor formatted as its number, any other as its text."""
    if input.ndim == 0 and not input.is_meta:
        return format(input.item(), spec)  # type: ignore[attr-defined]
    return format(str(input), spec) if not spec else object.__format__(input, spec)


for python_name, method in {
    "__int__": as_number(int), "__float__": as_number(float), "__complex__": as_number(complex),
    "__bool__": truth, "__index__": as_index, "__array__": as_numpy, "__format__": formatted,
}.items():  # fmt: skip
    setattr(Tensor, python_name, method)

__all__ = ["Size", "to"]
