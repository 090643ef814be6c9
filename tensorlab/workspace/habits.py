"""Habits from IPython and from shells, with what to type in their place here."""

import ast
from collections.abc import Container

from tensorlab.workspace.command_line import MARK

HABITS = ("%", "!")
INSTEAD = {
    **dict.fromkeys(("timeit", "time", "prun", "lprun"), ":time EXPR says how long it takes"),
    **dict.fromkeys(("hist", "history", "rerun", "recall"), ":history lists what was typed"),
    **dict.fromkeys(("who", "whos", "who_ls"), ":vars lists your variables"),
    **dict.fromkeys(("run", "rerun"), ":run FILE runs a program"),
    **dict.fromkeys(("load", "loadpy", "paste", "cpaste"), ":load FILE brings a program here"),
    **dict.fromkeys(("save", "notebook", "writefile"), ":save FILE writes what worked"),
    **dict.fromkeys(("logstart", "logon", "logoff"), ":log FILE keeps all that is shown"),
    **dict.fromkeys(("reset", "reset_selective", "xdel"), ":reset forgets all variables"),
    **dict.fromkeys(("edit", "ed"), "Ctrl-X Ctrl-E opens your editor"),
    **dict.fromkeys(("pinfo", "pdoc", "psource", "pinfo2"), "?name explains, ??name shows more"),
    **dict.fromkeys(("matplotlib", "pylab"), ":view x shows a tensor as grids, :view x heat in "
                    "colours"),
    **dict.fromkeys(("load_ext", "reload_ext", "config", "autoreload", "env"), "leave it out"),
    **dict.fromkeys(("debug", "pdb"), ":why tells how a result came about, :shapes the steps"),
    **dict.fromkeys(("colors", "color_info"), ":theme chooses the colours"),
}  # fmt: skip
OF_SHELLS = {"ls", "cd", "pwd", "pip", "conda", "git", "python", "python3", "cat", "mkdir", "rm",
             "bash", "sh", "sudo", "apt", "nvidia-smi", "which", "echo"}  # fmt: skip
NO_SHELL = "there is no shell here: Ctrl-Z goes back to yours, and fg comes here again"


def habit(line: str, commands: Container[str], names: Container[str]) -> str:
    """Return what to type in place of a habit from IPython or a shell; nothing of other lines."""
    text = line.strip()
    word, _, rest = text.lstrip("%!").partition(" ")
    if text.startswith("%"):
        advice = INSTEAD.get(word) or (NO_SHELL if word in OF_SHELLS else "")
        return f"%{word} is IPython's; here {advice or ':help lists the commands'}"
    if text.startswith("!"):
        return NO_SHELL
    if word in names or (rest and is_python(text)):
        return ""
    if word in OF_SHELLS:
        return NO_SHELL
    if word == "clear":
        return "Ctrl-L clears the screen"
    return f"commands begin with a colon: {MARK}{text}" if word in commands else ""


def is_python(text: str) -> bool:
    """Return whether a text can be read as a program."""
    try:
        ast.parse(text.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
