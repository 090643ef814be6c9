"""Texts from rules: each `$word` of a pattern stands for one of that word's own patterns."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

Rules = Mapping[str, Sequence[str]]
SLOT = re.compile(r"( *)\$([a-z]+)")
DEEPEST = 3


@cache
def rules(name: str) -> Rules:
    r"""Return the rules of a file: `= word`, then its patterns, one a line; ε is no text.

    A new line within a pattern is written as \n.
    """
    text = (Path(__file__).parent / "rules" / f"{name}.txt").read_text(encoding="utf-8")
    found = {}
    for block in text.split("\n= ")[1:]:
        word, *patterns = block.rstrip("\n").split("\n")
        lines = (line.replace("\\n", "\n") for line in patterns if line)
        found[word] = ["" if line == "ε" else line for line in lines]
    return found


def grown(random: Random, rules: Rules, word: str, within: tuple[str, ...] = ()) -> str:
    """Return a text for a word, of a pattern with parts as often as of one without.

    Deep within itself it is of a pattern without parts.
    """
    patterns = rules[word]
    plain = [each for each in patterns if "$" not in each]
    if plain and (within.count(word) >= DEEPEST or random.random() < 0.5):
        patterns = plain

    def part(slot: re.Match[str]) -> str:
        indent, inner = slot.groups()
        if inner not in rules:
            return slot[0]
        text = grown(random, rules, inner, (*within, word))
        return indent + (text.replace("\n", f"\n{indent}") if len(indent) >= 4 else text)

    return SLOT.sub(part, random.choice(patterns))
