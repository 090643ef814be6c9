"""The user's settings, with a note on each that is wrong."""

from tensorlab.process.lifecycle import say
from tensorlab.workspace.configuration import Configuration, chosen

told: set[str] = set()  # a process says it once, however often it asks


def usual_configuration() -> Configuration:
    """Return the user's settings, after a note on each that is wrong."""
    found = chosen()
    for problem in found.problems:
        if problem not in told:
            say(f"note: {problem}")
    told.update(found.problems)
    return found.configuration
