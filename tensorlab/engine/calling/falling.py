"""What becomes of a call that failed on its fast path: the slow one answers it, or refuses it.

A refusal is the program's mistake. An answer shows a case that the fast path did not foresee: it is
counted, and tests fail on a count that nobody has explained.
"""

from collections import Counter
from collections.abc import Callable
from typing import ClassVar, TypeVar

from tensorlab.engine.operation import Operation

Answer = TypeVar("Answer")


class Falls:
    """How often a slow path answered, by the operation and the class of the fast path's failure."""

    counts: ClassVar[Counter[tuple[str, str]]] = Counter()


def fallen(
    operation: Operation, error: Exception, answer: Callable[..., Answer], *call: object
) -> Answer:
    """Return what the slow path answers to a call that failed on the fast one.

    An error without words is a forward's own way to hand a call over.
    """
    result = answer(*call)
    if error.args:
        Falls.counts[operation.name, error.__class__.__name__] += 1
    return result
