"""Pasted code as it is meant: without prompts, results, fences and a common indentation."""

import re
from textwrap import dedent, indent

FIRST_PROMPT = re.compile(r"^\s*(?:>>>|In \[\d+\]:)(?: |$)")
CONTINUATION = re.compile(r"^\s*(?:\.\.\.|\s+\.\.\.:)(?: |$)")
FENCE = re.compile(r"^\s*(?:```|~~~)")


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
    inside = fences % 2 == 1 and not FENCE.match(lines[0])  # its beginning was not selected
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
