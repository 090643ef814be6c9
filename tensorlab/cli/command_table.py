"""Makes what is answered without loading the commands: the table of shells, the page of --help."""

import sys
from pathlib import Path
from typing import Any

# What the arguments and options of commands are: words, and in capitals what is looked up.
KINDS = {
    "lesson": "LESSON", "export": "LESSON transcript", "help": "FUNCTION CODE",
    "explain": "CODE FUNCTION", "completion": "bash zsh fish",
}  # fmt: skip
OPTION_KINDS = {"--device": "cpu cuda meta", "--dtype": "TYPE", "--restart": "LESSON all"}
TABLE = Path(__file__).parents[1] / "completing" / "words.txt"
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
    kinds = {name: kind for name, kind in usual.items() if name not in flags} | {
        f"{command} {name}": kind
        for command, found in options.items()
        for name, kind in found.items()
        if kind != usual.get(name, "")
    }
    words = {command: " ".join(found) for command, found in options.items()}
    tables = {
        "arguments": arguments, "options": words, "flags": {"": " ".join(flags)},
        "kinds": kinds, "settings": values(),
    }  # fmt: skip
    lines = (
        f"{table} {name}: {said}\n" for table, rows in tables.items() for name, said in rows.items()
    )
    return f"# Made by python -m tensorlab.cli.command_table.\n{''.join(lines)}"


def usual_kinds(options: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return what follows each option in most commands, where that is known."""
    given: dict[str, list[str]] = {}
    for found in options.values():
        for name, kind in found.items():
            given.setdefault(name, []).append(kind)
    usual = {name: max(kinds, key=kinds.count) for name, kinds in given.items()}
    return {name: kind for name, kind in usual.items() if kind}


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
