"""A line with a slip in its grammar stays where it is, with the cursor on the slip."""

import sys
from collections.abc import Callable

from prompt_toolkit.application import get_app
from prompt_toolkit.document import Document
from prompt_toolkit.validation import ValidationError, Validator

from tensorlab.language.outcome import Failure
from tensorlab.process.lifecycle import legible

AGAIN = "  (Enter again: more)"


class GrammarCheck(Validator):
    """Refuses a text once, and says where it cannot be read; the same again is let through."""

    def __init__(self, slip_in: Callable[[str], Failure | None]) -> None:
        self.slip_in = slip_in

    def validate(self, document: Document) -> None:
        """Raise at the place of the slip, if there is one."""
        failure = self.slip_in(document.text)
        if failure is None or failure.span is None:
            return
        place = document.translate_row_col_to_index(failure.span.line - 1, failure.span.column)
        width = get_app().output.get_size().columns
        words = in_a_line(failure.type, failure.message, width)
        raise ValidationError(place, legible(words, sys.stdout))


def in_a_line(kind: str, message: str, width: int) -> str:
    """Return what is wrong in the room of one line, and that Enter says more."""
    for words in (f"{kind}: {message}{AGAIN}", f"{kind}: {message}", message):
        if len(words) < width:
            return words
    return f"{message[: width - 2]}…"
