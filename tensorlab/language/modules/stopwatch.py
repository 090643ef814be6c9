"""The `timeit` module: its clock, and how long a function of the program takes."""

import time
from typing import Any

from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.namespaces import Namespace


def timeit(stmt: Any, setup: Any = None, timer: Any = None, number: int = 1_000_000) -> float:
    """Return the seconds that a function takes when it is called so often."""
    if isinstance(stmt, str) or isinstance(setup, str):
        raise Unsupported(
            "timeit of a text is not part of tensorlab.",
            "Give it a function: timeit.timeit(lambda: ..., number=100).",
        )
    call = callable_value(stmt)
    begin = time.perf_counter()
    for _ in range(int(as_int(number))):
        meter.spend(1)
        call()
    return time.perf_counter() - begin


def namespace() -> Namespace:
    """Return the table of `timeit`."""
    return namespace_of("timeit", {"default_timer": time.perf_counter, "timeit": timeit})
