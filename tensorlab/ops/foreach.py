"""Lists of tensors, such as parameters: a method called for each, or taken apart by type."""

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

from tensorlab.engine.tensor import Tensor

PREFIX = "_foreach_"
Groups = dict[tuple[Any, Any], tuple[list[list[Any]], list[int]]]


def foreach(name: str) -> Callable[..., Any]:
    """Return torch._foreach_NAME: a method for each tensor of a list, beside lists or one number.

    Raises:
        AttributeError: tensors have no such method.
    """
    # Larger and smaller ones are taken beside a number, too, which only clamping knows of.
    own = name.removeprefix(PREFIX).replace("maximum", "clamp_min").replace("minimum", "clamp_max")
    method = getattr(Tensor, own)

    def each(tensors: Any, *given: object, **settings: Any) -> Any:
        # The ord of a norm is what a tensor calls p, and a fourth one what it calls value.
        settings = {"p" if key == "ord" else key: value for key, value in settings.items()}
        beside = (value if isinstance(value, list | tuple) else repeat(value) for value in given)
        rows = zip(tensors, *beside, strict=False)
        results = [method(*row[:3], **settings, **dict(zip(["value"], row[3:]))) for row in rows]  # noqa: B905  most have none
        return None if name.endswith("_") else tuple(results)

    return each


def grouped_by_type(tensorlistlist: Sequence[Sequence[Any]], with_indices: bool = False) -> Groups:
    """Return lists by the device and the data type that the tensors of the first one have.

    Args:
        tensorlistlist: Lists of one length; what stands at one place of each stays together.
        with_indices: Whether the places that a group's tensors had are wanted, too.
    """
    found: Groups = {}
    for place, first in enumerate(tensorlistlist[0]):
        fresh: tuple[list[list[Any]], list[int]] = ([[] for _ in tensorlistlist], [])
        lists, places = found.setdefault((first.device, first.dtype), fresh)
        for own, every in zip(lists, tensorlistlist, strict=True):
            own.append(every[place])
        places += [place] * with_indices
    return found
