"""The results of a session by number: `Out[3]` and `_3`, beside `_`, `__` and `___`."""

import re
from typing import Any

from tensorlab.engine.tensor import Tensor

LAST = ("_", "__", "___")
OUT = "Out"
MOST = 100  # kept by number
MOST_BYTES = 1 << 20  # of a tensor that is kept by number: each is looked at before a statement
NUMBERED = re.compile(r"_\d+")


def is_result(name: str) -> bool:
    """Return whether a name is given to results, and not by the program."""
    return name in LAST or name == OUT or NUMBERED.fullmatch(name) is not None


def keep(names: dict[str, Any], number: int, value: object) -> None:
    """Make a value the last result of these names, and move the earlier ones on."""
    results = [value, *(names[name] for name in LAST[:-1] if name in names)]
    names.update(zip(LAST, results, strict=False))
    if isinstance(value, Tensor) and value.shape.numel() * value.dtype.itemsize > MOST_BYTES:
        return
    out = names.setdefault(OUT, {})
    if not isinstance(out, dict):
        return  # the program has given the name to something else
    out[number] = names[f"_{number}"] = value
    for old in numbers(names)[:-MOST]:
        del out[old]
        names.pop(f"_{old}", None)


def numbers(names: dict[str, Any]) -> list[int]:
    """Return the numbers that results are kept by, in order."""
    out = names.get(OUT)
    return [each for each in out if isinstance(each, int)] if isinstance(out, dict) else []
