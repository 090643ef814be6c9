"""All rules, in the order in which they are tried, out of `rules.txt` beside this file.

There a rule is some lines, each of them a field's name and its text; an empty line follows. Several
lines of an example are the lines of one program.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tensorlab.language.rules.rule import OF_TENSORS, Rule


def read(part: str) -> Rule:
    """Return the rule that some lines of the file describe."""
    told: dict[str, list[str]] = {}
    for line in part.splitlines():
        name, _, text = line.partition(": ")
        told.setdefault(name, []).append(text)
    texts: dict[str, Any] = {name: "\n".join(lines) for name, lines in told.items()}
    texts["edits"] = tuple(texts.get("edits", "").split())
    texts["kinds"] = tuple(texts.get("kinds", "").split()) or OF_TENSORS
    return Rule(**texts)


TEXT = Path(__file__).with_name("rules.txt").read_text("utf-8")
RULES = tuple(map(read, TEXT.strip().split("\n\n")))  # the first that fits is meant
CATCH_ALL = RULES[-1]


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
