"""Shapes and data types in the few characters that users of PyTorch write."""

from collections.abc import Iterable


def shape_text(shape: Iterable[int]) -> str:
    """Return a shape as (2, 3), (3,) or ()."""
    return str(tuple(shape))


def short_dtype(name: str | None) -> str:
    """Return a data type's name without `torch.` in front."""
    return (name or "").removeprefix("torch.")
