"""Ends a one-shot run whose numpy call goes on too long: Python's own signals wait for the call."""

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import cache
from types import FrameType

from tensorlab.process.lifecycle import ExitCode, Terminated, say

# How long the program itself has to end, once the time is up or Ctrl-C was pressed.
GRACE = 0.5
# How long the message may be kept waiting by one of Python's own functions.
LAST_WORDS = 3.0
# What ends a process from outside, what it says then, and how it ends.
ENDS = {
    int(signal.SIGINT): ("interrupted", ExitCode.INTERRUPTED),
    int(signal.SIGTERM): ("terminated", ExitCode.TERMINATED),
}
# The helper waits for the first word; at the end of the process there is none.
SPEAK = 'read -r first || exit; case $first in Timeout*) echo "$0";; *) echo "$1";; esac >&2'
CRASHED = "tensorlab made a mistake: Python itself failed. Please report the program."


def end_after(seconds: float | None, show: Callable[[], int]) -> Callable[[], None]:
    """End the process when the time is up and the program has not noticed; return what stops that.

    `show` tells that, and returns the exit code. Whoever is to tell something else stops it first:
    where the time is up already that waits for the end, so that one answer is given and never two.
    """
    if seconds is None:
        return lambda: None
    answering = threading.RLock()

    def expire() -> None:
        with answering:
            os._exit(show())

    timer = threading.Timer(min(seconds + GRACE, threading.TIMEOUT_MAX), expire)
    timer.daemon = True
    timer.start()
    end_by_force_after(seconds)

    def stop() -> None:
        answering.acquire()
        timer.cancel()
        faulthandler.cancel_dump_traceback_later()

    return stop


def end_by_force_after(seconds: float) -> None:
    """End the process where one of Python's own functions keeps every other thread waiting."""
    # each command says so beforehand: no call
    limit = f"{seconds:g} second{'s' * (seconds != 1)}"
    try:
        mouth = last_words(f"LimitError: The limit on time was reached: the limit is {limit}.")
        faulthandler.dump_traceback_later(seconds + GRACE + LAST_WORDS, exit=True, file=mouth)
        faulthandler.enable(mouth, all_threads=False)
    except (OSError, OverflowError):
        # nothing can be started, or it is centuries away
        return


def last_words(out_of_time: str) -> int:
    """Return where to write what this process can say no more: its helper then says a sentence.

    What is written is Python's own text, by code that waits for nothing. When this process ends in
    order nothing was written, and the helper ends without a word.
    """
    if not hasattr(os, "posix_spawn"):
        return os.open(os.devnull, os.O_WRONLY)
    reader, writer = os.pipe()
    quiet = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    os.posix_spawn(
        "/bin/sh",
        ["sh", "-c", SPEAK, out_of_time, CRASHED],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, reader, 0), quiet],
        setpgroup=0,  # Ctrl-C is not meant for it
    )
    os.close(reader)
    return writer


@cache
def end_on_interrupt() -> None:
    """End the process on Ctrl-C and SIGTERM even where the program does not come to hear of it."""
    if os.name == "nt":  # whose signals cannot write to a pipe
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    # written to at once, unlike handlers
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)

    def terminate(number: int, frame: FrameType | None) -> None:
        raise Terminated

    signal.signal(signal.SIGTERM, terminate)

    def listen() -> None:
        while (number := os.read(reader, 1)[0]) not in ENDS:
            continue
        time.sleep(GRACE)
        words, code = ENDS[number]
        say(words)
        os._exit(code)

    threading.Thread(target=listen, daemon=True).start()
