"""A value on a terminal: what it is, then PyTorch's own text of it, or all on one line."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from tensorlab.engine.formats import STRIDED
from tensorlab.engine.printing.print_options import OPTIONS, printoptions
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.story.pictures import brief
from tensorlab.frozen import pattern
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.display import describe
from tensorlab.render.look.tables import fact_line
from tensorlab.render.tensors.containers import is_laid_out, laid_out
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


ZERO = pattern(r"-?0\.?0*(?:e[+-]?0+)?j?")
ODD = pattern(r"\b(?P<nan>nan)\b|(?P<inf>-?\binf)\b")


def odd_role(figure: str) -> str:
    """Return the role of nan and of an infinite number; any other is as usual."""
    found = ODD.search(figure)
    return found.lastgroup or "untouched" if found else "untouched"


def role_of(figure: str) -> str:
    """Return the role of a number as it is written; each is told by its signs as well."""
    figure = figure.strip()
    if ODD.search(figure):
        return odd_role(figure)
    if ZERO.fullmatch(figure) or figure == "False":
        return "zero"
    return "negative" if figure.startswith("-") else "untouched"


MOST = 6


def one_line(tensor: Tensor) -> str:
    """Return a tensor as nested brackets on one line, of a large one only the first values."""
    if tensor.layout is not STRIDED or tensor.is_meta:
        return "..."
    return nested(tensor, ())


def nested(tensor: Tensor, index: tuple[int, ...]) -> str:
    """Return the part of a tensor behind an index."""
    if len(index) == tensor.ndim:
        return brief(number(tensor, index))
    size = tensor.shape[len(index)]
    parts = [nested(tensor, (*index, place)) for place in range(min(size, MOST))]
    return f"[{', '.join(parts + ['...'] * (size > MOST))}]"
