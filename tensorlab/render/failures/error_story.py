"""The page about one kind of error: the rule, a live example, and what helps."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.language.outcome import Outcome
from tensorlab.language.rules.rule import Rule
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.failures.narrated_failure import narrated_rule
from tensorlab.render.transcript import result, typed

MARGIN = (0, 0, 0, 2)


class ErrorStory:
    """A rule, and its example with what PyTorch says to it."""

    def __init__(self, rule: Rule, outcome: Outcome) -> None:
        self.rule = rule
        self.outcome = outcome

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if is_for_the_ear():
            yield Text(narrated_rule(self.rule, self.outcome))
            return
        yield Text.assemble((f"{self.rule.code}  ", "error"), (self.rule.title, "heading"))
        yield Text(f"\n{self.rule.rule}\n")
        yield Padding(typed(self.rule.example), MARGIN)
        for part in result(without_rule(self.outcome)):
            yield Padding(part, MARGIN)


def without_rule(outcome: Outcome) -> Outcome:
    """Return an outcome whose failure does not tell again what the page has told."""
    if outcome.failure is None:
        return outcome
    return outcome._replace(failure=outcome.failure._replace(explanation="", code=None))
