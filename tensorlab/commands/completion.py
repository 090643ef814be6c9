"""`tensorlab completion`: what lets bash, zsh or fish complete."""

from tensorlab.process import ExitCode, WrongUsageError

ASK = "tensorlab --complete"
SCRIPTS = {
    "bash": f"""\
_tensorlab() {{
  local IFS=$'\\n'
  COMPREPLY=($({ASK} "${{COMP_WORDS[@]:0:COMP_CWORD+1}}" 2>/dev/null))
}}
complete -o default -F _tensorlab tensorlab""",
    "zsh": f"""\
_tensorlab() {{
  local -a found
  found=("${{(@f)$({ASK} "${{(@)words[1,CURRENT]}}" 2>/dev/null)}}")
  [[ -n "$found" ]] && compadd -a found || _files
}}
compdef _tensorlab tensorlab""",
    "fish": f"""\
complete -c tensorlab -f -a '({ASK} (commandline -opc) (commandline -ct) 2>/dev/null)'
complete -c tensorlab -n '__fish_seen_subcommand_from run watch repl python' -F""",
}


def write_script(shell: str) -> int:
    """Write what a shell is to read and return the exit code.

    Raises:
        WrongUsageError: it is another shell.
    """
    if shell not in SCRIPTS:
        raise WrongUsageError(f"there is nothing for {shell!r}: write {', '.join(SCRIPTS)}")
    print(SCRIPTS[shell])
    return ExitCode.FINE
