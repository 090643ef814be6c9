"""Choices: which of two formulas or which element was taken, why, and where it was."""

import ast
from collections.abc import Iterable

import numpy as np

from tensorlab.explain.arithmetic.numbers import literal, number, shown
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Choice, Explained
from tensorlab.explain.strategies.regions import counting, place
from tensorlab.frozen import pattern
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


DIMENSIONS = pattern(r"(\d)d")  # of max_pool2d: through so many a place is counted
WORDS = {
    1: "This is its place along the signal.",
    2: "Its place counts whole rows, and then columns.",
    3: "Its place counts whole layers, then rows, and then columns.",
}


def position_of(call: Call, taken: Explained, index: Index) -> Explained:
    """Return how the place of a taken element is told: counted through its image.

    Raises:
        CannotExplainError: none of the elements stands there.
    """
    asked = int(number(call.result[1], index).real)
    found = DIMENSIONS.search(call.name)
    count = int(found[1]) if found else 1
    sizes = tuple(call.tensors[0].shape)[-count:]
    places = [int(np.ravel_multi_index(each.index[-count:], sizes)) for each in taken.inputs]
    element = dict(zip(places, taken.inputs, strict=True)).get(asked)
    if element is None:
        raise CannotExplainError
    what = f"{place(element)} = {literal(element.value)} is the element that was taken."
    text = counting(element.index[-count:], sizes)
    return Explained(text, taken.inputs, f"{what} {WORDS[count]}", derived=True)
