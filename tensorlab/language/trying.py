"""Trying programs: each one finds the names and everything behind them as they were."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tensorlab.engine.settings import Settings
from tensorlab.language.outcome import Outcome
from tensorlab.language.session import Budget, Session
from tensorlab.language.world import World, trial


class Trier:
    """Runs one program after the other; none sees what another one did."""

    def __init__(self, world: World, names: Mapping[str, object], budget: Budget) -> None:
        self.world = world
        self.names = dict(names)
        self.session = Session(budget=budget, write=lambda text: None, settings=Settings.in_force)

    def run(self, source: str, **names: object) -> Outcome:
        """Return what comes of a program, given further names."""
        self.session.restore({**self.names, **names})
        try:
            return self.session.run(source)
        finally:
            self.world.begin_anew()


@contextmanager
def trying(
    names: Mapping[str, object], budget: Budget, also: Mapping[str, object] = {}
) -> Iterator[Trier]:
    """Try programs on the names of a session, and on further ones.

    Raises:
        TooLargeError: there is more behind the names than can be kept as it is.
    """
    with trial(names, also) as world:
        yield Trier(world, {**names, **also}, budget)
