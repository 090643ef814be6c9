"""Mistakes of ours: one message, and a log that holds what is needed to report it."""

import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tensorlab.process.paths import state_directory
from tensorlab.version import VERSION


def report(error: BaseException) -> str:
    """Return what to say of an exception that nobody expected."""
    words = f"{type(error).__name__}: {error}"
    return report_mistake(words, "".join(traceback.format_exception(error)))


def report_mistake(words: str, details: str) -> str:
    """Return the words that the mistake is ours, and where what is needed to report it is."""
    path = write_log(details)
    where = f"What is needed to report it is in {path}" if path else "No log could be written."
    return (
        f"tensorlab {VERSION} made a mistake: {words}\n"
        f"The mistake is in tensorlab, not in your program. {where}"
    )


def write_log(details: str) -> Path | None:
    """Return the path of a new log about a mistake, or None where no folder takes it."""
    name = f"error-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
    for folder in (state_directory() / "errors", Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # "x": nobody else's link in the shared folder leads the text elsewhere.
            with (folder / name).open("x", encoding="utf-8", errors="backslashreplace") as log:
                where = f"Python {platform.python_version()}, {platform.platform()}"
                log.write(f"tensorlab {VERSION}, {where}\narguments: {sys.argv[1:]!r}\n\n{details}")
        except OSError:
            continue
        return folder / name
    return None
