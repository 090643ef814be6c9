"""Functions found by words of what they do: `running product` finds cumprod."""

import math
import re
from collections import Counter
from functools import cache
from typing import NamedTuple

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.reference.functions import every_operation, split_examples
from tensorlab.frozen import lines_beside

MOST = 12
EXACT = 20  # more than words can weigh
WORD = re.compile(r"[a-z]+|[0-9]+")
ENDINGS = ("ing", "ions", "ion", "ies", "ed", "es", "ly", "s", "e", "y")
SHORTEST = 3  # of a stem
SMALL = {"the", "and", "with", "for", "how", "what", "where", "from", "into", "each", "its", "are",
         "can", "you", "tensor", "tensors", "tensorlab", "torch", "pytorch", "function", "get",
         "make", "find", "does", "which", "compute", "calculate", "set",
         "value", "values", "two"}  # fmt: skip
TWO_LETTERS = {"up", "is"}
SIDELINES = re.compile(
    r"_copy$|_with_indices$|unpool|\._|_$|^torch\.(?:cuda|mps|xpu|func|sparse|signal)\b"
)


class Hit(NamedTuple):
    """A function that was found, and what it does in one line."""

    name: str
    summary: str


class Entry(NamedTuple):
    """What can be found of a function: stems of its name, of its first line, and of all."""

    title: tuple[str, ...]
    summary: tuple[str, ...]
    prose: frozenset[str]


def found_by(words: str) -> list[Hit]:
    """Return the functions whose names or documentation have most of the words, the best first."""
    wanted = [word for word in WORD.findall(words.lower()) if is_telling(word)]
    if not wanted:
        return []
    spelt = "_".join(WORD.findall(words.lower()))  # logical and, one hot
    scored = [
        (score + EXACT * (name.rpartition(".")[2] == spelt), name)
        for name in entries()
        if (score := score_of(name, wanted)) > 0
    ]
    # Functions of one name have the best score of them, and the plainest comes first.
    best = {name.rpartition(".")[2]: score for score, name in sorted(scored)}
    scored.sort(
        key=lambda each: (-best[each[1].rpartition(".")[2]], each[1].count("."), len(each[1]))
    )
    return [Hit(name, summary_of(OPERATIONS[name].doc)) for _, name in scored[:MOST]]


def is_telling(word: str) -> bool:
    """Return whether a word says what is looked for."""
    return word in TWO_LETTERS or (len(word) >= SHORTEST and word not in SMALL)


def summary_of(doc: str) -> str:
    """Return the first line of a documentation."""
    return doc.strip().partition("\n")[0]


@cache
def entries() -> dict[str, Entry]:
    """Return what can be found of every function, by its name."""
    found = {}
    every = every_operation()
    for name, operation in every.items():
        if name == operation.qualified_name or operation.qualified_name not in every:
            prose, _ = split_examples(operation.doc)
            title, summary = stems(name.rpartition(".")[2]), stems(summary_of(operation.doc))
            found[name] = Entry(title, summary, frozenset(stems(prose)))
    return found


@cache
def rareness() -> dict[str, float]:
    """Return how much each stem tells: the more, the fewer functions have it."""
    counts = Counter(each for entry in entries().values() for each in {*entry.title, *entry.prose})
    return {each: math.log(len(entries()) / count) for each, count in counts.items()}


@cache
def standing() -> Counter[str]:
    """Return how many functions point to each one: the usual ones are pointed to most."""
    every = every_operation().values()
    return Counter(each for one in every for each in one.facts.get("related", ()))


@cache
def said_for() -> dict[str, tuple[str, ...]]:
    """Return the stems of documentation that each stem of a learner's can stand for."""
    found: dict[str, tuple[str, ...]] = {}
    for row in lines_beside(__file__, "said_for.txt"):
        said, _, meant = row.partition(":")
        for each in stems(said):
            found[each] = (*found.get(each, ()), *stems(meant))
    return found


def score_of(name: str, wanted: list[str]) -> float:
    """Return how well a function fits: most where words stand in its name, or in its first line.

    At least half of the words must be there.
    """
    entry = entries()[name]
    scores = [score_of_word(stem(word), entry) for word in wanted]
    lacking = sum(not score for score in scores)
    if 2 * lacking > len(wanted) - (len(wanted) == 1):
        return 0
    together = " ".join(map(stem, wanted)) in " ".join(entry.summary)
    known = usual(name, len(entry.summary))
    return max(20 + sum(scores) + 6 * together + known - 5 * lacking, 1)


def usual(name: str, length: int) -> float:
    """Return how likely a function is meant: by those that name it, and its summary's length."""
    aside = 6 if SIDELINES.search(name) else 0
    return math.log1p(standing()[name.rpartition(".")[2]]) - length / 10 - aside


def score_of_word(word: str, entry: Entry) -> float:
    """Return how well a function fits a word, or what a learner says it for."""
    best = fit(word, entry)
    return max([best, *(0.8 * fit(each, entry) for each in said_for().get(word, ()))])


def fit(word: str, entry: Entry) -> float:
    """Return how well a stem fits: in the name, in the first line, or further on."""
    weight = rareness().get(word, 3.0)
    known = alike(word)
    title = max((known.get(each, 0.0) for each in entry.title), default=0.0)
    summary = max((known.get(each, 0.0) for each in entry.summary), default=0.0)
    share = 1.7 if len(entry.title) == 1 else 1.2
    return max(share * title, summary, 0.3 * (word in entry.prose)) * weight


@cache
def alike(word: str) -> dict[str, float]:
    """Return the stems that are like one, each with how much."""
    return {each: share for each in rareness() if (share := likeness(word, each))}


def likeness(word: str, other: str) -> float:
    """Return whether two stems are the same, or how much one makes up of the other."""
    if word == other:
        return 1.0
    if len(word) >= SHORTEST and (other.startswith(word) or other.endswith(word)):
        return 0.6 * len(word) / len(other)
    return 0.6 * len(other) / len(word) if len(other) > SHORTEST and word.startswith(other) else 0.0


@cache
def stems(text: str) -> tuple[str, ...]:
    """Return the stems of a text's words, in order."""
    return tuple(stem(word) for word in WORD.findall(text.lower()))


@cache
def stem(word: str) -> str:
    """Return a word without its ending: products and product are one."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending)
    return word
