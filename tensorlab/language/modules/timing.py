"""The `timeit` module: how long functions take, and texts, which run as a program's own."""

import time
from typing import Any, Final

from tensorlab.language.library.names import torch_library
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import define, written
from tensorlab.language.running.screen import kept
from tensorlab.language.values.builtins import BUILTINS
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.values import Namespace, Table

STEPS_PER_LETTER: Final = 8
BYTES_PER_LETTER: Final = 256


class Beside:
    """What a text finds at hand that is timed: `__main__` as well."""

    def __init__(self) -> None:
        self.library = torch_library(BUILTINS, preload=False)
        self.find = self.library.find

    def import_module(self, name: str) -> object:
        """Return the namespace of a module.

        Raises:
            KeyError: there is none.
        """
        main = Namespace(name, Table(kept.names)) if name == "__main__" else None
        return main or self.library.import_module(name)


def loop_of(text: str, names: dict[str, Any]) -> Any:
    """Return the function `_timed` that a text defines, which finds these names."""
    meter.spend_at_once(STEPS_PER_LETTER * len(text))
    meter.grow(BYTES_PER_LETTER * len(text))
    define(text, names, Beside())
    return names["_timed"]


OWN: Final[dict[str, Any]] = {"_clock": time.perf_counter, "_loop": loop_of}
MODULES = {"timeit": lambda: namespace_of("timeit", {}, written("timeit", under_names(OWN)))}
