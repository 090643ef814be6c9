"""`tensorlab info`: versions, devices and paths."""

from tensorlab.process import ExitCode
from tensorlab.render.console import terminal_console


def show_information() -> int:
    """Show what tensorlab runs on and return the exit code."""
    from tensorlab.render.information import information

    terminal_console().print(information())
    return ExitCode.FINE
