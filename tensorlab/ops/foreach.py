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
    # Larger and smaller ones are taken beside a number, too, which only clamping knows of.
    own = name.removeprefix(PREFIX).replace("maximum", "clamp_min").replace("minimum", "clamp_max")
    method = getattr(Tensor, own)

    def each(tensors: Any, *given: object, **settings: Any) -> Any:
        if "ord" in settings:  # of a norm, which a tensor calls p
            settings["p"] = settings.pop("ord")
        beside = (value if isinstance(value, list | tuple) else repeat(value) for value in given)
        results = [method(*row, **settings) for row in zip(tensors, *beside, strict=False)]
        return None if name.endswith("_") else tuple(results)

    return each
