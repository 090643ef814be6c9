"""The lattice of data types: which way a type rises until two types meet."""

from collections import deque

RISES = {
    "bool": ("uint8", "int8"),
    "uint8": ("int16",),
    "int8": ("int16",),
    "int16": ("int32",),
    "int32": ("int64",),
    "int64": ("float16", "bfloat16"),
    "float16": ("float32", "complex32"),
    "bfloat16": ("float32",),
    "float32": ("float64", "complex64"),
    "complex32": ("complex64",),
    "float64": ("complex128",),
    "complex64": ("complex128",),
}


def path(start: str, end: str) -> tuple[str, ...]:
    """Return the types from one up to another, empty where there is no way up."""
    waiting: deque[tuple[str, ...]] = deque([(start,)])
    while waiting:
        way = waiting.popleft()
        if way[-1] == end:
            return way
        waiting.extend((*way, above) for above in RISES.get(way[-1], ()))
    return ()
