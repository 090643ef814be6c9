"""What to type to be told more, in the form that works where it is read."""

import re


class Place:
    """Where the text is read: at the prompt, or in a shell."""

    at_prompt = False


def typed_as(command: str) -> str:
    """Return a command of tensorlab as it is typed here: `:help add`, or `tensorlab help add`."""
    if not Place.at_prompt:
        return f"tensorlab {command}"
    name, _, argument = command.partition(" ")
    return f":{'help' if name == 'explain' else name} {argument}".rstrip()


def in_place(text: str) -> str:
    """Return a text in which the commands of a shell are those that work here."""
    return re.sub(
        r"\btensorlab (help|explain|lesson|review)\b", lambda found: typed_as(found[1]), text
    )
