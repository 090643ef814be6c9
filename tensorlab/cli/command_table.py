"""Makes what is answered without loading the commands: the table of shells, the page of --help."""

import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import Any

# What the arguments and options of commands are: words, and in capitals what is looked up.
KINDS = {
    "lesson": "LESSON", "export": "LESSON transcript", "help": "FUNCTION CODE",
    "explain": "CODE FUNCTION", "completion": "bash zsh fish",
}  # fmt: skip
OPTION_KINDS = {"--device": "cpu cuda meta", "--dtype": "TYPE", "--restart": "LESSON all"}
WIDTH = 84  # of a text in a line
TABLE = Path(__file__).parents[1] / "completing" / "words.py"
PAGE = Path(__file__).parents[1] / "completing" / "help.txt"


def table_of(group: Any) -> str:
    """Return the text of the table that the shells ask."""
    arguments, options = {}, {"": options_of(group)}
    for name, command in group.commands.items():
        below = getattr(command, "commands", {})
        if kind := settings() if name == "config" else KINDS.get(name, " ".join(below)):
            arguments[name] = kind
        options[name] = options_of(command)
        for each in below.values():
            options[name] |= options_of(each)
    usual = usual_kinds(options)
    flags = [name for name, kind in usual.items() if kind == "flag"]
    own = {
        command: {name: kind for name, kind in found.items() if kind != usual.get(name, "")}
        for command, found in options.items()
    }
    kinds = {"": {name: kind for name, kind in usual.items() if name not in flags}}
    kinds |= {command: found for command, found in own.items() if found}
    names = (f'    "{command}": {in_lines(found)},\n' for command, found in options.items())
    return (
        '"""The commands and their options, made by python -m tensorlab.cli.command_table."""\n\n'
        f"ARGUMENTS = {arguments!r}\nOPTIONS = {{\n{''.join(names)}}}\n"
        f"FLAGS = ({in_lines(flags)})\n"
        "# What follows an option, where that is known: everywhere, and after some commands.\n"
        f"KINDS = {kinds!r}\nSETTINGS = {values()!r}\n"
    )


def usual_kinds(options: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return what follows each option in most commands, where that is known."""
    given: dict[str, list[str]] = {}
    for found in options.values():
        for name, kind in found.items():
            given.setdefault(name, []).append(kind)
    usual = {name: max(kinds, key=kinds.count) for name, kinds in given.items()}
    return {name: kind for name, kind in usual.items() if kind}


def in_lines(words: Iterable[str]) -> str:
    """Return words as one text in quotes, written over several lines where it is long."""
    return '"' + ' "\n    "'.join(wrap(" ".join(words), WIDTH, break_on_hyphens=False)) + '"'


def settings() -> str:
    """Return the names of the settings."""
    from tensorlab.workspace.configuration import FIELDS

    return " ".join(FIELDS)


def values() -> dict[str, str]:
    """Return what each of the settings can be."""
    from tensorlab.workspace.configuration import FIELDS, choices_of

    return {name: " ".join(choices_of(name)) for name in FIELDS}


def options_of(command: Any) -> dict[str, str]:
    """Return the options of a command, each with what may follow it."""
    found = {"--help": "flag", "-h": "flag"}
    for each in command.params:
        if each.param_type_name == "option":
            choices = " ".join(getattr(each.type, "choices", ()))
            for name in each.opts:
                kind = "flag" if each.is_flag else OPTION_KINDS.get(name, choices)
                found[name] = kind
    return found


def page_of(group: Any) -> str:
    """Return the page of `tensorlab --help` as windows show it that are not narrow."""
    from tensorlab.cli.options import WIDTH

    context = group.make_context("tensorlab", [], resilient_parsing=True, terminal_width=WIDTH - 2)
    return f"{context.get_help()}\n"


def main() -> None:
    """Write the table and the page."""
    import typer

    from tensorlab.cli.application import app

    group = typer.main.get_command(app)
    for file, text in ((TABLE, table_of(group)), (PAGE, page_of(group))):
        file.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
