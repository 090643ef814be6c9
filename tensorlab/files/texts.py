"""Numbers, lists, tensors and objects as text (.json)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.tensor import Tensor
from tensorlab.files.arrays import dense
from tensorlab.files.formats import same
from tensorlab.ops.loading import find
from tensorlab.workspace.as_json import plain

FACTS = {"value", "shape", "dtype"}  # what makes an object a tensor, as `--format json` writes one
TYPED = {"value", "type"}  # and what makes it a value that would else be read as another one
MADE: dict[str, Callable[[Any], Any]] = {
    "list": list, "tuple": tuple, "set": set, "float": float, "complex": lambda pair: complex(*pair)
}  # fmt: skip


def read(path: Path) -> Any:
    """Return the value; lists of numbers, equally long, become a tensor."""
    return restored(json.loads(path.read_text(encoding="utf-8-sig")))


def write(path: Path, value: object) -> None:
    """Write a value so that it is read as what it was: in short where that says it all."""
    path.write_text(json.dumps(told(value), allow_nan=False) + "\n", encoding="utf-8")


def restored(content: object) -> Any:
    """Return what was written, from the objects and lists of a file."""
    if isinstance(content, list):
        return tensor_in(content)
    if not isinstance(content, dict):
        return content
    if set(content) >= FACTS:
        return tensor_from(content["value"], content["shape"], content["dtype"])
    if set(content) == TYPED and content["type"] in MADE:
        value = content["value"]
        parts = map(restored, value) if isinstance(value, list) else value
        return MADE[content["type"]](parts)
    return {name: restored(each) for name, each in content.items()}


def tensor_in(content: list[Any]) -> Any:
    """Return lists of numbers as a tensor; where they are none, what they hold."""
    try:
        return find("torch", "tensor")(content)
    except (TypeError, ValueError, RuntimeError):
        return [restored(each) for each in content]


def tensor_from(value: object, shape: list[int], dtype: str) -> Tensor:
    """Return the tensor that an object tells of.

    Raises:
        ValueError: there is no such type.
    """
    kind = DTYPES.get(dtype.removeprefix("torch."))
    if kind is None:
        raise ValueError(f"{dtype} is not a data type here")
    elements = numbers(value, len(shape), complex_ones=kind.is_complex)
    made: Tensor = find("torch", "tensor")(elements, dtype=kind).reshape(shape)
    return made


def numbers(value: Any, depth: int, *, complex_ones: bool) -> Any:
    """Return nested lists with numbers where JSON has texts (nan, inf) or pairs."""
    if depth:
        return [numbers(each, depth - 1, complex_ones=complex_ones) for each in value]
    if complex_ones:
        return complex(*map(float, value))
    return float(value) if isinstance(value, str) else value


def told(value: Any) -> Any:
    """Return what stands in the file for a value.

    Raises:
        TypeError: nothing does that would be read as this value.
    """
    if isinstance(value, Tensor):
        short = plain(dense(value).detach().tolist())
        facts = {"value": short, "shape": list(value.shape), "dtype": repr(value.dtype)}
        return short if is_read_as(short, value) else facts
    if isinstance(value, dict):
        written: Any = {text_of(name): told(each) for name, each in value.items()}
    elif type(value) in {list, tuple, set}:
        written = [told(each) for each in value]
    else:
        written = plain(value)
    kind = type(value).__name__
    for form in (written, {"value": written, "type": kind}):
        if is_read_as(form, value):
            return form
    raise TypeError(f"such a file holds numbers, strings, tensors, lists and dicts, not {kind}")


def text_of(name: object) -> str:
    """Return a name of a dict.

    Raises:
        TypeError: it is no text.
    """
    if not isinstance(name, str):
        raise TypeError(f"such a file names values by strings, not by {name!r}")
    return name


def is_read_as(written: object, value: object) -> bool:
    """Return whether what is written would be read as a value."""
    try:
        found = restored(written)
    except (TypeError, ValueError, RuntimeError):
        return False
    return same(value, found)
