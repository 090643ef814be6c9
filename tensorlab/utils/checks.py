"""What libraries hold their conditions with: where one does not hold, that is an error."""

from collections.abc import Callable
from functools import partial

from tensorlab.engine.tensor import Tensor

__all__ = ["assert_async", "assert_true", "check", "check_index", "check_type", "check_value"]
NO_BOOL = (
    "cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() "
    "to assert that all elements are true."
)
UNSAID = (
    "Expected cond to be True, but got False. (Could this error message be improved? If so, please "
    "report an enhancement request to PyTorch.)"
)


def assert_true(condition: object, message: str) -> None:
    """Do nothing where a condition holds.

    Raises:
        AssertionError: it does not.
    """
    if not condition:
        raise AssertionError(message)


def assert_async(input: Tensor, assert_msg: str = "") -> None:
    """Do nothing where the one element of a tensor is not zero.

    Raises:
        RuntimeError: it is, or there are several.
    """
    if not input:
        raise RuntimeError(assert_msg or "Expected Tensor with single nonzero value, but got zero")


def holds(
    error: type[Exception], cond: object, message: Callable[[], object] | None = None
) -> None:
    """Do nothing where a condition holds, else raise an error with what a function says.

    Raises:
        TypeError: the condition is a tensor, or the message is no function.
    """
    if isinstance(cond, Tensor):
        raise TypeError(NO_BOOL)
    if not cond:
        if message is not None and not callable(message):
            raise TypeError("message must be a callable")
        raise error(UNSAID if message is None else str(message()))


check, check_value, check_index, check_type = (
    partial(holds, error) for error in (RuntimeError, ValueError, IndexError, TypeError)
)
