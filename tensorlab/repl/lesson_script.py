"""A lesson without a terminal: answers line by line from standard input, a plain transcript out."""

import sys
from collections.abc import Iterable, Iterator

from tensorlab.course import events
from tensorlab.course.machine import LessonRun
from tensorlab.process import ExitCode, WrongUsageError, say
from tensorlab.reading import NotTextError, decode
from tensorlab.render.console import show
from tensorlab.render.lesson import view
from tensorlab.repl.lesson_help import show_lookup
from tensorlab.watchdog import end_on_interrupt
from tensorlab.workspace.command_line import UnknownCommandError
from tensorlab.workspace.lesson_actions import Lookup, Question, action_of
from tensorlab.workspace.lessons import session_of


def take_from_script(run: LessonRun) -> int:
    """Take a lesson with prepared answers and return the exit code: 3 if one was wrong.

    Steps without a question go by themselves; blank lines in the input are passed over. At the end
    of the input the lesson is left where it is, to be resumed there.
    """
    end_on_interrupt()
    all_right = shown(run.start())
    all_right &= go_on(run)
    try:
        for line in lines():
            all_right &= take(run, line)
            if run.waiting == "end":
                break
    except NotTextError as error:
        raise WrongUsageError(str(error)) from None
    finally:
        if run.waiting != "end":
            shown(run.send(events.Quit()))
    return ExitCode.FINE if all_right else ExitCode.CHECK_FAILED


def lines() -> Iterator[str]:
    """Yield the lines of standard input as they come, but for blank ones.

    What was said before is shown first.
    """
    sys.stdout.flush()
    for number, line in enumerate(sys.stdin.buffer, 1):
        if line.strip():
            yield decode(line, f"line {number} of the answers").rstrip("\n")
            sys.stdout.flush()


def take(run: LessonRun, line: str) -> bool:
    """Take one line of the input and go on to the next question; return whether all was right."""
    sys.stdout.write(f"> {line}\n")
    try:
        action = action_of(line, run.bench.session.names)
    except UnknownCommandError as error:
        say(f"note: {error}")
        return True
    if isinstance(action, Lookup | Question):
        show_lookup(action, session_of(run))
        return True
    all_right = shown(run.send(action))
    return go_on(run) and all_right


def go_on(run: LessonRun) -> bool:
    """Go through the steps that ask nothing; return whether nothing was wrong."""
    all_right = True
    while run.waiting == "next":
        all_right &= shown(run.send(events.Next()))
    return all_right


def shown(happened: Iterable[events.Event]) -> bool:
    """Print events and return whether no answer among them was wrong."""
    all_right = True
    for event in happened:
        show(view(event))
        all_right &= not (isinstance(event, events.Verdict) and not event.right)
    return all_right
