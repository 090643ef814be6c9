"""A lesson on the terminal: what each of its events looks like."""

from collections.abc import Iterator, Sequence
from functools import singledispatch

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tensorlab.course.answers import verdicts
from tensorlab.course.taking import events
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.look import remarks
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.prose import Prose
from tensorlab.render.look.remarks import heading, quiet, typed_as
from tensorlab.render.look.tables import bar
from tensorlab.render.transcript import result, typed
from tensorlab.wording import counted, joined

Parts = Iterator[RenderableType]  # one below the other
MARGIN = (0, 0, 0, 2)
# What begins something new has a blank line above it, and nothing has one below.
APART = (1, 0, 0, 2)
GAP = Text("")
REVIEW = "review"  # its questions come from lessons, it is none


def view(event: events.Event) -> RenderableType:
    """Return an event as something to print."""
    return Group(*parts(event))


@singledispatch
def parts(event: object) -> Parts:
    """Yield the parts of an event, from top to bottom; each kind of event has its own look."""
    raise TypeError(f"an event without a look: {event!r}")


def program(source: str, *results: RenderableType) -> Parts:
    """Yield a program as it would be typed, with its results below, set apart by a blank line."""
    yield Padding(Group(typed(source), *results), APART)


@parts.register
def opened(event: events.Opened) -> Parts:
    """Yield the head of a lesson."""
    yield heading(event.title)
    if event.resumed:
        yield quiet("Going on where you left; back shows the step before.")
    else:
        yield quiet("Enter goes on; help shows what else you can do.")


@parts.register
def asked(event: events.Asked) -> Parts:
    """Yield a question: the program to think about, what is asked, what may be typed."""
    if event.source:
        yield from program(event.source)
    yield GAP
    yield Prose(event.prompt, style="question")
    if event.code:
        yield Padding(coloured(event.code), APART)
        yield GAP
    for letter, choice in event.choices:
        yield Padding(Prose(f"{letter})  {choice}"), MARGIN)
    tail = "; hint helps" if event.hints else ""
    yield quiet(f"Type {event.accepts}{tail}.")


@parts.register
def verdict(event: verdicts.Verdict) -> Parts:
    """Yield what came of an answer, saying no more than what was compared."""
    # loaded by whoever checked
    from tensorlab.course.misconceptions.facts import repeats

    if event.outcome is not None:
        yield from result(event.outcome, event.printed)
    if event.right:
        compared = f"Compared: {', '.join(event.checked)}." if len(event.checked) > 1 else ""
        yield remarks.verdict("Right.", right=True, more=compared)
    else:
        yield remarks.verdict("Not quite.", right=False)
    if event.counterexample is not None:
        words = "It behaves differently where there are no elements, which is fine here:"
        yield Text(words if event.right else "It also has to be right for")
        yield Padding(coloured(event.counterexample), MARGIN)
    failed = event.outcome and event.outcome.failure
    for reason in event.reasons:
        # which stands just above
        if not (failed and failed.message in reason.sentence):
            yield Text(reason.sentence)
    if event.difference is not None:
        place, wanted = ", ".join(map(str, event.difference.index)), event.difference.expected
        given = f"The first difference is at [{place}]: {event.difference.given}"
        yield Text(f"{given}, where {wanted} belongs.")
    if event.misconception is not None and not (failed and repeats(event.misconception, failed)):
        yield Prose(event.misconception.sentence)


@parts.register
def told(event: events.Told) -> Parts:
    """Yield a good answer beside one's own."""
    yield Text("A good answer:")
    yield Padding(Prose(event.model), MARGIN)
    if event.missing:
        yield quiet(f"It also mentions: {', '.join(event.missing)}.")
    elif event.named:
        yield remarks.verdict("Your answer names all of its ideas.", right=True)


@parts.register
def finished(event: events.Finished) -> Parts:
    """Yield the end of a lesson."""
    yield heading(f"\nThe end of {event.title or event.lesson}.")
    if event.questions:
        skipped = f", {event.skipped} skipped" if event.skipped else ""
        said = f"{event.right} of {counted(event.questions, 'question')} right{skipped}."
        yield remarks.verdict(said, right=True) if event.right else Text(said)
    if event.missed:
        yield Text(f"To repeat: {counted(event.missed, 'question')}.")
    if event.remember:
        yield Text("Keep in mind what came up more than once:")
        yield from (Padding(Prose(sentence), MARGIN) for sentence in event.remember)
    yield from builds_on(event.needs)
    if event.next is not None:
        yield Text(f"Next: {event.next.title} ({event.next.why}).")
        yield quiet(f"  {typed_as(f'lesson {event.next.lesson}')}")
    elif event.related:
        yield quiet(f"Next: {typed_as(f'lesson {event.related[0]}')}")
    if event.returns:
        days, questions = event.returns
        again = {0: "More today", 1: "Come back tomorrow"}.get(days, f"Come back in {days} days")
        many = counted(questions, "question")
        yield Text(f"{again}: {many} to answer again, with fresh numbers.")
        yield quiet(f"  {typed_as(REVIEW)}")


def builds_on(needs: Sequence[str]) -> Parts:
    """Yield where to read what a lesson takes for granted."""
    if needs:
        yield Text(f"This lesson builds on {joined(needs)}: {typed_as(f'lesson {needs[0]}')}")


@parts.register
def explained(event: events.Explained) -> Parts:
    """Yield a program, its value, and how the elements of the value came about."""
    yield from program(event.source, *result(event.outcome, event.printed))
    if event.explanation is not None and is_for_the_ear():
        from tensorlab.render.explanations.plain import narrated_explanation

        yield Padding(Text(narrated_explanation(event.explanation)), APART)
    elif event.explanation is not None:
        from tensorlab.render.explanations.view import ExplanationView

        yield Padding(ExplanationView(event.explanation), APART)


@parts.register
def step_began(event: events.StepBegan) -> Parts:
    """Yield where in the lesson one is."""
    place = quiet(f"\nStep {event.number} of {event.steps}")
    if not is_for_the_ear():
        place.append("  ").append_text(bar(event.number, event.steps))
    yield place


@parts.register
def prose(event: events.Prose) -> Parts:
    """Yield words to read."""
    yield GAP
    yield Prose(event.markdown)


@parts.register
def ran(event: events.Ran | events.Solution) -> Parts:
    """Yield a program of the lesson, or one way to do an exercise, and what it gives."""
    if isinstance(event, events.Solution):
        yield Text("One way to do it:")
    yield from program(event.source, *result(event.outcome, event.printed))


@parts.register
def recalled(event: events.Recalled) -> Parts:
    """Yield names with what they stand for, as if they had been typed one after the other."""
    rows = [part for each in event.names for part in (typed(each.source), *result(each.outcome))]
    yield Padding(Group(*rows), APART)


@parts.register
def aside(event: events.Aside | events.Drafted) -> Parts:
    """Yield what came of something that the learner tried, or that prepares an answer."""
    yield from result(event.outcome, event.printed)
    if isinstance(event, events.Drafted):
        yield quiet("Kept. Now type the expression that uses it.")


@parts.register
def hint(event: events.HintGiven) -> Parts:
    """Yield a hint."""
    yield remarks.hint(Prose(event.text))


@parts.register
def remark(event: events.Misread | events.HintHeld | events.Notice) -> Parts:
    """Yield why nothing was done, or a sentence about the lesson itself."""
    yield remarks.notice(event.text)


@parts.register
def nearly(event: events.Nearly) -> Parts:
    """Yield what is right in an answer that can be given again."""
    yield remarks.notice(f"Not yet, and nothing is lost. {event.text}")
    if event.misconception is not None:
        yield Prose(event.misconception.sentence)


@parts.register
def left(event: events.Left) -> Parts:
    """Yield where the lesson goes on next time."""
    yield Text(f"\nLeft at step {event.step + 1} of {event.steps}.")
    command = REVIEW if event.lesson == REVIEW else f"lesson {event.lesson}"
    yield quiet(f"To go on: {typed_as(command)}")
    yield from builds_on(event.needs)
