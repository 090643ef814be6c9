"""Showing what came of a run: results on standard output, diagnostics on standard error."""

import os
import sys
from dataclasses import replace
from typing import Literal

from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.language.display import describe
from tensorlab.language.meter import meter
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.session import Session

Form = Literal["auto", "rich", "plain", "json", "narrated", "grid"]
UNBROKEN = 1_000_000  # logs and scripts look for an error's text in one line


def resolved(form: Form) -> Form:
    """Return the form that auto stands for: rich on a terminal, plain elsewhere."""
    if form != "auto":
        return form
    if is_for_the_ear():
        return "narrated"
    return "rich" if sys.stdout is not None and sys.stdout.isatty() else "plain"


def is_for_the_ear() -> bool:
    """Return whether somebody asked for words in place of drawings, for a screen reader."""
    return os.environ.get("TENSORLAB_A11Y", "0") not in {"", "0"}


def run(session: Session, source: str, name: str) -> Outcome:
    """Run a program; a value that is too long to show is a failure like any other."""
    outcome = explained(session.run(source, name=name), session)
    try:
        if outcome.has_value and not isinstance(outcome.value, Tensor):  # those are cut to fit
            with session.limits():
                meter.count_output(len(describe(outcome.value)))
    except LimitReached as limit:
        words = f"The value is too long to show: {limit}."
        return replace(outcome, failure=Failure("LimitError", words, limit=limit.limit))
    except RecursionError:
        words = "The value is too long to show: its parts lie too deep in one another."
        return replace(outcome, failure=Failure("LimitError", words, limit="depth"))
    except ValueError as error:  # Python's own limit on the digits of an int
        reason = str(error).partition(";")[0]  # then it tells how to lift the limit in Python
        words = f"The value is too long to show: {reason}."
        return replace(outcome, failure=Failure("ValueError", words))
    return outcome


def explained(outcome: Outcome, session: Session) -> Outcome:
    """Return an outcome whose failure, if there is one, has its diagnosis."""
    if outcome.failure is None:
        return outcome
    from tensorlab.explain.errors.diagnosis import diagnosed  # only those who fail pay for it

    return replace(outcome, failure=diagnosed(outcome.failure, session.names))


def show_outcome(outcome: Outcome, form: Form, name: str = "") -> bool:
    """Show a run's value, its notices and its failure; return whether it went well."""
    show_notices(outcome.notices)
    if outcome.failure is not None:
        show_failure(outcome.failure, name, form)
        return False
    if outcome.has_value and outcome.value is not None:
        show_value(outcome.value, form)
    return True


def show_value(value: object, form: Form) -> None:
    """Write a value to standard output, in PyTorch's text or with a line of facts above it."""
    if form == "plain":
        print(describe(value))
        return
    if form == "narrated" or is_for_the_ear():
        from tensorlab.render.narration import narrated

        print(narrated(value))
        return
    # Rich costs as much as a fifth of numpy's import: scripts do not pay for it.
    from tensorlab.render.console import show

    if form == "grid" and isinstance(value, Tensor):
        from tensorlab.render.tensor_view import TensorView

        show(TensorView(value))
        return
    from tensorlab.render.value import ValueView

    show(ValueView(value))


def show_failure(failure: Failure, name: str = "", form: Form = "auto") -> None:
    """Write a failure to standard error; a mistake of ours also goes to a log."""
    if failure.report:
        from tensorlab.mistakes import report_mistake

        report_mistake(failure.message, f"{failure.source}\n\n{failure.report}")
        return
    sys.stdout.flush()
    if form == "narrated" or is_for_the_ear():
        from tensorlab.render.narrated_failure import narrated_failure

        sys.stderr.write(f"{narrated_failure(failure)}\n")
        return
    from tensorlab.render.console import show
    from tensorlab.render.failure import FailureView

    show(FailureView(failure, name), sys.stderr, UNBROKEN)


def show_notices(notices: tuple[str, ...]) -> None:
    """Write the notes on surprising results to standard error, one a line."""
    for notice in notices:
        print(f"note: {notice}", file=sys.stderr)
