"""The `timeit` module: how long functions take, and texts, which run as a program's own."""

import textwrap
import time
from typing import Any, Final

from tensorlab.language.library.names import torch_library
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import define, written
from tensorlab.language.running.screen import kept
from tensorlab.language.values.builtins import BUILTINS
from tensorlab.language.values.invoking import invoker_of
from tensorlab.language.values.values import Namespace, Table, under_names

STEPS_PER_LETTER: Final = 8
BYTES_PER_LETTER: Final = 256
# As Python's own: what is timed is a loop in a function, whose variables are quicker.
LOOP: Final = """def _timed(_rounds, _clock):
{setup}
    _begin = _clock()
    for _round in _rounds:
{stmt}
    return _clock() - _begin
"""


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
        if name == "__main__":
            return Namespace(name, Table(kept.names))
        return self.library.import_module(name)


def body_of(part: object, name: str, names: dict[str, Any], depth: int) -> str:
    """Return what stands for a text or a function in the loop.

    Raises:
        ValueError: it is neither.
    """
    if invoker_of(type(part)) is not None:
        names[name] = part
        part = f"{name}()"
    if not isinstance(part, str):
        raise ValueError(f"{name[1:]} is neither a string nor callable")
    meter.spend_at_once(STEPS_PER_LETTER * len(part))
    meter.grow(BYTES_PER_LETTER * len(part))
    return textwrap.indent(part.strip("\n") or "pass", " " * depth)


def loop_over(stmt: object, setup: object, globals: dict[str, Any] | None) -> Any:
    """Return a function that runs something so many rounds, and says how long they took."""
    names = dict(globals or {})
    text = LOOP.format(
        setup=body_of(setup, "_setup", names, 4), stmt=body_of(stmt, "_stmt", names, 8)
    )
    define(text, names, Beside())
    return names["_timed"]


def timeit_module() -> Namespace:
    """Return the table of `timeit`."""
    own: dict[str, Any] = {"_clock": time.perf_counter, "_loop": loop_over}
    return namespace_of("timeit", {}, written("timeit", under_names(own)))


MODULES = {"timeit": timeit_module}
