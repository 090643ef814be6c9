"""Functions found by words of what they do: `running product` finds cumprod."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.reference import split_examples

MOST = 12
WORD = re.compile(r"[a-z0-9]+")
ENDINGS = ("ing", "ion", "ed", "es", "s", "e")
SHORTEST = 3  # of a stem
SMALL = {"the", "and", "with", "for", "how", "what", "where", "from", "into"}


class Hit(NamedTuple):
    """A function that was found, and what it does in one line."""

    name: str
    summary: str


def found_by(words: str) -> list[Hit]:
    """Return the functions whose names or documentation have all of the words, the best first."""
    wanted = [stem(word) for word in WORD.findall(words.lower()) if is_telling(word)]
    if not wanted:
        return []
    scored = [
        (score, name)
        for name, operation in OPERATIONS.items()
        if name == operation.qualified_name and (score := score_of(name, operation.doc, wanted))
    ]
    scored.sort(key=lambda each: (-each[0], each[1].count("."), len(each[1]), each[1]))
    return [Hit(name, summary_of(OPERATIONS[name].doc)) for _, name in scored[:MOST]]


def is_telling(word: str) -> bool:
    """Return whether a word says what is looked for."""
    return len(word) >= SHORTEST and word not in SMALL


def summary_of(doc: str) -> str:
    """Return the first line of a documentation."""
    return doc.strip().partition("\n")[0]


def score_of(name: str, doc: str, wanted: list[str]) -> int:
    """Return how well a function fits: most where words stand in its name, or together.

    At least half of the words must be there; one that is not counts for more than its place.
    """
    prose, _ = split_examples(doc)
    title, summary = stems(name.rpartition(".")[2]), stems(summary_of(doc))
    everything = {*title, *stems(prose)}
    lacking = sum(not is_among(word, everything) for word in wanted)
    if 2 * lacking > len(wanted) - (len(wanted) == 1):
        return 0
    together = " ".join(wanted) in " ".join(summary)
    places = sum(3 * is_among(word, title) + 2 * is_among(word, summary) for word in wanted)
    return max(10 + places + 4 * together - 8 * lacking, 1)


def is_among(word: str, stems: Iterable[str]) -> bool:
    """Return whether a stem is there, or one that it begins with, or that begins with it."""
    return any(
        each == word or (len(each) > SHORTEST and (each.startswith(word) or word.startswith(each)))
        for each in stems
    )


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, in order."""
    return [stem(word) for word in WORD.findall(text.lower())]


def stem(word: str) -> str:
    """Return a word without its ending: products and product are one."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending)
    return word
