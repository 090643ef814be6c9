"""The user's settings as a prompt begins with them, after a note on each that is wrong."""

from tensorlab.process import say
from tensorlab.workspace.configuration import (
    Configuration,
    configuration_file,
    read_configuration,
)


def usual_configuration() -> Configuration:
    """Return the user's settings, after a note on each that is wrong."""
    configuration, problems = read_configuration(configuration_file())
    for problem in problems:
        say(f"note: {problem}")
    return configuration
