"""How a text is laid out: what is open in it, where a line begins anew, and what pasting added."""

import re
from collections.abc import Iterator
from textwrap import dedent, indent

from tensorlab.frozen import pattern

MARKS = pattern(
    r'#[^\n]*|"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[()\[\]{}]|\\?\n', re.DOTALL
)
ENDS = {quotes: re.compile(rf"(?:\\.|[^\\])*?{quotes}", re.DOTALL) for quotes in ('"""', "'''")}
# These go on with the statement before them, although they are not indented.
CLAUSES = pattern(r"(?:else|elif|except|finally|case)\b")


def logical_lines(text: str, alone: tuple[str, ...] = ()) -> Iterator[tuple[int, bool]]:
    """Yield where each logical line of a text ends, and whether it is closed there.

    A line goes on while a bracket or a long text is open, or after a backslash; only the last can
    end open. What begins with one of the texts in `alone` is always one line. The time it takes is
    in proportion to the length of the text.
    """
    begin = 0
    while begin < len(text):
        begin, closed = end_of_line(text, begin, text.startswith(alone, begin))
        yield begin, closed


def end_of_line(text: str, begin: int, alone: bool) -> tuple[int, bool]:
    """Return where the logical line ends that begins at a place, and whether it is closed."""
    if alone:
        return (text.find("\n", begin) + 1 or len(text)), True
    depth = 0
    place = begin
    while mark := MARKS.search(text, place):
        found, place = mark[0], mark.end()
        if found in ENDS:
            end = ENDS[found].match(text, place)
            if end is None:
                return len(text), False
            place = end.end()
        elif found in "([{":
            depth += 1
        elif found in ")]}":
            depth = max(depth - 1, 0)
        elif found == "\n" and not depth:
            return place, True
    return len(text), not depth and not text.endswith(("\\", "\\\n"))


def goes_on(line: str) -> bool:
    """Return whether a line cannot begin a statement of its own."""
    return not line.strip() or line[0] in " \t#" or CLAUSES.match(line) is not None


def has_open_block(text: str) -> bool:
    """Return whether the last line of a text may be followed by more of its block."""
    begin = last = 0
    for end, _ in logical_lines(text):
        if text[begin:end].strip():
            last = begin
        begin = end
    return bool(text[last:].strip()) and (text[last] in " \t" or text.rstrip().endswith(":"))


FIRST_PROMPT = pattern(r"^\s*(?:>>>|In \[\d+\]:)(?: |$)")
CONTINUATION = pattern(r"^\s*(?:\.\.\.|\s+\.\.\.:)(?: |$)")
FENCE = pattern(r"^\s*(?:```|~~~)")


def as_typed(text: str, before: str = "") -> str:
    """Return a pasted text as it would have been typed behind `before`, the line so far.

    Within a line it stays as it is; at its beginning it is indented as the line is.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if before.strip() or ("\n" not in text and not FIRST_PROMPT.match(text) and before):
        return text
    code = without_prompts(dedent(without_fences(text)))
    return indent(code, before)[len(before) :] if before else code


def without_fences(text: str) -> str:
    """Return what stands between the fences of Markdown, all of a text without any."""
    lines = text.strip("\n").split("\n")
    fences = sum(FENCE.match(line) is not None for line in lines)
    if not fences:
        return text
    kept: list[str] = []
    # its beginning was not selected
    inside = fences % 2 == 1 and not FENCE.match(lines[0])
    for line in lines:
        if FENCE.match(line):
            inside = not inside
        elif inside:
            kept.append(line)
    return "\n".join(kept)


def without_prompts(text: str) -> str:
    """Return the statements of a pasted session without its prompts and its results.

    A text with no prompt at its beginning is nobody's session and stays as it is.
    """
    if not FIRST_PROMPT.match(text.lstrip("\n")):
        return text
    kept = []
    for line in text.split("\n"):
        prompt = FIRST_PROMPT.match(line) or CONTINUATION.match(line)
        if prompt is not None:
            kept.append(line[prompt.end() :])
    return "\n".join(kept)
