"""What a call may not write to, and tensors on different devices: refused beforehand."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.dtypes import DTYPES, DType
from tensorlab.engine.facts import Kind
from tensorlab.engine.layout import span
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import can_cast
from tensorlab.engine.signatures.combination import PREFIXES, class_name
from tensorlab.engine.signatures.out_types import outs
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full


def refuse_leaf(input: Tensor) -> None:
    """Refuse to overwrite a leaf that requires a gradient while recording.

    Raises:
        RuntimeError: the tensor is such a leaf, or a view of one, or shows shut memory.
    """
    if input.__class__ is Tensor:
        refuse_shut(input._array)
    if not Recording.enabled:
        return
    base = input._view_of
    if base is not None and input._grad_fn is not None:
        refuse_view(input, input._grad_fn)
    if base is not None and (input._tracked or base._tracked) and base.grad_fn is None:
        raise RuntimeError(in_full("a view of a leaf Variable"))
    if input._tracked and input.grad_fn is None:
        raise RuntimeError(in_full("a leaf Variable that requires grad is"))


def refuse_view(input: Tensor, node: Any) -> None:
    """Refuse to overwrite a view, made by a step, of several at once or of a program's function.

    Raises:
        RuntimeError: it is one, or a view of one.
    """
    maker, _, number = type(node).__name__.rpartition("Backward")
    own = bool(maker and not number)  # PyTorch's have a number
    if own or maker in ("Split", "SplitWithSizes", "Unbind"):
        alone = own and len(node.outputs) == 1
        why = in_full("was created inside a") if alone else in_full("is the output of a")
        name = type(input._grad_fn).__name__.rpartition("Backward")[0]
        raise RuntimeError(in_full("Output {} of {} is a view", input._output_nr, name, why))
    if node.operation.kind is Kind.VIEW and node.edges and node.edges[0].node:
        refuse_view(input, node.edges[0].node)


def require_cast(result: DType, target: Tensor, *, in_c: bool = False) -> None:
    """Refuse a result whose category the target can't hold, called as C or as PyTorch calls it.

    Raises:
        RuntimeError: the target's type is of a lower category.
    """
    if not can_cast(result, target.dtype):
        own = target.dtype.c_name if in_c else target.dtype.scalar_name
        raise RuntimeError(in_full("result type {} can't be", result.scalar_name, own))


def require_room(operation: Operation, input: Tensor, result: Tensor) -> None:
    """Refuse a result that its first operand has no room for.

    Raises:
        RuntimeError: the result has more elements, or another shape.
    """
    if input.is_quantized and operation.name != "relu":
        raise no_kernel(f"{operation.name}.out", "QuantizedCPU")
    require_shape(input, result.shape)
    if result.dtype is not input._element_type and result.dtype is input._element_type.to_real():
        raise RuntimeError(f"In-place {operation.name} is not supported for complex tensors.")


def require_shape(input: Tensor, shape: tuple[int, ...]) -> None:
    """Refuse to stretch a tensor that is written over.

    Raises:
        RuntimeError: the result has another shape.
    """
    if shape != input.shape:
        raise RuntimeError(in_full("output with shape", list(input.shape), list(shape)))


def require_type(result: DType, out: Tensor) -> None:
    """Refuse an `out` of another type than the result's.

    Raises:
        RuntimeError: the types differ.
    """
    if out._element_type is not result:
        raise RuntimeError(in_full("Found dtype", out.dtype.scalar_name, result.scalar_name))


def refuse_overlap(target: Tensor) -> None:
    """Refuse to write where one place in memory is several elements.

    Raises:
        RuntimeError: it is, as after expand.
    """
    if is_overlapping(target):
        raise RuntimeError(in_full("unsupported operation: more"))


def is_overlapping(target: Tensor) -> bool:
    """Return whether one place in memory is several elements, as after expand."""
    array = target._array
    if target.is_meta or not array.size or 0 not in array.strides:
        return False
    return any(not by and size > 1 for by, size in zip(array.strides, array.shape, strict=True))


def refuse_shared(target: Tensor, operands: Iterable[Any], *, by_index: bool = False) -> None:
    """Refuse to write to elements that an operand still shows, but as other elements.

    Raises:
        RuntimeError: an operand shows some of the elements in another place, as in `x.add_(x.T)`;
            or, where they are written by an index, in any place, as in `x[k] = x`.
    """
    overlaps = lie_together if by_index else overlaps_otherwise
    for operand in operands:
        if (operand is target and by_index) or (
            operand is not target
            and isinstance(operand, Tensor)
            and operand._writes is not None
            and operand._writes is target._writes
            and overlaps(target._array, operand._array)
        ):
            raise RuntimeError(in_full("unsupported operation: some"))


def overlaps_otherwise(first: Any, second: Any) -> bool:
    """Return whether two arrays without gaps lie on the same elements in different ways."""
    same = first.strides == second.strides and span(first) == span(second)
    return not same and lie_together(first, second)


def lie_together(first: Any, second: Any) -> bool:
    """Return whether two arrays without gaps have elements in common."""
    begin, end = span(first)
    other_begin, other_end = span(second)
    if end - begin != first.nbytes or other_end - other_begin != second.nbytes:
        return False
    return bool(begin < other_end and other_begin < end)


def refuse_sources(out: Tensor, operands: Iterable[Any]) -> None:
    """Refuse to write where an operand is still to be read from, in no matter what order.

    Raises:
        RuntimeError: an operand shows some of the elements.
    """
    lists = (each if isinstance(each, list | tuple) else (each,) for each in operands)
    for part in chain.from_iterable(lists):
        if part is out or (
            isinstance(part, Tensor) and np.may_share_memory(part._array, out._array)
        ):
            raise RuntimeError(in_full("unsupported operation: some"))


def refuse_shut(array: object) -> None:
    """Refuse to write to memory that others lent for reading alone, as Python's bytes.

    Raises:
        RuntimeError: the memory is not writable.
    """
    if array.__class__ is np.ndarray and not array.flags.writeable:
        raise RuntimeError(in_full("This tensor shows"))


def refuse_recorded(
    operation: Operation, dtype: DType, out: object, bound: dict[str, Any], *, strict: bool = False
) -> None:
    """Refuse to write a result of a type with slopes from or into what is recorded.

    Whole numbers without slopes are places, where `out` is held to be of their type, or counts.

    Raises:
        RuntimeError: the target requires a gradient, or the result would.
    """
    sloped = dtype.is_floating_point or dtype.is_complex
    parts = bound.values() if sloped else ()
    targets = () if dtype is DTYPES["bool"] or (strict and not sloped) else (out,)
    refuse_gradients(operation, (*parts, *targets))


def refuse_gradients(operation: Operation, parts: Iterable[object]) -> None:
    """Refuse to write what would be recorded, as PyTorch does before it looks at anything else.

    Of most special functions without a slope autograd knows nothing.

    Raises:
        RuntimeError: one of the tensors requires a gradient.
    """
    known = operation.rules or operation.namespace != "torch.special"
    listed = (part if isinstance(part, list | tuple) else (part,) for part in parts)
    followed = (isinstance(one, Tensor) and one._tracked for part in listed for one in part)
    if known and Recording.enabled and any(followed):
        raise RuntimeError(in_full("{}(): functions with out", step_of(operation)))


def step_of(operation: Operation) -> str:
    """Return what PyTorch calls a function that writes to its out=; one without a slope in full.

    Of those composed of others it is the last step, `copy_` where autograd follows that.
    """
    sloped = operation.rules or operation.kind is Kind.COMPOSITE
    own = f"{'' if sloped else 'aten::'}{PREFIXES.get(operation.namespace, '')}{operation.name}"
    return operation.facts.get("out_step") or outs()[operation.qualified_name].step or own


def require_targets(name: str, out: Any, count: int, place: int) -> None:
    """Refuse what is not as many tensors as there are results; `out` is the argument at a place.

    Raises:
        TypeError: `out` is no tensor, or holds another number of tensors.
    """
    if not isinstance(out, tuple | list):
        kind = class_name(out)
        raise TypeError(f"{name}(): argument 'out' must be tuple of Tensors, not {kind}")
    for number, target in enumerate(out):
        if not isinstance(target, Tensor):
            what = f"element {number} in argument {place}, but got {class_name(target)}"
            raise TypeError(f"expected Tensor as {what}")
    if len(out) != count:
        raise TypeError(f"expected tuple of {count} elements but got {len(out)}")
