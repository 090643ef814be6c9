"""Standard input that is no terminal: each statement is answered as it arrives."""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from tensorlab.language.reading.source import LONGEST
from tensorlab.language.running.session import Session
from tensorlab.process.lifecycle import ExitCode, emit, say
from tensorlab.process.program_text import NotTextError
from tensorlab.process.stdin import Arrivals
from tensorlab.process.watchdog import end_on_interrupt
from tensorlab.repl.answering import Answer
from tensorlab.repl.response import respond
from tensorlab.workspace.statements import Incoming, is_question, statements
from tensorlab.workspace.workspace import Workspace

PAUSE = 0.25  # seconds after an empty line: whoever sends no more waits for an answer
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
        # What each statement finds is kept for commands and questions alone: it takes long.
        looks_back = not arrivals.ended or any(is_question(part) for _, part in statements(text))
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
