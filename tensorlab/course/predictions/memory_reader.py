"""View or copy, as learners say it: in a word, a sentence, or as yes and no to sharing memory."""

import re

from tensorlab.frozen import pattern

LONGEST_CLAUSE = 8  # words: what is longer says more than one thing
VIEW = pattern(r"\b(v|views?|alias(es)?|shar(e|es|ed|ing)|same( memory| storage)?|references?)\b")
COPY = pattern(
    r"\b(c|cop(y|ies|ied|ying)|clones?|duplicates?|new|own|separate|different|fresh|"
    r"independent|another)\b"
)
NOT = pattern(r"\b(not|no|never|without|nothing|zero|neither|\w+n't|(do|does|is|wo|are|did)nt)\b")
ECHO = pattern(r"(it|they|that|this|there) (does|do|is|are|would|has)( not|n'?t)?")
AGREED = pattern(r"(?<=\w) (it|they|that) (does|do|is|are|would)( not|n'?t)?$")
YES = {"yes": "view", "yep": "view", "y": "view", "no": "copy", "nope": "copy", "n": "copy"}
OTHER = {"view": "copy", "copy": "view"}
HEDGED = pattern(r"\?|\b(or|if|unless|maybe|perhaps|sometimes|depends|both|error)\b")


def read_memory(text: str) -> str | None:
    """Return view or copy, None where a text says neither, or both."""
    words = text.lower().rstrip(".! ").strip()
    if HEDGED.search(words):
        return None
    clauses = [part.strip() for part in re.split(r"[,;:]| and | but |\u2014", words)]
    said = [stance(part) for part in clauses if part]
    known = {each for each in said if each}
    if len(known) == 1:
        return known.pop()
    if known:
        return None
    agreed = all(ECHO.fullmatch(clause) for clause in clauses[1:] if clause)
    return YES.get(AGREED.sub("", clauses[0])) if agreed and None in said else None


def stance(clause: str) -> str | None:
    """Return what one clause says."""
    if len(clause.split()) > LONGEST_CLAUSE:
        return None
    # The same word of yes that opens an answer denies nothing.
    shares, copies = VIEW.search(clause), COPY.search(clause)
    if bool(shares) == bool(copies):
        return None
    found = "view" if shares else "copy"
    return OTHER[found] if NOT.search(clause) else found
