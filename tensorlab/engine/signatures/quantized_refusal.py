"""PyTorch's refusals of what it lacks for quantized tensors."""

from typing import Any

from tensorlab.engine.dtypes import DType
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor

# What PyTorch calls the kernels that it lacks, where not as in add.out.
KERNELS = {
    "all": "all.all_out", "angle": "angle", "any": "any.all_out", "arange": "arange.start_out",
    "argwhere": "nonzero", "bernoulli": "bernoulli_.float",
    "binary_cross_entropy": "binary_cross_entropy",
    "binary_cross_entropy_with_logits": "log_sigmoid_forward",
    "bitwise_and": "bitwise_and.Tensor_out", "bitwise_or": "bitwise_or.Tensor_out",
    "bitwise_left_shift": "bitwise_left_shift.Tensor_out",
    "bitwise_right_shift": "bitwise_right_shift.Tensor_out",
    "bitwise_xor": "bitwise_xor.Tensor_out", "bincount": "bincount", "cdist": "_cdist_forward",
    "celu": "elu.out", "cholesky": "cholesky", "convolve": "_slow_conv2d_forward",
    "count_nonzero": "count_nonzero.dim_IntList", "cross": "linalg_cross.out",
    "cummax": "_cummax_helper", "cummin": "_cummin_helper", "deg2rad": "mul.out",
    "diag_embed": "zero_", "dist": "sub.out", "dot": "dot", "eye": "eye.m_out",
    "floor_divide": "floor_divide", "fmod": "fmod.Tensor_out", "fold": "col2im",
    "hardswish": "hardswish", "histc": "histc", "huber_loss": "huber_loss",
    "isin": "isin.Tensor_Tensor_out", "isnan": "isnan", "kthvalue": "kthvalue.values",
    "largest_of_bins": "adaptive_max_pool2d.out", "log_softmax": "_log_softmax.out",
    "logcumsumexp": "_logcumsumexp", "logit": "logit", "logsigmoid": "log_sigmoid_forward",
    "masked_select": "masked_select", "matmul": "mm.out", "matrix_exp": "linalg_matrix_exp",
    "median": "median", "mode": "mode", "nanmedian": "nanmedian", "nansum": "nansum",
    "nonzero": "nonzero", "pow": "pow.Tensor_Scalar_out", "prod": "prod", "rad2deg": "mul.out",
    "rand": "uniform_", "randint": "random_.from", "randn": "normal_",
    "remainder": "remainder.Tensor_out", "roll": "roll", "selu": "elu.out",
    "softmax": "_softmax.out", "square": "pow.Tensor_Scalar_out",
    "standardize": "var_mean.correction",
    "std_mean": "std_mean.correction", "sum": "sum.IntList_out", "take": "take", "trace": "trace",
    "unique": "_unique2", "unique_consecutive": "unique_consecutive", "var": "var.correction",
    "var_mean": "var_mean.correction", "vdot": "vdot", "view_as_complex": "view_as_complex",
    "view_as_real": "view_as_real", "where": "where.self", "xlogy": "xlogy.OutTensor",
    "zero_": "zero_", "zeros": "zero_",
}  # fmt: skip
# Their other operand may be a number, which PyTorch makes a tensor of the same type first.
WITH_NUMBERS = {"add", "sub", "mul", "div", "rsub", "remainder", "fmod"}
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
        if name in WITH_NUMBERS and any(isinstance(x, int) for x in operands):
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
