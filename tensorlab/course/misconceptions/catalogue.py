"""The wrong ideas that lessons and the checker know, each with one sentence and one demonstration.

In `ideas.txt` three lines each: the name and what is believed, perhaps with the idea of a mistake
that this one mends, and with the codes of errors that contradict it; what is true; a program that
shows it.
"""

from pathlib import Path
from typing import NamedTuple


class Idea(NamedTuple):
    """A wrong idea: its name, what is believed, what is true, and a program that shows it.

    `mended` is the idea of the mistake that it mends, `codes` are of errors that contradict it.
    """

    name: str
    belief: str
    sentence: str
    demonstration: str
    mended: str
    codes: tuple[str, ...]


TEXT = Path(__file__).with_name("ideas.txt")


def read(text: str) -> dict[str, Idea]:
    """Return the ideas of the text, three lines each."""
    lines = text.strip().split("\n")
    found: dict[str, Idea] = {}
    for head, sentence, program in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        name, belief, *facts = head.split(" | ")
        shown = program.strip().removeprefix(">>> ").replace("; ", "\n")
        told = dict(each.split(": ") for each in facts)
        codes = tuple(told.get("errors", "").split())
        found[name] = Idea(name, belief, sentence.strip(), shown, told.get("mended", name), codes)
    return found


IDEAS = read(TEXT.read_text(encoding="utf-8"))
