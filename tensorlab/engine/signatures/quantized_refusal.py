"""PyTorch's refusals of what it lacks for quantized tensors."""

from typing import Any

from tensorlab.engine.dtypes import DType
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full


def quantized_refusal(operation: Operation, operands: list[Any]) -> Exception:
    """Return PyTorch's complaint about a function of quantized tensors that it lacks."""
    if len(operands) > 1 and not isinstance(operands[0], list | tuple):
        others = [x for x in operands if isinstance(x, Tensor) and not x.is_quantized]
        if others or any(isinstance(x, float) for x in operands):
            first = next(x for x in operands if isinstance(x, Tensor) and x.is_quantized)
            other = others[0].dtype.scalar_name if others else "Float"
            pair = [first.dtype.scalar_name, other]
            if operands[0] is not first:
                pair.reverse()
            return RuntimeError(in_full("promoteTypes with", " ".join(pair)))
        if operation.facts.get("takes_numbers") and any(isinstance(x, int) for x in operands):
            return RuntimeError(in_full("empty_strided not supported"))
    return lacking(operation)


def quantized_creation_refusal(operation: Operation, dtype: DType) -> Exception:
    """Return PyTorch's complaint about making a tensor of a quantized type without a quantizer."""
    name = operation.name
    if name in {"tensor", "as_tensor"}:
        return RuntimeError("store_scalar: invalid type")
    if name in {"ones", "full", "empty"}:
        if dtype.name == "quint4x2" and name != "empty":
            return NotImplementedError("\"Copy\" not implemented for 'QUInt4x2'")
        return RuntimeError(in_full("false INTERNAL ASSERT"))
    return lacking(operation)


def lacking(operation: Operation) -> NotImplementedError:
    """Return PyTorch's complaint about a function that it lacks for quantized tensors."""
    usual = f"{operation.name}.out"
    return no_kernel(operation.facts.get("quantized_kernel", usual), "QuantizedCPU")
