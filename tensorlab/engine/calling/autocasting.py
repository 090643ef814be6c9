"""Automatic casts: in a block that asks for them some functions compute in 16 bits.

Those that gain by it take their operands in the type of the block, those that would lose too much
take 16-bit operands in float32; the others compute in what they are given. What a function calls
itself is cast no more. The functions that are cast down have closures for plain calls, which ask
nothing: in a block they know no plain types, and every call comes to the complete answer.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from tensorlab.engine.dtypes import DTYPES, DType
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor


class Autocast:
    """The type that is cast down to, None outside of any block."""

    dtype: ClassVar[DType | None] = None
    plain: ClassVar[list[tuple[set[DType], frozenset[DType]]]] = []  # of closures, and when off


def plain_in_turn(types: frozenset[DType]) -> Any:
    """Return a closure's plain types as a set that is empty as long as there are casts."""
    now = set() if Autocast.dtype else set(types)
    Autocast.plain.append((now, types))
    return now


def switch(dtype: DType | None) -> DType | None:
    """Begin casts down to a type, or end them; return the type before."""
    before, Autocast.dtype = Autocast.dtype, dtype
    if (before is None) is not (dtype is None):
        for now, types in Autocast.plain:
            now.clear() if dtype else now.update(types)
    return before


def cast_all(value: Any, wanted: DType) -> Any:
    """Return a value with the floating-point tensors in it cast; double precision stays."""
    if value.__class__ is dict:
        return {name: cast_all(part, wanted) for name, part in value.items()}
    if isinstance(value, list | tuple) and value.__class__ in (list, tuple):
        return value.__class__(cast_all(part, wanted) for part in value)
    if not isinstance(value, Tensor) or value.dtype is wanted:
        return value
    cast = value.dtype.is_floating_point and value.dtype is not DTYPES["float64"]
    return value.to(wanted) if cast else value


def with_casts(operation: Operation, answer: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function's forward that casts its operands first, in a block of casts."""

    @wraps(answer)
    def call(*args: object, **settings: object) -> Any:
        wanted = Autocast.dtype
        if wanted is None:
            return answer(*args, **settings)
        wanted = wanted if operation.autocast == "down" else DTYPES["float32"]
        before = switch(None)
        try:
            settings = {name: cast_all(value, wanted) for name, value in settings.items()}
            return answer(*cast_all(args, wanted), **settings)
        finally:
            switch(before)

    return call
