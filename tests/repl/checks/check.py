"""A check of the prompt, and how it is written down."""

from typing import Any, NamedTuple

CHECKS: list["Check"] = []


class Check(NamedTuple):
    """One thing that is to work: on a screen that can be moved on, in one of the modes."""

    name: str
    act: Any
    screen: bool = False
    editing: str = ""
    alone: bool = False


def check(**facts):
    def added(act):
        CHECKS.append(Check(act.__name__, act, **facts))
        return act

    return added


def shown(name, line, *words, **facts):
    """Add the check that a line shows some words."""
    CHECKS.append(Check(name, lambda sitting: sitting.enter(line, *words), **facts))
