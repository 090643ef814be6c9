"""Characters that look like Python's and are not: smart quotes, long dashes, other minus signs."""

import re
import unicodedata

from tensorlab.language.outcome import Failure, Span
from tensorlab.language.reading.source import Source

LOOKALIKES: dict[str, str] = {
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\uff07", "'"),
    **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\u2015\uff0d\ufe63", "-"),
    **dict.fromkeys("\u00d7\u2217\u22c5\u00b7\u2219\u2715\u2716\uff0a", "*"),
    **dict.fromkeys("\u00f7\u2215\u2044\uff0f", "/"),
    **dict.fromkeys("\u00a0\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff", " "),
    **dict.fromkeys(map(chr, range(0x2000, 0x200B)), " "),
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
    "\uff08": "(", "\uff09": ")", "\uff3b": "[", "\uff3d": "]", "\uff5b": "{", "\uff5d": "}",
    "\u3010": "[", "\u3011": "]", "\uff0c": ",", "\u3001": ",", "\uff1a": ":", "\uff1b": ";",
    "\uff1d": "=", "\uff0b": "+", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=", "\uff1c": "<",
    "\uff1e": ">", "\u2026": "...", "\u2192": "->", "\uff20": "@", "\uff0e": ".", "\u00b2": "**2",
    "\u00b3": "**3", "\u201e\u201c": '"', "\u03c0": "math.pi", "\u221a": "**0.5",
}  # fmt: skip
NAMED_BY_PYTHON = re.compile(r"invalid (?:non-printable )?character.*U\+([0-9A-F]+)")


def lookalike_failure(error: SyntaxError, source: Source) -> Failure | None:
    """Return the diagnosis of a character that only looks right, if that is what went wrong."""
    match = NAMED_BY_PYTHON.search(error.msg or "")
    if match is None or not error.lineno or error.lineno > len(source.lines):
        return None
    character = chr(int(match[1], 16))
    column = source.lines[error.lineno - 1].find(character, max((error.offset or 1) - 2, 0))
    start = column if column >= 0 else max((error.offset or 1) - 1, 0)
    meant = LOOKALIKES.get(character)
    name = unicodedata.name(character, f"U+{match[1]}").capitalize()
    words = f"{shown(character)} ({name}, U+{match[1]}) is not part of Python."
    if meant is not None:
        what = "a plain space" if meant == " " else f"the plain {meant}"
        words += f" It may have come with copied text, in place of {what}."
    return Failure(
        "SyntaxError",
        error.msg,
        Span(error.lineno, start, error.lineno, start + 1),
        source.text,
        words,
        (hint(character, meant),),
        code="character",
    )


def hint(character: str, meant: str | None) -> str:
    """Say what to type."""
    if meant is None:
        return "Remove it, or put it inside quotes if it is text."
    return "Replace it by a plain space." if meant == " " else f"Type {meant} instead."


def shown(character: str) -> str:
    """Return a character that can be seen."""
    if character.isprintable() and not character.isspace():
        return f"The character {character}"
    return "The invisible character here"
