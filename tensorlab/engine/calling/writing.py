"""Writing into tensors that exist: in-place operations and `out=`, with their record."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.autograd.graph import unwritten_step
from tensorlab.engine.autograd.recording import History, record_bound, under_name
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.calling.casting import given
from tensorlab.engine.calling.devices import refuse_elsewhere
from tensorlab.engine.calling.refusing import (
    refuse_overlap,
    refuse_recorded,
    refuse_shared,
    refuse_shut,
    refuse_sources,
    require_cast,
    require_targets,
    step_of,
)
from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.facts import Kind
from tensorlab.engine.layout import room_behind, strided_view
from tensorlab.engine.lent_memory import require_resizable
from tensorlab.engine.naming import return_type
from tensorlab.engine.operation import Operation
from tensorlab.engine.shapes import contiguous_strides, dense_strides
from tensorlab.engine.signatures.out_types import USUAL, outs, refusal_of_out
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full, warn, warn_once


def snapshot(tensor: Tensor) -> Tensor:
    """Return what the tensor was before a write, for the record."""
    before = wrap(tensor._array, tensor._element_type)
    before._writes = [tensor._version] if tensor._writes is None else tensor._writes
    if tensor._writes is None:
        tensor._writes = before._writes
    before._tracked, before._grad_fn = tensor._tracked, tensor.grad_fn
    before._output_nr, before._view_of = tensor._output_nr, tensor._view_of
    return before


def store(result: Tensor, target: Tensor) -> None:
    """Overwrite the target's elements and count that as a new version."""
    if not target.is_meta:
        refuse_shut(target._array)
        target._array[...] = target.dtype.encode(result.dtype.decode(result._array))
    bump(target)


def write_changed(result: Tensor, target: Tensor, name: str) -> None:
    """Overwrite the elements that differ, where one place in memory is several of them."""
    if "fill" in name:
        warn_of_expanded(name)
    np.copyto(target._array, result._array, where=result._array != target._array)
    bump(target)


def warn_of_expanded(name: str) -> None:
    """Warn of a write to elements that share their memory, which PyTorch will refuse one day."""
    example = "tensor[indices] = tensor" if name == "index_put_" else "tensor[mask] = scalar"
    warn_once(in_full("Use of {} on expanded", name, example))


def bump(tensor: Tensor) -> None:
    """Count a write to the tensor's storage."""
    if tensor._writes is None:
        tensor._writes = [1]
    else:
        tensor._writes[0] += 1


def rewrite_history(operation: Operation, input: Tensor, bound: dict[str, Any]) -> None:
    """Record a write: the tensor's history now ends in it, and so does that of its base."""
    if input.dtype.category > INTEGER:
        record_bound(operation, input, bound)
    outdate(input)
    base = input._view_of
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
            saved.version -= saved.tensor._writes is written._writes


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
        signature = operation.signature
        place = len(signature.parameters) - len(signature.extra)
        require_targets(operation.name, out, len(result), place)
        for part, target in zip(result, out, strict=True):
            write_out(operation, part, target, bound, strict=True)
        if operation.name.endswith("_copy"):
            return None
        fields = getattr(result, "_fields", None)
        return return_type(f"{type(result).__name__}_out", *fields)(*out) if fields else out
    if not isinstance(out, Tensor):
        raise TypeError  # the engine knows PyTorch's words
    words = given(operation, operation.facts.get("wrong_out"), bound)
    wrong = refusal_of_out(operation, result.dtype, out._element_type, words, strict=strict)
    transforms = operation.namespace == "torch.fft"
    of_its_own = operation.kind is Kind.COMPOSITE and (transforms or words not in (None, USUAL))
    # which it says before its steps ask anything
    followed = operation.kind is Kind.COMPOSITE and step_of(operation) == "copy_"
    if not followed and (wrong is None or not of_its_own):
        refuse_recorded(operation, result.dtype, out, bound, strict=strict)
    if wrong is not None and (words in (None, USUAL) or out.is_meta is result.is_meta):
        raise wrong
    refuse_elsewhere(operation, result, out)
    if followed and Recording.enabled and (out._tracked or result._tracked):
        if out.shape != result.shape:
            resize(out, result, in_its_order=False)
        return out.copy_(result)
    if step_of(operation) != "bernoulli_":  # which draws anew, in the type of its target
        require_cast(result.dtype, out)
    looped = operation.elementwise or step_of(operation) in ("sub", "mul", "div")
    # else it is given a memory of its own
    kept = looped or out.shape == result.shape
    if kept and not operation.facts.get("skips_overlap_check"):
        refuse_overlap(out)
    (refuse_sources if operation.facts.get("apart") else refuse_shared)(out, bound.values())
    if out.shape != result.shape:
        kept = operation.elementwise or strict or words == USUAL
        quiet = outs()[operation.qualified_name].begun == "quiet"
        resize(out, result, in_its_order=kept and not result.is_contiguous(), quiet=quiet)
        refuse_shared(out, bound.values())
    store(result, out)
    return out


def read_anew(
    operation: Operation, result: Any, out: Any, operands: list[Any], compute: Callable[[], Any]
) -> Any:
    """Return a result as a kernel has it that changes an `out` which is an operand before it reads.

    It may give it the result's shape, and fill it with a number.
    """
    both = isinstance(out, Tensor) and isinstance(result, Tensor)
    reads = both and any(one is out for one in operands)
    if not reads or out._tracked or result.dtype is not out._element_type:
        return result
    begun = outs()[operation.qualified_name].begun.replace("quiet", "")
    if begun and out.shape != result.shape:
        resize(out, result, in_its_order=False)
        again = compute()  # or find that it can no more
        result = result if begun != "resized" else again
    if begun.isdecimal():
        result._array.fill(int(begun))
    return result


def resize(out: Tensor, result: Tensor, *, in_its_order: bool, quiet: bool = False) -> None:
    """Give `out` the shape of the result, as PyTorch does, and mostly warn if it held elements.

    Its elements lie in the order of the result's, or row after row.
    """
    if out.shape.numel() and not quiet:
        warn(in_full("An output with one", list(out.shape), list(result.shape)))
    array, needed = out._array, math.prod(result.shape) * out._element_type.itemsize
    require_resizable(array, needed)
    steps = contiguous_strides(result.shape)
    if in_its_order:
        steps = dense_strides(result.shape, result.stride())
    # other views of it see the result
    if out.is_meta or not 0 < needed <= room_behind(array):
        array = np.empty(result.shape, out._element_type.carrier)
    out._array = strided_view(array, result.shape, [step * array.itemsize for step in steps])


def written_under_name(input: Tensor, result: Tensor, name: str) -> Any:
    """Return a tensor that a result is written over; that step is called as PyTorch calls it.

    Raises:
        RuntimeError: the tensor can't hold the result.
    """
    require_cast(result.dtype, input)
    written: Tensor = input.copy_(result)
    return written if input._view_of is not None else under_name(written, name)


def store_recorded(
    operation: Operation, result: Tensor, input: Tensor, bound: dict[str, Any]
) -> None:
    """Overwrite a tensor's elements, and let its history end in the call that was bound."""
    before = snapshot(input)
    bound[operation.operands[0]] = before
    if asks_for_overwritten(operation, bound):
        before._array, before._writes = input._array.copy(), [0]
    store(result, input)
    rewrite_history(operation, input, bound)
    if known := operation.facts.get("step_in_place"):
        under_name(input, f"{str(operation.node_name)[:-1]}1")
        if known == "unwritten" and input.grad_fn is not None:
            step: Any = type(input.grad_fn)
            input.grad_fn.__class__ = unwritten_step(step, operation.name)


def asks_for_overwritten(operation: Operation, bound: dict[str, Any]) -> bool:
    """Return whether a gradient that will be wanted depends on what is about to be overwritten."""
    return any(
        operation.operands[0] in needs
        and isinstance(operand := bound.get(name), Tensor)
        and operand._tracked
        for name, needs in operation.needs.items()
    )
