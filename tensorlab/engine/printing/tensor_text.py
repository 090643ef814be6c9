"""How a tensor is written: its numbers and the facts that they do not tell."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from numpy.typing import NDArray

from tensorlab.engine.dtypes import DType, bool_, complex64, complex128, float32, float64, int64
from tensorlab.engine.kinds import QuantizedTensor, SparseTensor
from tensorlab.engine.naming import Layout
from tensorlab.engine.printing.array_text import OPTIONS, body
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.signatures.support import not_implemented
from tensorlab.engine.tensor import Tensor

PREFIX = "tensor("
INDENT = len(PREFIX)
SEPARATOR = ", "


class Along:
    """What is told of the gradients of a tensor that carries a direction, while some do."""

    told: ClassVar[Callable[[Tensor], list[str] | None] | None] = None


class Written(NamedTuple):
    """A tensor's numbers as text, and the facts to put behind them."""

    numbers: str
    facts: list[str]


def text(tensor: Tensor) -> str:
    """Return what `print(tensor)` shows."""
    if tensor._of_a_program:
        shown = of_class(tensor, f"{type(tensor).__name__}(")
        return f"Parameter({shown})" if tensor._is_param else shown
    written = write(tensor)
    facts = [*device_fact(tensor), *written.facts, *gradient_fact(tensor)]
    shown = finish(PREFIX + written.numbers, facts, break_first=tensor.is_sparse)
    return f"Parameter containing:\n{shown}" if tensor._is_param else shown


def of_class(tensor: Tensor, prefix: str) -> str:
    """Return what a tensor shows whose class a program made: under the name of that."""
    written = dense(tensor._array, tensor.dtype, len(prefix))
    return finish(prefix + written.numbers, [*written.facts, *gradient_fact(tensor)], len(prefix))


def write(tensor: Tensor) -> Written:
    """Return a tensor's numbers and their facts, in the form of its kind."""
    if isinstance(tensor, SparseTensor):
        return sparse(tensor.parts(), tensor.shape, tensor.layout)
    if isinstance(tensor, QuantizedTensor):
        quantizer = tensor.quantizer
        return quantized(quantizer.dequantize(tensor._array), tensor.dtype, quantizer.facts())
    if tensor.is_meta:
        return meta(tensor.shape, tensor.dtype)
    return dense(tensor._array, tensor.dtype)


def dense(stored: NDArray[Any], dtype: DType, indent: int = INDENT) -> Written:
    """Return the numbers and the facts of a dense tensor."""
    if not stored.size:
        size = [] if stored.ndim == 1 else [size_fact(stored.shape)]
        return Written("[]", size + bare_dtype_fact(dtype))
    if dtype.is_quantized:  # by a view: without a quantizer nobody knows the numbers
        raise not_implemented("_local_scalar_dense_cpu", dtype)
    size = [] if OPTIONS.edgeitems else [size_fact(stored.shape)]
    return Written(body(stored, dtype, indent), size + dtype_fact(dtype))


def meta(shape: Sequence[int], dtype: DType) -> Written:
    """Return the ellipsis and the facts of a tensor that has no numbers."""
    return Written("...", [size_fact(shape), *bare_dtype_fact(dtype)])


def quantized(numbers: NDArray[Any], dtype: DType, scheme: Mapping[str, object]) -> Written:
    """Return the numbers and the facts of a quantized tensor.

    `numbers` is what its integers stand for, in float32. `scheme` names and values the quantizer's
    parameters in PyTorch's order: quantization_scheme, scale, zero_point and perhaps axis.
    """
    parameters = [f"{name}={value}" for name, value in scheme.items()]
    facts = [size_fact(numbers.shape), *dtype_fact(dtype), *parameters]
    return Written(body(numbers, float32, INDENT), facts)


def sparse(parts: Mapping[str, Tensor], shape: Sequence[int], layout: Layout) -> Written:
    """Return the parts and the facts of a sparse tensor.

    The parts are named in PyTorch's order: indices and values for torch.sparse_coo, the two index
    vectors and values for the compressed layouts. The values' first dimension counts the elements.
    """
    numbers = (",\n" + " " * INDENT).join(
        sparse_part(f"{name}={PREFIX}", part) for name, part in parts.items()
    )
    values = parts["values"]
    facts = [size_fact(shape), f"nnz={len(values)}", *dtype_fact(values.dtype), f"layout={layout}"]
    return Written(numbers, facts)


def sparse_part(prefix: str, part: Tensor) -> str:
    """Return one part of a sparse tensor, as a tensor that never tells its data type."""
    size = "" if part._array.size else SEPARATOR + size_fact(part.shape)
    return prefix + body(part._array, part.dtype, INDENT + len(prefix)) + size + ")"


def size_fact(shape: Sequence[int]) -> str:
    """Return the shape, for a tensor whose brackets do not show it."""
    return f"size={tuple(shape)}"


def dtype_fact(dtype: DType) -> list[str]:
    """Return the data type, unless the numbers tell it."""
    default_complex = complex128 if Defaults.floating is float64 else complex64
    told = dtype in (Defaults.floating, default_complex, int64, bool_)
    return [] if told else [f"dtype={dtype}"]


def bare_dtype_fact(dtype: DType) -> list[str]:
    """Return the data type of a tensor without numbers, unless it is the default."""
    return [] if dtype is Defaults.floating else [f"dtype={dtype}"]


def device_fact(tensor: Tensor) -> list[str]:
    """Return the device, unless it is the CPU."""
    device = tensor.device
    return [] if device.type == "cpu" else [f"device='{device}'"]


def gradient_fact(tensor: Tensor) -> list[str]:
    """Return how the tensor takes part in the graph, if it does."""
    if Along.told is not None and (along := Along.told(tensor)) is not None:
        return along
    if tensor.grad_fn is not None:
        return [f"grad_fn=<{type(tensor.grad_fn).__name__}>"]
    return ["requires_grad=True"] if tensor.requires_grad else []


def finish(
    text: str, facts: Sequence[str], indent: int = INDENT, *, break_first: bool = False
) -> str:
    """Return the text with the facts and the closing parenthesis, lines broken between facts."""
    # PyTorch takes its first line for two characters longer than it is.
    column = len(text) - text.rfind("\n") + 1
    for fact in facts:
        if break_first or column + len(SEPARATOR + fact) > OPTIONS.linewidth:
            text += ",\n" + " " * indent + fact
            column = indent + len(fact)
            break_first = False
        else:
            text += SEPARATOR + fact
            column += len(SEPARATOR + fact)
    return text + ")"


def as_formatted(value: Any) -> object:
    """Return what is formatted for an array or a tensor: its one number, or itself.

    A tensor of the meta device, a parameter and what a program made are written as their text.
    """
    is_text = isinstance(value, Tensor) and (value.is_meta or class_name(value) != "Tensor")
    return value if value.ndim or is_text else value.item()
