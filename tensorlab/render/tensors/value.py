"""A value on a terminal: what it is in one line, then PyTorch's own text of it."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.engine.printing.print_options import OPTIONS, printoptions
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.display import describe
from tensorlab.render.look.badges import fact_line
from tensorlab.render.tensors.containers import is_laid_out, laid_out
from tensorlab.render.tensors.figures import ODD
from tensorlab.workspace.summary import facts_of

MOST_MARKED = 20_000  # characters in which nan and inf are looked for


class ValueView:
    """A value under a line of facts: shape and type, and what is not as it mostly is.

    The text is PyTorch's, broken where the window ends if that is before PyTorch's 80 columns.
    """

    def __init__(self, value: object) -> None:
        self.value = value

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if facts := facts_of(self.value):
            yield fact_line(facts)
        with printoptions(linewidth=min(OPTIONS.linewidth, options.max_width)):
            laid = is_laid_out(self.value)
            text = laid_out(self.value, options.max_width) if laid else describe(self.value)
            meter.count_output(len(text))  # before it is broken into lines, which takes long
            shown = Text(text, overflow="fold")
            if len(text) <= MOST_MARKED:
                shown.highlight_regex(ODD)
            yield shown
