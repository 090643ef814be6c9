"""Ends a one-shot run whose numpy call goes on too long: Python's own signals wait for the call."""

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable

from tensorlab.process import ExitCode, say

# How long the program itself has to end, once the time is up or Ctrl-C was pressed.
GRACE = 0.5
# How long the message may be kept waiting by one of Python's own functions.
LAST_WORDS = 3.0


def end_after(seconds: float | None, show: Callable[[], int]) -> Callable[[], None]:
    """End the process when the time is up and the program has not noticed; return what stops that.

    `show` tells that, and returns the exit code.
    """
    if seconds is None:
        return lambda: None

    def expire() -> None:
        code = show()
        os._exit(code)

    timer = threading.Timer(min(seconds + GRACE, threading.TIMEOUT_MAX), expire)
    timer.daemon = True
    timer.start()
    end_silently_after(seconds + GRACE + LAST_WORDS)

    def stop() -> None:
        timer.cancel()
        faulthandler.cancel_dump_traceback_later()

    return stop


def end_silently_after(seconds: float) -> None:
    """End the process where one of Python's own functions keeps every other thread waiting."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
    except (OSError, OverflowError):  # no file can be opened, or it is centuries away
        return


def end_on_interrupt() -> None:
    """End the process on Ctrl-C even where the program does not come to hear of it."""
    if os.name == "nt":  # whose signals cannot write to a pipe
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)  # written to at once, unlike handlers

    def listen() -> None:
        while os.read(reader, 1) != bytes([signal.SIGINT]):
            continue
        time.sleep(GRACE)
        say("interrupted")
        os._exit(ExitCode.INTERRUPTED)

    threading.Thread(target=listen, daemon=True).start()
