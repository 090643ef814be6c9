"""An explanation as one SVG picture: a strip for each frame, from top to bottom."""

import re
import textwrap

from tensorlab.explain.arithmetic import arithmetic_of, operator_of
from tensorlab.explain.frames import Chapter, Explanation, Frame
from tensorlab.explain.numbers import literal
from tensorlab.explain.pictures import headline, more_cells, panels, place_text
from tensorlab.render.svg import (
    LINE,
    MARGIN,
    Run,
    document,
    draw_panel,
    panel_size,
    runs,
    text,
    text_width,
)
from tensorlab.render.themes import hue

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
        parts.append(text(MARGIN, y + 14, more_cells(max(left, chapter.hidden)), "quiet"))
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
    for line in sum_lines(frame):
        parts.append(runs(MARGIN, y + 14, line))
        wide = max(wide, text_width("".join(words for words, _ in line)))
        y += LINE
    for words in textwrap.wrap(frame.sentence, COLUMNS):
        parts.append(text(MARGIN, y + 14, words))
        wide = max(wide, text_width(words))
        y += LINE
    return parts, wide, y + LINE / 2


def sum_lines(frame: Frame) -> list[list[Run]]:
    """Return the arithmetic of a frame in lines, each term in the hue of its cells."""
    found = arithmetic_of(frame)
    hues = set(found.terms.values())
    value = literal(frame.value)
    line: list[Run] = [(f"{place_text(frame) or 'result'} = ", "code")]
    if frame.text != value:
        line += [
            (
                piece.text,
                hue(piece.term) if piece.term is not None and piece.term in hues else "code",
            )
            for piece in found.pieces
        ]
        line.append((" = ", "code"))
    return folded([*line, (value, "name")])


def folded(line: list[Run]) -> list[list[Run]]:
    """Return a line in several where it is too long, cut between its words."""
    lines: list[list[Run]] = [[]]
    room = COLUMNS
    for words, role in line:
        for word in re.findall(r"\S+\s*|\s+", words):
            if len(word.rstrip()) > room and lines[-1]:
                lines.append([])
                room = COLUMNS
            lines[-1].append((word, role))
            room -= len(word)
    return lines
