"""What types are called in messages: a tensor's by its name before there were data types."""

from typing import Any

from tensorlab.engine.dtypes import DType, bfloat16, bool_
from tensorlab.engine.naming import OfPrograms, public_name
from tensorlab.engine.tensor import Tensor


def written_in(operation: Any) -> str:
    """Return what PyTorch says that a declared function lies in: a class of its own for torch's."""
    space: str = operation.namespace
    return "torch._VariableFunctionsClass" if space == "torch" else space


def typename(value: object) -> str:
    """Return PyTorch's name for a tensor's type, a class, a function, or what something is."""
    if isinstance(value, Tensor):
        return tensor_type_name(value)
    if (known := OfPrograms.name_of(value)) is not None:
        return known
    if isinstance(value, type) or not hasattr(value, "__qualname__"):
        return public_name(value if isinstance(value, type) else type(value))
    operation = getattr(value, "operation", None)
    module = written_in(operation) if operation else getattr(value, "__module__", None)
    name: str = value.__qualname__
    return name if module in {None, "builtins"} else f"{module}.{name}"


def tensor_type_name(tensor: Any) -> str:
    """Return the name of the days before dtypes, such as torch.FloatTensor."""
    places = ("cuda", "meta", "sparse", "quantized")
    kinds = [kind for kind in places if getattr(tensor, f"is_{kind}")]
    return ".".join(["torch", *kinds, f"{tensor.dtype.scalar_name}Tensor"])


def kernel_type_name(tensor: Any) -> str:
    """Return the name by which PyTorch's kernels call a tensor: some types have another there."""
    name = array_type_name(tensor.dtype)
    return name.replace("CPU", "CUDA").replace("torch.", "torch.cuda.") if tensor.is_cuda else name


def array_type_name(dtype: DType) -> str:
    """Return the name by which PyTorch's kernels call tensors of a type in the main memory."""
    if dtype.is_complex or dtype in (bool_, bfloat16):
        return f"CPU{dtype.scalar_name}Type"
    return f"torch.{dtype.scalar_name}Tensor"
