"""The deque of programs."""

import collections
from typing import Any


class deque(collections.deque[Any]):  # noqa: N801  programs see its name
    """A deque that a long chain of deques, each in the next, cannot end the process with.

    Python's own lets go of its items from within one another; a class made in Python does not.
    """

    __slots__ = ()
