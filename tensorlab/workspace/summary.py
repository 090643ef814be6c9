"""What a value is, in one line: a tensor's shape and type, and what is not as it mostly is."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import COMPLEX, FLOATING, DType
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.language.outcome import Operand
from tensorlab.language.values.display import describe
from tensorlab.language.values.functions import Function
from tensorlab.language.values.values import Namespace, TypeValue, type_name

MOST_PARTS = 3
MOST_COUNTED = 100_000  # counting in more would take longer than printing


def facts_of(value: object) -> list[str]:
    """Return what there is to know of a tensor or of a collection of tensors, short."""
    if isinstance(value, Tensor):
        return tensor_facts(value)
    if isinstance(value, np.ndarray):
        return [f"shape {shape_text(value.shape)}", f"dtype {value.dtype}"]
    if isinstance(value, tuple | list) and any(isinstance(item, Tensor) for item in value):
        rest = ["..."] if len(value) > MOST_PARTS else []
        return [f"{type(value).__name__} of {len(value)}", *map(summary, value[:MOST_PARTS]), *rest]
    return []


def tensor_facts(tensor: Tensor) -> list[str]:
    """Return a tensor's shape and type, then what differs from a plain tensor on the CPU."""
    facts = [f"shape {shape_text(tensor.shape)}", f"dtype {short_dtype(repr(tensor.dtype))}"]
    if str(tensor.device) != "cpu":
        facts.append(f"device {tensor.device}")
    if tensor.layout is not STRIDED:
        facts.append(f"layout {short_dtype(repr(tensor.layout))}")
    elif not tensor.is_contiguous():
        facts.append(f"strides {shape_text(tensor.stride())}")
    facts += odd_facts(tensor)
    if tensor.grad_fn is not None:
        facts.append(f"grad_fn {tensor.grad_fn.name()}")
    elif tensor.requires_grad:
        facts.append("requires grad")
    return facts


def odd_facts(tensor: Any) -> list[str]:
    """Return how many elements are no number or infinite; of a large tensor nobody counts."""
    if tensor.dtype.category not in {FLOATING, COMPLEX} or not tensor.dtype.native:
        return []
    if tensor.layout is not STRIDED or tensor.is_meta or tensor._array.size > MOST_COUNTED:
        return []
    counts = (tensor.isnan().sum().item(), "nan"), (tensor.isinf().sum().item(), "inf")
    return [f"{count} {word}" for count, word in counts if count]


def summary(value: object) -> str:
    """Return a value in a few characters: a tensor's shape and type, another's own text."""
    if isinstance(value, Tensor):
        return f"{shape_text(value.shape)} {short_dtype(repr(value.dtype))}"
    if isinstance(value, np.ndarray):
        return f"array {shape_text(value.shape)} {value.dtype}"
    text = " ".join(written(value).split())
    return text if len(text) <= 40 else f"{text[:37]}..."


def written(value: object) -> str:
    """Return a value's text; dots for what is too long or too deep to be written."""
    try:
        return describe(value)
    except (RecursionError, ValueError, LimitReached):
        return "..."


def shape_text(shape: Iterable[int]) -> str:
    """Return a shape as (2, 3), (3,) or ()."""
    return str(tuple(shape))


def short_dtype(name: str | None) -> str:
    """Return a data type's name without `torch.` in front."""
    return (name or "").removeprefix("torch.")


def type_and_device(operand: Operand) -> str:
    """Return the data type of a tensor, and its device unless that is the CPU."""
    device = str(getattr(operand.value, "device", "cpu"))
    return short_dtype(operand.dtype) + ("" if device == "cpu" else f" on {device}")


PLAIN = (bool, int, float, complex, str, type(None), DType, Tensor, Namespace)


def note_on(value: Any) -> str:
    """Return what stands beside a name: a tensor's shape, a number, else the kind of a value."""
    if isinstance(value, PLAIN):
        return summary(value)
    if isinstance(value, Function):
        return "function"
    if isinstance(value, TypeValue):
        return "class"
    size = f" of {len(value)}" if type(value) in (list, tuple, dict, set) else ""
    return f"{type_name(value)}{size}"
