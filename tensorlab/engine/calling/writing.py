"""Writing into tensors that exist: in-place operations and `out=`, with their record."""

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.autograd.recording import History, record_bound
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.dtypes import DTYPES, DType
from tensorlab.engine.layout import span
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import can_cast
from tensorlab.engine.returns import return_type
from tensorlab.engine.signatures.out_types import refusal_of_out
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor, wrap

SHARED_CELLS = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
    "single memory location. Please clone() the tensor before performing the operation."
)


def refuse_leaf(input: Tensor) -> None:
    """Refuse to overwrite a leaf that requires a gradient while recording.

    Raises:
        RuntimeError: the tensor is such a leaf, or a view of one, or shows shut memory.
    """
    if input.__class__ is Tensor:
        refuse_shut(input.array)
    if not Recording.enabled:
        return
    if input.base is not None and input.base.tracked and input.base.grad_fn is None:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an in-place operation."
        )
    if input.tracked and input.grad_fn is None:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )


def require_cast(result: DType, target: Tensor) -> None:
    """Refuse a result whose category the target can't hold.

    Raises:
        RuntimeError: so it is.
    """
    if not can_cast(result, target.dtype):
        raise RuntimeError(
            f"result type {result.scalar_name} can't be cast to the desired output type "
            f"{target.dtype.scalar_name}"
        )


def require_room(operation: Operation, input: Tensor, result: Tensor) -> None:
    """Refuse a result that its first operand has no room for.

    Raises:
        RuntimeError: so it is.
    """
    if input.is_quantized and operation.name != "relu":
        raise no_kernel(f"{operation.name}.out", "QuantizedCPU")
    if result.shape != input.shape:
        raise RuntimeError(
            f"output with shape {list(input.shape)} doesn't match the broadcast shape "
            f"{list(result.shape)}"
        )
    require_cast(result.dtype, input)
    if result.dtype is not input.dtype and result.dtype is input.dtype.to_real():
        raise RuntimeError(f"In-place {operation.name} is not supported for complex tensors.")


def require_type(result: DType, out: Tensor) -> None:
    """Refuse an `out` of another type than the result's.

    Raises:
        RuntimeError: so it is.
    """
    if out.dtype is not result:
        raise RuntimeError(f"Found dtype {out.dtype.scalar_name} but expected {result.scalar_name}")


def refuse_overlap(target: Tensor) -> None:
    """Refuse to write where one cell of memory is several elements.

    Raises:
        RuntimeError: so it is, as after expand.
    """
    array = target.array
    if (
        not target.is_meta
        and array.size
        and 0 in array.strides
        and any(
            stride == 0 and size > 1
            for stride, size in zip(array.strides, array.shape, strict=True)
        )
    ):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def refuse_shared(target: Tensor, operands: Iterable[Any]) -> None:
    """Refuse to write to cells that an operand still shows, but as other elements.

    Raises:
        RuntimeError: so it is, as in `x.add_(x.T)`.
    """
    for operand in operands:
        if (
            operand is not target
            and isinstance(operand, Tensor)
            and operand.version is not None
            and operand.version is target.version
            and overlaps_otherwise(target.array, operand.array)
        ):
            raise RuntimeError(SHARED_CELLS)


def refuse_met(target: Tensor, operands: Iterable[Any]) -> None:
    """Refuse to write to cells by an index where an operand, or the index, shows some of them.

    Raises:
        RuntimeError: so it is, as in `x[k] = x`.
    """
    for operand in operands:
        if operand is target or (
            isinstance(operand, Tensor)
            and operand.version is not None
            and operand.version is target.version
            and lie_together(target.array, operand.array)
        ):
            raise RuntimeError(SHARED_CELLS)


def overlaps_otherwise(first: Any, second: Any) -> bool:
    """Return whether two arrays without gaps lie on the same cells in different ways."""
    same = first.strides == second.strides and span(first) == span(second)
    return not same and lie_together(first, second)


def lie_together(first: Any, second: Any) -> bool:
    """Return whether two arrays without gaps have cells in common."""
    begin, end = span(first)
    other_begin, other_end = span(second)
    if end - begin != first.nbytes or other_end - other_begin != second.nbytes:
        return False
    return bool(begin < other_end and other_begin < end)


def refuse_sources(out: Tensor, operands: list[Any]) -> None:
    """Refuse to write where an operand is still to be read from, in no matter what order.

    Raises:
        RuntimeError: so it is.
    """
    refuse_overlap(out)
    for part in operands:
        if part is out or (isinstance(part, Tensor) and np.may_share_memory(part.array, out.array)):
            raise RuntimeError(SHARED_CELLS)


def snapshot(tensor: Tensor) -> Tensor:
    """Return what the tensor was before a write, for the record."""
    before = wrap(tensor.array, tensor.dtype)
    before.version = [tensor._version] if tensor.version is None else tensor.version
    if tensor.version is None:
        tensor.version = before.version
    before.tracked, before.grad_fn = tensor.tracked, tensor.grad_fn
    before.output_number, before.base = tensor.output_number, tensor.base
    return before


def store(result: Tensor, target: Tensor) -> None:
    """Overwrite the target's elements and count that as a new version."""
    if not target.is_meta:
        refuse_shut(target.array)
        target.array[...] = target.dtype.encode(result.dtype.decode(result.array))
    bump(target)


def refuse_shut(array: Any) -> None:
    """Refuse to write to memory that others lent for reading alone, as Python's bytes.

    Raises:
        RuntimeError: so it is.
    """
    if array.__class__ is np.ndarray and not array.flags.writeable:
        raise RuntimeError(
            "This tensor shows memory that is only for reading, such as bytes or a file's. Clone "
            "it first, and write to the clone."
        )


def bump(tensor: Tensor) -> None:
    """Count a write to the tensor's storage."""
    if tensor.version is None:
        tensor.version = [1]
    else:
        tensor.version[0] += 1


def rewrite_history(operation: Operation, input: Tensor, bound: dict[str, Any]) -> None:
    """Record a write: the tensor's history now ends in it, and so does that of its base."""
    record_bound(operation, input, bound)
    outdate(input)
    base = input.base
    if base is None or input.grad_fn is None:
        return
    History.rebase(base, input)


def outdate(written: Tensor) -> None:
    """Count the write for what the last step saved of the same storage: it is no longer as it was.

    Only the result itself was saved after the write.
    """
    node = written.grad_fn
    if node is None:
        return
    for name, saved in node.saved.items():
        if name != "out" and isinstance(saved, Saved) and isinstance(saved.tensor, Tensor):
            saved.version -= saved.tensor.version is written.version


def write_out(
    operation: Operation, result: Any, out: Any, bound: dict[str, Any], *, strict: bool = False
) -> Any:
    """Write a result into the tensor given as `out=` and return that tensor.

    A strict function wants exactly its result's type there, the others convert to any type that
    holds it.

    Raises:
        RuntimeError: the result would have a gradient, or the types don't fit.
        TypeError: `out` is no tensor.
    """
    if isinstance(result, tuple):
        require_targets(operation.name, out, len(result))
        for part, target in zip(result, out, strict=True):
            write_out(operation, part, target, bound, strict=True)
        fields = getattr(result, "_fields", None)
        return return_type(f"{type(result).__name__}_out", *fields)(*out) if fields else out
    if not isinstance(out, Tensor):
        kind = type(out).__name__
        raise TypeError(f"{operation.name}(): argument 'out' must be Tensor, not {kind}")
    refuse_recorded(operation, result.dtype, out, bound, strict=strict)
    wrong = refusal_of_out(operation, result.dtype, out.dtype, strict=strict)
    if wrong is not None:
        raise RuntimeError(wrong)
    require_cast(result.dtype, out)
    if not operation.facts.get("careless"):
        refuse_overlap(out)
    refuse_shared(out, bound.values())
    if out.shape != result.shape:
        resize(out, result)
    store(result, out)
    return out


def refuse_recorded(
    operation: Operation, dtype: DType, out: Any, bound: dict[str, Any], *, strict: bool = False
) -> None:
    """Refuse to write a result of a type with slopes from or into what is recorded.

    Whole numbers without slopes are places, where `out` is held to be of their type, or counts.

    Raises:
        RuntimeError: so it is.
    """
    sloped = dtype.is_floating_point or dtype.is_complex
    parts = bound.values() if sloped else ()
    targets = () if dtype is DTYPES["bool"] or (strict and not sloped) else (out,)
    if Recording.enabled and any(
        isinstance(value, Tensor) and value.tracked for value in (*parts, *targets)
    ):
        raise RuntimeError(
            f"{operation.name}(): functions with out=... arguments don't support automatic "
            "differentiation, but one of the arguments requires grad."
        )


def require_targets(name: str, out: Any, count: int) -> None:
    """Refuse what is not as many tensors as there are results.

    Raises:
        TypeError: so it is.
    """
    if isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be tuple of Tensors, not Tensor")
    if len(out) != count:
        raise TypeError(f"expected tuple of {count} elements but got {len(out)}")
    for place, target in enumerate(out):
        if not isinstance(target, Tensor):
            kind = type(target).__name__
            raise TypeError(f"expected Tensor as element {place} in argument 'out', but got {kind}")


def resize(out: Tensor, result: Tensor) -> None:
    """Give `out` the shape of the result, as PyTorch does, and warn where it held elements."""
    if out.shape.numel():
        warnings.warn(
            "An output with one or more elements was resized since it had shape "
            f"{list(out.shape)}, which does not match the required output shape "
            f"{list(result.shape)}. This behavior is deprecated, and in a future PyTorch release "
            "outputs will not be resized unless they have zero elements. You can explicitly reuse "
            "an out tensor t by resizing it, inplace, to zero elements with t.resize_(0).",
            UserWarning,
            stacklevel=2,
        )
    out.array = np.empty(result.shape, out.dtype.carrier)
