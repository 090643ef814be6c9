"""A lesson on the terminal: what each of its events looks like."""

from collections.abc import Iterator
from typing import assert_never

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tensorlab.course import events
from tensorlab.render.explanation_view import ExplanationView
from tensorlab.render.prose import Prose
from tensorlab.render.transcript import result, typed

MARGIN = (0, 0, 0, 2)


def view(event: events.Event) -> RenderableType:
    """Return an event as something to print."""
    return Group(*parts(event))


def parts(event: events.Event) -> Iterator[RenderableType]:
    """Yield the parts of an event, from top to bottom."""
    match event:
        case events.Opened():
            yield from opened(event)
        case events.StepBegan(number, steps):
            yield Text(f"\nStep {number} of {steps}\n", "quiet")
        case events.Prose(markdown):
            yield Prose(markdown)
        case events.Ran(source, outcome, printed):
            yield from program(source, *result(outcome, printed))
        case events.Aside(_, outcome, printed):
            yield from result(outcome, printed)
        case events.Drafted(source, outcome, printed):
            yield from result(outcome, printed)
            yield Text("Kept. Now the expression that uses it?", "quiet")
        case events.Explained():
            yield from explained(event)
        case events.Asked():
            yield from asked(event)
        case events.Misread(text) | events.HintHeld(text):
            yield Text(text, "hint")
        case events.Verdict():
            yield from verdict(event)
        case events.HintGiven(text):
            yield Text("Hint", "hint")
            yield Padding(Prose(text), MARGIN)
        case events.Solution(source, outcome, printed):
            yield Text("One way to do it:")
            yield from program(source, *result(outcome, printed))
        case events.Notice(text):
            yield Text(f"note: {text}", "hint")
        case events.Finished():
            yield from finished(event)
        case events.Left(lesson, step, steps):
            yield Text(f"\nLeft at step {step + 1} of {steps}.")
            yield Text(f"To go on: tensorlab lesson {lesson}", "quiet")
        case _:
            assert_never(event)


def program(source: str, *results: RenderableType) -> Iterator[RenderableType]:
    """Yield a program as it would be typed, with its results below, set apart by blank lines."""
    yield Padding(Group(typed(source), *results), (1, 0, 1, 2))


def opened(event: events.Opened) -> Iterator[RenderableType]:
    """Yield the head of a lesson."""
    yield Text(event.title, "bold")
    if event.resumed:
        yield Text("Going on where you left; :back shows the step before.", "quiet")
    else:
        yield Text("Enter goes on; :help shows what else you can do.", "quiet")


def asked(event: events.Asked) -> Iterator[RenderableType]:
    """Yield a question: the program to think about, what is asked, what may be typed."""
    if event.source:
        yield from program(event.source)
    yield Prose(event.prompt, style="question")
    tail = "; :hint helps" if event.hints else ""
    yield Text(f"Type {event.accepts}{tail}.", "quiet")


def verdict(event: events.Verdict) -> Iterator[RenderableType]:
    """Yield what came of an answer, saying no more than what was compared."""
    if event.outcome is not None:
        yield from result(event.outcome, event.printed)
    if event.right:
        compared = f" Compared: {', '.join(event.checked)}." if len(event.checked) > 1 else ""
        yield Text.assemble(("Right.", "right"), (compared, "quiet"))
    else:
        yield Text("Not quite.", "wrong")
    for reason in event.reasons:
        yield Text(reason.sentence)
    if event.difference is not None:
        place = ", ".join(map(str, event.difference.index))
        yield Text(f"The first difference is at [{place}]: {event.difference.given}, "
                   f"where {event.difference.expected} belongs.")  # fmt: skip
    if event.counterexample is not None:
        yield Text("It also has to be right for")
        yield Padding(Text(event.counterexample, "code"), MARGIN)
    if event.misconception is not None:
        yield Prose(event.misconception.sentence)


def finished(event: events.Finished) -> Iterator[RenderableType]:
    """Yield the end of a lesson."""
    yield Text(f"\nThe end of {event.lesson}.", "bold")
    if event.questions:
        skipped = f", {event.skipped} skipped" if event.skipped else ""
        yield Text(f"{event.right} of {event.questions} questions right{skipped}.")
    if event.related:
        yield Text(f"Next: tensorlab lesson {event.related[0]}", "quiet")


def explained(event: events.Explained) -> Iterator[RenderableType]:
    """Yield a program, its value, and how the cells of the value came about."""
    yield from program(event.source, *result(event.outcome, event.printed))
    if event.explanation is not None:
        yield Padding(ExplanationView(event.explanation), MARGIN)
