"""A line with a slip in its grammar stays where it is, with the cursor on the slip."""

from collections.abc import Callable

from prompt_toolkit.document import Document
from prompt_toolkit.validation import ValidationError, Validator

from tensorlab.language.outcome import Failure


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
        words = f"{failure.type}: {failure.message}"
        raise ValidationError(place, f"{words}  (Enter again: more)")
