"""What the memory behind tensors is made of and asked for: sizes, bytes, slices."""

from typing import Any

import numpy as np

from tensorlab.engine.shapes import reserve_elements
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.tensor import Array


def is_size(value: object) -> bool:
    """Return whether a value is a whole number that fits into 64 bits.

    Raises:
        ValueError: it does not fit.
    """
    if value.__class__ is int and not -(2**63) <= value < 2**63:
        raise ValueError("Overflow when unpacking long long")
    return value.__class__ is int


def zeros(size: int) -> Array:
    """Return so many bytes, which are 0.

    Raises:
        RuntimeError: the number is negative.
    """
    if size < 0:
        raise RuntimeError(
            "[enforce fail at alloc_cpu.cpp:98] ((ptrdiff_t)nbytes) >= 0. alloc_cpu() seems to "
            f"have been called with negative number: {size % 2**64}"
        )
    reserve_elements((size,), 1)
    return np.zeros(size, np.uint8)


def of_numbers(values: Any) -> Array:
    """Return the lowest bytes of whole numbers.

    Raises:
        RuntimeError: there is something else among them, or they are no sequence.
    """
    if not isinstance(values, list | tuple | str):
        raise RuntimeError(
            f"torch.UntypedStorage(): Expected a sequence type, but got {class_name(values)}"
        )
    wrong = next((value for value in values if not is_size(value)), None)
    if wrong is not None:
        raise RuntimeError(
            "torch.UntypedStorage(): tried to construct a storage from a sequence "
            f"({class_name(values)}), but one of the items was of type {class_name(wrong)} instead "
            "of int"
        )
    reserve_elements((len(values),), 1)
    return np.array([value % 256 for value in values], np.uint8)


def step_of_one(index: slice) -> slice:
    """Return a slice of bytes that lie one behind the other.

    Raises:
        RuntimeError: it leaves some out.
    """
    if index.step not in {None, 1}:
        raise RuntimeError(
            f"Trying to slice with a step of {index.step}, but only a step of 1 is supported"
        )
    return index
