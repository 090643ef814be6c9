"""`tensorlab config`: the settings, what each means and where it comes from; or one changed."""

from rich.text import Text

from tensorlab.frozen import json_line
from tensorlab.process.environment import unknown_variables
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say
from tensorlab.render.look.console import show
from tensorlab.render.look.remarks import heading
from tensorlab.render.look.tables import Pairs
from tensorlab.workspace import configuration


def show_settings(form: str = "auto") -> int:
    """Show the settings, and what is wrong with them; return the exit code."""
    found = configuration.chosen()
    found.problems.extend(unknown_variables(configuration.FIELDS))
    if form == "json":
        from tensorlab.workspace.pages_json import settings_object

        print(json_line(settings_object(found)))
    else:
        show(Text(f"{configuration.configuration_file()}\n", "quiet"))
        show(Pairs((name, described(name, found)) for name in configuration.FIELDS))
        for problem in found.problems:
            say(f"wrong: {problem}")
    return ExitCode.FAILED if found.problems else ExitCode.FINE


def described(name: str, found: configuration.Chosen) -> str:
    """Return what a setting is, where that comes from, and what it can be."""
    about = configuration.FIELDS[name].metadata["about"]
    value = configuration.as_text(getattr(found.configuration, name))
    return f"{value} ({found.origins[name]})\n{about}: {', '.join(configuration.choices_of(name))}"


def change_setting(name: str, text: str | None, form: str = "auto") -> int:
    """Show one setting, or write it to the file, and return the exit code.

    Raises:
        WrongUsageError: there is no such setting, it cannot be that, or it cannot be written.
    """
    if name not in configuration.FIELDS:
        raise WrongUsageError(f"there is no setting {name!r}: tensorlab config lists them")
    if text is not None:
        try:
            value = configuration.value_of(name, text)
            configuration.remember(name, value, configuration.configuration_file())
        except ValueError as error:
            raise WrongUsageError(str(error)) from None
        except OSError as error:
            raise WrongUsageError(f"{error.filename} cannot be written: {error.strerror}") from None
    found = configuration.chosen()
    if form == "json":
        from tensorlab.workspace.pages_json import setting_object

        print(json_line(setting_object(name, found)))
    elif text is None:
        show(Text(described(name, found)))
    else:
        value = configuration.as_text(configuration.value_of(name, text))
        show(Text(f"{name} is {value}, in {configuration.configuration_file()}", "quiet"))
        if found.origins[name].isupper():
            say(f"note: {found.origins[name]} in the environment comes before it")
        for problem in found.problems:
            say(f"wrong: {problem}")
    return ExitCode.FINE


def show_information(form: str = "auto") -> int:
    """Show what tensorlab runs on and return the exit code."""
    from tensorlab.workspace.information import information

    known = information()
    if form == "json":
        print(json_line(known))
        return ExitCode.FINE
    titles = (f"tensorlab {known['versions'].pop('tensorlab')}", "\nDevices", "\nFiles")
    for title, rows in zip(titles, known.values(), strict=True):
        show(heading(title))
        show(Pairs(rows.items()))
    return ExitCode.FINE
