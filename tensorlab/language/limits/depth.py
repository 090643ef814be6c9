"""How deep Python's own functions call back into a program."""

from typing import Final


class FromWithin:
    """Counts how often Python's own functions have called back, one inside the other.

    Each time takes a piece of the C stack, which ends without a word; 400 fit everywhere.
    """

    __slots__ = ("depth",)

    def __init__(self) -> None:
        self.depth = 0

    def __enter__(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST_FROM_WITHIN:
            self.depth -= 1
            raise RecursionError("maximum recursion depth exceeded")

    def __exit__(self, *error: object) -> None:
        self.depth -= 1


DEEPEST_FROM_WITHIN: Final = 400
from_within: Final = FromWithin()
