"""What a run switches for a while, and how to put it back where the run never comes to that."""

import warnings

from tensorlab.engine import memory
from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.autograd.walking import Retention
from tensorlab.language.limits.depth import from_within
from tensorlab.language.running.silence import silence

SWITCHES: tuple[tuple[object, str], ...] = (
    (Recording, "enabled"),
    (Retention, "witness"),
    (memory, "allowance"),
    (from_within, "depth"),
    (silence, "wanted"),
    (warnings, "filters"),
    (warnings, "showwarning"),
)


def positions() -> list[object]:
    """Return how the switches stand."""
    return [getattr(owner, name) for owner, name in SWITCHES]


def put_back(before: list[object]) -> None:
    """Set the switches as they stood."""
    for (owner, name), position in zip(SWITCHES, before, strict=True):
        setattr(owner, name, position)
