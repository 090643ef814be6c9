"""What stands at the cursor: the dotted name being typed, and the call around it."""

import re
from dataclasses import dataclass

DOTTED = re.compile(r"(?:[A-Za-z_]\w*\s*\.\s*)*[A-Za-z_]?\w*$")
OPENING, CLOSING = "([{", ")]}"
STRING = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")
UNCLOSED = re.compile(r"""["'][^"'\n]*$""")
RESULT = "()"
RESULT_BEFORE = re.compile(r"[)\]]\s*\.\s*$")
COMMENT = re.compile(r"#[^\n]*")


@dataclass(frozen=True, slots=True)
class Cursor:
    """The text before the cursor, read just far enough to know what can follow.

    `path` is what stands before the last dot, `word` what has been typed of the name after it; of
    a result, as in f(x).word, the path is RESULT.
    `function` is the call that the cursor stands in, and `keyword` the parameter being given.
    `inside_text` is true within a string or a comment, where nothing is completed.
    """

    path: str
    word: str
    function: str
    keyword: str
    inside_text: bool


def at_cursor(text: str) -> Cursor:
    """Return what stands at the end of a text."""
    bare = COMMENT.sub("#", STRING.sub('""', text))
    line = bare.rpartition("\n")[2]
    inside = "#" in line or UNCLOSED.search(line.replace('""', "")) is not None
    match = DOTTED.search(bare)
    dotted = "" if match is None else "".join(match[0].split())
    path, _, word = dotted.rpartition(".")
    before = bare[: len(bare) - len(match[0])] if match else bare
    if RESULT_BEFORE.search(before):
        path = RESULT if not path else ""
    keyword = re.search(r"[(,]\s*(\w+)\s*=\s*$", before)
    return Cursor(path, word, call_around(bare), keyword[1] if keyword else "", inside)


def innermost_open(text: str) -> int | None:
    """Return where the innermost bracket stands that is still open; texts count as any other."""
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        if text[place] in CLOSING:
            depth += 1
        elif text[place] in OPENING:
            if depth == 0:
                return place
            depth -= 1
    return None


def call_around(text: str) -> str:
    """Return the dotted name of the innermost call whose bracket is still open."""
    place = innermost_open(text)
    return "" if place is None else called(text, place)


def called(text: str, place: int) -> str:
    """Return the name before a bracket, else that of the call around it."""
    name = re.search(r"[A-Za-z_][\w.]*$", text[:place]) if text[place] == "(" else None
    return name[0] if name else call_around(text[:place])
