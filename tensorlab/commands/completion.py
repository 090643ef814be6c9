"""`tensorlab completion`: what lets bash, zsh or fish complete."""

import shlex
import sys
from pathlib import Path
from typing import Any

from tensorlab.cli.options import GROUPS, NOTES, WIDTH
from tensorlab.process.lifecycle import ExitCode, WrongUsageError
from tensorlab.version import VERSION

PROGRAM = Path(__file__).parents[1] / "completing" / "__main__.py"
# In the form that the shell knows; where this installation is gone, the one on the path is asked.
SCRIPTS = {
    "bash": """\
_tensorlab_ask() { ASK "$@" 2>/dev/null || command tensorlab --complete "$@" 2>/dev/null; }
_tensorlab() {
  local IFS=$'\\n'
  COMPREPLY=($(_tensorlab_ask "${COMP_WORDS[@]:0:COMP_CWORD+1}"))
}
complete -o default -F _tensorlab tensorlab""",
    "zsh": """\
_tensorlab_ask() { ASK "$@" 2>/dev/null || command tensorlab --complete "$@" 2>/dev/null; }
_tensorlab() {
  local -a found
  found=("${(@f)$(_tensorlab_ask "${(@)words[1,CURRENT]}")}")
  [[ -n "$found" ]] && compadd -a found || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _tensorlab tensorlab""",
    "fish": """\
function __tensorlab_ask
  ASK $argv 2>/dev/null; or command tensorlab --complete $argv 2>/dev/null
end
function __tensorlab
  set -l found (__tensorlab_ask (commandline -opc) (commandline -ct))
  if set -q found[1]; string join -- \\n $found; else; __fish_complete_path (commandline -ct); end
end
complete -c tensorlab -f -a '(__tensorlab)'""",
}


def write_script(shell: str) -> int:
    """Write what a shell is to read and return the exit code.

    Raises:
        WrongUsageError: it is another shell.
    """
    if shell not in SCRIPTS:
        raise WrongUsageError(f"there is no completion for {shell!r}: write {', '.join(SCRIPTS)}")
    ask = f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(PROGRAM))}"
    print(SCRIPTS[shell].replace("ASK", ask))
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
