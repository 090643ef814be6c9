"""The role of a number by what it is: nan, infinite, negative, zero, or none of these."""

import re

ZERO = re.compile(r"-?0\.?0*(?:e[+-]?0+)?j?")
ODD = re.compile(r"\b(?P<nan>nan)\b|(?P<inf>-?\binf)\b")


def odd_role(figure: str) -> str:
    """Return the role of nan and of an infinite number; any other is as usual."""
    found = ODD.search(figure)
    return found.lastgroup or "untouched" if found else "untouched"


def role_of(figure: str) -> str:
    """Return the role of a number as it is written; each is told by its signs as well."""
    figure = figure.strip()
    if ODD.search(figure):
        return odd_role(figure)
    if ZERO.fullmatch(figure) or figure == "False":
        return "zero"
    return "negative" if figure.startswith("-") else "untouched"
