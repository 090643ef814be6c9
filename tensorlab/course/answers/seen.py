"""What can be seen of a value: its kind, shape, data type, layout and elements, as plain data."""

import math
from collections.abc import Sequence
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense
from tensorlab.frozen import Frozen

Elements = tuple[Any, ...]
# No lesson compares more; a learner's answer may be anything.
MOST_ELEMENTS = 100_000
DEEPEST = 20


class Seen(Frozen):
    """A value described without its object: `elements` in reading order, `parts` of a sequence.

    `elements` is None where they cannot be read: there are none (meta), or far too many.
    """

    kind: str
    shape: tuple[int, ...] = ()
    dtype: str = ""
    layout: str = ""
    elements: Elements | None = ()
    parts: "tuple[Seen, ...]" = ()


def see(value: object, depth: int = 0) -> Seen:
    """Return what can be seen of a value; below a great depth, nothing."""
    if isinstance(value, Tensor):
        return _see_tensor(value)
    if isinstance(value, bool | int | float | complex | str) or value is None:
        return Seen(type(value).__name__, elements=(value,))
    # An equivalent answer may be a list where PyTorch gives a tuple or a Size.
    if isinstance(value, Sequence):
        if depth > DEEPEST or not has_at_most(value, MOST_ELEMENTS):
            return Seen("sequence that is too long or too deep")
        return Seen("sequence", parts=tuple(see(part, depth + 1) for part in value))
    return Seen(type(value).__name__, elements=(repr(value),))


def has_at_most(sequence: Sequence[object], count: int) -> bool:
    """Return whether a sequence is no longer; some are longer than any number that `len` gives."""
    try:
        return len(sequence) <= count
    except OverflowError:
        return False


def is_empty(seen: Seen) -> bool:
    """Return whether a tensor has no elements."""
    return seen.kind == "tensor" and 0 in seen.shape


def _see_tensor(tensor: Tensor) -> Seen:
    shape = tuple(tensor.shape)
    readable = not tensor.is_meta and math.prod(shape) <= MOST_ELEMENTS
    return Seen(
        kind="tensor",
        shape=shape,
        dtype=repr(tensor.dtype),
        layout=repr(tensor.layout),
        elements=tuple(flatten(dense(tensor).tolist())) if readable else None,
    )


def flatten(nested: object) -> list[Any]:
    """Return the elements of nested lists in reading order."""
    if not isinstance(nested, list | tuple):
        return [nested]
    return [element for part in nested for element in flatten(part)]


def describe(seen: Seen) -> str:
    """Return a value's kind in words, such as "a tensor of shape (2, 3)"."""
    words = {"int": "a Python int", "float": "a Python float", "bool": "a Python bool"}
    words |= {"str": "a text", "NoneType": "nothing (None)", "complex": "a Python complex"}
    if seen.kind == "tensor":
        return f"a tensor of shape {seen.shape}"
    if seen.kind == "sequence":
        count = len(seen.parts)
        return f"a sequence of {count} value{'s' * (count != 1)}"
    return words.get(seen.kind, f"a {seen.kind}")
