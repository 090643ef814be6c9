"""Syntax errors in words that a beginner knows, and whether a text is a whole program."""

import ast
import codeop
import keyword
import re
import unicodedata
from functools import cache

from tensorlab.errors import LimitReached
from tensorlab.language.compiling.place import place_of
from tensorlab.language.outcome import Failure, Span
from tensorlab.language.reading.layout import has_open_block, logical_lines
from tensorlab.language.reading.source import Source, parse, quiet

# What Unicode itself does not call a form of a plain sign, as it does a full-width bracket.
LOOKALIKES: dict[str, str] = {
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'"),
    **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\u2015", "-"),
    **dict.fromkeys("\u00d7\u2217\u22c5\u00b7\u2219\u2715\u2716", "*"),
    **dict.fromkeys("\u00f7\u2215\u2044", "/"),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", " "),
    "\u3010": "[", "\u3011": "]", "\u3001": ",", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=",
    "\u2192": "->", "\u00b2": "**2", "\u00b3": "**3", "\u03c0": "math.pi", "\u221a": "**0.5",
}  # fmt: skip
NAMED_BY_PYTHON = re.compile(r"invalid (?:non-printable )?character.*U\+([0-9A-F]+)")


def meant_by(character: str) -> str | None:
    """Return the plain signs that a character looks like, None if it is like none."""
    plain = unicodedata.normalize("NFKC", character)
    is_sign = plain != character and plain.isascii() and not plain.isalpha()
    return LOOKALIKES.get(character, plain if is_sign else None)


def lookalike_failure(error: SyntaxError, source: Source) -> Failure | None:
    """Return the diagnosis of a character that only looks right, if that is what went wrong."""
    match = NAMED_BY_PYTHON.search(error.msg or "")
    if match is None or not error.lineno or error.lineno > len(source.lines):
        return None
    character = chr(int(match[1], 16))
    column = source.lines[error.lineno - 1].find(character, max((error.offset or 1) - 2, 0))
    start = column if column >= 0 else max((error.offset or 1) - 1, 0)
    meant = meant_by(character)
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
    return "Replace it with a plain space." if meant == " " else f"Type {meant} instead."


def shown(character: str) -> str:
    """Return a character that can be seen."""
    if character.isprintable() and not character.isspace():
        return f"The character {character}"
    return "The invisible character here"


def syntax_failure(error: SyntaxError, source: Source) -> Failure:
    """Return the diagnosis of a text that is no program."""
    found = lookalike_failure(error, source)
    if found is not None:
        return found
    message = error.msg or str(error)
    words, hint = in_plain_words(message, error, source)
    return Failure(
        type(error).__name__,
        message,
        span_of(error, source),
        source.text,
        words,
        (hint,) if hint else (),
        code="syntax",
    )


@cache
def phrases() -> list[list[list[str]]]:
    """Return the entries of `syntax_words.txt`: a pattern, what is wrong, what to do.

    First those for Python's messages, then those for a line, in which § marks the place.
    """
    from pathlib import Path  # noqa: PLC0415  only a mistake needs it

    text = Path(__file__).with_name("syntax_words.txt").read_text("utf-8").strip()
    parts = text.split("\n\n====\n\n")
    return [[entry.split("\n") for entry in part.split("\n\n")] for part in parts]


def in_plain_words(message: str, error: SyntaxError, source: Source) -> tuple[str, str]:
    """Return the explanation and the hint for one of Python's messages."""
    for pattern, words, hint in phrases()[0]:
        match = re.fullmatch(pattern, message)
        if match is not None:
            return capitalised(match.expand(words)), hint
    return special_case(error, source)


CODE_WORDS = ("print", "return", "break", "continue", "yield", "await", "nonlocal", "f-string")


def capitalised(text: str) -> str:
    """Return a sentence with a capital first letter, unless it begins with the learner's text."""
    return text if text.startswith(CODE_WORDS) else text[:1].upper() + text[1:]


def special_case(error: SyntaxError, source: Source) -> tuple[str, str]:
    """Return words for `invalid syntax`, which says nothing by itself."""
    number, place = error.lineno or 0, max((error.offset or 1) - 1, 0)
    line = source.lines[number - 1] if 0 < number <= len(source.lines) else ""
    word = word_of_python(line, place)
    if word:
        return (
            f"{word} is a word of Python's own, with a place of its own; it cannot stand here.",
            f"For a name, choose another, such as {word}_.",
        )
    opened = open_bracket(source, number, place)
    if opened is not None and (opened[1] < number or line[place : place + 1] == ":"):
        bracket, at_line = opened
        return (
            f"The bracket {bracket} that was opened on line {at_line} is still open here.",
            "Close it before the marked place.",
        )
    marked = f"{line[:place]}§{line[place:]}"
    for pattern, words, hint in phrases()[1]:
        if re.fullmatch(pattern, marked):
            return words, hint
    return (
        "Python cannot read the line from here on.",
        "Look at the marked place and just before it for a missing bracket, comma or operator.",
    )


def word_of_python(line: str, place: int) -> str:
    """Return the keyword that was used as a name, if that is what went wrong."""
    assigned = re.match(r"\s*(\w+)\s*=(?!=)", line)
    if assigned is not None and keyword.iskeyword(assigned[1]):
        return assigned[1]
    here = re.match(r"\w+", line[place:])
    begins = not line[:place].strip()
    return here[0] if here is not None and keyword.iskeyword(here[0]) and not begins else ""


def open_bracket(source: Source, number: int, place: int) -> tuple[str, int] | None:
    """Return the bracket that is still open before a place, and its line."""
    before = "\n".join([*source.lines[: number - 1], source.lines[number - 1][:place]])
    plain = re.sub(r"#[^\n]*|'[^'\n]*'|\"[^\"\n]*\"", "", before)
    waiting: list[tuple[str, int]] = []
    line = 1
    for character in plain:
        line += character == "\n"
        if character in "([{":
            waiting.append((character, line))
        elif character in ")]}" and waiting:
            waiting.pop()
    return waiting[-1] if waiting else None


def span_of(error: SyntaxError, source: Source) -> Span | None:
    """Return the place that a syntax error names; Python counts its columns from 1."""
    place = place_of(error)
    if isinstance(place, ast.AST):
        return source.span(place)
    if not error.lineno:
        return None
    literal = literal_of(error, source) if "(unicode error)" in error.msg else None
    if literal is not None:
        return literal
    line = min(error.lineno, len(source.lines))
    length = len(source.lines[line - 1])
    start = min(max((error.offset or 1) - 1, 0), length)
    end_line = max(error.end_lineno or line, line)
    end = (error.end_offset or 0) - 1
    if end_line == line:
        end = max(end, start + 1)
    return Span(line, start, min(end_line, len(source.lines)), max(end, 0))


def literal_of(error: SyntaxError, source: Source) -> Span | None:
    """Return the text literal that an error is about: older Pythons name the place behind it."""
    import tokenize  # noqa: PLC0415  rare
    from io import StringIO  # noqa: PLC0415

    place = (error.lineno, (error.offset or 1) - 1)
    try:
        for token in tokenize.generate_tokens(StringIO(source.text).readline):
            if token.type == tokenize.STRING and place in (token.start, token.end):
                return Span(*token.start, *token.end)
    except (tokenize.TokenError, SyntaxError):
        pass
    return None


# A longer text is not compiled at each line's end to see a mistake while something is open.
SHORT = 2_000


def is_complete(text: str) -> bool:
    """Return False while a bracket, a text or a block is open.

    An indented block is open until an empty line ends it. A text with a mistake is complete:
    running it says what is wrong.
    """
    source = Source(text)
    if "\0" in source.text:
        return True
    if len(source.text) > SHORT and seems_open(source):
        return False
    try:
        with quiet():
            if codeop.compile_command(source.text, "<input>", "exec") is None:
                return False
            body = ast.parse(source.text).body
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
        return True
    last_line = source.lines[-1]
    block_open = bool(body) and hasattr(body[-1], "body") and body[-1].end_lineno != body[-1].lineno
    return not (block_open and last_line.strip())


def seems_open(source: Source) -> bool:
    """Return whether a text is open by its layout alone."""
    closed = all(closed for _, closed in logical_lines(source.text))
    return not closed or (bool(source.lines[-1].strip()) and has_open_block(source.text))


def slip_of(text: str) -> Failure | None:
    """Return why a text is no program and where it cannot be read; None of a program."""
    source = Source(text)
    try:
        parse(source)
    except SyntaxError as error:
        return syntax_failure(error, source)
    except LimitReached:
        pass  # running it says so
    return None
