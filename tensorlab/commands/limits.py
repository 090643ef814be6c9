"""The limits of a program as the command line gives them."""

import re
from dataclasses import replace

from tensorlab.language.session import Budget
from tensorlab.process import WrongUsageError

EVALUATION = Budget(memory=1 << 30, seconds=8.0)
EXPLORATION = Budget(memory=2 << 30, seconds=None)  # at a prompt there is Ctrl-C

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)


def limits(steps: int | None, memory: str | None, seconds: float | None) -> Budget:
    """Return the limits of a one-shot run: None keeps the usual one, 0 takes it away.

    Raises:
        WrongUsageError: the memory is no size.
    """
    budget = EVALUATION
    if steps is not None:
        budget = replace(budget, steps=steps or None)
    if memory is not None:
        budget = replace(budget, memory=byte_count(memory) or None)
    if seconds is not None:
        budget = replace(budget, seconds=seconds or None)
    return budget


def byte_count(text: str) -> int:
    """Return the bytes that a size such as 500MB, 2GiB or 1048576 stands for.

    Raises:
        WrongUsageError: the text is no size.
    """
    match = SIZE.fullmatch(text.strip())
    if match is None:
        raise WrongUsageError(f"{text!r} is not a size: write 500MB, 2GB, or 0 for no limit")
    return int(float(match[1]) * UNITS[match[2].upper()])
