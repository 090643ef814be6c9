"""Choices: which formula was taken where a condition decides between two, and why."""

import ast
from collections.abc import Iterable

from tensorlab.explain.arithmetic.numbers import shown
from tensorlab.explain.strategies.explaining import Choice
from tensorlab.wording import joined

MOST = 3  # so many choices are told; of more the formulas speak for themselves
LONG = 32  # a longer formula is not written twice
RELATIONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Gt: ("is above", "is not above"),
    ast.GtE: ("is at least", "is below"),
    ast.Lt: ("is below", "is not below"),
    ast.LtE: ("is at most", "is above"),
    ast.Eq: ("is", "is not"),
    ast.NotEq: ("is not", "is"),
}
OPPOSITE = {"is not above": "is below", "is not below": "is above"}


def reasons_of(choices: Iterable[Choice], *, before: bool = False) -> str:
    """Return why formulas were taken, in a sentence for each, or in words to stand before one.

    Nothing is said where there are too many, and none of a number for being one.
    """
    conditions: dict[str, dict[str, None]] = {}
    for choice in choices:
        words = condition_in_words(choice)
        if words:
            conditions.setdefault(choice.taken, {})[words] = None
    if len(conditions) > (1 if before else MOST):
        return ""
    return " ".join(
        f"As {joined(list(words))}{':' if before else f', {formula(taken)} is taken.'}"
        for taken, words in conditions.items()
    )


def formula(text: str) -> str:
    """Return a formula that was taken, for a sentence below it."""
    return shown(text) if len(text) <= LONG else "this formula"


def condition_in_words(choice: Choice) -> str:
    """Return a condition on numbers, or its opposite where it does not hold, as one says it."""
    text, holds = choice.condition, choice.holds
    match ast.parse(text, mode="eval").body:
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in RELATIONS:
            words = RELATIONS[type(sign)][not holds]
            words = OPPOSITE.get(words, words) if differ(left, right) else words
            first, second = (ast.get_source_segment(text, each) or "" for each in (left, right))
            named = choice.about if isinstance(sign, ast.Eq | ast.NotEq) else ""
            return f"{named or shown(first)} {words} {shown(second)}"
        case ast.Call(func=ast.Name(id="isnan")):
            return f"{choice.about or 'one'} is nan" if holds else ""
    return f"{shown(text)} is {holds}"


def differ(left: ast.expr, right: ast.expr) -> bool:
    """Return whether two sides are different numbers, neither of them not a number."""
    try:
        return float(ast.literal_eval(left)) != float(ast.literal_eval(right))
    except (ValueError, TypeError):
        return False
