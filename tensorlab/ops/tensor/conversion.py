"""Tensors in another data type, on another device, in another order in memory."""

import builtins
from collections.abc import Sequence
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.backend import NOT_ON_GPU, place
from tensorlab.engine.declaring import Array, Quantized, Tensor, composite, operation, warn_once
from tensorlab.engine.device import CPU, Device, is_main
from tensorlab.engine.dtypes import (
    ALIASES,
    BOOLEAN,
    COMPLEX,
    DTYPES,
    INTEGER,
    PYTHON_TYPES,
    TENSOR_TYPES,
    DType,
)
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.memory_formats import in_format, is_laid_in, suggested
from tensorlab.engine.meta import stretched
from tensorlab.engine.naming import MemoryFormat
from tensorlab.engine.tensor import DENSE, wrap
from tensorlab.engine.type_names import tensor_type_name
from tensorlab.engine.warning import in_full


@composite(function=False, quantized=Quantized.COPIES)
def contiguous(input: Array, *, memory_format: Any = ...) -> Array:
    """Return the tensor itself if its elements lie row after row, else a copy that does.

    >>> torch.tensor([[1, 2], [3, 4]]).t().contiguous().stride()
    (2, 1)
    """
    if not (memory_format is ... or isinstance(memory_format, MemoryFormat)):
        raise TypeError
    if memory_format is not ...:  # not given
        if is_laid_in(input._array, memory_format.name):
            return input
        if memory_format.name == "preserve_format":
            raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
        return clone(input, memory_format=memory_format)
    return input if input._array.flags.c_contiguous else packed(input)


@operation(inner=True, stored=True, node="CloneBackward0")
def packed(input: Array) -> Array:
    """Return a copy whose elements lie row after row."""
    reserve_memory(input.nbytes)
    return input.copy()


packed.gradient(input=lambda g: g)


@operation(function=True, stored=True, out=False, quantized=Quantized.COPIES)
def clone(input: Array, *, memory_format: object = None) -> Array:
    """Return a copy, recorded for gradients.

    >>> torch.clone(torch.tensor([1, 2]))
    tensor([1, 2])
    """
    return in_format(input, memory_format)


clone.gradient(input=lambda g: g)


@operation(inner=True, node="ToCopyBackward0")
def converted(input: Array, dtype: DType) -> Array:
    """Return the elements converted to a data type."""
    raise NotImplementedError


def convert(input: Tensor, dtype: DType, memory_format: object = None) -> Tensor:
    """Return the elements converted to a data type, recorded."""
    if dtype.is_quantized:
        raise RuntimeError(in_full("empty_strided not supported"))
    if input.dtype.is_complex and dtype.category < COMPLEX and dtype.category != BOOLEAN:
        warn_of_lost_part()
    array = input._array
    if input.is_meta:
        return wrap(stretched(np.zeros((), dtype.carrier), array.shape), dtype)
    if memory_format is not None or not array.flags.c_contiguous:
        array = in_format(array, memory_format)
    fresh = dtype.encode(input.dtype.decode(array))
    result = wrap(fresh.copy() if fresh is input._array else fresh, dtype)
    if input._tracked and dtype.category > INTEGER:
        recorder(converted.operation)(result, (input, dtype), {})
    return result


def warn_of_lost_part() -> None:
    """Warn that real numbers have no imaginary part."""
    warn_once("Casting complex values to real discards the imaginary part")


converted.gradient(input=lambda g: g)  # the engine converts it back


@operation(inner=True, node="ToCopyBackward0")
def moved(input: Array, source: Device) -> Array:
    """Return the elements from another device."""
    raise NotImplementedError


moved.gradient(input=lambda g, source: g.to(source))


@composite(function=False, copies=2)
def to(
    input: Array, *targets: Any, dtype: DType | None = None, device: Any = None,
    non_blocking: bool = False, copy: bool = False, memory_format: Any = None,
) -> Array:  # fmt: skip
    """Return the tensor in another data type or on another device; itself where nothing changes.

    >>> torch.tensor([1, 2]).to(torch.float32)
    tensor([1., 2.])
    """
    device, dtype, _, copy = asked_for(targets, device, dtype, non_blocking, copy)
    result = input
    here = device is None or (input.__class__ in DENSE and is_main(device))
    if not here and not Device(device).means(input.device):
        result = placed(input, Device(device))
    changes = dtype is not None and dtype is not input.dtype
    if changes or copy or not is_laid_out(input, memory_format):
        result = convert(result, dtype or input.dtype, memory_format)
    return result


DEVICES = (str, Device, int)


def asked_for(
    targets: Sequence[Any], device: Any, dtype: Any, non_blocking: Any = False, copy: Any = False
) -> tuple[Any, Any, bool, bool]:
    """Return the device, the type, the haste and the copy that the arguments of `to` ask for.

    First stands a device, behind which a type may follow, or a type, or a tensor; flags are last.

    Raises:
        TypeError: they have another order or kind.
    """
    flags = [non_blocking, copy]
    if targets:
        first, *rest = targets
        if isinstance(first, DEVICES) and rest and not is_type(rest[0]):
            raise TypeError
        kind, where = meant_by(first)
        if kind is None and rest and is_type(rest[0]):
            kind = rest.pop(0)
        elif (kind is None and rest) or (kind is not None and device is not None):
            raise TypeError
        if (kind and dtype) or (where and device) or len(rest) > len(flags):
            raise TypeError
        device, dtype = where or device, kind or dtype
        flags[: len(rest)] = rest
    non_blocking, copy = flags
    if not (is_type(dtype) and isinstance(non_blocking, bool) and isinstance(copy, bool)):
        raise TypeError
    if device is not None and not isinstance(device, DEVICES):
        raise TypeError
    return device, PYTHON_TYPES.get(dtype, dtype), non_blocking, copy


def is_type(value: object) -> bool:
    """Return whether a value is a data type, a type of Python's numbers, or none."""
    return value is None or isinstance(value, DType) or (callable(value) and value in PYTHON_TYPES)


def meant_by(target: object) -> tuple[DType | None, Device | None]:
    """Return the data type and the device that an argument without a name asks for.

    Raises:
        RuntimeError: it is a GPU's number, and there is none.
        TypeError: it asks for neither.
    """
    if isinstance(target, DType):
        return target, None
    if isinstance(target, Tensor):
        return target.dtype, target.device
    if isinstance(target, (str, Device)):
        return None, CPU if is_main(target) else Device(target)
    if target is None:
        return None, None
    if isinstance(target, int) and not isinstance(target, bool):
        return None, Device(target)
    if isinstance(target, bool | float | complex):  # stands for a tensor of such numbers
        return PYTHON_TYPES[target.__class__], None
    if is_type(target):
        return PYTHON_TYPES[target], None
    raise TypeError


def placed(input: Tensor, device: Device) -> Tensor:
    """Return the tensor on another device, recorded."""
    if input.is_quantized and device.type == "cuda":
        raise NotImplementedError(NOT_ON_GPU.format("quantized"))
    result = wrap(place(input._array, device), input.dtype)
    if input._tracked:
        recorder(moved.operation)(result, (input, input.device), {})
    return result


def is_laid_out(input: Tensor, memory_format: Any) -> bool:
    """Return whether the elements lie in memory as a format says, as far as strides tell."""
    if memory_format is None or memory_format.name == "preserve_format":
        return True
    return bool(suggested(input._array) == memory_format.name)


def declare_conversion(name: str, dtype: DType) -> None:
    """Declare the method that converts to one data type, such as x.float()."""

    def conversion(input: Array, *, memory_format: MemoryFormat | None = None) -> Array:
        if memory_format is None and input.__class__ in DENSE:  # as below, in half the time
            return input if input.dtype is dtype else convert(input, dtype)
        return input.to(dtype, memory_format=memory_format)

    conversion.__doc__ = f"Return the tensor as {dtype!r}: short for x.to({dtype!r})."
    composite(function=False, name=name)(conversion)


for short_name, known in {**ALIASES, "bool": DTYPES["bool"], "bfloat16": DTYPES["bfloat16"],
                          "byte": DTYPES["uint8"], "char": DTYPES["int8"]}.items():  # fmt: skip
    declare_conversion(short_name, known)


@composite(function=False)
def type(input: Array, dtype: Any = None, non_blocking: bool = False) -> Any:
    """Return the old name of the tensor's type, or the tensor converted to a type.

    >>> torch.zeros(2).type()
    'torch.FloatTensor'
    """
    if dtype is None:
        return tensor_type_name(input)
    if isinstance(dtype, DType):
        return input.to(dtype)
    given = str(dtype).removeprefix("<class '").removesuffix("'>")
    name = given.removeprefix("torch.")
    if name not in TENSOR_TYPES:
        if not isinstance(dtype, str | builtins.type):
            raise TypeError("dtype must be a type, str, or dtype object")
        raise ValueError(f"invalid type: '{given}'")
    return input.to(TENSOR_TYPES[name])


@composite(function=False)
def type_as(input: Array, other: Array) -> Array:
    """Return the tensor in the other's data type.

    >>> torch.tensor([1]).type_as(torch.tensor([0.5]))
    tensor([1.])
    """
    return input.to(other.dtype)


@composite(function=True, quantized=Quantized.COPIES)
def detach(input: Array) -> Tensor:
    """Return the same elements, unknown to autograd.

    >>> torch.tensor(1., requires_grad=True).detach()
    tensor(1.)
    """
    if input._writes is None:
        input._writes = [0]
    result = wrap(input._array, input.dtype)
    result._writes = input._writes
    return result


@composite(function=False)
def cpu(input: Array, *, memory_format: Any = None) -> Array:
    """Return the tensor in the main memory: itself where it is there.

    >>> torch.tensor([1]).cpu()
    tensor([1])
    """
    return input.to("cpu", memory_format=memory_format)


@composite(function=False)
def cuda(
    input: Array, device: Any = None, non_blocking: bool = False, memory_format: Any = None
) -> Array:
    """Return the tensor on an NVIDIA GPU.

    Raises:
        RuntimeError: the device is another one.
    """
    if isinstance(device, str | Device) and Device(device).type != "cuda":
        raise RuntimeError("Invalid device, must be cuda device")
    return input.to("cuda" if device is None else device, memory_format=memory_format)
