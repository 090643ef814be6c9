"""`tensorlab help NAME`: the page about a function, or what fits words of what is looked for."""

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from tensorlab.frozen import json_line
from tensorlab.language.rules.catalogue import CODED
from tensorlab.process.lifecycle import ExitCode, WrongUsageError
from tensorlab.render.look.console import show

if TYPE_CHECKING:
    from tensorlab.repl.answering import Answer


def show_help(name: str | None, root: Any, form: str = "auto") -> int:
    """Show the page about a function, or the help of a command, and return the exit code.

    `root` is the context of all commands. Without a name they are listed.

    Raises:
        WrongUsageError: nothing is found.
    """
    if name is None and form != "json":
        print(root.get_help())
        return ExitCode.FINE
    if name is None:
        raise WrongUsageError("help as JSON needs a NAME: a function, method, operator, or words")
    command = root.command.get_command(root, name)
    if command is not None and form != "json":  # no function is called so
        print(command.get_help(command.make_context(name, [], root, resilient_parsing=True)))
        return ExitCode.FINE
    found = show_found(name, form)
    if not found.went_well:
        raise WrongUsageError(str(found.text))
    return ExitCode.FINE


def show_found(name: str, form: str = "auto") -> "Answer":
    """Show the page about a function, or what fits words, where there is any; return it."""
    from tensorlab.language.running.session import Session
    from tensorlab.repl.looking_up import as_object, looked_up

    if name.startswith(":"):
        from tensorlab.repl.commands import help_on_command

        found = help_on_command(name)
    else:
        found = looked_up(name, Session())
    if found.went_well and form == "json":
        print(json_line(as_object(name, found)))
    elif found.went_well:
        show(found.text)
    return found


def explain_code(code: str, form: str) -> int:
    """Show the story of an error's code and return the exit code.

    Raises:
        WrongUsageError: there is no such code.
    """
    rule = CODED.get(code)
    if rule is None:
        near = get_close_matches(code, CODED, 3)
        raise WrongUsageError(f"there is no error {code}. Did you mean {', '.join(near)}?")
    if form == "json":
        from tensorlab.workspace.pages_json import rule_object

        print(json_line(rule_object(rule)))
        return ExitCode.FINE
    from tensorlab.render.help_page import ErrorStory

    story = ErrorStory(rule)
    if form == "narrated":
        print(story.narrated())
    else:
        show(story)
    return ExitCode.FINE
