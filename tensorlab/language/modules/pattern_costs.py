"""How long a regular expression may look through a text: worked out before it begins.

Nothing can interrupt the search. What it costs is, at most, the ways in which the repeats of the
pattern can share a text among themselves, which follows from how often in a row each is met there.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

# Python knows no public names for the parts of a pattern.
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]  # isort: skip

from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter

ONE_CHARACTER: Final = {"ANY", "CATEGORY", "IN", "LITERAL", "NOT_LITERAL", "RANGE"}
REPEATS: Final = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
LONGEST_PATTERN: Final = 4096
MOST_GROUPS: Final = 100
MOST_WAYS: Final = 1e30
STEPS_TO_READ: Final = 64


def read(pattern: str, flags: int) -> Any:
    """Return the parts of a pattern.

    Raises:
        re.error: it is none.
        LimitReached: it is too long.
    """
    if len(pattern) > LONGEST_PATTERN or pattern.count("(") > MOST_GROUPS:
        raise LimitReached(
            "work at once",
            f"a pattern has {LONGEST_PATTERN:,} characters and {MOST_GROUPS} groups at most",
        )
    meter.spend_at_once(STEPS_TO_READ * len(pattern))
    return _parser.parse(pattern, flags)


def charge(parts: Any, flags: int, text: str, *, whole: bool = False) -> None:
    """Take the steps for looking for a pattern everywhere in a text.

    Raises:
        LimitReached: it would take too many.
    """
    ways = Ways(flags, text).of_row(parts, last=not whole)
    if ways > MOST_WAYS:
        raise LimitReached(
            "work at once",
            "repeats lie within repeats in this pattern, and their search might never end",
        )
    meter.spend_at_once(int((len(text) + 1) * ways) + 1)


class Ways:
    """In how many ways the parts of a pattern can match at one place of a text."""

    def __init__(self, flags: int, text: str) -> None:
        self.flags = flags
        self.text = text

    def of_row(self, parts: Iterable[Any], *, last: bool) -> float:
        """Return the ways of parts that follow one another; after the last nothing can fail."""
        ways = 1.0
        listed = list(parts)
        for place, part in enumerate(listed):
            ways *= self.of(part, last=last and place == len(listed) - 1)
        return min(ways, MOST_WAYS * 10)

    def of(self, part: Any, *, last: bool) -> float:
        """Return the ways of one part."""
        kind, value = str(part[0]), part[1]
        if kind in REPEATS:
            return self.of_repeat(*value, last=last)
        if kind == "BRANCH":
            return self.of_branches(value[1], last=last)
        if kind == "SUBPATTERN":
            return self.of_row(value[-1], last=last)
        if kind in {"ASSERT", "ASSERT_NOT"}:
            return self.of_row(value[1], last=False)
        if kind == "ATOMIC_GROUP":
            return self.of_row(value, last=False)
        if kind == "GROUPREF_EXISTS":
            rows = (row for row in value[1:] if row is not None)
            return sum(self.of_row(row, last=False) for row in rows)
        return float(len(self.text) + 1) if kind == "GROUPREF" else 1.0

    def of_repeat(self, least: int, most: int, body: Any, *, last: bool) -> float:
        """Return the ways of a repeat: how often in a row its body is met, each time."""
        if len(body) == 1 and str(body[0][0]) in ONE_CHARACTER:
            return 1.0 if last else float(min(self.longest_run(body), most) - least + 1 or 1)
        inner = self.of_row(body, last=False)
        times = min(most, len(self.text) // max(int(body.getwidth()[0]), 1) + 1)
        if inner == 1:
            return 1.0 if last else float(times)
        exponent = times * 0.30103 if inner <= 2 else times * len(str(int(inner)))
        return MOST_WAYS * 10 if exponent > 30 else inner**times * times

    def of_branches(self, rows: list[Any], *, last: bool) -> float:
        """Return the ways of alternatives: one at a time where they begin otherwise."""
        ways = [self.of_row(row, last=last) for row in rows]
        begin = [tuple(row[0]) if len(row) else () for row in rows]
        apart = all(first and str(first[0]) == "LITERAL" for first in begin)
        return max(ways) if apart and len(set(begin)) == len(begin) else sum(ways)

    def longest_run(self, body: Any) -> int:
        """Return how many characters that a part takes stand in a row in the text, at most."""
        among = _parser.SubPattern(
            body.state, [(_constants.MAX_REPEAT, (1, _constants.MAXREPEAT, body))]
        )
        runs = _compiler.compile(among, self.flags & ~re.DEBUG).finditer(self.text)
        return max((run.end() - run.start() for run in runs), default=0)
