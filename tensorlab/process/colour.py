"""Where what is shown is read, and whether in colours: an option, the environment, the stream."""

import os
from typing import Literal, TextIO

Wish = Literal["auto", "always", "never"]


class Colour:
    """What was asked for: by an option or a command, and which theme."""

    wish: Wish = "auto"
    theme: str = ""  # not looked up yet


class Place:
    """Where the text is read: at the prompt, in a lesson, or in a shell."""

    typed: frozenset[str] = frozenset()  # commands of tensorlab that can be typed there


def wish() -> Wish:
    """Return what is asked for; what the user said to tensorlab comes before what holds for all."""
    if Colour.wish != "auto":
        return Colour.wish
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return "always"
    return "never" if os.environ.get("NO_COLOR") or Colour.theme == "none" else "auto"


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is shown to somebody, or is to look as if it were."""
    return stream is not None and (wish() == "always" or stream.isatty())


def is_for_the_ear() -> bool:
    """Return whether somebody asked for words in place of drawings, for a screen reader."""
    return os.environ.get("TENSORLAB_A11Y", "0") not in {"", "0"}
