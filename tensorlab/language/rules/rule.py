"""A rule: one kind of error, with what its message does not say."""

import re
from functools import cached_property

from tensorlab.frozen import Frozen

# What PyTorch raises where the tensors themselves do not fit.
OF_TENSORS = ("RuntimeError", "IndexError", "TypeError", "ValueError", "NotImplementedError")


class Rule(Frozen):
    """One kind of error.

    `pattern` finds it in the text of an error of one of the classes in `kinds`, `rule` is what the
    text does not say. One with a `code` has a page of its own: `title`, and as `example` a program
    that fails so. `edits` names the ways of repairing that are worth trying, the likeliest first;
    `none` says what to do where none of them works.
    """

    rule: str
    code: str = ""
    title: str = ""
    pattern: str = ""
    example: str = ""
    edits: tuple[str, ...] = ()
    # how the operands' sizes are compared: "broadcast", "inner", "join"
    aligned: str = ""
    kinds: tuple[str, ...] = OF_TENSORS
    none: str = ""  # what to do where no edit works

    @cached_property
    def matcher(self) -> re.Pattern[str]:
        """The pattern, ready to search with."""
        return re.compile(self.pattern)

    def is_about(self, kind: str, message: str) -> bool:
        """Return whether an error of a class with a message is of this kind."""
        return kind in self.kinds and self.matcher.search(message) is not None
