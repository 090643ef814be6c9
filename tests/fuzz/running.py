"""One program under all checks, its inputs entered one after the other as at a prompt."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.explain.looking.notices import Watcher
from tensorlab.language.failing import failures
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Budget, Session
from tests.fuzz.checks import bounds, showing, state, words
from tests.fuzz.findings import Finding, of_error, place_of

BUDGET = Budget(steps=1_000_000, memory=1 << 27, output=100_000, seconds=3)
SLOWEST = 12.0  # seconds of the processor for one input, limits and diagnosis included
EXPLAINED = 10  # one program of so many is recorded and explained
DIAGNOSED = 3  # of one program of so many every failure is diagnosed
Inputs = Callable[[Mapping[str, object]], Iterable[str]]


class Run:
    """The session of one program, and what was found in it."""

    def __init__(self, *, record: bool = False, diagnose: bool = True) -> None:
        self.diagnose = diagnose
        self.printed: list[str] = []
        self.checked = 0  # of the printed texts
        self.session = Session(
            budget=BUDGET, write=self.printed.append, record=record, watch=Watcher()
        )
        self.findings: list[Finding] = []
        self.good = self.bad = 0
        self.place = ""  # where the last failure arose

    def enter(self, text: str) -> None:
        """Run one input and check what came of it."""
        begin = time.process_time()
        with diagnosis_watched(self):
            try:
                outcome = self.session.run(text)
                outcome = self.diagnosed(outcome)
                self.check(outcome, text)
            except (Exception, LimitReached) as error:  # noqa: BLE001
                self.findings.append(of_error("escaped", error))
        self.findings += self.outside()
        if "np" in self.session.variables:
            self.findings = words.of_ours(self.findings)
        if time.process_time() - begin > SLOWEST:
            self.findings.append(Finding("slow", text[:60], "the clock was not kept"))

    def diagnosed(self, outcome: Outcome) -> Outcome:
        """Return an outcome with its diagnosis, which must not change anything."""
        if outcome.failure is None:
            self.good += 1
            return outcome
        self.bad += 1
        if not self.diagnose:
            return outcome
        before = state.observed(self.session, self.printed)
        failure = diagnosed(outcome.failure, self.session.names)
        after = state.observed(self.session, self.printed)
        self.findings += state.changes("changed by diagnosis", before, after)
        return Outcome(failure=failure, notices=outcome.notices)

    def check(self, outcome: Outcome, text: str) -> None:
        """Check the words and the forms of what came of an input."""
        if outcome.failure is not None and outcome.failure.code == "internal":
            return  # told already, with its place
        self.findings += showing.value_shown(outcome, self.session, rich=self.diagnose)
        self.findings += words.in_texts("notice", outcome.notices)
        self.findings += words.in_texts("printed", self.printed[self.checked :][-50:])
        self.checked = len(self.printed)
        if outcome.failure is not None:
            self.findings += words.in_failure(outcome.failure, self.place)
        elif self.session.record and outcome.trace:
            self.findings += showing.explained(outcome, text, self.session)

    def outside(self) -> Iterator[Finding]:
        """Yield the variables that look beyond their storage, or write where nobody may."""
        for value in self.session.variables.values():
            is_plain = isinstance(value, Tensor) and value.layout is STRIDED
            array = value._array if is_plain else value
            for finding in (bounds.outside(array), bounds.unlocked(array)):
                if finding is not None:
                    yield Finding("bounds", "a variable", finding.message)


class diagnosis_watched:  # noqa: N801  a context
    """Watches the errors of a session on their way to a diagnosis."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.plain = failures.failure_of

    def __enter__(self) -> None:
        failures.failure_of = self.failure_of  # type: ignore[assignment]

    def __exit__(self, *error: object) -> None:
        failures.failure_of = self.plain

    def failure_of(self, error: BaseException, *given: Any) -> Any:
        """Return the failure, which looking for must not change anything."""
        run = self.run
        run.place = place_of(error)
        if run.diagnose:
            before = state.observed(run.session, run.printed)
            failure = self.plain(error, *given)
            after = state.observed(run.session, run.printed)
            run.findings += state.changes("changed by failing", before, after)
        else:
            failure = self.plain(error, *given)
        if failure.code == "internal":
            run.findings.append(of_error("internal", error))
        elif isinstance(error, Exception):
            run.findings += words.of_others(error)
        return failure


def run_program(inputs: Inputs, random: Random, begun: Callable[[str], object]) -> Run:
    """Run a program, each input announced before it begins."""
    run = Run(record=random.randrange(EXPLAINED) == 0, diagnose=random.randrange(DIAGNOSED) == 0)
    run.session.run("None")  # puts the settings of the session in force
    at_first = state.settings() | state.shared(run.session)
    with bounds.watching() as beyond:
        for text in inputs(run.session.variables):
            bounds.watch()
            begun(text)
            run.enter(text)
        run.findings += beyond
    fresh = Session(write=lambda text: None)
    fresh.run("None")
    now = state.settings() | state.shared(fresh)
    at_last = {name: now.get(name) for name in at_first}  # a name may be looked up since
    run.findings += state.changes("settings left behind", at_first, at_last)
    return run
