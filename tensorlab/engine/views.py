"""Views, tied to the tensor whose storage they share."""

from typing import Any

from tensorlab.engine.tensor import Tensor


def attach_views(result: Any, input: Tensor) -> Any:
    """Tie views to the tensor whose storage they share."""
    if isinstance(result, tuple):
        for part in result:
            attach_views(part, input)
        return result
    if input.version is None:
        input.version = [0]
    result.version = input.version
    result.base = input if input.base is None else input.base
    return result
