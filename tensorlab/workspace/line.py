"""Whether a line asks about a name: `?name`, `name?`, `??name`, `help name`."""

import io
import re
import tokenize
from collections.abc import Container
from typing import NamedTuple

from tensorlab.workspace.command_line import MARK
from tensorlab.workspace.habits import HABITS, is_python

ASKING = "?"
HELP = "help"
CODE = re.compile(r"TL\d{3}", re.IGNORECASE)
OF_COMMAND = re.compile(r"\?+ *(?P<before>:\w+)|(?P<behind>:\w+) *\?+")
OF_SHELL = re.compile(r"(?:tensorlab +)?(?P<word>explain) +(?P<what>\S.*)")
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
    match = OF_SHELL.fullmatch(line)
    if match is None or match["word"] in names:
        return ""
    what = match["what"].strip("'\"")
    return f"{MARK}{'help' if CODE.fullmatch(what) else 'why'} {what}"


def tokens_of(line: str) -> list[tokenize.TokenInfo]:
    """Return the tokens of a line but for comments and blanks, none where a text is open in it."""
    try:
        found = [*tokenize.generate_tokens(io.StringIO(line).readline)]
    except (tokenize.TokenError, SyntaxError):  # or indented in no way that Python knows
        return []
    return [token for token in found if token.type not in BESIDE and token.string.strip()]


def spoken(line: str, names: Container[str]) -> Asked | None:
    """Return what `help name` and `help(name)` ask about."""
    word, _, rest = line.strip().partition(" ")
    if HELP in names or not line.strip().startswith(HELP):
        return None
    if word == HELP and (not rest or not is_python(line)):
        return Asked(rest.strip(" \"'"), in_full=False)
    if line.strip().startswith(f"{HELP}(") and line.strip().endswith(")"):
        return Asked(line.strip()[len(HELP) + 1 : -1].strip(" \"'"), in_full=False)
    return None
