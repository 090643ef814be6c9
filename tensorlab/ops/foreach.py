"""torch._foreach_NAME: a method of tensors, called for each tensor of a list."""

from collections.abc import Callable
from itertools import repeat
from typing import Any

from tensorlab.engine.tensor import Tensor

PREFIX = "_foreach_"


def foreach(name: str) -> Callable[..., Any]:
    """Return what calls a method for each tensor of a list, beside other lists or one number.

    Raises:
        AttributeError: tensors have no such method.
    """
    method = getattr(Tensor, name.removeprefix(PREFIX))

    def each(tensors: Any, *given: object, **settings: Any) -> Any:
        beside = (value if isinstance(value, list | tuple) else repeat(value) for value in given)
        results = [method(*row, **settings) for row in zip(tensors, *beside, strict=False)]
        return None if name.endswith("_") else tuple(results)

    return each
