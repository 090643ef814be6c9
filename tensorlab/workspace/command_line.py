"""How a line is read: a command with a colon, a question about a name, a habit from elsewhere."""

import io
import re
import tokenize
from collections.abc import Container, Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from tensorlab.frozen import texts_beside
from tensorlab.language.reading.source import tree_of

MARK = ":"
# What leaves other programs, and what asks them for help.
LEAVING = {"q", "q!", "wq", "x", "bye", "logout", "exit", "quit"}
HELPING = {"h", "help", "?"}


class UnknownCommandError(Exception):
    """A line names no command, or more than one; the message says what to type instead."""


def split(line: str) -> tuple[str, str]:
    """Return the word of a command and what stands behind it."""
    word, _, argument = line.strip().removeprefix(MARK).partition(" ")
    return word, argument.strip()


def command_named(word: str, names: Iterable[str]) -> str:
    """Return the command that a word stands for: its own name, or the only one that begins so.

    Raises:
        UnknownCommandError: none does, or several.
    """
    known = list(names)
    if word in known:
        return word
    matches = [name for name in known if word and name.startswith(word)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UnknownCommandError(f":{word} can mean {choice(matches)}")
    if advice := ending_or_help(word):
        raise UnknownCommandError(advice)
    near = get_close_matches(word, known, 3, 0.61)  # at the usual 0.6, save is near to shapes
    advice = f"did you mean {choice(near)}?" if near else ":help lists the commands"
    raise UnknownCommandError(f"there is no command :{word}; {advice}")


def ending_or_help(word: str) -> str:
    """Return how to leave or where help is, if that is what a word asks for elsewhere."""
    if word in LEAVING:
        return ":quit leaves, and so do exit and Ctrl-D; :save FILE keeps what worked"
    return ":help lists the commands, ?name explains" if word in HELPING else ""


def choice(names: Sequence[str]) -> str:
    """Return commands as a choice in words."""
    *front, last = (f"{MARK}{name}" for name in names)
    return f"{', '.join(front)} or {last}" if front else last


# Of each command what may stand behind it, and what it does.
ABOUT = {
    name: (takes, does)
    for name, text in texts_beside(__file__, "commands.txt").items()
    for does, _, takes in [text.partition(" | ")]
}
HABITS = ("%", "!")
ROWS = texts_beside(__file__, "habits.txt").items()
INSTEAD = {name: instead for names, instead in ROWS for name in names.split()}
# What IPython takes without its mark, and no program would mean.
OF_IPYTHON = {"hist", "who", "whos", "who_ls", "timeit", "paste", "cpaste", "logstart", "pinfo"}
OF_SHELLS = {"ls", "cd", "pwd", "pip", "conda", "git", "python", "python3", "cat", "mkdir", "rm",
             "bash", "sh", "sudo", "apt", "nvidia-smi", "which", "echo", "man", "vim", "nano",
             "export", "tensorlab"}  # fmt: skip
NO_SHELL = "there is no shell here: Ctrl-Z goes back to yours, and fg comes back here"
LISTING = {"dir()", "vars()", "globals()", "locals()"}
# as commands begin elsewhere
MARKED = re.compile(r"(?:[.\\/]|--?(?=h))(?P<word>\w+)")


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
    if word in names or (rest and tree_of(text) and not (has_options and word in OF_SHELLS)):
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


ASKING = "?"
HELP = "help"
CODE = re.compile(r"TL\d{3}", re.IGNORECASE)
OF_COMMAND = re.compile(r"\?+ *(?P<before>:\w+)|(?P<behind>:\w+) *\?+")
OF_SHELL = re.compile(r"(?:tensorlab +)?(?P<word>explain) +(?P<what>\S.*)")
OF_BOTH = re.compile(r"tensorlab +(?P<command>(?:help|lesson|review|run)\b[^-]*)")
BESIDE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
          tokenize.ENDMARKER}  # fmt: skip


class Asked(NamedTuple):
    """What a question is about, and whether its declaration is wanted: `??name`."""

    subject: str
    in_full: bool


def is_for_the_prompt(line: str) -> bool:
    """Return whether a line is no statement by how it begins, whatever is open in it."""
    return line.lstrip().startswith((MARK, ASKING, *HABITS))


def question(line: str, names: Container[str] = ()) -> Asked | None:
    """Return what `?name`, `name?`, `??name` or `help name` asks about, None of other lines.

    A question mark in a text or in a comment asks nothing. `names` are those of the program.
    """
    if ASKING not in line:
        return spoken(line, names)
    tokens = tokens_of(line.strip())
    if not tokens or "\n" in line.strip():
        return None
    begins, ends = (tokens[place].string == ASKING for place in (0, -1))
    if not begins and not ends:
        return None
    texts = [token.string for token in tokens]
    in_full = texts[:2] == [ASKING] * 2 or texts[-2:] == [ASKING] * 2
    subject = line.strip()[: tokens[-1].end[1]].strip(f"{ASKING} ")
    return Asked(subject, in_full)


def command_asked_about(line: str) -> str:
    """Return the command that `?:name` or `:name?` asks about; empty for other lines."""
    match = OF_COMMAND.fullmatch(line)
    return "" if match is None else match["before"] or match["behind"]


def typed_for_a_shell(line: str, names: Container[str]) -> str:
    """Return the command of the prompt that a command line's words are; empty for other lines.

    An error's code alone asks what it means.
    """
    if CODE.fullmatch(line) and line not in names:
        return f"{MARK}help {line}"
    if both := OF_BOTH.fullmatch(line):
        return f"{MARK}{both['command']}"
    match = OF_SHELL.fullmatch(line)
    if match is None or match["word"] in names:
        return ""
    what = match["what"].strip("'\"")
    return f"{MARK}{'help' if CODE.fullmatch(what) else 'why'} {what}"


def tokens_of(line: str) -> list[tokenize.TokenInfo]:
    """Return the tokens of a line but for comments and blanks, none where a text is open in it."""
    try:
        found = [*tokenize.generate_tokens(io.StringIO(line).readline)]
    except (tokenize.TokenError, SyntaxError):
        # or indented in no way that Python knows
        return []
    return [token for token in found if token.type not in BESIDE and token.string.strip()]


def spoken(line: str, names: Container[str]) -> Asked | None:
    """Return what `help name` and `help(name)` ask about."""
    word, _, rest = line.strip().partition(" ")
    if HELP in names or not line.strip().startswith(HELP):
        return None
    if word == HELP and (not rest or not tree_of(line.strip())):
        return Asked(rest.strip(" \"'"), in_full=False)
    if line.strip().startswith(f"{HELP}(") and line.strip().endswith(")"):
        return Asked(line.strip()[len(HELP) + 1 : -1].strip(" \"'"), in_full=False)
    return None
