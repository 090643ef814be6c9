"""Shapes and data types in the few characters that users of PyTorch write."""

from collections.abc import Iterable

from tensorlab.language.outcome import Operand

SEPARATOR = " · "  # between facts


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
