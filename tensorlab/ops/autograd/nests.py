"""Tuples, lists and dicts of values, taken apart into a row and put together again."""

from collections.abc import Callable, Iterator
from typing import Any

NESTS = (tuple, list, dict)


def leaves(value: object) -> Iterator[Any]:
    """Yield what is no tuple, list or dict, in order."""
    parts: Any = value.values() if isinstance(value, dict) else value
    for part in parts if isinstance(value, NESTS) else (value,):
        if isinstance(part, NESTS):
            yield from leaves(part)
        elif part is not None:
            yield part


def mapped(function: Callable[[Any], Any], value: object) -> Any:
    """Return the same nest with a function of each leaf in its place."""
    if isinstance(value, dict):
        return {key: mapped(function, part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        parts = [mapped(function, part) for part in value]
        if hasattr(value, "_fields"):
            return value.__class__(*parts)
        return tuple(parts) if isinstance(value, tuple) else parts
    return None if value is None else function(value)


def refilled(value: object, row: Iterator[Any]) -> Any:
    """Return the same nest with the next values of a row in the places of its leaves."""
    return mapped(lambda _: next(row), value)


def outline(value: object) -> str:
    """Return a nest's structure as Python would write it, a star for each leaf."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name!r}: {outline(part)}' for name, part in value.items())}}}"
    if isinstance(value, tuple | list):
        inner = ", ".join(map(outline, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    return "*"


def structure(value: object) -> str:
    """Return a nest's structure as PyTorch writes it, a star for each leaf."""
    if not isinstance(value, NESTS):
        return "*"
    parts = value.values() if isinstance(value, dict) else value
    inner = ",\n  ".join(structure(part).replace("\n", "\n  ") for part in parts)
    keys = list(value) if isinstance(value, dict) else None
    return f"TreeSpec({type(value).__name__}, {keys}, [{inner}])"


def beside(given: object, nest: Any) -> list[Any] | None:
    """Return what is given for each leaf of a nest, which is built alike; None where it is not."""
    if not isinstance(given, NESTS):
        return [given for _ in leaves(nest)]
    if type(given) is not type(nest) or len(given) != len(nest):
        return None
    keys = given if isinstance(given, dict) else range(len(given))
    parts = [beside(given[key], nest[key]) for key in keys]
    return None if None in parts else [one for part in parts for one in part or ()]
