"""`tensorlab config`: the settings, what each means and where it comes from; or one changed."""

from rich.text import Text

from tensorlab.process import ExitCode, WrongUsageError, say
from tensorlab.render.console import show
from tensorlab.render.tables import Pairs
from tensorlab.workspace.configuration import (
    FIELDS,
    as_text,
    chosen,
    configuration_file,
    remember,
    value_of,
)


def show_settings() -> int:
    """Show the settings, and what is wrong with them; return the exit code."""
    found = chosen()
    show(Text(f"{configuration_file()}\n", "quiet"))
    show(
        Pairs(
            (name, described(name, found.origins[name], getattr(found.configuration, name)))
            for name in FIELDS
        )
    )
    for problem in found.problems:
        say(f"wrong: {problem}")
    return ExitCode.FAILED if found.problems else ExitCode.FINE


def described(name: str, origin: str, value: object) -> str:
    """Return what a setting is, where that comes from, and what it can be."""
    about = FIELDS[name].metadata["about"]
    choices = FIELDS[name].metadata["choices"] or ("on", "off")
    return f"{as_text(value)} ({origin})\n{about}: {', '.join(choices)}"


def change_setting(name: str, text: str | None) -> int:
    """Show one setting, or write it to the file, and return the exit code.

    Raises:
        WrongUsageError: there is no such setting, it cannot be that, or it cannot be written.
    """
    if name not in FIELDS:
        raise WrongUsageError(f"there is no setting {name!r}: tensorlab config lists them")
    if text is None:
        found = chosen()
        show(Text(described(name, found.origins[name], getattr(found.configuration, name))))
        return ExitCode.FINE
    try:
        value = value_of(name, text)
        remember(name, value, configuration_file())
    except (ValueError, OSError) as error:
        raise WrongUsageError(str(getattr(error, "strerror", None) or error)) from None
    show(Text(f"{name} is {as_text(value)}, in {configuration_file()}", "quiet"))
    return ExitCode.FINE
