"""What functions answer for quantized tensors: they move or compare the whole numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from tensorlab.engine.declaration import OPERATIONS
from tensorlab.engine.dtypes import DType, float32, int64
from tensorlab.engine.quantized_refusal import quantized_refusal
from tensorlab.engine.quantizer import PerChannel, PerTensor, made, numbers_of
from tensorlab.engine.support import no_kernel, not_implemented
from tensorlab.engine.tensor import QuantizedTensor, Tensor, attach_views, wrap
from tensorlab.ops.quantization import STORED, quantize_per_tensor
from tensorlab.ops.quantized_facts import per_tensor
from tensorlab.ops.reshaping import checked_view, viewed

Variant = Callable[..., Any]
# They only move cells, and so keep one scale and zero point for all of them.
MOVES = (
    "view", "reshape", "flatten", "ravel", "unflatten", "permute", "transpose", "t", "flip",
    "fliplr", "flipud", "rot90", "squeeze", "unsqueeze", "expand", "expand_as", "broadcast_to",
    "repeat", "tile", "narrow", "movedim", "moveaxis", "swapaxes", "swapdims", "unbind", "chunk",
    "split", "diagonal", "select", "clone", "contiguous", "detach", "index_select", "view_as",
    "reshape_as", "as_strided", "unfold", "adjoint", "pixel_shuffle", "diagonal_copy",
    "hsplit", "vsplit", "dsplit", "tensor_split",
)  # fmt: skip
SORTS = {"sort": "qsort", "topk": "qtopk_cpu", "msort": "qsort", "argsort": "qsort"}
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
KEEPING_CHANNELS = {"clone", "contiguous", "detach"}
ADDING = {"unsqueeze", "squeeze", "view", "reshape", "flatten", "select", "narrow", "ravel"}


def answers(name: str) -> Callable[[Variant], Variant]:
    """Declare what a function answers where an operand is quantized."""

    def enter(variant: Variant) -> Variant:
        for namespace in ("torch.", "torch.Tensor.", "torch.nn.functional."):
            if OPERATIONS.find is not None and OPERATIONS.find(namespace + name):
                OPERATIONS[namespace + name].variants[QuantizedTensor] = variant
        return variant

    return enter


def declared(name: str) -> Callable[..., Any]:
    """Return the function of a name, wherever it is declared."""
    for namespace in ("torch.", "torch.Tensor.", "torch.nn.functional."):
        if OPERATIONS.find is not None and OPERATIONS.find(namespace + name):
            return OPERATIONS[namespace + name].function
    raise KeyError(name)


def whole_numbers(tensor: QuantizedTensor) -> Tensor:
    """Return the stored whole numbers as a plain tensor that shares the storage."""
    plain = wrap(tensor.array, STORED.get(tensor.dtype, STORED_NIBBLES))
    return attach_views(plain, tensor)  # type: ignore[no-any-return]


STORED_NIBBLES = next(dtype for dtype in STORED.values() if dtype.name == "uint8")


def requantized(result: Any, like: QuantizedTensor, quantizer: Any = None) -> Any:
    """Return whole numbers that a function moved as quantized tensors again."""
    if isinstance(result, tuple):
        parts = [requantized(part, like, quantizer) for part in result]
        fields = hasattr(result, "_fields")
        return result.__class__(*parts) if fields else tuple(parts)
    if not isinstance(result, Tensor) or result.dtype in (int64,) or result.dtype.name == "bool":
        return result
    return made(result.array, like.dtype, quantizer or like.quantizer, result)


def moving(name: str, function: Callable[..., Any]) -> Variant:
    """Return the variant of a function that only moves cells."""

    def variant(*args: Any, **settings: Any) -> Any:
        input: Any = args[0] if args else next(iter(settings.values()))
        if isinstance(input.quantizer, PerChannel) and name not in KEEPING_CHANNELS | ADDING:
            raise RuntimeError("Setting strides is possible only on uniformly quantized tensor")
        whole = whole_numbers(input)
        if args:
            result = function(whole, *args[1:], **settings)
        else:
            first = next(iter(settings))
            result = function(**{**settings, first: whole})
        return moved(result, input)

    return variant


def moved(result: Any, input: QuantizedTensor) -> Any:
    """Return the moved cells with their quantizer; channels may have to be found again."""
    quantizer = input.quantizer
    if isinstance(quantizer, PerTensor) or not isinstance(result, Tensor):
        return requantized(result, input)
    if result.array.shape == input.array.shape:
        return requantized(result, input)
    before = input.array.shape[: quantizer.axis]
    axis = quantizer.axis
    if result.ndim > input.ndim and result.array.shape[: axis + 1] == (*before, 1):
        axis += 1
    count = len(quantizer.scales)
    if axis >= result.ndim or result.array.shape[axis] != count:
        size = result.array.shape[axis] if axis < result.ndim else 0
        raise RuntimeError(f"length of scales must equal to channel, expected {size} got, {count}")
    return requantized(result, input, replace(quantizer, axis=axis))


for name in MOVES:
    answers(name)(moving(name, checked_view if name == "view" else declared(name)))
viewed.variants[QuantizedTensor] = moving("view", viewed)


def numbers(value: Any) -> Any:
    """Return what a quantized tensor stands for; anything else as it is."""
    if isinstance(value, QuantizedTensor):
        return wrap(numbers_of(value), float32)
    return value


def comparing(name: str) -> Variant:
    """Return the variant of a comparison: of what the whole numbers stand for."""
    function = declared(name)

    def variant(input: Any, other: Any, **settings: Any) -> Any:
        return function(numbers(input), numbers(other))

    return variant


for name in COMPARISONS:
    answers(name)(comparing(name))


def ordering(name: str, kernel: str) -> Variant:
    """Return the variant of a function that puts cells in order."""
    function = declared(name)

    def variant(*args: Any, **settings: Any) -> Any:
        input: Any = args[0] if args else next(iter(settings.values()))
        if name == "topk" and isinstance(input.quantizer, PerChannel):
            raise RuntimeError("Top-K is only supported on per-tensor quantization")
        per_tensor(input)
        if input.dtype.name == "quint4x2":
            raise not_implemented(kernel, input.dtype)
        settings.pop("out", None)
        result = function(whole_numbers(input), *args[1:], **(settings if args else {
            key: value for key, value in settings.items() if value is not input}))  # fmt: skip
        return requantized(result, input)

    return variant


for name, kernel in SORTS.items():
    answers(name)(ordering(name, kernel))


def greatest(name: str) -> Variant:
    """Return the variant of max or min."""
    function = declared(name)

    def variant(input: Any, *args: Any, **settings: Any) -> Any:
        if any(isinstance(part, Tensor) for part in (*args, *settings.values())):
            raise no_kernel(f"{name}imum.out", "QuantizedCPU")
        if isinstance(input.quantizer, PerChannel):
            raise RuntimeError(
                f"{name.title()} operator for quantized tensors only works for per tensor "
                "quantized tensors. Please open an issue on "
                "https://github.com/pytorch/pytorch/issues if you need per channel quantized "
                "tensor support."
            )
        return requantized(function(whole_numbers(input), *args, **settings), input)

    return variant


for name in ("max", "min"):
    answers(name)(greatest(name))


def known_kernel(input: QuantizedTensor, kernel: str) -> PerTensor:
    """Return the quantizer of a tensor that a kernel knows.

    Raises:
        NotImplementedError: its type is quint4x2.
        RuntimeError: each channel has its own quantizer.
    """
    quantizer = per_tensor(input)
    if input.dtype.name == "quint4x2":
        raise not_implemented(kernel, input.dtype)
    return quantizer


@answers("relu")
def relu(input: Any, **settings: Any) -> Any:
    """Return the whole numbers, those below the zero point replaced by it."""
    zero = known_kernel(input, "qrelu").zero_point
    array = np.maximum(input.array, input.array.dtype.type(zero))
    return made(array, input.dtype, input.quantizer)


@answers("clamp")
def clamp(input: Any, min: Any = None, max: Any = None, **settings: Any) -> Any:
    """Return the whole numbers held between those that stand for min and max."""
    for bound in (min, max):
        if isinstance(bound, Tensor):
            if bound.is_quantized:
                raise no_kernel("clamp.Tensor_out", "QuantizedCPU")
            raise quantized_refusal("clamp", [input, bound])
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    quantizer = known_kernel(input, "clamp")
    array = input.array
    for bound, narrow in ((min, np.maximum), (max, np.minimum)):
        if bound is not None:
            array = narrow(array, quantizer.quantize(np.array(bound, np.float32), input.dtype))
    return made(array, input.dtype, quantizer)


def squashing(name: str, full: float, middle: bool) -> Variant:
    """Return the variant of sigmoid or tanh, whose results fill a range known beforehand."""
    function = declared(name)

    def variant(input: Any, **settings: Any) -> Any:
        known_kernel(input, f"q{name}")
        bits = 32 if input.dtype.name == "qint32" else 8
        zero = {"quint8": 128 if middle else 0, "qint8": 0 if middle else -128}
        quantizer = PerTensor(full / 2.0**bits, zero.get(input.dtype.name, 0))
        result = function(numbers(input))
        return made(quantizer.quantize(result.array, input.dtype), input.dtype, quantizer)

    return variant


answers("sigmoid")(squashing("sigmoid", 1.0, middle=False))
answers("hardsigmoid")(squashing("hardsigmoid", 1.0, middle=False))
answers("tanh")(squashing("tanh", 2.0, middle=True))


def through_numbers(name: str, kernel: str) -> Variant:
    """Return the variant of a function that works on the values and quantizes its results again."""
    function = OPERATIONS[name].function
    last = name.rpartition(".")[2]

    def variant(input: Any, *args: Any, **settings: Any) -> Any:
        quantizer = known_kernel(input, kernel)
        asked: Any = settings.pop("dtype", None)
        if isinstance(asked, DType) and asked is not input.dtype:
            raise RuntimeError(f"ScalarType {asked.scalar_name} is not supported in new_qtensor.")
        if settings.pop("return_indices", False):
            raise no_kernel(f"{last}_with_indices.out", "QuantizedCPU")
        result = function(numbers(input), *args, **settings)
        return quantize_per_tensor(result, quantizer.scale, quantizer.zero_point, input.dtype)

    return variant


for name, kernel in {
    "torch.mean": "quantized_mean_kernel_impl_cpu", "torch.std": "std_kernel",
    "torch.nn.functional.max_pool2d": "max_pool2d", "torch.nn.functional.max_pool1d": "max_pool1d",
    "torch.nn.functional.avg_pool2d": "avg_pool2d", "torch.nn.functional.avg_pool1d": "avg_pool2d",
    "torch.nn.functional.adaptive_avg_pool2d": "adaptive_avg_pool2d",
    "torch.nn.functional.relu6": "qclamp", "torch.nn.functional.hardtanh": "clamp",
    "torch.nn.functional.leaky_relu": "qleaky_relu", "torch.nn.functional.threshold": "qthreshold",
    "torch.nn.functional.interpolate": "upsample_nearest2d", "torch.nn.functional.pad": "Copy",
}.items():  # fmt: skip
    OPERATIONS[name].variants[QuantizedTensor] = through_numbers(name, kernel)


@answers("cat")
def cat(tensors: Any, dim: int = 0, **settings: Any) -> Any:
    """Return tensors one after the other, all with the first one's quantizer."""
    for tensor in tensors:
        if not tensor.is_quantized:
            raise no_kernel("qscheme", "CPU", "Meta, QuantizedCPU")
    first = tensors[0]
    if any(isinstance(tensor.quantizer, PerChannel) for tensor in tensors):
        raise RuntimeError("Only per-tensor quantization is supported in 'cat'!")
    if any(tensor.dtype is not first.dtype for tensor in tensors):
        raise RuntimeError("All dtypes must be the same.")
    if first.dtype.name == "quint4x2":
        raise not_implemented("qcat", first.dtype)
    parts = [
        tensor if tensor.quantizer == first.quantizer
        else made(first.quantizer.quantize(numbers_of(tensor), first.dtype), first.dtype, first.quantizer)
        for tensor in tensors
    ]  # fmt: skip
    return requantized(declared("cat")([whole_numbers(part) for part in parts], dim), first)


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
        same = mine.axis == theirs.axis and all(
            declared("equal")(getattr(mine, part), getattr(theirs, part))
            for part in ("scales", "zero_points")
        )
    return same and bool(np.array_equal(input.array, other.array))


@answers("isclose")
def isclose(input: Any, other: Any, *args: Any, **settings: Any) -> Any:
    """Refuse, as PyTorch does."""
    raise RuntimeError("isclose is not supported for quantized inputs.")


answers("allclose")(isclose)


def full_of(name: str) -> Variant:
    """Return the variant of ones_like and its kin: the same quantizer, one number everywhere."""

    def variant(input: Any, value: Any = None, *, dtype: Any = None, **settings: Any) -> Any:
        if dtype is not None and dtype is not input.dtype:
            raise RuntimeError(
                "It is currently not supported to specify a dtype that doesn't match the input "
                f"tensor's dtype via empty_like.  Specified: {dtype.c_name} Input tensor's dtype: "
                f"{input.dtype.c_name}"
            )
        blank = made(np.zeros_like(input.array), input.dtype, input.quantizer)
        if name == "zeros_like":
            raise no_kernel("zero_", "QuantizedCPU")
        if name in {"rand_like", "randn_like"}:
            raise no_kernel("uniform_" if name == "rand_like" else "normal_", "QuantizedCPU")
        if name == "empty_like":
            return blank
        return blank.fill_(1 if name == "ones_like" else value)

    return variant


for name in ("ones_like", "full_like", "empty_like", "zeros_like", "rand_like", "randn_like"):
    answers(name)(full_of(name))


@answers("is_signed")
def is_signed(input: Any) -> bool:
    """Refuse, as PyTorch does."""
    raise RuntimeError("isSignedType not supported for quantized types")


def lacking(kernel: str) -> Variant:
    """Return the variant of a composed function whose kernel PyTorch lacks."""

    def variant(*args: Any, **settings: Any) -> Any:
        raise no_kernel(kernel, "QuantizedCPU")

    return variant


for name, kernel in {
    "normal": "normal.Tensor_float", "searchsorted": "searchsorted.Tensor",
    "bincount": "bincount",
}.items():  # fmt: skip
    answers(name)(lacking(kernel))


@answers("fill")
def fill(input: Any, value: Any) -> Any:
    """Return a tensor quantized in the same way with one number everywhere."""
    return full_of("full_like")(input, value)
