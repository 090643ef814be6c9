"""The user's settings as a prompt begins with them, after a note on each that is wrong."""

from tensorlab.process import say
from tensorlab.workspace.configuration import Configuration, chosen


def usual_configuration() -> Configuration:
    """Return the user's settings, after a note on each that is wrong."""
    found = chosen()
    for problem in found.problems:
        say(f"note: {problem}")
    return found.configuration
