"""PyTorch's longest refusal: what was given, all signatures, and why each did not match."""

import re
from collections.abc import Iterable
from typing import Any

from tensorlab.engine.naming import Named, named_in_c
from tensorlab.engine.signatures.overloads import Overload, items_of
from tensorlab.engine.tensor import Tensor

BUCKETS = 13
# What stands before the names of functions in C++.
PREFIXES = {
    "torch.linalg": "linalg_",
    "torch.special": "special_",
    "torch.fft": "fft_",
    "torch.sparse": "_sparse_",
}
MURMUR_SEED, MURMUR_FACTOR, BITS = 0xC70F6907, 0xC6A4A7935BD1E995, 2**64 - 1


def combination(
    shown: str, overloads: list[Overload], given: tuple[Any, ...], settings: dict[str, Any]
) -> str:
    """Return the complaint that lists all signatures."""
    keywords = {name: settings[name] for name in in_table_order(settings)}
    words = [class_name(value) for value in given]
    named = [f"{name}={class_name(value)}" for name, value in keywords.items()]
    got = ", ".join(words + named) + (", " if named and not words else "")
    head = f"{shown}() received an invalid combination of arguments - got "
    if len(overloads) == 1:
        strange = unmatched(overloads[0], keywords)
        if strange:
            return f"{head}unrecognized keyword arguments: {', '.join(strange)}"
        wrong = mismatch(overloads[0], given, keywords)
        if wrong:
            got = wrong[0].partition("types: ")[2].strip("()")
        return f"{head}({got}), but expected {overloads[0].text}"
    lines = [f"{head}({got}), but expected one of:"]
    for one in overloads:
        lines.append(f" * {one.text}")
        lines += mismatch(one, given, keywords)
    return "\n".join(lines) + "\n"


def in_table_order(names: Iterable[str]) -> list[str]:
    """Return names as PyTorch goes through them: as libstdc++'s hash table links its nodes.

    A name comes first, or before those of its bucket; up to 13 names have one of 13 buckets.
    """
    found: list[tuple[int, str]] = []
    for name in names:
        bucket = murmur_hash(name.encode()) % BUCKETS
        place = next((at for at, (other, _) in enumerate(found) if other == bucket), 0)
        found.insert(place, (bucket, name))
    return [name for _, name in found]


def murmur_hash(text: bytes) -> int:
    """Return MurmurHash64A of some bytes, with libstdc++'s seed."""
    value = MURMUR_SEED ^ (len(text) * MURMUR_FACTOR) & BITS
    whole = len(text) & ~7
    for start in range(0, whole, 8):
        part = int.from_bytes(text[start : start + 8], "little") * MURMUR_FACTOR & BITS
        part = (part ^ part >> 47) * MURMUR_FACTOR & BITS
        value = (value ^ part) * MURMUR_FACTOR & BITS
    if whole < len(text):
        value = (value ^ int.from_bytes(text[whole:], "little")) * MURMUR_FACTOR & BITS
    value = (value ^ value >> 47) * MURMUR_FACTOR & BITS
    return value ^ value >> 47


def mismatch(one: Overload, given: tuple[Any, ...], keywords: dict[str, Any]) -> list[str]:
    """Return why one signature didn't match a call with as many arguments.

    PyTorch reads its own text for this: what stands last is the name, so that a parameter with a
    default is called by its default and is of no type.
    """
    items = [item.rpartition(" ") for item in items_of(one.text)]
    if len(items) != len(given) + len(keywords):
        return []
    wrong = unmatched(one, keywords)
    if wrong:
        return [
            f"      didn't match because some of the keywords were incorrect: {', '.join(wrong)}"
        ]
    parts = []
    for place, (kind, _, name) in enumerate(items):
        value = given[place] if place < len(given) else keywords[name]
        word = long_class_name(value)
        if place >= len(given):
            word = f"{name}={word}"
        parts.append(word if is_named(kind, value) else f"!{word}!")
    shown = ", ".join(parts) + (", " if not given else "")
    return [f"      didn't match because some of the arguments have invalid types: ({shown})"]


def unmatched(one: Overload, keywords: dict[str, Any]) -> list[str]:
    """Return the keywords that are not among the last words of a signature's text."""
    items = items_of(one.text)
    known = {item.rpartition(" ")[2] for item in items[max(len(items) - len(keywords), 0) :]}
    return [name for name in keywords if name not in known]


def is_named(kind: str, value: object) -> bool:
    """Return whether a type is the one that a signature names; numbers have several names."""
    names = {"float": ("float", "int"), "int": ("int",)}.get(kind, (kind,))
    return class_name(value) in names


def long_class_name(value: object) -> str:
    """Return PyTorch's name of a value's type, and of its parts' types."""
    if isinstance(value, tuple):
        parts = ", ".join(map(class_name, value)) + ("," if len(value) == 1 else "")
        return f"{class_name(value)} of ({parts})"
    if isinstance(value, list):
        return f"list of [{', '.join(map(class_name, value))}]"
    return class_name(value)


def is_builtin(value: object) -> bool:
    """Return whether a value is a function of ours that PyTorch has in C++."""
    entrance: Any = getattr(value, "__wrapped__", None)
    if not (callable(value) and hasattr(entrance, "operation")):
        return False
    try:
        return entrance.__signature__ is None
    except ValueError:  # which says that there is nothing to read
        return True


def class_name(value: Any) -> str:
    """Return PyTorch's name of a value's type."""
    kind = type(value)
    if isinstance(value, Tensor):
        if value._is_param and not value._of_a_program:
            return "Parameter"
        return "Tensor" if kind.__module__.startswith("tensorlab.engine") else kind.__name__
    if kind is Named:  # that of torch.Tensor, or of a class whose type is none of PyTorch's own
        return "torch._C._TensorMeta" if value is Tensor else "type"
    if is_builtin(value):
        return "builtin_function_or_method"
    return re.sub(r"^(?!torch|numpy).*\.", "", named_in_c(value))
