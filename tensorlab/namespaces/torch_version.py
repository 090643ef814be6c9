"""torch.torch_version: versions that are compared by their numbers."""

import operator
import re
from collections.abc import Callable
from typing import Any

from tensorlab.version import PYTORCH


class TorchVersion(str):
    """A version that is compared by its numbers: with a text, or with a tuple of them."""

    __slots__ = ()
    __module__ = "torch.torch_version"
    __hash__ = str.__hash__


def in_order(version: object) -> tuple[Any, ...]:
    """Return what a version is compared by: numbers, whether it came before them, the build."""
    text = ".".join(map(str, version)) if isinstance(version, tuple | list) else str(version)
    release, _, build = text.partition("+")
    numbers = [int(number) for number in re.findall(r"(?:^|\.)(\d+)", release)]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers, not re.search("[a-z]", release), build


def comparison(how: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return how versions compare where their parts in order compare so."""
    return lambda one, other: how(in_order(one), in_order(other))


for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
    setattr(TorchVersion, f"__{compare.__name__}__", comparison(compare))

__version__ = TorchVersion(PYTORCH)
