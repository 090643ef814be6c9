"""Methods of quantized tensors that differ from those of dense ones: indexing, writing, numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.calling.writing import bump
from tensorlab.engine.dtypes import DTYPES, DType, float32
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.quantizer import PerChannel, PerTensor
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.signatures.support import no_kernel, not_implemented
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import methods_of
from tensorlab.ops.indexing.subscript_writing import require_fit
from tensorlab.ops.indexing.subscripts import getitem
from tensorlab.ops.quantized.answers import answers, moved, requantized, whole_numbers
from tensorlab.ops.quantized.facts import expected
from tensorlab.ops.quantized.making import made, numbers_of
from tensorlab.ops.quantized.quantizing import NOT_QUANTIZED
from tensorlab.ops.shape.stretching import broadcast_to
from tensorlab.ops.tensor.python_values import deep_copy, truth

ONLY_FROM_NUMBERS = "Quantized copy only works with kFloat as source Tensor"


method = methods_of(QuantizedTensor)


@method("__getitem__")
def picked(self: QuantizedTensor, index: Any) -> Any:
    """Return the elements at an index; one channel alone has one scale and zero point."""
    chosen = getitem(whole_numbers(self), index)
    quantizer = self.quantizer
    if isinstance(quantizer, PerTensor):
        return requantized(chosen, self)
    parts = index if isinstance(index, tuple) else (index,)
    if any(chooses(part) for part in parts):
        raise RuntimeError(in_full("self.qscheme() == c10::kPerTensorAffine"))
    at = parts[quantizer.axis] if quantizer.axis < len(parts) else slice(None)
    if at is None or parts[0] is None or at is Ellipsis:
        return moved(chosen, self)
    places = np.arange(len(quantizer.scales))[at]
    if np.size(places) == 1:
        place = int(np.reshape(places, ()))
        one = PerTensor(quantizer.scales[place].item(), int(quantizer.zero_points[place].item()))
        return requantized(chosen, self, one)
    # PyTorch counts those after it too
    lost = sum(isinstance(part, int) for part in parts)
    kept = PerChannel(
        wrap(quantizer.scales._array[at], quantizer.scales.dtype),
        wrap(quantizer.zero_points._array[at], quantizer.zero_points.dtype),
        quantizer.axis - lost,
    )
    return requantized(chosen, self, kept)


def chooses(part: object) -> bool:
    """Return whether a part of an index chooses elements by a list of places or a mask."""
    return isinstance(part, Tensor | list | range | bool)


@method("__setitem__")
def assign(self: QuantizedTensor, index: Any, value: Any) -> None:
    """Write numbers over the elements at an index, each quantized."""
    if not isinstance(value, Tensor | bool | int | float):
        raise TypeError(f"can't assign a {class_name(value)} to a torch.FloatTensor")
    source = value if isinstance(value, Tensor) else wrap(np.array(value, np.float32), float32)
    index = slice(None) if index is True else index
    parts = index if isinstance(index, tuple) else (index,)
    if any(chooses(part) for part in parts):
        if isinstance(self.quantizer, PerChannel):
            raise RuntimeError(in_full("index_put for"))
        require_fit(source._array, whole_numbers(self)[index].shape)
    else:
        source = broadcast_to(source, whole_numbers(self)[index].shape)
    target: Any = self[index]
    self._array[plain_index(index)] = stored_for(target, source)
    bump(self)


def plain_index(index: object) -> Any:
    """Return an index as numpy takes it."""
    if isinstance(index, tuple):
        return tuple(plain_index(part) for part in index)
    return index._array if isinstance(index, Tensor) else index


def stored_for(self: QuantizedTensor, source: Tensor) -> Any:
    """Return the whole numbers that a source gives in a tensor's way of quantizing.

    Raises:
        RuntimeError: the source has another quantized type, or is not float32.
    """
    if isinstance(source, QuantizedTensor):
        if source.dtype is not self.dtype:
            raise expected("self.scalar_type() == src.scalar_type()")
        self.quantizer = source.quantizer
        return source._array
    if source.dtype is not float32:
        raise RuntimeError(ONLY_FROM_NUMBERS)
    if not self._array.flags.c_contiguous:
        raise RuntimeError("Quantized copy only works with contiguous and NHWC Tensors")
    if self.dtype.name == "quint4x2":
        raise not_implemented("Copy", self.dtype)
    return self.quantizer.quantize(np.broadcast_to(source._array, self._array.shape), self.dtype)


@method("copy_")
def copy_(self: QuantizedTensor, src: Any, non_blocking: bool = False) -> QuantizedTensor:
    """Overwrite the tensor with the numbers of another one, quantized."""
    if not isinstance(src, Tensor):
        raise RuntimeError(ONLY_FROM_NUMBERS)
    if src.shape != self.shape:
        raise RuntimeError("Quantized copy only works with Tensors with the same shape")
    self._array[...] = stored_for(self, src)
    bump(self)
    return self


@method("fill_")
def fill_(self: QuantizedTensor, value: Any) -> QuantizedTensor:
    """Overwrite the tensor with one number, quantized."""
    number = value.item() if isinstance(value, Tensor) else value
    self._array[...] = stored_for(self, wrap(np.array(number, np.float32), float32))
    bump(self)
    return self


@method("zero_")
def zero_(self: QuantizedTensor) -> Any:
    """Refuse, as PyTorch does."""
    raise no_kernel("zero_", "QuantizedCPU")


answers("zero_")(zero_)


@method("item")
def item(self: QuantizedTensor) -> float:
    """Return the one number in the tensor."""
    if self._array.size != 1:
        count = self._array.size
        raise RuntimeError(f"a Tensor with {count} elements cannot be converted to Scalar")
    return float(numbers_of(self).reshape(-1)[0])


@method("tolist")
def tolist(self: QuantizedTensor) -> Any:
    """Refuse: Python has no quantized numbers."""
    raise RuntimeError("load_scalar: invalid type")


@method("numpy")
def numpy(self: QuantizedTensor, *, force: bool = False) -> Any:
    """Refuse: numpy has no quantized numbers."""
    raise TypeError(f"Got unsupported ScalarType {self.dtype.scalar_name}")


method("__bool__")(truth)


@method("__format__")
def formatted(self: QuantizedTensor, spec: str) -> str:
    """Return a one-number tensor formatted as its number, any other as its text."""
    return format(self.item(), spec) if self.ndim == 0 else object.__format__(self, spec)


@method("__deepcopy__")
def copied(self: QuantizedTensor, memo: dict[int, Any]) -> Any:
    """Return a copy that shares nothing."""
    if id(self) not in memo:
        whole = deep_copy(whole_numbers(self), {})
        memo[id(self)] = made(whole._array, self.dtype, self.quantizer)
    return memo[id(self)]


def rebuilt(array: NDArray[Any], dtype: str, quantizer: object) -> QuantizedTensor:
    """Return the quantized tensor of whole numbers that were stored away."""
    return made(array, DTYPES[dtype], quantizer)


@method("__reduce_ex__")
def reduced(self: QuantizedTensor, protocol: Any) -> tuple[Any, ...]:
    """Return what pickle keeps of a tensor."""
    return rebuilt, (self._array, self.dtype.name, self.quantizer)


@method("requires_grad_")
def requires_grad_(self: QuantizedTensor, requires_grad: bool = True) -> QuantizedTensor:
    """Refuse: whole numbers have no direction to move in."""
    if requires_grad:
        raise RuntimeError(in_full("only Tensors of floating"))
    return self


@method("is_signed")
def is_signed(self: QuantizedTensor) -> bool:
    """Refuse, as PyTorch does."""
    raise RuntimeError("isSignedType not supported for quantized types")


@method("to")
def to(self: QuantizedTensor, *targets: Any, **settings: Any) -> Any:
    """Return the tensor itself; other types have to be asked for by dequantize."""
    asked = [part for part in (*targets, settings.get("dtype")) if isinstance(part, DType)]
    if asked and not asked[0].is_quantized:
        raise RuntimeError(NOT_QUANTIZED)
    if asked and asked[0] is not self.dtype:
        raise expected("self.scalar_type() == src.scalar_type()")
    return self.clone() if settings.get("copy") else self


def data(self: QuantizedTensor) -> Any:
    """The same tensor, unknown to autograd."""
    return self.detach()


# A property has a setter.
method("data")(property(data, Tensor.data.fset))  # type: ignore[attr-defined]
