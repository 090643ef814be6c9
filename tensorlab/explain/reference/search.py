"""Functions found by words of what they do: `running product` finds cumprod."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, reduce
from typing import NamedTuple

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.reference.functions import every_operation, split_examples
from tensorlab.frozen import lines_beside

MOST = 12
EXACT = 20.0  # more than words can weigh
LEAST, FAR = 0.4, 0.4  # of a score, and of the best score
WORD = re.compile(r"[a-z]+|[0-9]+")
# What a stem lacks, in this order: an s, an ending, the second of two equal letters.
ENDINGS = (
    r"(?<=...)(?<!s)s$",
    r"(?<=...)(?:ing|ions?|ies|est|er|ed|es|ly|e|y)$",
    r"(?<=..(.))\1$",
)
SMALL = frozenset(" ".join(lines_beside(__file__, "small_words.txt")).split())
# by where a word stands
TITLE, PART_OF_TITLE, WISH, SUMMARY, PROSE = 1.6, 1.2, 1.2, 1.0, 0.3
SYNONYM, PART, WHOLE_WISH = 0.7, 0.6, 1.5
# how much of two stems is the same; letters that make no part of a stem
SLIP, PARTED = 0.84, 3
UNSEEN, NUMBER = 2.0, 1.0  # how much a word tells that only its synonyms weigh


class Hit(NamedTuple):
    """A function that was found, and what it does in one line."""

    name: str
    summary: str


class Entry(NamedTuple):
    """What can be found of a function: what each stem weighs, by where it stands.

    `wishes` are the stems of what learners ask for when they need it.
    """

    weights: dict[str, float]
    wishes: tuple[tuple[str, ...], ...]


def found_by(words: str) -> list[Hit]:
    """Return the functions whose names, texts or uses have most of the words, the best first."""
    spelt = "_".join(WORD.findall(words.lower()))  # logical and, one hot
    asked = tuple(map(as_known, stems(words)))
    scores = {name: score_of(entry, asked) for name, entry in entries().items()}
    least = max(LEAST, FAR * max(scores.values()))
    scores |= {name: EXACT for name in scores if name.rpartition(".")[2] == spelt}
    found = [name for name, score in scores.items() if score > least]
    found.sort(key=lambda name: -scores[name])
    return [Hit(name, summary_of(OPERATIONS[name].doc)) for name in found[:MOST]]


def as_known(word: str) -> str:
    """Return a stem, or of one that nobody knows the one that it is most alike: tranpos."""
    near = () if weight_of(word) else get_close_matches(word, rareness(), 1, SLIP)
    return near[0] if near else word


def summary_of(doc: str) -> str:
    """Return the first line of a documentation."""
    return doc.strip().partition("\n")[0]


@cache
def entries() -> dict[str, Entry]:
    """Return what can be found of every function, by its name, the plainest names first."""
    every, wishes = every_operation(), dict(wished_for())
    names = [
        name
        for name, each in every.items()
        if name == each.qualified_name or each.qualified_name not in every
    ]
    # of one name, the plainest is asked for
    names.sort(key=lambda name: (name.count("."), len(name)))
    return {
        name: entry_of(name, every[name].doc, wishes.pop(name.rpartition(".")[2], ()))
        for name in names
    }


def entry_of(name: str, doc: str, wishes: tuple[tuple[str, ...], ...] = ()) -> Entry:
    """Return what can be found of a name with a documentation, which learners wish for so."""
    title = stems(name.rpartition(".")[2])
    weights = dict.fromkeys(stems(split_examples(doc)[0]), PROSE)
    weights |= dict.fromkeys(stems(summary_of(doc)), SUMMARY)
    weights |= dict.fromkeys((each for wish in wishes for each in wish), WISH)
    weights |= dict.fromkeys(title, PART_OF_TITLE if title[1:] else TITLE)
    return Entry(weights, wishes)


@cache
def rareness() -> dict[str, float]:
    """Return how much each stem tells: the more, the fewer functions have it."""
    counts = Counter(each for entry in entries().values() for each in entry.weights)
    return {each: math.log(len(entries()) / count) for each, count in counts.items()}


@cache
def wished_for() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return what learners ask for when they need a function, as stems, by its last name."""
    rows = (row.split(" = ") for row in lines_beside(__file__, "said_for.txt") if "=" in row)
    return {name: tuple(map(stems, told.split(","))) for name, told in rows}


@cache
def synonyms() -> dict[str, set[str]]:
    """Return the stems that mean the same as each stem to a learner."""
    rows = [stems(row) for row in lines_beside(__file__, "said_for.txt") if "=" not in row]
    return {each: {*sum((row for row in rows if each in row), ())} for row in rows for each in row}


def score_of(entry: Entry, asked: tuple[str, ...]) -> float:
    """Return how well a function fits, best where it is wished for in these words."""
    score = share_of(asked, entry.weights)
    if score and entry.wishes:
        score += WHOLE_WISH * max(sameness(asked, wish) for wish in entry.wishes)
    return score


def share_of(asked: tuple[str, ...], weights: Mapping[str, float]) -> float:
    """Return how much of what is asked stands among words, each with its weight there."""
    had = 0.0
    for word in asked:
        found = (share * weights[each] for each, share in meanings(word).items() if each in weights)
        had += weight_of(word) * max(found, default=0.0)
    return had / (sum(map(weight_of, asked)) or 1.0)


def sameness(asked: tuple[str, ...], wish: tuple[str, ...]) -> float:
    """Return how nearly a wish is what is asked: the share that each has of the other's words."""
    said = {each: max(meanings(word).get(each, 0.0) for word in asked) for each in wish}
    both = share_of(asked, dict.fromkeys(wish, 1.0)) / sum(map(weight_of, wish))
    return both * sum(weight_of(each) * said[each] for each in wish)


@cache
def weight_of(word: str) -> float:
    """Return how much a stem tells, 0 where it means nothing that is known."""
    known = NUMBER if word.isdigit() else rareness().get(word)
    return known or UNSEEN * bool(meanings(word))


@cache
def meanings(word: str) -> dict[str, float]:
    """Return the stems that a stem can stand for, each with how nearly it is the same."""
    found: dict[str, float] = {}
    for other in {word, *synonyms().get(word, ())}:
        share = 1.0 if other == word else SYNONYM
        for each in rareness():
            if like := share * likeness(other, each):
                found[each] = max(like, found.get(each, 0.0))
    return found


def likeness(word: str, other: str) -> float:
    """Return whether two stems are the same, or how much one makes up of the other."""
    if word == other:
        return 1.0
    short, long = sorted((word, other), key=len)
    is_part = long.startswith(short) or (short == word and long.endswith(short))
    return PART * len(short) / len(long) if is_part and len(short) > PARTED else 0.0


@cache
def stems(text: str) -> tuple[str, ...]:
    """Return the stems of a text's words that say something, in order."""
    return tuple(stem(word) for word in WORD.findall(text.lower()) if word not in SMALL)


@cache
def stem(word: str) -> str:
    """Return a word without its ending: products and product are one."""
    return reduce(lambda left, ending: re.sub(ending, "", left), ENDINGS, word)
