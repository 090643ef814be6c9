"""Where a lesson's programs run: a session per state, with what they print kept as text."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from tensorlab.explain.running import explained
from tensorlab.frozen import Frozen, replace
from tensorlab.language.outcome import Outcome
from tensorlab.language.running import session as language

# steps of a verdict: then no further set-ups and no further ideas are tried
PATIENCE = 3_000_000
EACH_RUN = 2_000  # steps that stand for beginning a program
COSTLY = 8  # times as long as such a step takes one in a call of the library


class Session(Protocol):
    """What a lesson needs of the language's session; `record` asks for a trace of the next run."""

    record: bool

    def run(self, source: str) -> Outcome:
        """Run a program; every failure is in the outcome."""

    def with_text(self, outcome: Outcome) -> Outcome:
        """Return an outcome with the text of its value, or the reason why it cannot be shown."""

    @property
    def names(self) -> Mapping[str, object]:
        """The program's own variables."""


class SessionFactory(Protocol):
    """Makes a new session that hands what a program prints to `write`."""

    def __call__(self, write: Callable[[str], object], /) -> Session:
        """Return a new session."""


class Result(Frozen):
    """What came of one program, and what it printed."""

    outcome: Outcome
    printed: str


class Bench:
    """One state of a lesson: the names that some programs leave behind.

    A state is always made anew from its programs. That keeps what learners try apart from the
    lesson even where they write into its tensors, which no copy of the names could undo.
    """

    def __init__(self, factory: SessionFactory, programs: Iterable[str] = ()) -> None:
        self.factory = factory
        self.printed: list[str] = []
        self.ran: list[str] = []  # what worked
        self.failed = ""  # the last program, if it did not
        self.session = factory(self.printed.append)
        for program in programs:
            self.run(program)

    def run(self, source: str) -> Result:
        """Run a program here and return what came of it."""
        self.printed.clear()
        outcome = self.session.with_text(self.session.run(source))
        self.ran += [source] * (outcome.failure is None)
        self.failed = source * (outcome.failure is not None)
        return Result(outcome, "".join(self.printed))

    def run_told(self, source: str) -> Result:
        """Run a program here; a failure comes with what clashes and with repairs that work."""
        result = self.run(source)
        if result.outcome.failure is None or not isinstance(self.session, language.Session):
            return result
        return replace(result, outcome=explained(result.outcome, self.session))

    def run_recorded(self, source: str) -> Result:
        """Run a program here with a trace of every step, which only explanations pay for."""
        self.session.record = True
        try:
            return self.run(source)
        finally:
            self.session.record = False

    def values(self) -> list[object]:
        """Return the values that have names here."""
        return list(self.session.names.values())
