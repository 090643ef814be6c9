"""Making tensors of what already is, sharing its memory; unit matrices and single numbers."""

from typing import Any

import numpy as np

from tensorlab.engine.backend import is_array
from tensorlab.engine.calling.operands import all_fit
from tensorlab.engine.declaring import BUT_COMPLEX32, Number, composite, creation, not_implemented
from tensorlab.engine.dtypes import DTYPES, DType, from_numpy_dtype
from tensorlab.engine.layout import share_storage
from tensorlab.engine.lent_memory import hold, require_whole_strides
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.shapes import require_countable, reserve_elements
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full, warn_once
from tensorlab.ops.creation.from_values import filled, tensor
from tensorlab.ops.tensor.storages import UntypedStorage


@creation(skips_overlap_check=True, quantized_kernel="eye.m_out")
def eye(n: int, m: int | None = None, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a matrix with ones on the diagonal and zeros elsewhere.

    >>> torch.eye(2, 3)
    tensor([[1., 0., 0.],
            [0., 1., 0.]])
    """
    dtype = dtype or Defaults.floating
    m = n if m is None else m
    for name, size in (("n", n), ("m", m)):
        if size < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {size}")
    if dtype not in BUT_COMPLEX32:
        raise not_implemented("eye", dtype)
    require_countable((n, m))
    reserve_elements((n, m), dtype.itemsize)
    array = np.zeros(n * m, dtype.carrier)
    array[: min(n, m) * m : m + 1] = dtype.encode(np.ones((), dtype.compute))
    return array.reshape(n, m), dtype


@creation(out=False)
def scalar_tensor(s: Number, *, dtype: DType | None = None) -> tuple[np.ndarray, DType]:
    """Return a 0-d tensor of a number, in the default type unless another is given.

    >>> torch.scalar_tensor(3)
    tensor(3.)
    """
    if not all_fit((s,)):
        raise OverflowError  # without words: the signature has them
    dtype = dtype or Defaults.floating
    return filled(np.empty((), dtype.carrier), s, dtype), dtype


@composite(method=False, related=("tensor", "asarray"))
def as_tensor(data: Any, *, dtype: DType | None = None, device: Any = None) -> Tensor:
    """Return a tensor of the data, sharing its storage where it has one of the right type.

    >>> torch.as_tensor([1, 2])
    tensor([1, 2])
    """
    if isinstance(data, Tensor):
        return data if dtype is None and device is None else data.to(device=device, dtype=dtype)
    if is_array(data):
        if isinstance(data, np.ndarray):
            require_whole_strides(data)
            data = hold(np.asarray(data))
        shared = wrap(data, from_numpy_dtype(data.dtype))
        return shared if dtype is None and device is None else shared.to(device=device, dtype=dtype)
    return tensor(data, dtype=dtype, device=device)


@composite(method=False, related=("as_tensor",))
def asarray(
    obj: Any, *, dtype: DType | None = None, device: Any = None, copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:  # fmt: skip
    """Return a tensor of an object, sharing its storage unless copy or another type is asked for.

    >>> torch.asarray([1., 2.])
    tensor([1., 2.])
    """
    if isinstance(obj, UntypedStorage):  # its bytes are read as what is asked for
        obj = frombuffer(obj.elements, dtype=dtype or DTYPES["int64"])
    result = as_tensor(obj, dtype=dtype, device=device)
    if copy is False and not shares(obj, result):
        raise ValueError(
            "can't alias arbitrary sequence into a tensor."
            if not isinstance(obj, Tensor | np.ndarray)
            else f"can't alias tensor with dtype '{dtype_of(obj)!r}' into dtype '{dtype!r}'."
        )
    if copy and shares(obj, result):
        result = result.clone()
    if requires_grad is None and result._tracked:
        warn_once(in_full("torch.asarray: unspecified"))
    if requires_grad is False:
        result = result.detach()
    if requires_grad and not result._tracked:
        result = result.detach()
        result.requires_grad = True
    return result


def shares(obj: object, result: Tensor) -> bool:
    """Return whether a tensor looks at an object's own storage."""
    array = obj._array if isinstance(obj, Tensor) else obj
    return hasattr(array, "strides") and share_storage(array, result._array)


def dtype_of(obj: Any) -> DType:
    """Return the data type of a tensor or an array."""
    return obj.dtype if isinstance(obj, Tensor) else from_numpy_dtype(obj.dtype)


@composite(method=False, related=("from_numpy", "tensor"))
def frombuffer(
    buffer: Any, *, dtype: DType, count: int = -1, offset: int = 0, requires_grad: bool = False
) -> Tensor:
    """Return a tensor over a buffer's own bytes, as `count` elements of a type after an offset.

    >>> torch.frombuffer(bytearray([1, 0, 2, 0]), dtype=torch.int16)
    tensor([1, 2], dtype=torch.int16)
    """
    try:
        held = memoryview(buffer).cast("B")
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    length, size = len(held), dtype.itemsize
    if not length or not count:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(in_full("offset ({} bytes)", offset, length))
    if count < 0:
        if (length - offset) % size:
            raise ValueError(in_full("buffer length ({} bytes)", length - offset, offset, size))
        count = (length - offset) // size
    elif offset + count * size > length:
        raise ValueError(in_full("requested buffer length", count, size, offset, length))
    if held.readonly:
        warn_once(in_full("The given buffer"))
    result = wrap(np.frombuffer(held, dtype.carrier, count, offset), dtype)
    return result.requires_grad_() if requires_grad else result
