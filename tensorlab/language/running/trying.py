"""Trying programs: each one finds the names and everything behind them as they were."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tensorlab.engine.settings import Settings
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Budget, Session
from tensorlab.language.running.world import World, trial


class Trier:
    """Runs one program after the other on a session's own names; none sees what another one did.

    `further` names stand in place of those or beside them.
    """

    def __init__(
        self, world: World, names: dict[str, Any], budget: Budget, further: Mapping[str, object]
    ) -> None:
        self.world = world
        self.further = further
        self.session = session_on(names, budget)

    def run(self, source: str, **names: object) -> Outcome:
        """Return what comes of a program, given names for this time."""
        self.session.variables.update({**self.further, **names})
        try:
            return self.session.run(source)
        finally:
            self.world.begin_anew()


def session_on(names: dict[str, Any], budget: Budget, *, record: bool = False) -> Session:
    """Return a session on the names and the settings of another one, which prints nothing."""
    session = Session(
        budget=budget, write=lambda text: None, record=record, settings=Settings.in_force
    )
    session.variables = names
    return session


@contextmanager
def trying(
    names: dict[str, Any], budget: Budget, further: Mapping[str, object] | None = None
) -> Iterator[Trier]:
    """Try programs on the names of a session.

    Raises:
        TooLargeError: there is more behind the names than can be kept as it is.
    """
    with trial(names, further) as world:
        yield Trier(world, names, budget, further or {})
