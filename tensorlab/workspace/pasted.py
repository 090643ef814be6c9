"""Pasted sessions: the prompts of other interpreters taken off."""

import re

FIRST_PROMPT = re.compile(r"^\s*(?:>>>|In \[\d+\]:)(?: |$)")
CONTINUATION = re.compile(r"^\s*(?:\.\.\.|\s+\.\.\.:)(?: |$)")


def without_prompts(text: str) -> str:
    """Return the statements of a pasted session without its prompts and its results.

    A text with no prompt at its beginning is nobody's session and stays as it is.
    """
    if not FIRST_PROMPT.match(text):
        return text
    kept = []
    for line in text.split("\n"):
        prompt = FIRST_PROMPT.match(line) or CONTINUATION.match(line)
        if prompt is not None:
            kept.append(line[prompt.end() :])
    return "\n".join(kept)
