"""Standard input that is no terminal: each statement is answered as it arrives."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from queue import Empty, SimpleQueue
from threading import Thread

from tensorlab.language.reading.source import LONGEST
from tensorlab.language.running.session import Session
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, emit, say
from tensorlab.process.program_text import MOST_BYTES, NotTextError, decode
from tensorlab.process.watchdog import end_on_interrupt
from tensorlab.repl.answering import Answer
from tensorlab.repl.response import respond
from tensorlab.workspace.statements import Incoming, is_question, statements
from tensorlab.workspace.workspace import Workspace

BREATH = 0.005  # seconds in which whoever writes without end has written more


class Arrivals:
    """Standard input as it arrives, in whole lines; it is read no further than any program goes.

    Another thread waits for it: not every system tells whether something is there to be read.
    """

    def __init__(self) -> None:
        self.ended = False
        self.length = 0  # of all that has arrived
        self.rest = b""  # of the line that is still arriving
        self.parts: SimpleQueue[bytes | OSError] = SimpleQueue()
        # whether the other thread waits, or has found what nobody took yet
        self.reads = False

    def take(self, patience: float | None) -> str | None:
        """Return the lines that are there, None where none come within so many seconds.

        Raises:
            NotTextError, WrongUsageError: they are no text, or cannot be read.
        """
        while not (self.ended or self.is_too_long()):
            part = self.part(BREATH if b"\n" in self.rest else patience)
            if part is None:
                break
            self.ended = not part
            self.rest += part
        whole = self.ended or self.is_too_long()
        end = len(self.rest) if whole else self.rest.rfind(b"\n") + 1
        lines, self.rest = self.rest[:end], self.rest[end:]
        self.length += end
        return decode(lines, "<stdin>") if lines or whole else None

    def is_too_long(self) -> bool:
        """Return whether more has arrived than any program has."""
        return self.length + len(self.rest) > MOST_BYTES

    def part(self, patience: float | None) -> bytes | None:
        """Return some of what there is, nothing at the end; None where nothing comes in time."""
        if not self.reads:
            self.reads = True
            Thread(target=lambda: self.parts.put(some()), daemon=True).start()
        try:
            found = self.parts.get(timeout=patience)
        except Empty:
            return None
        self.reads = False
        if isinstance(found, OSError):
            raise WrongUsageError(f"cannot read standard input: {found.strerror}")
        return found


def some() -> bytes | OSError:
    """Return what there is to read, nothing at the end; or why it cannot be read."""
    try:
        return os.read(sys.stdin.fileno(), 1 << 16)
    except OSError as error:
        return error


# seconds after an empty line: whoever sends no more waits for an answer
PAUSE = 0.25
TOO_LONG = f"LimitError: The limit on program size was reached: {LONGEST:,} characters."


def run_script(
    first: Sequence[str] = (), prepare: Callable[[Session], object] = lambda session: None
) -> int:
    """Run standard input statement by statement, showing values, and stop at the first failure.

    Some lines come first.
    """
    end_on_interrupt()
    arrivals = Arrivals()
    try:
        text = arrivals.take(None) or ""
        # What each statement finds is kept for commands and questions alone (a file first may hold
        # some): it takes long.
        looks_back = bool(first) or not arrivals.ended
        looks_back |= any(is_question(part) for _, part in statements(text))
        workspace = Workspace(emit, looks_back=looks_back)
        prepare(workspace.session)
        for number, statement in chain(((0, line) for line in first), incoming(arrivals, text)):
            code = went(respond(workspace, statement, "plain", number))
            if code is not None:
                return code
    except NotTextError as error:
        say(f"SyntaxError: {error}")
        return ExitCode.FAILED
    if arrivals.length > LONGEST:
        say(TOO_LONG)
        return ExitCode.FAILED
    return ExitCode.FINE


def incoming(arrivals: Arrivals, text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements as they arrive, each with the number of lines before it."""
    waiting = Incoming()
    while arrivals.length <= LONGEST:
        yield from waiting.taken(text, final=arrivals.ended)
        if arrivals.ended:
            return
        sys.stdout.flush()
        more = arrivals.take(PAUSE if waiting.may_be_over else None)
        if more is None:
            yield from waiting.taken("", final=True)
        text = more or ""


def went(answer: Answer) -> int | None:
    """Return the exit code that an answer ends a script with, None where it goes on."""
    if answer.lesson is not None:
        say("tensorlab: a lesson cannot be taken inside a script: run tensorlab lesson NAME")
        return ExitCode.WRONG_USAGE
    if not answer.went_well:
        return ExitCode.FAILED
    return answer.status if answer.leaves else None
