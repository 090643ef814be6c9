"""What functions that compute, or make tensors like others, answer for quantized tensors."""

from typing import Any

import numpy as np

from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring import OPERATIONS, Tensor, no_kernel, not_implemented
from tensorlab.engine.dtypes import DType, float64
from tensorlab.engine.kinds import QuantizedTensor
from tensorlab.engine.quantizer import PerTensor
from tensorlab.engine.signatures.quantized_refusal import quantized_refusal
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.quantized.answers import Variant, answers, declared, numbers
from tensorlab.ops.quantized.facts import per_tensor
from tensorlab.ops.quantized.making import made
from tensorlab.ops.quantized.quantizing import quantize_per_tensor


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
    array = np.maximum(input._array, input._array.dtype.type(zero))
    return made(array, input.dtype, input.quantizer)


@answers("clamp")
def clamp(input: Any, min: Any = None, max: Any = None, **settings: Any) -> Any:
    """Return the whole numbers held between those that stand for min and max."""
    for bound in (min, max):
        if isinstance(bound, Tensor):
            if bound.is_quantized:
                raise no_kernel("clamp.Tensor_out", "QuantizedCPU")
            raise quantized_refusal(OPERATIONS["torch.clamp"], [input, bound])
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    quantizer = known_kernel(input, "clamp")
    array = input._array
    for bound, narrow in ((min, np.maximum), (max, np.minimum)):
        if bound is not None:
            array = narrow(array, quantizer.quantize(np.array(bound, np.float32), input.dtype))
    return made(array, input.dtype, quantizer)


def squashing(name: str, full: float, middle: bool) -> Variant:
    """Return the variant of sigmoid or tanh, whose results fill a range known beforehand."""
    function = declared(name)

    def variant(input: QuantizedTensor, **settings: object) -> Any:
        known_kernel(input, f"q{name}")
        bits = 32 if input.dtype.name == "qint32" else 8
        zero = {"quint8": 128 if middle else 0, "qint8": 0 if middle else -128}
        quantizer = PerTensor(full / 2.0**bits, zero.get(input.dtype.name, 0))
        result = function(numbers(input))
        return made(quantizer.quantize(result._array, input.dtype), input.dtype, quantizer)

    return variant


answers("sigmoid")(squashing("sigmoid", 1.0, middle=False))
answers("hardsigmoid")(squashing("hardsigmoid", 1.0, middle=False))
answers("tanh")(squashing("tanh", 2.0, middle=True))


def through_numbers(name: str, kernel: str) -> Variant:
    """Return the variant of a function that works on the values and quantizes its results again."""
    function = function_of(OPERATIONS[name])
    last = name.rpartition(".")[2]

    def variant(input: QuantizedTensor, *args: object, **settings: object) -> Any:
        quantizer = known_kernel(input, kernel)
        asked: Any = settings.pop("dtype", None)
        if isinstance(asked, DType) and asked is not input.dtype:
            raise RuntimeError(f"ScalarType {asked.scalar_name} is not supported in new_qtensor.")
        if settings.pop("return_indices", False):
            raise no_kernel(f"{last}_with_indices.out", "QuantizedCPU")
        if last == "interpolate" and input.ndim == 3:
            raise no_kernel("upsample_nearest1d.out", "QuantizedCPU")
        result = function(numbers(input), *args, **settings)
        scale = quantizer.scale if name not in KEEPING_FLOAT else float(np.float32(quantizer.scale))
        return quantize_per_tensor(result, scale, quantizer.zero_point, input.dtype)

    return variant


# PyTorch hands their scale on as a float32
KEEPING_FLOAT = {"torch.nn.functional.gelu"}


def averaging(name: str) -> Variant:
    """Return the variant of a function that averages: exactly, over the whole numbers."""
    function = function_of(OPERATIONS[f"torch.nn.functional.{name}"])

    def variant(input: Any, *args: object, **settings: object) -> Any:
        quantizer = known_kernel(input, name)
        zero = quantizer.zero_point
        whole = wrap(input._array.astype(np.float64) - zero, float64)
        means = function(whole, *args, **settings)._array
        found = np.rint(means + zero)
        return made(found.astype(input._array.dtype), input.dtype, quantizer)

    return variant


for averaged in ("avg_pool1d", "avg_pool2d", "adaptive_avg_pool2d"):
    OPERATIONS[f"torch.nn.functional.{averaged}"].variants[QuantizedTensor] = averaging(averaged)


for name, kernel in {
    "torch.mean": "quantized_mean_kernel_impl_cpu", "torch.std": "std_kernel",
    "torch.nn.functional.max_pool2d": "max_pool2d", "torch.nn.functional.max_pool1d": "max_pool1d",
    "torch.nn.functional.relu6": "qclamp", "torch.nn.functional.hardtanh": "clamp",
    "torch.nn.functional.gelu": "qgelu",
    "torch.nn.functional.leaky_relu": "qleaky_relu", "torch.nn.functional.threshold": "qthreshold",
    "torch.nn.functional.interpolate": "upsample_nearest2d", "torch.nn.functional.pad": "Copy",
}.items():  # fmt: skip
    OPERATIONS[name].variants[QuantizedTensor] = through_numbers(name, kernel)


def full_of(name: str) -> Variant:
    """Return the variant of ones_like and its kin: the same quantizer, one number everywhere."""

    def variant(
        input: QuantizedTensor, value: Any = None, *, dtype: Any = None, **settings: object
    ) -> Any:
        if dtype is not None and dtype is not input.dtype:
            raise RuntimeError(in_full("It is currently not", dtype.c_name, input.dtype.c_name))
        blank = made(np.zeros_like(input._array), input.dtype, input.quantizer)
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


@answers("masked_fill")
def masked_fill(input: Any, mask: Any, value: Any) -> Any:
    """Return the whole numbers, that of a value where the mask is true."""
    quantizer = known_kernel(input, "masked_fill")
    number = value.item() if isinstance(value, Tensor) else value
    filling = quantizer.quantize(np.array(number, np.float32), input.dtype)
    return made(np.where(mask._array, filling, input._array), input.dtype, quantizer)


@answers("is_signed")
def is_signed(input: Any) -> bool:
    """Refuse, as PyTorch does."""
    raise RuntimeError("isSignedType not supported for quantized types")


def lacking(kernel: str) -> Variant:
    """Return the variant of a composed function whose kernel PyTorch lacks."""

    def variant(*args: object, **settings: object) -> Any:
        raise no_kernel(kernel, "QuantizedCPU")

    return variant


for name, kernel in {
    "normal": "normal.Tensor_float",
    "searchsorted": "searchsorted.Tensor",
    "bincount": "bincount",
}.items():
    answers(name)(lacking(kernel))


@answers("fill")
def fill(input: Any, value: Any) -> Any:
    """Return a tensor quantized in the same way with one number everywhere."""
    return full_of("full_like")(input, value)
