"""A rule: one kind of error, with what its message does not say."""

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Rule:
    """One kind of error.

    `pattern` finds it in PyTorch's text, `rule` is what the message does not say, `example` a
    program that fails so. `edits` names the ways of repairing that are worth trying, the likeliest
    first.
    """

    code: str
    title: str
    pattern: str
    rule: str
    example: str
    edits: tuple[str, ...]
    aligned: str = ""  # how the operands' sizes are compared: "broadcast", "inner", "join"

    @cached_property
    def matcher(self) -> re.Pattern[str]:
        """The pattern, ready to search with."""
        return re.compile(self.pattern)
