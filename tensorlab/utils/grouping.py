"""Lists of tensors, such as parameters and their gradients, taken apart by device and data type."""

from collections.abc import Sequence
from typing import Any

Groups = dict[tuple[Any, Any], tuple[list[list[Any]], list[int]]]


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
