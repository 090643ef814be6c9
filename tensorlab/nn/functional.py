"""torch.nn.functional: re-exports only, and what a program puts in the place of a function."""

import sys
from types import ModuleType
from typing import Any

from tensorlab.nn.applied import PATCHED, known, known_paid
from tensorlab.ops.modules import lookup

__getattr__, __dir__ = lookup("torch.nn.functional")


class Functional(ModuleType):
    """The module, whose functions layers take anew where one is replaced."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        PATCHED[name] = value
        known.cache_clear()
        known_paid.cache_clear()


sys.modules[__name__].__class__ = Functional
