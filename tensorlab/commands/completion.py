"""`tensorlab completion`: what lets bash, zsh or fish complete."""

import shlex
import sys
from pathlib import Path
from typing import Any

from tensorlab.cli.options import GROUPS, NOTES, WIDTH
from tensorlab.process.lifecycle import ExitCode, WrongUsageError
from tensorlab.version import VERSION

PROGRAM = Path(__file__).parents[1] / "completing" / "__main__.py"
SHELLS = ("bash", "zsh", "fish")


def write_script(shell: str) -> int:
    """Write what a shell is to read and return the exit code.

    Raises:
        WrongUsageError: it is another shell.
    """
    if shell not in SHELLS:
        raise WrongUsageError(f"there is no completion for {shell!r}: write {', '.join(SHELLS)}")
    ask = f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(PROGRAM))}"
    # Where this installation is gone, the one on the path is asked.
    script = PROGRAM.with_name(f"script.{shell}").read_text("utf-8")
    print(script.replace("ASK", ask), end="")
    return ExitCode.FINE


def write_manual(group: Any) -> int:
    """Write the manual page of the commands and return the exit code."""
    lines = [
        f'.TH TENSORLAB 1 "" "tensorlab {VERSION}"',
        ".SH NAME", f"tensorlab \\- {plain(group.help)}",
        ".SH SYNOPSIS", ".B tensorlab", ".I COMMAND", "[options]",
    ]  # fmt: skip
    for title, names in GROUPS.items():
        lines.append(f".SH {title.upper()}")
        for name in names:
            lines += section(name, group.commands[name])
    print(*lines, ".SH EXAMPLES", *verbatim(group.epilog), ".SH NOTES", plain(NOTES), sep="\n")
    return ExitCode.FINE


def section(name: str, command: Any) -> list[str]:
    """Return what the page says of a command, and of those below it."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    usage = " ".join([name, *(each.make_metavar(None) for each in arguments)])
    lines = [f'.SS "tensorlab {plain(usage)}"', plain(command.help or "")]
    for each in options:
        value = "" if each.is_flag else f" {each.metavar or each.type.name.upper()}"
        lines += [".TP", f".B {plain(', '.join(each.opts))}{plain(value)}", plain(each.help or "")]
    for sub, each in getattr(command, "commands", {}).items():
        lines += section(f"{name} {sub}", each)
    return lines + ([".PP", *verbatim(command.epilog)] if command.epilog else [])


def verbatim(text: str) -> list[str]:
    """Return lines that stay as they are."""
    return [".nf", *map(plain, text.split("\n")), ".fi"]


def plain(text: str) -> str:
    """Return a text with the marks that mean something to a manual page taken for themselves."""
    line = " ".join(text.split()) if len(text) > WIDTH else text
    quoted = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{quoted}" if quoted.startswith((".", "'")) else quoted
