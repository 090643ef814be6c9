"""`tensorlab completion`: what lets bash, zsh or fish complete."""

import shlex
import sys
from pathlib import Path

from tensorlab.process.lifecycle import ExitCode, WrongUsageError

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
        raise WrongUsageError(f"there is nothing for {shell!r}: write {', '.join(SCRIPTS)}")
    ask = f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(PROGRAM))}"
    print(SCRIPTS[shell].replace("ASK", ask))
    return ExitCode.FINE
