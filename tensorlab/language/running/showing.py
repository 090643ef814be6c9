"""The text of a run's value, made under the same limits as the value itself."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from tensorlab.engine.printing.print_options import OPTIONS, PrintOptions
from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Failure, Outcome

TOO_LONG = "The value is too long to show"
# What the engine says on purpose of a value without elements, or with a quantizer that is none.
REFUSALS = (RuntimeError,)


def with_text(
    outcome: Outcome, limits: AbstractContextManager[None], write: Callable[[object], str]
) -> Outcome:
    """Return an outcome with its value's text; what cannot be shown is a failure like any other."""
    if outcome.failure is not None or not outcome.has_value or outcome.value is None:
        return outcome
    try:
        with limits:
            text = write(outcome.value)
            meter.count_output(len(text) - meter.printed)  # who wrote it may have counted already
    except (Exception, LimitReached) as error:  # noqa: BLE001  a mistake of ours is raised again
        return outcome._replace(failure=failure_to_show(error))
    return outcome._replace(text=text)


def failure_to_show(error: BaseException) -> Failure:
    """Return why a value cannot be shown."""
    if isinstance(error, LimitReached):
        return Failure("LimitError", f"{TOO_LONG}: {error}.", code="limit", limit=error.limit)
    if isinstance(error, RecursionError):
        words = f"{TOO_LONG}: its parts lie too deep in one another."
        return Failure("LimitError", words, code="limit", limit="depth")
    if isinstance(error, MemoryError):
        words = f"{TOO_LONG}: there is no memory left for it."
        return Failure("LimitError", words, code="limit", limit="memory")
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        reason = str(error).partition(";")[0]  # then it tells how to lift the limit in Python
        return Failure("ValueError", f"{TOO_LONG}: {reason}.")
    if isinstance(error, REFUSALS):
        return Failure(type(error).__name__, f"The value cannot be shown: {error}")
    if are_usual(vars(OPTIONS)):
        raise error
    hint = 'torch.set_printoptions(profile="default") takes back how tensors are printed'
    return Failure(type(error).__name__, str(error), hints=(hint,))


def are_usual(options: Mapping[str, Any]) -> bool:
    """Return whether the print options are PyTorch's own; a tensor is none of them."""
    usual = vars(PrintOptions())
    return all(
        type(options[name]) is type(value) and options[name] == value
        for name, value in usual.items()
    )
