"""Write `edits.txt`, what wrong ideas make of right programs: `python -m tests.course.edits`.

A program stands alone on its line, below it what somebody with each idea writes instead, in the
order in which the ideas are believed. An idea is shown on the first programs that invite it.
"""

from collections import Counter
from pathlib import Path

import tensorlab.ops.loading  # noqa: F401  finds what functions take, and their relatives
from tensorlab.course.misconceptions.edits import edits

TEXT = Path(__file__).with_name("edits.txt")
PROGRAMS = 5  # on which an idea is shown


def solutions() -> list[str]:
    """Return the right programs; a new one is a new line in the file."""
    lines = TEXT.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("  ")]


def written() -> str:
    """Return what the file holds."""
    lines = []
    shown: Counter[str] = Counter()
    for solution in solutions():
        lines.append(solution)
        found = list(edits(solution.replace("; ", "\n")))
        kept = {idea for idea, _ in found if shown[idea] < PROGRAMS}
        shown.update(kept)
        lines += [
            f"  {idea}: {'; '.join(new.split(chr(10)))}" for idea, new in found if idea in kept
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TEXT.write_text(written(), encoding="utf-8")
