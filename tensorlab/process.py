"""How a process of ours begins and ends: streams, exit codes, mistakes of ours."""

import codecs
import errno
import os
import sys
import time
from collections.abc import Callable
from enum import IntEnum
from types import FrameType
from typing import NoReturn, TextIO

from tensorlab.version import __version__

# What the system says when standard output cannot take more: full disk, closed, gone.
OUTPUT_ERRORS = {errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT}

# The characters of our own that a plain ASCII terminal lacks, and what stands for them.
LOOKALIKES = {"·": "-", "•": "*", "─": "-", "━": "-", "│": "|", "…": "...", "→": "->"}
READABLE = "tensorlab-readable"


class ExitCode(IntEnum):
    """What a process of ours tells its caller."""

    FINE = 0
    FAILED = 1
    WRONG_USAGE = 2
    CHECK_FAILED = 3
    INTERRUPTED = 130
    TERMINATED = 143


class WrongUsageError(Exception):
    """The command was asked for something that cannot be done; the message says what."""


class Terminated(BaseException):
    """The system asked the process to end (SIGTERM)."""


def readable(error: UnicodeError) -> tuple[str, int]:
    """Return what to write for a character that the stream's encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    escaped = (LOOKALIKES.get(each) or each.encode("ascii", "backslashreplace").decode()
               for each in text)  # fmt: skip
    return "".join(escaped), error.end


def prepare_streams() -> None:
    """Make every character printable on any locale, and a closed stream harmless."""
    codecs.register_error(READABLE, readable)
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Python leaves None for a descriptor that was closed when the process began.
            if name != "stdout":
                mode = "r" if name == "stdin" else "w"
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
        elif name != "stdin":
            stream.reconfigure(errors=READABLE)


def end_on_terminate() -> None:
    """Let SIGTERM unwind the program, so that history and progress are saved."""
    import signal

    def terminate(number: int, frame: FrameType | None) -> NoReturn:
        raise Terminated

    signal.signal(signal.SIGTERM, terminate)


def say(message: str) -> None:
    """Write one diagnostic to standard error; where that is impossible there is nobody to tell."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)


def finish(work: Callable[[], int]) -> int:
    """Do the work of a command and return the exit code, whatever happens inside.

    A reader that went away ends the output silently; an exception that nobody expected is a
    mistake of ours: one message, and a log that holds what is needed to report it.
    """
    try:
        return work()
    except KeyboardInterrupt:
        say("interrupted")
        return ExitCode.INTERRUPTED
    except Terminated:
        return ExitCode.TERMINATED
    except WrongUsageError as error:
        say(f"tensorlab: {error}")
        return ExitCode.WRONG_USAGE
    except BrokenPipeError:
        discard(sys.stdout)
        return ExitCode.FINE
    except OSError as error:
        if error.errno in OUTPUT_ERRORS:
            return output_lost(error)
        return internal_error(error)
    except Exception as error:  # noqa: BLE001  no mistake of ours may show a traceback
        return internal_error(error)


def leave(code: int) -> NoReturn:
    """Flush and end the process at once: unloading numpy module by module takes long."""
    if sys.stdout is None:
        code = code or output_lost(OSError(errno.EBADF, os.strerror(errno.EBADF)))
    code = finish(lambda: flushed(code))
    os._exit(code)


def flushed(code: int) -> int:
    """Return the code after everything written has reached its reader."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    return code


def output_lost(error: OSError) -> int:
    """Say that the results could not be written, once, and return the exit code."""
    discard(sys.stdout)
    say(f"tensorlab: cannot write to standard output: {error.strerror}")
    return ExitCode.FAILED


def discard(stream: TextIO | None) -> None:
    """Point the stream at nothing, so that a later flush cannot fail again."""
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        return


def internal_error(error: BaseException) -> int:
    """Report an exception that nobody expected and return the exit code."""
    import traceback

    words = f"{type(error).__name__}: {error}"
    report_mistake(words, "".join(traceback.format_exception(error)))
    return ExitCode.FAILED


def report_mistake(words: str, details: str) -> None:
    """Say in one message that the mistake is ours, and where what is needed to report it is."""
    path = write_error_log(details)
    where = f"What is needed to report it is in {path}" if path else "No log could be written."
    say(
        f"tensorlab {__version__} made a mistake: {words}\n"
        f"The mistake is in tensorlab, not in your program. {where}",
    )


def write_error_log(details: str) -> str | None:
    """Return the path of a new log about a mistake, or None where no folder takes it."""
    import platform
    import tempfile

    from tensorlab.paths import state_directory

    text = "\n".join(
        (
            f"tensorlab {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"arguments: {sys.argv[1:]!r}",
            details,
        )
    )
    name = f"error-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
    for folder in (state_directory() / "errors", None):
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                path = folder / name
                path.write_text(text, encoding="utf-8", errors="backslashreplace")
                return str(path)
            with tempfile.NamedTemporaryFile(
                "w", suffix=name, delete=False, encoding="utf-8", errors="backslashreplace"
            ) as log:
                log.write(text)
            return log.name
        except OSError:
            continue
    return None
