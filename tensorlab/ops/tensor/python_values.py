"""From tensors to Python's and numpy's values, and back."""

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.backend import NO_DATA, place
from tensorlab.engine.declaring import Array, Tensor, composite, warn_once
from tensorlab.engine.declaring.filling import Read, tell_of_number
from tensorlab.engine.device import CPU
from tensorlab.engine.dtypes import DTYPES, from_numpy_dtype
from tensorlab.engine.layout import Writable, address, copy_of, storage_of, strided_view
from tensorlab.engine.lent_memory import hold, require_whole_strides
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.naming import named_in_c
from tensorlab.engine.printing.tensor_text import as_formatted
from tensorlab.engine.signatures.support import NO_ITEM
from tensorlab.engine.tensor import Parameter, wrap
from tensorlab.engine.warning import in_full
from tensorlab.engine.work import Work

STEPS_TO_PRINT = 500

BYTES_OF_NUMBER = 40  # Python's own, with its place in a list


@composite(function=False)
def item(input: Array) -> Any:
    """Return the one number in the tensor as a Python number.

    >>> torch.tensor([2.5]).item()
    2.5
    """
    array = input._array
    if Read.batches and array.size == 1:
        tell_of_number(lambda: in_full("vmap: It looks like you're calling"), array)
    if input.__class__ is Tensor and input.dtype.native and array.size == 1:
        return array.item()
    if array.size != 1:
        raise RuntimeError(f"a Tensor with {array.size} elements cannot be converted to Scalar")
    if input.dtype.native and array.__class__ is np.ndarray:
        return array.item()
    if input.is_meta:
        raise RuntimeError(NO_ITEM)
    return input.dtype.decode(array).item()


@composite(function=False)
def tolist(input: Array) -> Any:
    """Return the numbers as nested Python lists; of a 0-d tensor, the number.

    >>> torch.tensor([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    if input.is_meta:
        raise NotImplementedError(NO_DATA)
    if input.dtype.is_quantized and input._array.size:
        raise RuntimeError("load_scalar: invalid type")
    reserve_memory(input._array.size * BYTES_OF_NUMBER)
    return input.dtype.decode(input._array).tolist()


@composite(function=False)
def numpy(input: Array, *, force: bool = False) -> Any:
    """Return a numpy array that shares the tensor's storage.

    >>> torch.tensor([1, 2]).numpy()
    array([1, 2])
    """
    if input._tracked and Recording.enabled and not force:
        raise RuntimeError(
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        )
    if input.device.type != "cpu" and not force:
        raise TypeError(in_full("can't convert {}", input.device))
    if input.dtype.name in {"bfloat16", "complex32"}:
        raise TypeError(f"Got unsupported ScalarType {input.dtype.scalar_name}")
    return hold(place(input._array, CPU).view())  # whose shape the program may set


@composite(method=False)
def from_numpy(ndarray: Any, /) -> Tensor:
    """Return a tensor that shares a numpy array's storage."""
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {named_in_c(ndarray)})")
    if ndarray.dtype.kind in "biufc" and not ndarray.dtype.isnative:
        raise ValueError(in_full("given numpy array has"))
    if min(ndarray.strides, default=0) < 0:
        raise ValueError(in_full("At least one stride"))
    require_whole_strides(ndarray)
    if not ndarray.flags.writeable:
        warn_once(in_full("The given NumPy array"))
        ndarray = written_through(ndarray)
    return wrap(hold(np.asarray(ndarray)), from_numpy_dtype(ndarray.dtype))


def written_through(array: np.ndarray) -> np.ndarray:
    """Return an array over the same memory that can be written to, though the array can't.

    Memory that is not numpy's own may truly be shut, as a file's is, or hold what must not change,
    as Python's bytes do: that stays as it is.
    """
    owner: Any = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    return np.asarray(Writable(array)) if owner.flags.owndata else array


def as_number(kind: Any) -> Any:
    """Return the method that turns a one-element tensor into a Python number."""

    def convert_to(input: Tensor) -> Any:
        plain = input.__class__ is Tensor and input._array.size == 1 and not input._tracked
        if plain and not Read.batches:
            number = input._array.item() if input.dtype.native else input.item()
            if number.__class__ is not complex:
                return kind(number)
        if input.shape.numel() != 1:
            raise ValueError(in_full("only one element tensors"))
        if input._tracked and Recording.enabled:
            warn_once(in_full("Converting a tensor"))
        number = input.item()
        if isinstance(number, complex) and kind is not complex:
            name = {int: "int64_t", float: "double"}[kind]
            raise RuntimeError(f"value cannot be converted to type {name} without overflow")
        return kind(number)

    return convert_to


def truth(input: Tensor) -> bool:
    """Return whether the one number is not zero.

    Raises:
        RuntimeError: there is not exactly one.
    """
    count = input._array.size if input.__class__ is Tensor else input.shape.numel()
    if count != 1:
        raise RuntimeError(
            "Boolean value of Tensor with "
            + ("no values is ambiguous" if count == 0 else "more than one value is ambiguous")
        )
    tell_of_number(lambda: in_full("vmap: It looks like you're attempting"), input._array)
    return bool(input.item())


def as_index(input: Tensor) -> int:
    """Return the one whole number.

    Raises:
        TypeError: there is not exactly one.
    """
    if input.shape.numel() != 1 or input.dtype.category > 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(input.item())


def as_numpy(input: Tensor, dtype: object = None, copy: object = None) -> Any:
    """Return the elements to numpy.asarray."""
    array = input.numpy()
    return array if dtype is None else array.astype(dtype, copy=False)


def from_ufunc(input: Tensor, array: NDArray[Any], *rest: object) -> Tensor:
    """Return what numpy's own functions made of a tensor as a tensor again."""
    array = np.asarray(array)
    return from_numpy(array.astype(np.uint8) if array.dtype == bool else array)


def backwards(input: Tensor) -> Tensor:
    """Return the rows from the last to the first, as `reversed` asks for them."""
    return input.flip(0) if input.dim() else input


def formatted(input: Tensor, spec: str) -> str:
    """Return a tensor as its text, or as its number."""
    value = as_formatted(input)
    return object.__format__(input, spec) if value is input else format(value, spec)


for python_name, method in {
    "__int__": as_number(int), "__float__": as_number(float), "__complex__": as_number(complex),
    "__bool__": truth, "__index__": as_index, "__array__": as_numpy, "__array_wrap__": from_ufunc,
    "__format__": formatted, "__reversed__": backwards,
}.items():  # fmt: skip
    setattr(Tensor, python_name, method)


def contains(input: Tensor, value: Any) -> bool:
    """Return whether an element equals a number or a tensor.

    Raises:
        RuntimeError: the value is neither.
    """
    if isinstance(value, Tensor | int | float | complex):
        found: Any = value == input
        return bool(found.any().item())
    raise RuntimeError(in_full("Tensor.__contains__", type(value).__name__))


def copy_in_storage(array: Any, memo: dict[int, Any]) -> Any:
    """Return a copy that lies in a copy of the whole storage, which all views of it share."""
    whole = storage_of(array)
    if id(whole) not in memo:
        memo[id(whole)] = copy_of(whole)
    copy = memo[id(whole)]
    if copy.strides != whole.strides or copy.dtype != array.dtype:
        return copy_of(array)
    return strided_view(copy, array.shape, array.strides, address(array) - address(whole))


def deep_copy(input: Tensor, memo: dict[int, Any]) -> Array:
    """Return a copy that shares nothing but with copies of what it shares its storage with.

    A parameter's has no gradient yet.

    Raises:
        RuntimeError: the tensor was made by a recorded operation.
    """
    if not input.is_leaf:
        raise RuntimeError(in_full("Only Tensors created"))
    if id(input) in memo:
        return memo[id(input)]
    array = input._array if input.is_meta else copy_in_storage(input._array, memo)
    copy = rebuilt(array, *facts_kept(input))
    memo[id(input)] = copy
    vars(copy).update(deepcopy(vars(input), memo))
    if input.grad is not None and not input._is_param:
        copy.grad = deep_copy(input.grad, memo)
    return copy


def facts_kept(input: Tensor) -> tuple[Any, ...]:
    """Return what is kept of a tensor beside its elements; its class where a program made that."""
    kind = type(input) if input._of_a_program else None
    return input.dtype.name, input._tracked, input._is_param, kind


def rebuilt(array: Any, dtype: str, tracked: bool, trained: bool = False, kind: Any = None) -> Any:
    """Return the tensor, or the parameter, of elements that were stored away."""
    tensor = wrap(array, DTYPES[dtype])
    made = Parameter(tensor, tracked) if trained else tensor
    made._tracked = tracked
    made.__class__ = kind or made.__class__
    return made


def reduced(input: Tensor, protocol: object) -> tuple[Any, ...]:
    """Return what pickle keeps of a tensor."""
    return rebuilt, (input._array, *facts_kept(input)), vars(input) or None


def as_capsule(input: Tensor, **settings: object) -> Any:
    """Return the capsule by which other libraries look at the same memory."""
    try:
        # only then can it be written to
        return as_numpy(input).__dlpack__(max_version=(1, 0))
    except TypeError:  # of older numpys
        return as_numpy(input).__dlpack__()


def capsule_device(input: Tensor) -> tuple[Any, int]:
    """Return where the memory is: the main one."""
    return as_numpy(input).__dlpack_device__()  # type: ignore[no-any-return]  # of methods


for dunder, behaviour in {
    "__contains__": contains,
    "__deepcopy__": deep_copy,
    "__dlpack__": as_capsule,
    "__dlpack_device__": capsule_device,
    "__reduce_ex__": reduced,
}.items():
    setattr(Tensor, dunder, behaviour)


def shown(tensor: Tensor) -> str:
    """Return the tensor as PyTorch prints it."""
    from tensorlab.engine.printing.tensor_text import text  # noqa: PLC0415  only those who print pay

    Work.spend(STEPS_TO_PRINT)
    return text(tensor)


Tensor._as_printed = shown
