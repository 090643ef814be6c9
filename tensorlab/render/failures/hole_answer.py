"""What a hole must be, in a few lines."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.looking.holes import TYPES, Answer, Fit
from tensorlab.render.look.highlighting import coloured
from tensorlab.workspace.summary import shape_text

MOST_SHAPES = 6
MARGIN = (0, 0, 0, 2)


class HoleAnswer:
    """The shapes and types that fit, and the variables that do."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(requirement(self.answer))
        for fit in self.answer.fits:
            yield Padding(fit_line(fit), MARGIN)


def requirement(answer: Answer) -> str:
    """Return what the hole must be, in one sentence."""
    if answer.shapes:
        shown = list(answer.shapes[:MOST_SHAPES])
        more = len(answer.shapes) - len(shown)
        shapes = ", ".join(shown[:-1]) + (" or " if len(shown) > 1 else "") + shown[-1]
        tail = f", and {more} more" if more else ""
        every = len(answer.dtypes) == len(TYPES)
        return f"? must be {shapes}{tail}, of {kinds(answer.dtypes) if not every else 'any type'}."
    if answer.any_number:
        return "? can be any whole number."
    if answer.numbers:
        numbers = list(map(str, answer.numbers[:MOST_SHAPES]))
        return f"? must be {' or '.join(numbers)}."
    return "Nothing that was tried fits into the hole."


def kinds(dtypes: tuple[str, ...]) -> str:
    """Return data types as a choice."""
    return f"type {' or '.join(dtypes)}"


def fit_line(fit: Fit) -> Text:
    """Return a variable that fits, and how."""
    line = coloured(fit.source)
    if fit.is_edited:
        line.append(f" fits; {fit.name} itself is {shape_text(fit.shape)} {fit.dtype}")
    else:
        line.append(f" {shape_text(fit.shape)} {fit.dtype} fits")
    return line
