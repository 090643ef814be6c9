"""The one table of what an error means: by its class and its text, and by its stable code.

A code is never given to another error: courses and forums refer to it.
"""

from collections.abc import Iterable

from tensorlab.language.rules.others import CATCH_ALL, OTHER_RULES
from tensorlab.language.rules.plain import PLAIN_RULES
from tensorlab.language.rules.rule import Rule
from tensorlab.language.rules.shapes import SHAPE_RULES

RULES = (*SHAPE_RULES, *OTHER_RULES, *PLAIN_RULES, CATCH_ALL)  # the first that fits is meant


def by_code(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Return the rules that have a code.

    Raises:
        ValueError: two of them have the same one.
    """
    found: dict[str, Rule] = {}
    for rule in rules:
        if rule.code and found.setdefault(rule.code, rule) is not rule:
            titles = f"{found[rule.code].title!r} and {rule.title!r}"
            raise ValueError(f"the code {rule.code} is given twice: to {titles}")
    return found


CODED = by_code(RULES)


def rule_for(kind: str, message: str) -> Rule | None:
    """Return the rule that an error of a class with a message is about."""
    return next((rule for rule in RULES if rule.is_about(kind, message)), None)
