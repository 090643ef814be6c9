"""The `textwrap` module: texts set in lines."""

import textwrap
from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import type_name

STEPS_PER_LETTER = 8
SETTINGS = ("initial_indent", "subsequent_indent", "placeholder")


def wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that sets a text in lines of a width."""

    def call(text: str, width: int = 70, **named: Any) -> Any:
        begin = [named.get(word, "") for word in SETTINGS]
        for value in (text, *begin):
            if not isinstance(value, str):
                raise TypeError(f"a text is a str, not {type_name(value)}")
        meter.spend_at_once(STEPS_PER_LETTER * len(text))
        meter.grow(8 * (len(text) + 1) * (1 + sum(map(len, begin))))
        given = {word: named[word] for word in SETTINGS if word in named}
        return function(text, as_int(width), **given)

    return call


def dedent(text: str, /) -> str:
    """Return a text without the spaces that all its lines begin with."""
    meter.spend_at_once(STEPS_PER_LETTER * len(text))
    meter.grow(8 * len(text))
    return textwrap.dedent(text)


def indent(text: str, prefix: str, /) -> str:
    """Return a text, each line begun with a prefix."""
    meter.grow(4 * (len(text) + (text.count("\n") + 1) * len(prefix)))
    return textwrap.indent(text, prefix)


def namespace() -> Namespace:
    """Return the table of `textwrap`."""
    lines = {name: wrapping(getattr(textwrap, name)) for name in ("fill", "wrap", "shorten")}
    return namespace_of("textwrap", {**lines, "dedent": dedent, "indent": indent})
