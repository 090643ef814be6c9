"""Repairs that were tried: how to write them, what they give, what they would mean."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.language.outcome import Repair
from tensorlab.render.look.badges import badge
from tensorlab.render.look.highlighting import coloured


class RepairsView:
    """Up to three changes to the failing expression, each of which was run.

    `key` is the one that types them, where there is one.
    """

    def __init__(self, repairs: tuple[Repair, ...], key: str = "") -> None:
        self.repairs = repairs
        self.key = key

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(f"These work, {self.key} types them:" if self.key else "These work:", "hint")
        for repair in self.repairs:
            line = coloured(repair.source)
            if repair.shape is not None:
                line.append("  ").append_text(badge(repair.shape, repair.dtype))
            yield Padding(line, (0, 0, 0, 2))
            yield Padding(Text(repair.meaning, "quiet"), (0, 0, 0, 6))
