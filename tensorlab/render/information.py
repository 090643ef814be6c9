"""What tensorlab runs on, as tables, and the settings, with a note on each that is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorlab.process.lifecycle import say
from tensorlab.workspace.configuration import Configuration, chosen

if TYPE_CHECKING:
    from rich.console import Group


def information_page() -> Group:
    """Return versions, devices and paths as tables."""
    from rich.console import Group

    from tensorlab.render.look.remarks import heading
    from tensorlab.render.look.tables import Pairs
    from tensorlab.workspace.information import information

    known = information()
    own = known["versions"].pop("tensorlab")
    return Group(
        heading(f"tensorlab {own}"),
        Pairs(known["versions"].items()),
        heading("\nDevices"),
        Pairs(known["devices"].items()),
        heading("\nFiles"),
        Pairs(known["files"].items()),
    )


told: set[str] = set()  # a process says it once, however often it asks


def usual_configuration() -> Configuration:
    """Return the user's settings, after a note on each that is wrong."""
    found = chosen()
    for problem in found.problems:
        if problem not in told:
            say(f"note: {problem}")
    told.update(found.problems)
    return found.configuration
