"""Which data types a function computes with, and PyTorch's refusal of the others."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine import dtypes
from tensorlab.engine.dtypes import COMPLEX, DTYPES, FLOATING, INTEGER, DType
from tensorlab.engine.tensor import Tensor


def in_categories(*categories: int) -> frozenset[DType]:
    """Return the types of some categories."""
    return frozenset(dtype for dtype in DTYPES.values() if dtype.category in categories)


EVERY = in_categories(dtypes.BOOLEAN, INTEGER, FLOATING, COMPLEX)
BOOLEAN = in_categories(dtypes.BOOLEAN)
COMPLEX32 = frozenset({DTYPES["complex32"]})
HALVES = frozenset({DTYPES["float16"], DTYPES["bfloat16"]})
BUT_COMPLEX32 = EVERY - COMPLEX32
REAL = in_categories(dtypes.BOOLEAN, INTEGER, FLOATING)
INTEGRAL = in_categories(dtypes.BOOLEAN, INTEGER)
WHOLE = in_categories(INTEGER)
FLOATS = in_categories(FLOATING)
NUMBERS = in_categories(INTEGER, FLOATING)  # neither bool nor complex
INEXACT = in_categories(FLOATING, COMPLEX) - COMPLEX32


def not_implemented(kernel: str, dtype: DType) -> NotImplementedError:
    """Return PyTorch's complaint about a data type that a kernel does not know."""
    return NotImplementedError(f"\"{kernel}\" not implemented for '{dtype.scalar_name}'")


def refusing_complex(text: str, error: type[Exception] = RuntimeError) -> Callable[..., None]:
    """Return the check of a function that complex numbers have no meaning for."""

    def check(input: Any, other: Any) -> None:
        for operand in (input, other):
            if isinstance(operand, Tensor) and operand.dtype.is_complex:
                raise error(text)

    return check


def no_sparse_kernel(name: str) -> NotImplementedError:
    """Return PyTorch's complaint about a function that it lacks for sparse tensors."""
    return no_kernel(name, "SparseCPU")


def no_kernel(name: str, backend: str, known: str = "CPU, Meta") -> NotImplementedError:
    """Return PyTorch's complaint about a function that it lacks for a kind of tensors."""
    return NotImplementedError(
        f"Could not run 'aten::{name}' with arguments from the '{backend}' backend. This could be "
        "because the operator doesn't exist for this backend, or was omitted during the "
        "selective/custom build process (if using custom build). If you are a Facebook employee "
        "using PyTorch on mobile, please visit https://fburl.com/ptmfixes for possible "
        f"resolutions. 'aten::{name}' is only available for these backends: [{known}]."
    )


# What PyTorch calls the kernels that it lacks for quantized tensors; most are named as add.out is.
KERNELS = {
    "sum": "sum.IntList_out", "any": "any.all_out", "all": "all.all_out", "where": "where.self",
    "var": "var.correction", "kthvalue": "kthvalue.values", "unique": "_unique2",
    "roll": "roll", "median": "median", "isnan": "isnan", "hardswish": "hardswish",
    "softmax": "_softmax.out", "log_softmax": "_log_softmax.out", "celu": "elu.out",
    "zeros": "zero_", "rand": "uniform_", "randn": "normal_", "randint": "random_.from",
    "arange": "arange.start_out", "eye": "eye.m_out", "zero_": "zero_",
    "quantize_per_tensor": "quantize_per_tensor", "pow": "pow.Tensor_Scalar_out",
    "mm": "mm.out", "remainder": "remainder.Tensor_out", "nonzero": "nonzero",
}  # fmt: skip
NO_STRIDES = (
    "empty_strided not supported on quantized tensors yet see "
    "https://github.com/pytorch/pytorch/issues/74540"
)


def quantized_refusal(name: str, operands: list[Any]) -> Exception:
    """Return PyTorch's complaint about a function of quantized tensors that it lacks."""
    if len(operands) > 1 and not isinstance(operands[0], list | tuple):
        others = [x for x in operands if isinstance(x, Tensor) and not x.is_quantized]
        if others or any(isinstance(x, float) for x in operands):
            first = next(x for x in operands if isinstance(x, Tensor) and x.is_quantized)
            other = others[0].dtype.scalar_name if others else "Float"
            pair = [first.dtype.scalar_name, other]
            if operands[0] is not first:
                pair.reverse()
            return RuntimeError(
                "promoteTypes with quantized numbers is not handled yet; figure out what the "
                f"correct rules should be, offending types: {' '.join(pair)}"
            )
        if any(isinstance(x, int) for x in operands):
            return RuntimeError(NO_STRIDES)
    return no_kernel(KERNELS.get(name, f"{name}.out"), "QuantizedCPU")


def quantized_creation_refusal(name: str, dtype: DType) -> Exception:
    """Return PyTorch's complaint about making a tensor of a quantized type without a quantizer."""
    if name in {"tensor", "as_tensor"}:
        return RuntimeError("store_scalar: invalid type")
    if name in {"ones", "full", "empty"}:
        if dtype.name == "quint4x2" and name != "empty":
            return NotImplementedError("\"Copy\" not implemented for 'QUInt4x2'")
        return RuntimeError(
            'false INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/aten/src/ATen/quantized/'
            'Quantizer.cpp":447, please report a bug to PyTorch. cannot call qscheme on '
            "UnknownQuantizer"
        )
    return no_kernel(KERNELS.get(name, f"{name}.out"), "QuantizedCPU")
