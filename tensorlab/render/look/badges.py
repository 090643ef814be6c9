"""Shape and data type as quiet badges, and how far something has come as a bar."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from tensorlab.workspace.shapes import SEPARATOR, shape_text, short_dtype

BAR_WIDTH = 20
DONE, REST = "\u2501", "\u2500"  # a thick line and a thin one: they differ without colour


def badge(shape: Iterable[int], dtype: str | None = None) -> Text:
    """Return a shape and a data type."""
    return Text(f"{shape_text(shape)} {short_dtype(dtype)}".rstrip(), "badge")


def fact_line(facts: Sequence[str]) -> Text:
    """Return what is known of a value in one line: what is usual is quiet, the rest is not."""
    text = Text(SEPARATOR, "quiet").join(Text(fact, "badge") for fact in facts)
    for odd in ("nan", "inf"):
        text.highlight_words([odd], odd)
    return text


def bar(done: int, of: int, width: int = BAR_WIDTH) -> Text:
    """Return how much of something is done as the length of a line."""
    filled = round(width * done / of) if of else 0
    return Text(DONE * filled, "progress").append(REST * (width - filled), "progress.rest")
