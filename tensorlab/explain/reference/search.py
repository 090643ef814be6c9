"""Functions found by words of what they do: `running product` finds cumprod."""

import math
import re
from collections import Counter
from collections.abc import Iterator
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
SMALL = frozenset(" ".join(lines_beside(__file__, "small_words.txt")).split())


class Hit(NamedTuple):
    """A function that was found, and what it does in one line."""

    name: str
    summary: str


class Entry(NamedTuple):
    """What can be found of a function: stems of its name, of its first line, and of all.

    `wishes` are the stems of what learners ask for when they need it.
    """

    title: tuple[str, ...]
    summary: tuple[str, ...]
    prose: frozenset[str]
    wishes: tuple[tuple[str, ...], ...]


def found_by(words: str) -> list[Hit]:
    """Return the functions whose names or documentation have most of the words, the best first."""
    wanted = telling(words)
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


def telling(words: str) -> list[str]:
    """Return the words that say what is looked for."""
    return [word for word in WORD.findall(words.lower()) if word not in SMALL]


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
            last = name.rpartition(".")[2]
            summary, wishes = stems(summary_of(operation.doc)), wished_for().get(last, ())
            found[name] = Entry(
                stems(last), summary, frozenset(stems(prose)).union(*wishes), wishes
            )
    return found


@cache
def rareness() -> dict[str, float]:
    """Return how much each stem tells: the more, the fewer functions have it."""
    counts = Counter(each for entry in entries().values() for each in {*entry.title, *entry.prose})
    return {each: math.log(len(entries()) / count) for each, count in counts.items()}


def rows(sign: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before and behind a sign in the rows of what learners say."""
    for row in lines_beside(__file__, "said_for.txt"):
        before, found, behind = row.partition(sign)
        if found:
            yield before, behind


@cache
def wished_for() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return what learners ask for when they need a function, as stems, by its last name."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for name, wishes in rows(" = "):
        told = (tuple(map(stem, telling(wish))) for wish in wishes.split(","))
        found[name] = (*found.get(name, ()), *told)
    return found


@cache
def said_for() -> dict[str, tuple[str, ...]]:
    """Return the stems of documentation that each stem of a learner's can stand for."""
    found: dict[str, tuple[str, ...]] = {}
    for said, meant in rows(": "):
        for each in stems(said):
            found[each] = (*found.get(each, ()), *stems(meant))
    return found


def score_of(name: str, wanted: list[str]) -> float:
    """Return how well a function fits: most where words stand in its name, or in its first line.

    At least half of the words must be there.
    """
    entry = entries()[name]
    looked_for = [stem(word) for word in wanted]
    scores = [score_of_word(word, entry) for word in looked_for]
    lacking = sum(not score for score in scores)
    if 2 * lacking > len(wanted) - (len(wanted) == 1):
        return 0
    together = " ".join(looked_for) in " ".join(entry.summary)
    is_wish = any({*wish} == {*looked_for} for wish in entry.wishes)
    known = 3 * bool(entry.wishes) - len(entry.summary) / 10
    return max(20 + sum(scores) + 6 * together + 10 * is_wish + known - 5 * lacking, 1)


def score_of_word(word: str, entry: Entry) -> float:
    """Return how well a function fits a word, or what a learner says it for."""
    return max([fit(word, entry), *(0.8 * fit(each, entry) for each in said_for().get(word, ()))])


def fit(word: str, entry: Entry) -> float:
    """Return how well a stem fits: in the name, in the first line, or further on."""
    known = alike(word)
    title = max((known.get(each, 0.0) for each in entry.title), default=0.0)
    summary = max((known.get(each, 0.0) for each in entry.summary), default=0.0)
    share = 1.7 if len(entry.title) == 1 else 1.2
    wished = any(word in wish for wish in entry.wishes)
    return max(share * title, summary, 1.2 * wished, 0.3 * (word in entry.prose)) * rareness().get(
        word, 3.0
    )


@cache
def alike(word: str) -> dict[str, float]:
    """Return the stems that are like one, each with how much."""
    return {each: share for each in rareness() if (share := likeness(word, each))}


def likeness(word: str, other: str) -> float:
    """Return whether two stems are the same, or how much one makes up of the other."""
    if word == other:
        return 1.0
    if len(word) > SHORTEST and (other.startswith(word) or other.endswith(word)):
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
