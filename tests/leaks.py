"""What no text may hold: an address of the process, or a name of ours."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from tensorlab.engine.addresses import FIRST
from tensorlab.language.outcome import Outcome

# Python's own word for the end of Unicode, "range(0x110000)", is no address, and a shell is told
# the path of the program that completes words.
LEAK = re.compile(
    r"\b0x(?!110000\b)[0-9a-fA-F]{6,}|\btensorlab\.[A-Za-z_]\w*|\btensorlab/(?!completing/)[a-z_]+/"
    r"|<(?:class|module|function|enum|bound method) '?tensorlab"
)
ROOM = 1 << 36  # for all the numbers that stand for addresses, from the first on

found: list[str] = []  # in what sessions showed since this was last looked at


def leaks_in(text: str) -> Iterator[re.Match[str]]:
    """Yield what a text must not hold."""
    for match in LEAK.finditer(text):
        made_up = match[0].startswith("0x") and 0 <= int(match[0], 16) - FIRST < ROOM
        if not made_up:
            yield match


def note(text: str, program: str = "") -> None:
    """Keep what a text must not hold, with the words around it, but for what its program says."""
    found.extend(
        text[max(leak.start() - 60, 0) : leak.end() + 60]
        for leak in leaks_in(text)
        if leak[0] not in program
    )


def texts_of(outcome: Outcome) -> Iterator[str]:
    """Yield what an outcome says."""
    yield from (outcome.text or "", *outcome.notices)
    if failure := outcome.failure:
        yield from (failure.message, failure.explanation, *failure.hints)
        yield from (f"{repair.source} {repair.meaning}" for repair in failure.repairs)


def watched(run: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """Return how a session runs programs, with a look at whatever it shows."""

    def run_and_look(session: Any, program: str, *given: Any, **named: Any) -> Outcome:
        write = session.write

        def write_and_look(text: str) -> object:
            note(text, program)
            return write(text)

        session.write = write and write_and_look
        try:
            outcome = run(session, program, *given, **named)
        finally:
            session.write = write
        for text in texts_of(outcome):
            note(text, program)
        return outcome

    return run_and_look
