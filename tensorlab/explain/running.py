"""Running a program so that a failure comes with its diagnosis, and the value with its text."""

from collections.abc import Callable

from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Session
from tensorlab.language.values.display import describe


def run(
    session: Session, source: str, name: str = "<input>", write: Callable[[object], str] = describe
) -> Outcome:
    """Run a program and write its value; what is too long to show is a failure like any other."""
    return session.with_text(explained(session.run(source, name=name), session), write)


def explained(outcome: Outcome, session: Session) -> Outcome:
    """Return an outcome whose failure, if there is one, has its diagnosis."""
    if outcome.failure is None:
        return outcome
    # Only those who fail pay for it.
    from tensorlab.explain.errors.diagnosis import diagnosed  # noqa: PLC0415

    return outcome._replace(failure=diagnosed(outcome.failure, session.names))
