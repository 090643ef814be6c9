"""An explanation as one SVG picture: a strip for each frame, from top to bottom."""

import textwrap

from rich.segment import Segment

from tensorlab.explain.arithmetic.arithmetic import operator_of
from tensorlab.explain.story.frames import Chapter, Explanation
from tensorlab.explain.story.pictures import headline, more_elements, panels
from tensorlab.render.explanations.equation_view import equation_text
from tensorlab.render.look.svg import (
    CHARACTER,
    LINE,
    MARGIN,
    document,
    draw_panel,
    panel_size,
    text,
    text_width,
)
from tensorlab.render.look.text_svg import line_of, lines_of

MOST_FRAMES = 16  # of one operation; a taller picture is looked at by nobody
BETWEEN = 36
COLUMNS = 90


def explanation_svg(explanation: Explanation) -> str:
    """Return a picture of all chapters."""
    parts: list[str] = []
    y = float(MARGIN)
    width = 0.0
    for chapter in explanation.chapters:
        drawn, wide, y = chapter_parts(chapter, y)
        parts += drawn
        width = max(width, wide)
    title = "; ".join(headline(chapter) for chapter in explanation.chapters)
    return document(parts, width + 2 * MARGIN, y, title)


def chapter_parts(chapter: Chapter, y: float) -> tuple[list[str], float, float]:
    """Return one operation, how wide it is, and where the next one begins."""
    parts = []
    wide = 0.0
    for words, style in (
        (headline(chapter), "heading"),
        *((note, "quiet") for note in chapter.notes),
    ):
        for line in textwrap.wrap(words, COLUMNS):
            parts.append(text(MARGIN, y + 14, line, style))
            wide = max(wide, text_width(line))
            y += LINE
    for position in range(min(len(chapter.frames), MOST_FRAMES)):
        drawn, frame_width, y = frame_parts(chapter, position, y + LINE / 2)
        parts += drawn
        wide = max(wide, frame_width)
    left = len(chapter.frames) - MOST_FRAMES + chapter.hidden
    if left > chapter.hidden or chapter.hidden:
        parts.append(text(MARGIN, y + 14, more_elements(max(left, chapter.hidden)), "quiet"))
        y += LINE
    return parts, wide, y + LINE


def frame_parts(chapter: Chapter, position: int, y: float) -> tuple[list[str], float, float]:
    """Return one frame: its panels side by side, and the words below them."""
    frame = chapter.frames[position]
    parts: list[str] = []
    x = float(MARGIN)
    tallest = 0.0
    drawn = panels(chapter, position)
    for place, panel in enumerate(drawn):
        width, height = panel_size(panel)
        sign = "=" if panel.is_result and place else operator_of(chapter) if place else ""
        parts.append(text(x - BETWEEN / 2, y + 14, sign, "operator", "middle"))
        parts += draw_panel(panel, x, y)
        x += width + BETWEEN
        tallest = max(tallest, height)
    y += tallest + LINE / 2
    wide = x - BETWEEN - MARGIN
    for line in lines_of(equation_text(frame), COLUMNS):
        parts.append(line_of(line, y + 14))
        wide = max(wide, Segment.get_line_length(line) * CHARACTER)
        y += LINE
    for words in textwrap.wrap(frame.sentence, COLUMNS):
        parts.append(text(MARGIN, y + 14, words))
        wide = max(wide, text_width(words))
        y += LINE
    return parts, wide, y + LINE / 2
