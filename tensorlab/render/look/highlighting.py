"""A program in the colours of its parts: keywords, calls, numbers, strings, comments, signs."""

import keyword
import re

from rich.text import Text

from tensorlab.frozen import pattern

# What comes first wins: a # in a string begins no comment, the e of 1e-5 no name.
PARTS = pattern(
    r"""
    (?P<string>\b[rbfRBF]{1,2}(?=['"])(?:'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?)
        |'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?)
    |(?P<comment>\#[^\n]*)
    |(?P<number>(?<![\w.])(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)
        (?:[eE][+-]?\d+)?[jJ]?))
    |(?P<name>[^\W\d]\w*(?=(?P<call>\()?))
    |(?P<operator>[-+*/%@&|^~<>=!]+)
    """,
    re.VERBOSE,
)
KEYWORDS = frozenset(keyword.kwlist)
LONGEST = 20_000  # of what is coloured; nobody reads the rest of a longer text


def coloured(source: str, style: str = "code") -> Text:
    """Return a program as styled text; a text that is none is coloured as far as it reads so."""
    text = Text(source, style)
    for found in PARTS.finditer(source, 0, LONGEST):
        if role := role_of(found):
            text.stylize(role, *found.span())
    return text


def role_of(found: re.Match[str]) -> str:
    """Return the role of a part of a program, nothing of a plain name."""
    if found["name"] is None:
        return f"code.{found.lastgroup}"
    if found["name"] in KEYWORDS:
        return "code.keyword"
    return "code.function" if found["call"] is not None else ""
