"""How a process of ours begins and ends: streams, exit codes, mistakes of ours."""

import codecs
import errno
import os
import sys
import time
from collections.abc import Callable
from enum import IntEnum
from typing import NoReturn, TextIO, cast

from tensorlab.version import __version__

# What the system says when standard output cannot take more: full disk, closed, gone.
OUTPUT_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT}

# The characters of our own that a plain ASCII terminal lacks, and what stands for them.
LOOKALIKES = {"·": "-", "•": "*", "─": "-", "━": "-", "│": "|", "…": "...", "→": "->"}
READABLE = "tensorlab-readable"
# What stands in for a closed stream. Nothing can be written to the second: results must not be
# lost without a word.
STREAMS = (
    ("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"),
)  # fmt: skip


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


class OutputLost(BaseException):
    """Standard output takes no more; not an error of the program that was printing."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


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
    for descriptor, (name, flags, mode) in enumerate(STREAMS):
        stream = getattr(sys, name)
        if stream is None:  # it was closed when the process began
            setattr(sys, name, opened(descriptor, flags, mode))
        elif mode == "w":
            stream.reconfigure(errors=READABLE)


def opened(descriptor: int, flags: int, mode: str) -> TextIO:
    """Return a stream over nothing at a descriptor that was closed."""
    nothing = os.open(os.devnull, flags)
    if nothing != descriptor:
        os.dup2(nothing, descriptor)
        os.close(nothing)
    return cast("TextIO", open(descriptor, mode, encoding="utf-8", closefd=False))


def emit(text: str) -> None:
    """Write what a program prints to standard output.

    Raises:
        OutputLost: that is impossible.
    """
    try:
        sys.stdout.write(text)
    except OSError as error:
        raise OutputLost(error) from None


def say(message: str) -> None:
    """Write one diagnostic to standard error; where that is impossible there is nobody to tell."""
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
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        say("interrupted")
        return ExitCode.INTERRUPTED
    except Terminated:
        return ExitCode.TERMINATED
    except WrongUsageError as error:
        say(f"tensorlab: {error}")
        return ExitCode.WRONG_USAGE
    except OutputLost as lost:
        return output_lost(lost.error)
    except OSError as error:
        return output_lost(error) if error.errno in OUTPUT_ERRORS else internal_error(error)
    except Exception as error:  # noqa: BLE001  no mistake of ours may show a traceback
        return internal_error(error)


def leave(code: int) -> NoReturn:
    """Flush and end the process at once: unloading numpy module by module takes long."""
    code = finish(lambda: flushed(code))
    os._exit(code)


def flushed(code: int) -> int:
    """Return the code after everything written has reached its reader."""
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def output_lost(error: OSError) -> int:
    """Say that the results could not be written, unless nobody reads them; return the code."""
    discard(sys.stdout)
    if error.errno == errno.EPIPE:
        return ExitCode.FINE
    say(f"tensorlab: cannot write to standard output: {error.strerror}")
    return ExitCode.FAILED


def discard(stream: TextIO) -> None:
    """Point the stream at nothing, so that a later flush cannot fail again."""
    try:
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
