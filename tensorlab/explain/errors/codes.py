"""The stable codes of errors: which message each one is, the rule behind it, a live example.

A code is never given to another error: courses and forums refer to it.
"""

from tensorlab.explain.errors.other_rules import OTHER_RULES
from tensorlab.explain.errors.rule import Rule
from tensorlab.explain.errors.shape_rules import SHAPE_RULES

RULES = (*SHAPE_RULES, *OTHER_RULES)
CATCH_ALL = OTHER_RULES[-1]  # what has no code of its own


def rule_for(message: str) -> Rule | None:
    """Return the rule that an error message is about."""
    return next((rule for rule in RULES if rule.matcher.search(message)), None)


def rule_with(code: str) -> Rule | None:
    """Return the rule with a code."""
    return next((rule for rule in RULES if rule.code == code), None)
