"""A lesson without a terminal: answers line by line from standard input, a transcript out."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO

from tensorlab.course.answers import verdicts
from tensorlab.course.taking import events
from tensorlab.course.taking.machine import LessonRun
from tensorlab.frozen import json_line
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say
from tensorlab.process.program_text import NotTextError, decode
from tensorlab.process.watchdog import end_on_interrupt
from tensorlab.render.lessons.lesson import view
from tensorlab.render.look.console import show
from tensorlab.repl.lesson_lookup import show_lookup
from tensorlab.workspace.command_line import UnknownCommandError
from tensorlab.workspace.lesson_actions import Lookup, Question, action_of

Tell = Callable[[events.Event], None]


def take_from_script(run: LessonRun, form: str = "auto") -> int:
    """Take a lesson with prepared answers and return the exit code: 3 if one was wrong.

    Steps without a question go by themselves; blank lines in the input are passed over. At the end
    of the input the lesson is left where it is, to be resumed there. In the form `json` each event
    is a line.
    """
    end_on_interrupt()
    tell = tell_as_json if form == "json" else tell_as_text
    all_right = shown(run.start(), tell)
    all_right &= go_on(run, tell)
    try:
        for line in lines():
            all_right &= take(run, line, tell)
            if run.waiting == "end":
                break
    except NotTextError as error:
        raise WrongUsageError(str(error)) from None
    finally:
        if run.waiting != "end":
            shown(run.send(events.Quit()), tell)
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


def take(run: LessonRun, line: str, tell: Tell) -> bool:
    """Take one line of the input and go on to the next question; return whether all was right."""
    if tell is tell_as_text:
        sys.stdout.write(f"> {line}\n")
    try:
        action = action_of(line, run.bench.session.names)
    except UnknownCommandError as error:
        say(f"note: {error}")
        return True
    if isinstance(action, Lookup | Question):
        looked_up(run, action, tell)
        return True
    all_right = shown(run.send(action), tell)
    return go_on(run, tell) and all_right


def looked_up(run: LessonRun, asked: Lookup | Question, tell: Tell) -> None:
    """Answer what is none of the lesson's business."""
    if tell is tell_as_text:
        show_lookup(asked, run)
        return

    with redirect_stdout(StringIO()) as text:
        show_lookup(asked, run)
    print(json_line({"text": text.getvalue()}))


def go_on(run: LessonRun, tell: Tell) -> bool:
    """Go through the steps that ask nothing; return whether nothing was wrong."""
    all_right = True
    while run.waiting == "next":
        all_right &= shown(run.send(events.Next()), tell)
    return all_right


def tell_as_text(event: events.Event) -> None:
    """Print an event as people read it."""
    show(view(event))


def tell_as_json(event: events.Event) -> None:
    """Print an event as a line of JSON."""
    from tensorlab.workspace.pages_json import event_object

    print(json_line(event_object(event)))


def shown(happened: Iterable[events.Event], tell: Tell = tell_as_text) -> bool:
    """Print events and return whether no answer among them was wrong."""
    all_right = True
    for event in happened:
        tell(event)
        all_right &= not (isinstance(event, verdicts.Verdict) and not event.right)
    return all_right
