"""`tensorlab info`: versions, devices and paths."""

from tensorlab.process import ExitCode
from tensorlab.render.console import show


def show_information() -> int:
    """Show what tensorlab runs on and return the exit code."""
    from tensorlab.render.information import information_page

    show(information_page())
    return ExitCode.FINE
