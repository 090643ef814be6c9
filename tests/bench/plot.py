"""The ratios as a picture: a row for each group, a dot for each call, 1 is PyTorch's own time."""

import math
from typing import Any
from xml.sax.saxutils import escape

from tests.bench.timing import geometric_mean

WIDTH, LEFT, ROW = 960, 270, 26
LOWEST, HIGHEST = 1 / 16, 16.0


def place(ratio: float) -> float:
    """Return where a ratio lies from left to right: each doubling is as wide as the last."""
    bounded = min(max(ratio, LOWEST), HIGHEST)
    share = math.log(bounded / LOWEST) / math.log(HIGHEST / LOWEST)
    return LEFT + share * (WIDTH - LEFT - 20)


def drawn(result: dict[str, Any]) -> str:
    """Return the picture of all groups, by numbers of threads, as SVG."""
    rows = [
        (f"{title}, {threads if threads != '1 threads' else '1 thread'}", group)
        for threads, groups in result.items()
        if threads.endswith("threads")
        for title, group in groups.items()
    ]
    height = ROW * (len(rows) + 2)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            'font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for mark in (1 / 16, 1 / 4, 1 / 2, 1, 2, 4, 16):
        x, colour = place(mark), "black" if mark == 1 else "#ccc"
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="20" y2="{height}" stroke="{colour}"/>')
        parts.append(f'<text x="{x:.1f}" y="14" text-anchor="middle">{mark:g}</text>')
    for number, (title, group) in enumerate(rows):
        y = ROW * (number + 1.5)
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(title)}</text>')
        for name, ratio in group.items():
            parts.append(
                f'<circle cx="{place(ratio):.1f}" cy="{y}" r="3.5" fill="#3b76af" '
                f'fill-opacity="0.45"><title>{escape(name)} {ratio:.2f}</title></circle>'
            )
        mean = place(geometric_mean(group.values()))
        parts.append(f'<path d="M {mean:.1f} {y - 9} v 18" stroke="#c33" stroke-width="3"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"
