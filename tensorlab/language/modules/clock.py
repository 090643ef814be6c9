"""The `time` module: clocks, and pauses that end with the program's time."""

import time
from typing import Any

from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.silence import silence
from tensorlab.language.values.attributes import PROPERTIES, reading
from tensorlab.language.values.formatting import check_specification
from tensorlab.language.values.namespaces import Namespace

CLOCKS = (
    "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time",
    "process_time_ns", "time", "time_ns",
)  # fmt: skip
PARTS = (
    "tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst",
)  # fmt: skip
LONGEST_PAUSE = 60
PIECE_OF_PAUSE = 0.1


def sleep(seconds: Any, /) -> None:
    """Wait, but not while something is only being tried.

    Raises:
        LimitReached: of time, or because nobody waits so long.
    """
    if isinstance(seconds, int | float) and seconds > LONGEST_PAUSE:
        raise LimitReached("time", f"a pause lasts {LONGEST_PAUSE} seconds at most")
    if silence.wanted:
        return
    end = time.monotonic() + seconds
    time.sleep(min(seconds, PIECE_OF_PAUSE))
    while (left := end - time.monotonic()) > 0:
        meter.check_time()
        time.sleep(min(left, PIECE_OF_PAUSE))


def strftime(form: str, moment: Any = None, /) -> str:
    """Return a moment, now if none is given, in the form asked for."""
    check_specification(form)
    meter.grow(40 * len(form))
    return time.strftime(form) if moment is None else time.strftime(form, moment)


def namespace() -> Namespace:
    """Return the table of `time`."""
    PROPERTIES[time.struct_time] = reading(PARTS)
    plain = {name: getattr(time, name) for name in (*CLOCKS, "ctime", "localtime", "gmtime")}
    return namespace_of("time", {**plain, "sleep": sleep, "strftime": strftime})
