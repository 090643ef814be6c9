"""What stands at the cursor: the dotted name being typed, and the call around it."""

import re
from typing import Any

from tensorlab.frozen import Frozen

DOTTED = re.compile(r"(?:[A-Za-z_]\w*\s*\.\s*)*[A-Za-z_]?\w*$")
OPENING, CLOSING = "([{", ")]}"
STRING = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")
UNCLOSED = re.compile(r"""["'][^"'\n]*$""")
RESULT = "()"
RESULT_BEFORE = re.compile(r"[)\]]\s*\.\s*$")
CALLED = re.compile(r"[A-Za-z_][\w.]*$")
COMMENT = re.compile(r"#[^\n]*")
KEYWORD = re.compile(r"[(,]\s*(\w+)\s*=\s*$")
LOOKED_UP = re.compile(r"([A-Za-z_][\w.]*)\[\s*$")


class Cursor(Frozen):
    """The text before the cursor, read just far enough to know what can follow.

    `path` is what stands before the last dot, `word` what has been typed of the name after it; of
    a result, as in f(x).word, the path begins with RESULT.
    `function` is the call that the cursor stands in, `position` the number of arguments before
    it, and `keyword` the parameter being given. `container` is what an item is looked up in.
    `inside_text` is true within a text or a comment; of a text, `word` is what stands in it so far
    and `quote` what it begins with.
    """

    word: str
    function: str
    position: int
    keyword: str
    container: str
    path: str = ""
    inside_text: bool = False
    quote: str = ""


def at_cursor(text: str) -> Cursor:
    """Return what stands at the end of a text."""
    bare = COMMENT.sub("#", STRING.sub('""', text))
    line = bare.rpartition("\n")[2]
    unclosed = UNCLOSED.search(line.replace('""', "  "))
    if "#" in line:
        return placed(bare, "", bare, inside_text=True)
    if unclosed is not None:
        begin = len(bare) - len(unclosed[0])
        quote, word = unclosed[0][0], unclosed[0][1:]
        return placed(bare[:begin], word, bare[:begin], inside_text=True, quote=quote)
    match = DOTTED.search(bare)
    found = "" if match is None else match[0]
    path, _, word = "".join(found.split()).rpartition(".")
    before = bare[: len(bare) - len(found)]
    if RESULT_BEFORE.search(before):
        path = f"{RESULT}.{path}" if path else RESULT
    return placed(bare, word, before, path=path)


def placed(bare: str, word: str, before: str, **more: Any) -> Cursor:
    """Return the cursor behind a text without its strings; `before` ends where the name begins."""
    keyword, container = KEYWORD.search(before), LOOKED_UP.search(before)
    function, position = call_around(bare)
    return Cursor(
        word=word,
        function=function,
        position=position,
        keyword=keyword[1] if keyword else "",
        container=container[1] if container else "",
        **more,
    )


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


def call_around(text: str) -> tuple[str, int]:
    """Return the dotted name of the innermost call that is still open, and the arguments so far."""
    place = innermost_open(text)
    if place is None:
        return "", 0
    name = CALLED.search(text[:place]) if text[place] == "(" else None
    if name is None:
        return call_around(text[:place])
    of_result = RESULT_BEFORE.search(text[: name.start()])
    return f"{RESULT}." * bool(of_result) + name[0], commas(text[place + 1 :])


def commas(text: str) -> int:
    """Return the number of commas in a text that stand in no brackets, or in open ones."""
    count, depth = 0, 0
    for mark in text:
        depth += (mark in OPENING) - (mark in CLOSING)
        count += mark == "," and depth == 0
    return count
