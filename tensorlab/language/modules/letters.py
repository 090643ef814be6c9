"""The `string` module: its letters, and templates that look nothing up but names."""

import string

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.namespaces import Namespace

LETTERS = (
    "ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "octdigits",
    "printable", "punctuation", "whitespace",
)  # fmt: skip


def capwords(text: str, sep: str | None = None) -> str:
    """Return the text, each word with a capital letter."""
    meter.grow(40 * len(text))
    return string.capwords(text, sep)


def namespace() -> Namespace:
    """Return the table of `string`."""
    letters = {name: getattr(string, name) for name in LETTERS}
    return namespace_of("string", {"capwords": capwords}, {**letters, **written("string")})
