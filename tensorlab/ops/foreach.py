"""torch._foreach_NAME: a method of tensors, called for each tensor of a list."""

from collections.abc import Callable
from itertools import repeat
from typing import Any

from tensorlab.engine.tensor import Tensor

PREFIX = "_foreach_"
# What a tensor has under another name: these also take one number beside it.
METHODS = {"maximum": "clamp_min", "minimum": "clamp_max"}


def foreach(name: str) -> Callable[..., Any]:
    """Return what calls a method for each tensor of a list, beside other lists or one number.

    Raises:
        AttributeError: tensors have no such method.
    """
    own = name.removeprefix(PREFIX)
    plain = own.removesuffix("_")
    method = getattr(Tensor, METHODS.get(plain, plain) + own[len(plain) :])

    def each(tensors: Any, *given: object, **settings: Any) -> Any:
        if "ord" in settings:  # of a norm, which a tensor calls p
            settings["p"] = settings.pop("ord")
        beside = (value if isinstance(value, list | tuple) else repeat(value) for value in given)
        results = [method(*row, **settings) for row in zip(tensors, *beside, strict=False)]
        return None if name.endswith("_") else tuple(results)

    return each
