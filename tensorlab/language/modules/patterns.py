"""The `re` module: patterns, whose search is paid for before it begins."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import OFFERED, namespace_of, taken_from
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.iteration import lazily
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import (
    ErrorType,
    Namespace,
    TypeValue,
    no_instances,
    type_name,
)

# Python knows no public names for the parts of a pattern.
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]  # isort: skip

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
            "this pattern has repeats within repeats, and the search might never end",
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


BYTES_OF_MATCH: Final = 200


class Pattern:
    """A pattern that was read, and the ways to look for it."""

    __slots__ = ("compiled", "parts")

    def __init__(self, pattern: object, flags: object = 0) -> None:
        if not isinstance(pattern, str):
            raise TypeError("first argument must be string or compiled pattern")
        flags = int(as_int(flags)) & ~re.DEBUG
        self.parts = read(pattern, flags)
        self.compiled = re.compile(pattern, flags)

    def prepared(self, text: object, *, whole: bool = False) -> str:
        """Return a text, the search through it paid for."""
        if not isinstance(text, str):
            raise TypeError(f"expected string or bytes-like object, got '{type_name(text)}'")
        charge(self.parts, self.compiled.flags, text, whole=whole)
        meter.grow(BYTES_OF_MATCH)
        return text

    def search(self, string: object, /, *place: int) -> Any:
        """Return the first match anywhere, or None."""
        return self.compiled.search(self.prepared(string), *place)

    def match(self, string: object, /, *place: int) -> Any:
        """Return the match at the beginning, or None."""
        return self.compiled.match(self.prepared(string), *place)

    def fullmatch(self, string: object, /, *place: int) -> Any:
        """Return the match of the whole text, or None."""
        return self.compiled.fullmatch(self.prepared(string, whole=True), *place)

    def finditer(self, string: object, /, *place: int) -> Any:
        """Return the matches one after the other."""
        return lazily("callable_iterator", self.matches(self.prepared(string), *place))

    def matches(self, text: str, *place: int) -> Iterator[Any]:
        """Yield the matches, each paid for."""
        for match in self.compiled.finditer(text, *place):
            meter.grow(BYTES_OF_MATCH)
            yield match

    def findall(self, string: object, /, *place: int) -> list[Any]:
        """Return the texts of all matches, or of their groups."""
        text = self.prepared(string)
        meter.grow((BYTES_OF_MATCH + 8 * self.compiled.groups) * (len(text) + 1))
        return self.compiled.findall(text, *place)

    def split(self, string: object, /, maxsplit: int = 0) -> list[Any]:
        """Return the texts between the matches."""
        text = self.prepared(string)
        meter.grow((BYTES_OF_MATCH + 8 * self.compiled.groups) * (len(text) + 1))
        return self.compiled.split(text, int(maxsplit))

    def sub(self, repl: object, string: object, /, count: int = 0) -> str:
        """Return the text with all matches exchanged."""
        return str(self.subn(repl, string, count)[0])

    def subn(self, repl: object, string: object, /, count: int = 0) -> tuple[str, int]:
        """Return the text with all matches exchanged, and how many there were."""
        text = self.prepared(string)
        if isinstance(repl, str):
            most = (repl.count("\\") + 1) * len(text) + (len(text) + 1) * len(repl)
            if most > 1 << 20:  # what it really takes
                found = sum(1 for _ in self.compiled.finditer(text))
                most = (repl.count("\\") + 1) * len(text) + found * len(repl)
            meter.grow(4 * most)
            return self.compiled.subn(repl, text, int(count))
        return self.compiled.subn(exchanging(repl), text, int(count))

    def __repr__(self) -> str:
        return repr(self.compiled)


def exchanging(function: object) -> Callable[[Any], str]:
    """Return what a function of the program makes of each match."""
    from tensorlab.language.values.builtins import callable_value  # noqa: PLC0415  it knows this room

    call = callable_value(function)

    def exchanged(match: object) -> str:
        meter.grow(BYTES_OF_MATCH)
        text = call(match)
        if not isinstance(text, str):
            raise TypeError(f"expected str instance, {type_name(text)} found")
        meter.grow(4 * len(text))
        return text

    return exchanged


def compiled(pattern: object, flags: object = 0) -> Pattern:
    """Return a pattern, read if it was not."""
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


def at_once(name: str, before: int) -> Callable[..., Any]:
    """Return the function that reads a pattern and uses it; `before` the text stand so many."""
    method = getattr(Pattern, name)

    def call(pattern: object, *given: object, flags: object = 0, **named: object) -> Any:
        rest = [*given, *(named.pop(word) for word in ("repl", "string") if word in named)]
        most = before + (name in {"split", "sub", "subn"})
        if len(rest) > most:  # the flags follow
            flags = rest.pop()
        return method(compiled(pattern, flags), *rest, **named)

    return call


def escape(pattern: str) -> str:
    """Return a text as a pattern that finds it."""
    meter.grow(8 * len(pattern))
    return re.escape(pattern)


Pattern.__name__ = "re.Pattern"
METHODS[Pattern] = {
    name: getattr(Pattern, name)
    for name in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")
}
PROPERTIES[Pattern] = {
    **reading(("pattern", "flags", "groups"), of="compiled"),
    "groupindex": lambda value: dict(value.compiled.groupindex),
}


def telling(name: str) -> Callable[..., Any]:
    """Return a method of matches."""
    method = getattr(re.Match, name)

    def call(match: Any, *given: object, **named: object) -> Any:
        meter.grow(4 * len(match[0]) + BYTES_OF_MATCH)
        return method(match, *given, **named)

    return call


METHODS[re.Match] = {name: telling(name) for name in OFFERED["re.Match"]}
PROPERTIES[re.Match] = reading(("string", "pos", "endpos", "lastindex", "lastgroup"))


def re_module() -> Namespace:
    """Return the table of `re`."""
    kinds = {
        "Pattern": TypeValue("re.Pattern", (Pattern,), no_instances("re.Pattern")),
        "Match": TypeValue("re.Match", (re.Match,), no_instances("re.Match")),
    }
    for kind in kinds.values():
        TYPE_VALUES[kind.classes[0]] = kind
    looking = {name: at_once(name, 2 if "sub" in name else 1) for name in METHODS[Pattern]}
    return namespace_of(
        "re",
        {**looking, "compile": compiled, "escape": escape},
        {**kinds, **taken_from(re, "re flags"), "error": ErrorType("re.error", re.error)},
    )


MODULES = {"re": re_module}
