"""Numbers, lists and objects as text (.json)."""

import json
from pathlib import Path
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find
from tensorlab.workspace.as_json import plain, tensor_value


def read(path: Path) -> Any:
    """Return the value; lists of numbers, equally long, become a tensor."""
    value = json.loads(path.read_text(encoding="utf-8-sig"))
    if not isinstance(value, list):
        return value
    try:
        return find("torch", "tensor")(value)
    except (TypeError, ValueError, RuntimeError):
        return value


def write(path: Path, value: Any) -> None:
    """Write a value: of a tensor its numbers as nested lists."""
    numbers = tensor_value(value) if isinstance(value, Tensor) else plain(value)
    path.write_text(json.dumps(numbers, allow_nan=False) + "\n", encoding="utf-8")
