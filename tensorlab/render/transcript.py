"""Programs as they would be typed at a prompt, with what comes of them below."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from tensorlab.language.outcome import Outcome
from tensorlab.language.reading.source import tree_of
from tensorlab.language.values.display import describe
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look import remarks
from tensorlab.render.look.highlighting import coloured

PROMPT, CONTINUATION = ">>> ", "... "


def typed(source: str) -> Text:
    """Return a program with a prompt before each statement."""
    text = Text()
    starts = statement_lines(source)
    for number, line in enumerate(coloured(source.rstrip("\n")).split("\n", allow_blank=True), 1):
        prompt = PROMPT if number in starts else CONTINUATION
        text.append(prompt, "code.prompt").append_text(line).append("\n")
    text.rstrip()
    return text


def statement_lines(source: str) -> set[int]:
    """Return the numbers of the lines on which a statement begins; comments are their own."""
    lines = source.split("\n")
    tree = tree_of(source)
    if tree is None:
        return {1}
    inside = {
        number
        for statement in tree.body
        for number in range(statement.lineno + 1, (statement.end_lineno or 0) + 1)
    }
    return set(range(1, len(lines) + 1)) - inside


def result(outcome: Outcome, printed: str = "") -> Iterator[RenderableType]:
    """Yield what a run printed, then its value as PyTorch writes it, or its failure."""
    if printed:
        yield Text(printed.rstrip("\n"))
    if is_for_the_ear():
        yield from in_words(outcome)
    elif outcome.failure is not None:
        yield FailureView(outcome.failure)
    elif outcome.has_value and outcome.value is not None:
        yield Text(describe(outcome.value) if outcome.text is None else outcome.text)
    for notice in outcome.said_aside:
        yield remarks.notice(notice)


def in_words(outcome: Outcome) -> Iterator[RenderableType]:
    """Yield a value, or a failure, as sentences."""
    from tensorlab.render.failures.failure import narrated_failure
    from tensorlab.render.look.narration import narrated

    if outcome.failure is not None:
        yield Text(narrated_failure(outcome.failure))
    elif outcome.has_value and outcome.value is not None:
        yield Text(narrated(outcome.value))
