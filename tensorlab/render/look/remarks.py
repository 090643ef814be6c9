"""What is said to somebody, each kind in its one layout: errors, notices, hints, verdicts."""

import re

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tensorlab.process.colour import Place

RIGHT, WRONG = "\u2713", "\u2717"
MARGIN = (0, 0, 0, 2)


def error(kind: str, message: str) -> Text:
    """Return what failed: its class, then PyTorch's words."""
    return Text.assemble((f"{kind}:", "error"), f" {message}")


def refused(message: str) -> Text:
    """Return why something was not done; nothing failed."""
    return Text(message, "error")


def notice(message: str) -> Text:
    """Return a note on something that surprises."""
    return Text.assemble(("note:", "notice"), f" {message}")


def hint(content: str | RenderableType) -> RenderableType:
    """Return what may help: on the line of its label, or below it where it is more than a line."""
    if isinstance(content, str):
        return Text.assemble(("hint:", "hint"), f" {content}")
    return Group(Text("hint:", "hint"), Padding(content, MARGIN))


def verdict(words: str, *, right: bool, more: str = "") -> Text:
    """Return what came of an answer, in words and by a sign."""
    said = (f"{RIGHT} {words}", "right") if right else (f"{WRONG} {words}", "wrong")
    return Text.assemble(said, (f" {more}" if more else "", "quiet"))


def quiet(message: str) -> Text:
    """Return what need not be read: that something was done, or what can be typed."""
    return Text(message, "quiet")


def heading(words: str) -> Text:
    """Return the title of a part."""
    return Text(words, "heading")


def typed_as(command: str) -> str:
    """Return a command of tensorlab as it is typed here: `:help add`, or `tensorlab help add`."""
    name, _, argument = command.partition(" ")
    if name not in Place.typed:
        return f"tensorlab {command}"
    return f":{'help' if name == 'explain' else name} {argument}".rstrip()


def in_place(text: str) -> str:
    """Return a text in which the commands of a shell are those that work here."""
    return re.sub(
        r"\btensorlab (help|explain|lesson|review)\b", lambda found: typed_as(found[1]), text
    )
