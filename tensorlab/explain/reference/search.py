"""Functions found by words of what they do: `running product` finds cumprod."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, reduce
from typing import NamedTuple

import tensorlab
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.reference.functions import every_operation, split_examples
from tensorlab.frozen import lines_beside, names_beside

MOST = 12
EXACT = 20.0  # more than words can weigh
LEAST, FAR = 0.4, 0.4  # of a score, and of the best score
WORD = re.compile(r"[a-z]+|[0-9]+")
WITHIN = re.compile(r"(?<=[a-z])(?=[A-Z])")  # the words of DataLoader
# What a stem lacks, in this order: an s, an ending, the second of two equal letters.
ENDINGS = (r"(?<=...)(?<!s)s$", r"(?<=...)(?:ing|ions?|ies|est|er|ed|es|ly|e|y)$", r"(?<=..(.))\1$")
SMALL = frozenset(" ".join(lines_beside(__file__, "small_words.txt")).split())
# Where classes and contexts are that no declaration makes, and what all of a module are.
MODULES = names_beside(__file__, "modules.txt")
# by where a word stands
TITLE, PART_OF_TITLE, WISH, SUMMARY, PROSE = 1.6, 1.2, 1.2, 1.0, 0.3
SYNONYM, PART, WHOLE_WISH = 0.7, 0.6, 1.5
# how much of two stems is the same; letters that make no part of a stem
SLIP, PARTED = 0.84, 3
UNSEEN, NUMBER = 2.0, 1.0  # how much a word tells that only its synonyms weigh


class Hit(NamedTuple):
    """A function or a class that was found, and what it does in one line."""

    name: str
    summary: str


class Entry(NamedTuple):
    """What can be found of a function or a class: what each stem weighs, by where it stands.

    `wishes` are the stems of what learners ask for when they need it.
    """

    weights: dict[str, float]
    wishes: tuple[tuple[str, ...], ...]


def found_by(words: str) -> list[Hit]:
    """Return what has most of the words in its name, text or uses, the best first."""
    spelt = {each.join(WORD.findall(words.lower())) for each in ("_", "")}  # one hot, data loader
    asked = tuple(map(as_known, stems(words)))
    scores = {name: score_of(entry, asked) for name, entry in entries().items()}
    least = max(LEAST, FAR * max(scores.values()))
    scores |= {name: EXACT for name in scores if name.rpartition(".")[2].lower() in spelt}
    found = [name for name, score in scores.items() if score > least]
    found.sort(key=lambda name: -scores[name])
    return [Hit(name, summary_of(documented()[name])) for name in found[:MOST]]


def as_known(word: str) -> str:
    """Return a stem, or of one that nobody knows the one that it is most alike: tranpos."""
    near = () if weight_of(word) else get_close_matches(word, rareness(), 1, SLIP)
    return near[0] if near else word


def summary_of(doc: str) -> str:
    """Return the first line of a documentation."""
    return doc.strip().partition("\n")[0]


@cache
def entries() -> dict[str, Entry]:
    """Return what can be found of functions and classes, by name, the plainest names first."""
    plainest: dict[str, str] = {}  # torch.manual_seed, not torch.cuda.manual_seed
    for name in sorted(documented(), key=lambda name: name.count(".")):
        plainest.setdefault(name.rpartition(".")[2], name)
    wishes = {plainest[each]: wish for each, wish in wished_for().items() if each in plainest}
    return {name: entry_of(name, doc, wishes.get(name, ())) for name, doc in documented().items()}


@cache
def documented() -> dict[str, str]:
    """Return the documentation of every function and class by name, the plainest names first."""
    every = every_operation()
    others = {name for name, each in every.items() if each.qualified_name in every.keys() - {name}}
    names = sorted(every.keys() - others, key=lambda name: (name.count("."), len(name), name))
    return {name: every[name].doc for name in names} | dict(undeclared())


def undeclared() -> Iterator[tuple[str, str]]:
    """Yield the name and the documentation of what is in modules and no declaration makes."""
    for module in MODULES:
        owner = reduce(getattr, module.split(".")[1:], tensorlab)
        for name in (f"{module}.{each}" for each in dir(owner) if each[0] != "_"):
            value = getattr(owner, name.rpartition(".")[2], None)
            if callable(value) and value.__doc__ and name not in OPERATIONS:
                yield name, value.__doc__


def entry_of(name: str, doc: str, wishes: tuple[tuple[str, ...], ...] = ()) -> Entry:
    """Return what can be found of a name with a documentation, which learners wish for so."""
    title = stems(name.rpartition(".")[2])
    weights = dict.fromkeys(stems(split_examples(doc)[0]), PROSE)
    kind = " ".join(MODULES.get(name.rpartition(".")[0], ()))
    weights |= dict.fromkeys(stems(f"{kind} {summary_of(doc)}"), SUMMARY)
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
    words = WORD.findall(WITHIN.sub(" ", text).lower())
    return tuple(stem(word) for word in words if word not in SMALL)


@cache
def stem(word: str) -> str:
    """Return a word without its ending: products and product are one."""
    return reduce(lambda left, ending: re.sub(ending, "", left), ENDINGS, word)
