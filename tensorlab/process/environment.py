"""Options that the environment gives: TENSORLAB_TIMEOUT=60 is --timeout 60, of every command."""

import os
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tensorlab.completing.words import OPTIONS
from tensorlab.process.lifecycle import NO_OPTIONS, say

PREFIX = "TENSORLAB_"
# a release's script may set TENSORLAB_VERSION
ON_THE_LINE_ALONE = {"--help", "--version"}


def let_environment_give(parameters: Sequence[Any]) -> None:
    """Let each option of a command be given by a variable of its name; several values by lines."""
    for option in options_of(parameters):
        option.envvar = variable_of(long_name(option))
        option.show_envvar = False
        if option.multiple:
            option.type = copy(option.type)
            option.type.envvar_list_splitter = "\n"


def options_of(parameters: Sequence[Any]) -> Iterator[Any]:
    """Yield the options with a name that a variable can have."""
    for each in parameters:
        if each.param_type_name == "option" and has_variable(long_name(each)):
            yield each


def has_variable(name: str) -> bool:
    """Return whether a variable can be called like an option."""
    return name.startswith("--") and name not in ON_THE_LINE_ALONE


def variable_of(name: str) -> str:
    """Return the variable that gives an option or a setting."""
    return PREFIX + name.removeprefix("--").replace("-", "_").upper()


def long_name(option: Any) -> str:
    """Return the longest name of an option."""
    return str(max(option.opts, key=len))


def usual_words(context: Any, parameters: Sequence[Any]) -> list[str]:
    """Return words that stand for what the environment says to other commands and not to this one.

    `TENSORLAB_FORMAT=svg` is meant for explain: eval says that it does not know it, and goes on.
    """
    words = []
    for option in options_of(parameters):
        given = os.environ.get(option.envvar, "")
        if given and given in choices_elsewhere(context, option) - choices(option):
            say(f"note: {option.envvar}={given} means nothing to {context.command_path}")
            words.append(f"{long_name(option)}={option.default}")
    return words


def choices(option: Any) -> set[str]:
    """Return the words that an option can be, where it can be but a few."""
    return set(getattr(option.type, "choices", ()))


def choices_elsewhere(context: Any, option: Any) -> set[str]:
    """Return the words that an option can be in any command."""
    known = choices(option)
    for command in context.find_root().command.commands.values() if known else ():
        for each in options_of(command.params):
            known |= choices(each) if each.envvar == option.envvar else set()
    return known


def unknown_variables(settings: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with the variables of the environment that nothing reads."""
    options = {
        name for command in OPTIONS.values() for name in command.split() if has_variable(name)
    }
    known = NO_OPTIONS | {variable_of(name) for name in (*options, *settings)}
    for name in os.environ:
        if name.startswith(PREFIX) and name not in known:
            near = get_close_matches(name, known, 1)
            yield f"{name} means nothing" + (f": did you mean {near[0]}?" if near else "")
    home = os.environ.get("TENSORLAB_HOME", "")
    if home and not Path(home).is_absolute():
        yield f"TENSORLAB_HOME must be an absolute path, not {home!r}"


def where_it_was_given(context: Any, error: object) -> str:
    """Return the variable whose value is at fault, nothing where the command line is."""
    option = getattr(error, "param", None)
    if option is None:
        return ""
    source = context.get_parameter_source(option.name)
    return str(option.envvar) if source and source.name == "ENVIRONMENT" else ""
