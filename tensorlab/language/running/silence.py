"""Whether what programs print is dropped: so it is while something is only being tried."""

from typing import Final


class Silence:
    """Counts who wants it: one trial can lie within another."""

    __slots__ = ("wanted",)

    def __init__(self) -> None:
        self.wanted = 0

    def __enter__(self) -> None:
        self.wanted += 1

    def __exit__(self, *error: object) -> None:
        self.wanted -= 1


silence: Final = Silence()
