"""Pages of help: about a function, with what its examples give, and about a kind of error."""

import re
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.reference.examples import Page, example_of
from tensorlab.language.outcome import Outcome
from tensorlab.language.rules.rule import Rule
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.failures.failure import sentences
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.remarks import heading, in_place
from tensorlab.render.look.tables import Pairs
from tensorlab.render.transcript import result, typed

MARGIN = (0, 0, 0, 2)
GRADIENT = re.compile(r"\bg\b")


class HelpPage:
    """A function's card: how to write it, what it does, examples, gradient, relatives."""

    def __init__(self, page: Page) -> None:
        self.card, self.examples = page

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        card = self.card
        yield coloured(card.signature, "heading")
        yield Text(f"\n{card.summary}")
        if card.details:
            yield Text(f"\n{card.details}")
        yield from section("Written as", coloured(", ".join(card.spellings)))
        if card.shapes:
            yield from section("Shapes", Text(card.shapes.replace("->", " -> "), "badge"))
        if self.examples:
            yield heading("\nExamples")
        for example in self.examples:
            for part in (typed(example.source), *result(example.outcome, example.printed)):
                yield Padding(part, MARGIN)
        if card.gradient:
            formulas = ((f"by {name}", coloured(formula)) for name, formula in card.gradient)
            uses_g = any(GRADIENT.search(formula) for _, formula in card.gradient)
            title = "Derivative, g being the gradient of the result" if uses_g else "Derivative"
            yield from section(title, Pairs(formulas))
        if card.related:
            yield from section("See also", Text(", ".join(card.related)))


def section(title: str, content: RenderableType) -> Iterator[RenderableType]:
    """Yield a title and what stands below it."""
    yield heading(f"\n{title}")
    yield Padding(content, MARGIN)


class ErrorStory:
    """A rule, and its example with what PyTorch says to it."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.outcome = without_rule(example_of(rule))

    def narrated(self) -> str:
        """Return the page as sentences, one a line."""
        rule, failure = self.rule, self.outcome.failure
        lines = [f"{rule.code}: {rule.title}.", in_place(rule.rule), f"An example: {rule.example}"]
        return "\n".join([*lines, *(sentences(failure) if failure else ())])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if is_for_the_ear():
            yield Text(self.narrated())
            return
        yield Text.assemble((f"{self.rule.code}  ", "error"), (self.rule.title, "heading"))
        yield Text(f"\n{self.rule.rule}\n")
        for part in (typed(self.rule.example), *result(self.outcome)):
            yield Padding(part, MARGIN)


def without_rule(outcome: Outcome) -> Outcome:
    """Return an outcome whose failure does not tell again what the page has told."""
    if outcome.failure is None:
        return outcome
    return outcome._replace(failure=outcome.failure._replace(explanation="", code=None))
