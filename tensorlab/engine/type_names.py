"""What a tensor's type was called before there were data types."""

from typing import Any

from tensorlab.engine.dtypes import TENSOR_TYPES, bfloat16, bool_


def tensor_type_name(tensor: Any) -> str:
    """Return the name of the days before dtypes, such as torch.FloatTensor."""
    prefix = "torch.cuda." if tensor.is_cuda else "torch."
    prefix += "sparse." if tensor.is_sparse else ""
    prefix += "quantized." if tensor.is_quantized else ""
    for name, dtype in TENSOR_TYPES.items():
        if dtype is tensor.dtype:
            return prefix + name
    return prefix + f"{tensor.dtype.scalar_name}Tensor"


def kernel_type_name(tensor: Any) -> str:
    """Return the name by which PyTorch's kernels call a tensor: some types have another there."""
    if tensor.is_cuda or tensor.dtype not in (bool_, bfloat16):
        return tensor_type_name(tensor)
    return f"CPU{tensor.dtype.scalar_name}Type"
