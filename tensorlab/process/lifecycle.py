"""How a process of ours begins and ends: streams, exit codes, mistakes of ours.

Its streams are the border to the terminal: whatever is shown passes here, and no text of others
controls it. A text may come from a program, a file or its name. What would move the cursor, colour,
set a title or turn the order of letters is shown as Python would write it in quotes. Codes of our
own stand in what was drawn, whose texts have passed here before they were coloured.
"""

import codecs
import errno
import os
import sys
from collections.abc import Callable
from enum import IntEnum
from io import TextIOWrapper
from typing import Any, ClassVar, NoReturn, TextIO, cast

# What the system says when standard output cannot take more: full disk, closed, gone.
OUTPUT_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT}

# The characters of our own that a plain ASCII terminal lacks, and what stands for them.
LOOKALIKES = {"·": "-", "•": "*", "─": "-", "━": "-", "│": "|", "…": "...", "→": "->"}
READABLE = "tensorlab-readable"
# Control characters, but for the tab and the end of a line, and what turns the order of letters.
CONTROLS = (
    *range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F,
    *range(0x2028, 0x202F), *range(0x2066, 0x206A),
)  # fmt: skip
VISIBLE = {code: repr(chr(code))[1:-1] for code in CONTROLS}
# What stands in for a closed stream. Nothing can be written to the second: results must not be
# lost without a word.
STREAMS = (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))

# What the environment may say to tensorlab besides options and settings.
NO_OPTIONS = {"TENSORLAB_HOME", "TENSORLAB_A11Y", "TENSORLAB_CUDA", "TENSORLAB_LANGUAGE"}


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


def write_file(path: str, text: str, mode: str = "w") -> None:
    """Write a text to a file; `x` is the mode of one that may not exist.

    Raises:
        WrongUsageError: it cannot be written.
    """
    try:
        with open(path, mode, encoding="utf-8") as file:  # noqa: PTH123  as in program_text.py
            file.write(text)
    except FileExistsError:
        raise WrongUsageError(f"{path} exists already: choose another name") from None
    except (OSError, ValueError) as error:
        raise WrongUsageError(f"{path} cannot be written: {error.args[-1]}") from None


class OutputLost(BaseException):
    """Standard output takes no more; not an error of the program that was printing."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class Terminated(BaseException):
    """The system asked the process to end (SIGTERM)."""


def visible(text: str) -> str:
    """Return a text with its control characters written out."""
    return text.translate(VISIBLE)


class Drawn(str):
    """A text with codes of our own, in which all else is visible."""

    __slots__ = ()


class Border(TextIOWrapper):
    """A stream to somebody who reads: it writes out the control characters of others."""

    # whether all may pass, as where plain Python runs
    is_open: ClassVar[bool] = False

    def write(self, text: str) -> int:
        """Write a text."""
        passes = self.is_open or isinstance(text, Drawn)
        return super().write(text if passes else visible(text))


class Canvas:
    """What a library draws on: a stream that takes its codes as ours."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write what was drawn."""
        return self.stream.write(Drawn(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def readable(error: UnicodeError) -> tuple[str, int]:
    """Return what to write for a character that the stream's encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    escaped = (
        LOOKALIKES.get(each) or each.encode("ascii", "backslashreplace").decode() for each in text
    )
    return "".join(escaped), error.end


def legible(text: str, stream: TextIO) -> str:
    """Return a text as a stream shows it: with lookalikes of what its encoding lacks."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, READABLE).decode(encoding)


def prepare_streams() -> None:
    """Make every character printable on any locale, and a closed stream harmless.

    Diagnostics and whatever is shown on a terminal pass the border; what a program prints into a
    pipe stays as it is.
    """
    codecs.register_error(READABLE, readable)
    for descriptor, (name, flags, mode) in enumerate(STREAMS):
        stream = getattr(sys, name)
        if stream is None:  # it was closed when the process began
            setattr(sys, name, opened(descriptor, flags, mode))
        elif mode == "w":
            stream.reconfigure(errors=READABLE)
            if name == "stderr" or stream.isatty():
                ways = {each: getattr(stream, each) for each in ("line_buffering", "write_through")}
                setattr(sys, name, Border(stream.buffer, stream.encoding, READABLE, **ways))


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


class Telling:
    """Whether who called reads JSON."""

    json = False


def refuse(message: str) -> None:
    """Say that something was asked for which cannot be done."""
    if Telling.json:
        from tensorlab.workspace.pages_json import usage_line

        print(usage_line(message))
    else:
        say(f"tensorlab: {message}")


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
        say("terminated")
        return ExitCode.TERMINATED
    except WrongUsageError as error:
        refuse(str(error))
        return ExitCode.WRONG_USAGE
    except OutputLost as lost:
        return output_lost(lost.error)
    except OSError as error:
        return output_lost(error) if error.errno in OUTPUT_ERRORS else mistake(error)
    except Exception as error:  # noqa: BLE001  no mistake of ours may show a traceback
        return mistake(error)


def mistake(error: Exception) -> int:
    """Report an exception that nobody expected and return the exit code."""
    from tensorlab.process.bug_report import report

    say(report(error))
    return ExitCode.FAILED


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
