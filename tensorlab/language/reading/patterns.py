"""Regular expressions that are compiled when they are first used."""

import re
from typing import Any, cast


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what stands for `re.compile(text, flags)`, which takes a quarter of a millisecond."""
    return cast("re.Pattern[str]", Pattern(text, flags))


class Pattern:
    """A regular expression, with the methods that `re` gives one."""

    def __init__(self, text: str, flags: int) -> None:
        self.made_of = text, flags

    def __getattr__(self, name: str) -> Any:
        """Return a method, and keep it for the next time."""
        method = getattr(re.compile(*self.made_of), name)
        setattr(self, name, method)
        return method
