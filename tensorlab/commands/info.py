"""`tensorlab info`: versions, devices and paths."""

from tensorlab.process.lifecycle import ExitCode
from tensorlab.render.look.console import show


def show_information(form: str = "auto") -> int:
    """Show what tensorlab runs on and return the exit code."""
    if form == "json":
        from tensorlab.workspace.information import information
        from tensorlab.workspace.pages_json import line

        print(line(information()))
        return ExitCode.FINE
    from tensorlab.render.information import information_page

    show(information_page())
    return ExitCode.FINE
