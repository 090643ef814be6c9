"""Where a rule may work a gradient out on arrays: in numpy's steps, not in calls on tensors."""

from typing import Any

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.tensor import DENSE


def is_at_once(*tensors: Any) -> bool:
    """Return whether tensors are plain floats, and nobody will differentiate what is made of them.

    The steps of a rule on their arrays are those that its calls of functions would take.
    """
    if Recording.enabled:
        return False
    for tensor in tensors:
        if tensor.__class__ not in DENSE or tensor.array.dtype.char not in "fd":
            return False
    return True
