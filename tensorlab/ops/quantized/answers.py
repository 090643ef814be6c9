"""What functions answer for quantized tensors: they move or compare the whole numbers."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tensorlab.engine.calling.closures import ANSWERS
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.calling.views import attach_views
from tensorlab.engine.declaring import OPERATIONS, Quantized, Tensor, no_kernel, not_implemented
from tensorlab.engine.dtypes import float32, int64
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.operation import Operation
from tensorlab.engine.quantizer import PER_CHANNEL_FLOAT, PerChannel, PerTensor
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full, warn_once
from tensorlab.frozen import replace
from tensorlab.ops.quantized.facts import per_tensor
from tensorlab.ops.quantized.making import made, numbers_of
from tensorlab.ops.quantized.quantizing import STORED

Variant = Callable[..., Any]


def known_as(name: str) -> Iterator[Operation]:
    """Yield what is declared under a name, wherever it is."""
    for namespace in ("torch.", "torch.Tensor.", "torch.nn.functional."):
        if OPERATIONS.find is not None and OPERATIONS.find(namespace + name):
            yield OPERATIONS[namespace + name]


def answers(name: str) -> Callable[[Variant], Variant]:
    """Declare what a function answers where an operand is quantized."""

    def enter(variant: Variant) -> Variant:
        for operation in known_as(name):
            operation.variants[QuantizedTensor] = variant
        return variant

    return enter


def declared(name: str) -> Callable[..., Any]:
    """Return the function of a name, wherever it is declared."""
    return function_of(next(known_as(name)))


def whole_numbers(tensor: QuantizedTensor) -> Any:
    """Return the stored whole numbers as a plain tensor that shares the storage."""
    plain = wrap(tensor._array, STORED.get(tensor.dtype, STORED_NIBBLES))
    return attach_views(plain, tensor)


STORED_NIBBLES = next(dtype for dtype in STORED.values() if dtype.name == "uint8")


def requantized(result: object, like: QuantizedTensor, quantizer: object = None) -> Any:
    """Return whole numbers that a function moved as quantized tensors again."""
    if isinstance(result, tuple):
        parts = [requantized(part, like, quantizer) for part in result]
        fields = hasattr(result, "_fields")
        return result.__class__(*parts) if fields else tuple(parts)
    if not isinstance(result, Tensor) or result.dtype is int64 or result.dtype.name == "bool":
        return result
    return made(result._array, like.dtype, quantizer or like.quantizer, result)


def bare(value: object) -> Any:
    """Return a quantized tensor's whole numbers, and anything else as it is."""
    return whole_numbers(value) if isinstance(value, QuantizedTensor) else value


def answered_bare(function: Callable[..., Any], args: Any, settings: dict[str, Any]) -> Any:
    """Return what a function answers to the whole numbers of quantized tensors."""
    return function(*map(bare, args), **{key: bare(value) for key, value in settings.items()})


def moving(operation: Operation) -> Variant:
    """Return the variant of a function that only moves elements."""
    function, way = function_of(operation), operation.facts.get("quantized")

    def variant(*args: object, **settings: object) -> Any:
        input: Any = args[0] if args else next(iter(settings.values()))
        # another argument is, of which only the shape counts
        if not input.is_quantized:
            return answered_bare(function, args, settings)
        if isinstance(input.quantizer, PerChannel) and way is Quantized.MOVES:
            raise RuntimeError("Setting strides is possible only on uniformly quantized tensor")
        if operation.name == "clone" and input.quantizer.scheme is PER_CHANNEL_FLOAT:
            raise RuntimeError(in_full("clone for quantized"))
        return moved(answered_bare(function, args, settings), input)

    return variant


def moved(result: object, input: QuantizedTensor) -> Any:
    """Return the moved elements with their quantizer; channels may have to be found again."""
    quantizer = input.quantizer
    if isinstance(quantizer, PerTensor) or not isinstance(result, Tensor):
        return requantized(result, input)
    if result._array.shape == input._array.shape:
        return requantized(result, input)
    before = input._array.shape[: quantizer.axis]
    axis = quantizer.axis
    if result.ndim > input.ndim and result._array.shape[: axis + 1] == (*before, 1):
        axis += 1
    count = len(quantizer.scales)
    if axis >= result.ndim or result._array.shape[axis] != count:
        size = result._array.shape[axis] if axis < result.ndim else 0
        raise RuntimeError(in_full("length of scales must", size, count))
    return requantized(result, input, replace(quantizer, axis=axis))


def numbers(value: object) -> Any:
    """Return what a quantized tensor stands for; anything else as it is."""
    if isinstance(value, QuantizedTensor):
        return wrap(numbers_of(value), float32)
    return value


def comparing(operation: Operation) -> Variant:
    """Return the variant of a comparison: of what the whole numbers stand for."""
    function = function_of(operation)

    def variant(input: QuantizedTensor, other: object, **settings: object) -> Any:
        return function(numbers(input), numbers(other))

    return variant


def ordering(operation: Operation) -> Variant:
    """Return the variant of a function that puts elements in order."""
    function, greatest = function_of(operation), operation.name == "topk"

    def variant(*args: object, **settings: object) -> Any:
        input: Any = args[0] if args else next(iter(settings.values()))
        if greatest and isinstance(input.quantizer, PerChannel):
            raise RuntimeError("Top-K is only supported on per-tensor quantization")
        per_tensor(input)
        if input.dtype.name == "quint4x2":
            raise not_implemented("qtopk_cpu" if greatest else "qsort", input.dtype)
        settings.pop("out", None)
        return requantized(answered_bare(function, args, settings), input)

    return variant


ANSWERS.update(
    {
        Quantized.MOVES: moving,
        Quantized.RESHAPES: moving,
        Quantized.COPIES: moving,
        Quantized.COMPARES: comparing,
        Quantized.SORTS: ordering,
    }
)


def greatest(name: str) -> Variant:
    """Return the variant of max or min."""
    function = declared(name)

    def variant(input: QuantizedTensor, *args: object, **settings: object) -> Any:
        if any(isinstance(part, Tensor) for part in (*args, *settings.values())):
            raise no_kernel(f"{name}imum.out", "QuantizedCPU")
        if isinstance(input.quantizer, PerChannel):
            raise RuntimeError(in_full("{} operator for quantized", name.title()))
        return requantized(function(whole_numbers(input), *args, **settings), input)

    return variant


for name in ("max", "min"):
    answers(name)(greatest(name))


@answers("cat")
def cat(tensors: Any, dim: int = 0, **settings: Any) -> Any:
    """Return tensors one after the other, all with the first one's quantizer."""
    for tensor in tensors:
        if not tensor.is_quantized:
            raise no_kernel("qscheme", "CPU", "Meta, QuantizedCPU")
    first = tensors[0]
    if any(isinstance(tensor.quantizer, PerChannel) for tensor in tensors):
        raise RuntimeError("Only per-tensor quantization is supported in 'cat'!")
    if any((part.dtype, part.quantizer) != (first.dtype, first.quantizer) for part in tensors):
        warn_once(in_full("All inputs of this cat"))
    if any(tensor.dtype is not first.dtype for tensor in tensors):
        raise RuntimeError("All dtypes must be the same.")
    if first.dtype.name == "quint4x2":
        raise not_implemented("qcat", first.dtype)
    parts = [whole_numbers(quantized_as(tensor, first)) for tensor in tensors]
    return requantized(declared("cat")(parts, dim), first)


def quantized_as(tensor: QuantizedTensor, like: QuantizedTensor) -> QuantizedTensor:
    """Return a tensor quantized in the way of another one."""
    quantizer = like.quantizer
    if tensor.quantizer == quantizer:
        return tensor
    return made(quantizer.quantize(numbers_of(tensor), like.dtype), like.dtype, quantizer)


@answers("stack")
def stack(tensors: Any, dim: int = 0, **settings: Any) -> Any:
    """Return tensors side by side along a new dimension."""
    return cat([declared("unsqueeze")(tensor, dim) for tensor in tensors], dim)


@answers("equal")
def equal(input: Any, other: Any) -> bool:
    """Return whether both are quantized in one way and store the same whole numbers."""
    if not (isinstance(input, QuantizedTensor) and isinstance(other, QuantizedTensor)):
        return False
    mine, theirs = input.quantizer, other.quantizer
    if input.dtype is not other.dtype or mine.scheme is not theirs.scheme:
        return False
    if isinstance(mine, PerTensor):
        same = mine == theirs
    else:
        same = mine.axis == getattr(theirs, "axis", None) and all(
            declared("equal")(getattr(mine, part), getattr(theirs, part))
            for part in ("scales", "zero_points")
        )
    return same and bool(np.array_equal(input._array, other._array))


@answers("isclose")
def isclose(input: Any, other: Any, *args: Any, **settings: Any) -> Any:
    """Refuse, as PyTorch does."""
    raise RuntimeError("isclose is not supported for quantized inputs.")


answers("allclose")(isclose)
