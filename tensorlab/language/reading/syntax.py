"""Syntax errors in words that a beginner knows."""

import ast
import keyword
import re

from tensorlab.language.compiling.place import place_of
from tensorlab.language.outcome import Failure, Span
from tensorlab.language.reading.lookalikes import lookalike_failure
from tensorlab.language.reading.source import Source
from tensorlab.language.reading.syntax_words import SPECIAL, WORDS


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


def in_plain_words(message: str, error: SyntaxError, source: Source) -> tuple[str, str]:
    """Return the explanation and the hint for one of Python's messages."""
    for pattern, words, hint in WORDS:
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
    for pattern, words, hint in SPECIAL:
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
