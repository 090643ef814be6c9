"""The `re` module: patterns, whose search is paid for before it begins."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.pattern_costs import charge, read
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.iteration import lazily
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import TYPE_VALUES, no_instances
from tensorlab.language.values.values import ErrorType, TypeValue, type_name

FLAGS: Final = ("A", "ASCII", "I", "IGNORECASE", "M", "MULTILINE", "S", "DOTALL", "X", "VERBOSE",
                "U", "UNICODE")  # fmt: skip
BYTES_OF_MATCH: Final = 200
OF_MATCH: Final = ("group", "groups", "groupdict", "start", "end", "span")


class Pattern:
    """A pattern that was read, and the ways to look for it."""

    __slots__ = ("compiled", "parts")

    def __init__(self, pattern: Any, flags: Any = 0) -> None:
        if not isinstance(pattern, str):
            raise TypeError("first argument must be string or compiled pattern")
        flags = int(as_int(flags)) & ~re.DEBUG
        self.parts = read(pattern, flags)
        self.compiled = re.compile(pattern, flags)

    def prepared(self, text: Any, *, whole: bool = False) -> str:
        """Return a text, the search through it paid for."""
        if not isinstance(text, str):
            raise TypeError(f"expected string or bytes-like object, got '{type_name(text)}'")
        charge(self.parts, self.compiled.flags, text, whole=whole)
        meter.grow(BYTES_OF_MATCH)
        return text

    def search(self, string: Any, /, *place: int) -> Any:
        """Return the first match anywhere, or None."""
        return self.compiled.search(self.prepared(string), *place)

    def match(self, string: Any, /, *place: int) -> Any:
        """Return the match at the beginning, or None."""
        return self.compiled.match(self.prepared(string), *place)

    def fullmatch(self, string: Any, /, *place: int) -> Any:
        """Return the match of the whole text, or None."""
        return self.compiled.fullmatch(self.prepared(string, whole=True), *place)

    def finditer(self, string: Any, /, *place: int) -> Any:
        """Return the matches one after the other."""
        return lazily("callable_iterator", self.matches(self.prepared(string), *place))

    def matches(self, text: str, *place: int) -> Iterator[Any]:
        """Yield the matches, each paid for."""
        for match in self.compiled.finditer(text, *place):
            meter.grow(BYTES_OF_MATCH)
            yield match

    def findall(self, string: Any, /, *place: int) -> list[Any]:
        """Return the texts of all matches, or of their groups."""
        text = self.prepared(string)
        meter.grow((BYTES_OF_MATCH + 8 * self.compiled.groups) * (len(text) + 1))
        return self.compiled.findall(text, *place)

    def split(self, string: Any, /, maxsplit: int = 0) -> list[Any]:
        """Return the texts between the matches."""
        text = self.prepared(string)
        meter.grow((BYTES_OF_MATCH + 8 * self.compiled.groups) * (len(text) + 1))
        return self.compiled.split(text, int(maxsplit))

    def sub(self, repl: Any, string: Any, /, count: int = 0) -> str:
        """Return the text with all matches exchanged."""
        return str(self.subn(repl, string, count)[0])

    def subn(self, repl: Any, string: Any, /, count: int = 0) -> tuple[str, int]:
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


def exchanging(function: Any) -> Callable[[Any], str]:
    """Return what a function of the program makes of each match."""
    from tensorlab.language.values.builtins import callable_value  # noqa: PLC0415  it knows this room

    call = callable_value(function)

    def exchanged(match: Any) -> str:
        meter.grow(BYTES_OF_MATCH)
        text = call(match)
        if not isinstance(text, str):
            raise TypeError(f"expected str instance, {type_name(text)} found")
        meter.grow(4 * len(text))
        return text

    return exchanged


def compiled(pattern: Any, flags: Any = 0) -> Pattern:
    """Return a pattern, read if it was not."""
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)


def at_once(name: str, before: int) -> Callable[..., Any]:
    """Return the function that reads a pattern and uses it; `before` the text stand so many."""
    method = getattr(Pattern, name)

    def call(pattern: Any, *given: Any, flags: Any = 0, **named: Any) -> Any:
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

    def call(match: Any, *given: Any, **named: Any) -> Any:
        meter.grow(4 * len(match[0]) + BYTES_OF_MATCH)
        return method(match, *given, **named)

    return call


METHODS[re.Match] = {name: telling(name) for name in OF_MATCH}
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
    flags = {name: int(getattr(re, name)) for name in FLAGS}
    return namespace_of(
        "re",
        {**looking, "compile": compiled, "escape": escape},
        {**kinds, **flags, "error": ErrorType("re.error", re.error)},
    )


MODULES = {"re": re_module}
