"""Habits from IPython and from shells, with what to type in their place here."""

import ast
import re
from collections.abc import Container

from tensorlab.workspace.command_line import MARK, ending_or_help

HABITS = ("%", "!")
INSTEAD = {
    **dict.fromkeys(("timeit", "time", "prun", "lprun"), ":time EXPR says how long it takes"),
    **dict.fromkeys(("hist", "history", "rerun", "recall"), ":history lists what was typed"),
    **dict.fromkeys(("who", "whos", "who_ls"), ":vars lists your variables"),
    **dict.fromkeys(("run", "rerun"), ":run FILE runs a program"),
    **dict.fromkeys(("load", "loadpy"), ":load FILE brings a program here"),
    **dict.fromkeys(("paste", "cpaste"), "paste as anywhere: prompts and fences are left out"),
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
# What IPython takes without its mark, and no program would mean.
OF_IPYTHON = {"hist", "who", "whos", "who_ls", "timeit", "paste", "cpaste", "logstart", "pinfo"}
OF_SHELLS = {"ls", "cd", "pwd", "pip", "conda", "git", "python", "python3", "cat", "mkdir", "rm",
             "bash", "sh", "sudo", "apt", "nvidia-smi", "which", "echo", "man", "vim", "nano",
             "export", "tensorlab"}  # fmt: skip
NO_SHELL = "there is no shell here: Ctrl-Z goes back to yours, and fg comes here again"
LISTING = {"dir()", "vars()", "globals()", "locals()"}
MARKED = re.compile(r"(?:[.\\/]|--?(?=h))(?P<word>\w+)")  # as commands begin elsewhere


def habit(line: str, commands: Container[str], names: Container[str]) -> str:
    """Return what to type in place of a habit from IPython or a shell; nothing of other lines."""
    text = line.strip()
    word, _, rest = text.lstrip("%!").partition(" ")
    if text.startswith("%"):
        if word in OF_SHELLS:
            return f"%{word} is IPython's, and {NO_SHELL}"
        return f"%{word} is IPython's; here {INSTEAD.get(word, ':help lists the commands')}"
    if text.startswith("!"):
        return NO_SHELL
    marked = MARKED.fullmatch(text)
    if marked and marked["word"] not in names and (advice := ending_or_help(marked["word"])):
        return advice
    has_options = rest.startswith("-") and rest.lstrip("-")[:1].isalpha()
    if word in names or (rest and is_python(text) and not (has_options and word in OF_SHELLS)):
        return ""
    if word in OF_SHELLS:
        return NO_SHELL
    if word == "clear":
        return "Ctrl-L clears the screen"
    if text in LISTING:
        return INSTEAD["who"]
    return on_a_word(text, word, commands)


def on_a_word(text: str, word: str, commands: Container[str]) -> str:
    """Return what to type for a word that stands alone, or before what is no Python."""
    if word in commands:
        return f"commands begin with a colon: {MARK}{text}"
    if word in OF_IPYTHON:
        return f"{word} is IPython's; here {INSTEAD[word]}"
    return "" if word == "x" else ending_or_help(text)


def is_python(text: str) -> bool:
    """Return whether a text can be read as a program."""
    try:
        ast.parse(text.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
