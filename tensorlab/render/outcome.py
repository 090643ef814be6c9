"""Showing what came of a run: results on standard output, diagnostics on standard error."""

import os
import sys
from typing import Literal

from tensorlab.engine.tensor import Tensor
from tensorlab.frozen import json_line
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.values.display import describe
from tensorlab.process.colour import Place, is_for_the_ear, is_terminal
from tensorlab.process.lifecycle import say

Form = Literal["auto", "rich", "plain", "json", "narrated", "grid"]
UNBROKEN = 1_000_000  # logs and scripts look for an error's text in one line


def resolved(form: Form) -> Form:
    """Return the form that auto stands for: rich on a terminal, plain elsewhere."""
    if form != "auto":
        return form
    if is_for_the_ear():
        return "narrated"
    return "rich" if is_terminal(sys.stdout) else "plain"


def show_outcome(outcome: Outcome, form: Form, name: str = "") -> bool:
    """Show a run's value, its notices and its failure; return whether it went well."""
    show_notices(outcome.notices)
    if outcome.failure is not None:
        show_failure(outcome.failure, name, form)
        return False
    if outcome.text is not None:
        sys.stdout.write(outcome.text)
    show_farewell(outcome)
    return True


def show_farewell(outcome: Outcome) -> None:
    """Write to standard error what a program ends with, as Python does."""
    if outcome.farewell:
        sys.stdout.flush()
        say(outcome.farewell)


def value_text(value: object, form: Form) -> str:
    """Return a value as standard output gets it: in PyTorch's text, or below a line of facts."""
    if form == "json":
        from tensorlab.workspace.as_json import value_object

        return json_line(value_object(value))
    if form == "plain":
        return f"{describe(value)}\n"
    if form == "narrated" or is_for_the_ear():
        from tensorlab.render.look.narration import narrated

        return f"{narrated(value)}\n"
    # Rich costs as much as a fifth of numpy's import: scripts do not pay for it.
    from tensorlab.render.look.console import drawn

    if form == "grid" and isinstance(value, Tensor):
        from tensorlab.render.tensors.view import TensorView

        return drawn(TensorView(value))
    from tensorlab.render.tensors.value import ValueView

    return drawn(ValueView(value))


def show_failure(failure: Failure, name: str = "", form: Form = "auto") -> None:
    """Write a failure to standard error; a mistake of ours also goes to a log."""
    if failure.report:
        from tensorlab.process.bug_report import report_mistake

        say(report_mistake(failure.message, f"{failure.source}\n\n{failure.report}"))
        return
    sys.stdout.flush()
    if form == "narrated" or is_for_the_ear():
        from tensorlab.render.failures.failure import narrated_failure

        sys.stderr.write(f"{narrated_failure(failure)}\n")
        return
    from tensorlab.render.failures.failure import FailureView
    from tensorlab.render.look.console import show

    key = "F2" if "lesson" in Place.typed and os.environ.get("TERM") != "dumb" else ""
    show(FailureView(failure, name, key), sys.stderr, UNBROKEN)


def show_notices(notices: tuple[str, ...]) -> None:
    """Write the notes on surprising results to standard error, one a line."""
    if notices and is_terminal(sys.stderr):
        from tensorlab.render.look import remarks
        from tensorlab.render.look.console import show

        for notice in notices:
            show(remarks.notice(notice), sys.stderr)
        return
    for notice in notices:
        print(f"note: {notice}", file=sys.stderr)
