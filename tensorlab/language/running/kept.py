"""What programs keep under the names of files: in memory, while their session lasts."""

from collections.abc import Callable
from typing import Any, Final

# Types that stand for the name of a file, with what gives its text.
NAMES: Final[dict[type, Callable[[Any], str]]] = {str: str}


class Kept:
    """What the program at work keeps; its session sets it."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}  # by the name of a file
        self.environment: dict[str, str] = {}
        self.of_modules: dict[str, dict[str, Any]] = {}  # what a module keeps for the program

    def put(self, other: "Kept") -> None:
        """Keep what another one keeps."""
        self.values, self.environment = other.values, other.environment
        self.of_modules = other.of_modules


kept: Final = Kept()


def name_of(file: object) -> str | None:
    """Return the name of a file; None for what names none."""
    name = NAMES.get(type(file))
    return None if name is None else name(file).removeprefix("./")
