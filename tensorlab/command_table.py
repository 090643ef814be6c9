"""Makes completing/words.py, the table that shells ask, from the commands themselves."""

import sys
from pathlib import Path
from typing import Any

# What the arguments and options of commands are: words, and in capitals what is looked up.
KINDS = {
    "lesson": "LESSON", "export": "LESSON transcript", "help": "FUNCTION CODE",
    "explain": "CODE FUNCTION", "completion": "bash zsh fish",
}  # fmt: skip
OPTION_KINDS = {"--device": "cpu cuda meta", "--dtype": "TYPE", "--restart": "LESSON all"}
TABLE = Path(__file__).parent / "completing" / "words.py"


def table_of(group: Any) -> str:
    """Return the text of the table that the shells ask."""
    arguments, options = {"": ""}, {"": options_of(group)}
    for name, command in group.commands.items():
        below = getattr(command, "commands", {})
        arguments[name] = settings() if name == "config" else KINDS.get(name, " ".join(below))
        options[name] = options_of(command)
        for each in below.values():
            options[name] |= options_of(each)
    return (
        '"""The commands and their options, made by python -m tensorlab.command_table."""\n\n'
        f"ARGUMENTS = {arguments!r}\nOPTIONS = {options!r}\nSETTINGS = {values()!r}\n"
    )


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


def main() -> None:
    """Write the table."""
    import typer

    from tensorlab.cli import app

    TABLE.write_text(table_of(typer.main.get_command(app)), encoding="utf-8")
    sys.stdout.write(f"{TABLE}\n")


if __name__ == "__main__":
    main()
