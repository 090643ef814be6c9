"""The world of a program: all that it can change, kept as it is and put back as it was."""

import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from tensorlab.engine.layout import storage_of
from tensorlab.engine.meta import MetaArray
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.random.generator import default_generator
from tensorlab.engine.settings import MACHINE, Settings, Streams, current, put
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.untracked import set_writes, writes_to
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.keeping import (
    LEAF,
    Kind,
    is_as_before,
    items_within,
    kind_of,
    to_walk,
)
from tensorlab.language.running.screen import kept, silence
from tensorlab.language.running.session import Budget, Session

MOST_BYTES = 16 << 20  # of elements that are copied, the smallest storages first
MOST_OBJECTS = 200_000
MOST_ITEMS = 2_000_000  # in all containers together


class TooLargeError(Exception):
    """There is more than can be kept as it is: nothing is tried then."""

    def __init__(self, *, fleeting: bool = False) -> None:
        behind = "an iterator that cannot be put back" if fleeting else "too much"
        super().__init__(f"{behind} is reached from these names, so nothing is tried on them")


class World:
    """Everything that can be reached from some roots, as it is now.

    The objects stay where they are, so that what is shared stays shared; it is their contents that
    are kept. Elements that are as they were in the world `before` are not kept twice. `large` are
    the tensors with too many elements to keep, `lost` what could not be kept for other reasons.
    """

    def __init__(
        self, roots: Iterable[object], before: "World | None" = None, room: int = MOST_BYTES
    ) -> None:
        self.settings, self.values = Settings.in_force, current()
        self.things: list[tuple[Any, Kind, Any]] = []
        self.tensors: list[Tensor] = []
        self.arrays: list[Any] = []
        self.lost: list[object] = []
        # whether there are iterators that cannot tell where they stand
        self.fleeting = False
        shared = (Streams.made, MACHINE.members, MACHINE.module_hooks, kept.of_modules)
        self.walk([*roots, default_generator, *shared])
        self.storages: dict[int, tuple[Any, Any]] = {}
        self.large = self.keep_elements({} if before is None else before.storages, room)
        self.versions = [writes_to(tensor) for tensor in self.large]

    def walk(self, roots: list[object]) -> None:
        """Keep what can be reached, the nearest first."""
        waiting = deque(roots)
        seen: set[int] = set()
        items = 0
        while waiting:
            thing = waiting.popleft()
            kind = kind_of(thing)
            if kind is LEAF or id(thing) in seen:
                continue
            seen.add(id(thing))
            items += items_within(thing)
            if items > MOST_ITEMS:
                self.lost += [thing, *waiting]
                return
            try:
                held = kind.hold(thing)
            except TypeError:  # from Python 3.14 on those of itertools
                self.fleeting = True
                self.lost.append(thing)
                continue
            self.things.append((thing, kind, held))
            if isinstance(thing, Tensor):
                self.tensors.append(thing)
            elif isinstance(thing, np.ndarray):
                # of the program's own; those of tensors are leaves
                self.arrays.append(thing)
            waiting.extend(to_walk(kind.parts(thing, held)))
            if len(seen) + len(waiting) > MOST_OBJECTS:
                self.lost += waiting
                return

    def keep_elements(self, known: dict[int, tuple[Any, Any]], room: int) -> list[Tensor]:
        """Keep the elements of the tensors; return those of which there are too many."""
        large = []
        found: list[Any] = [(stored(tensor), tensor) for tensor in self.tensors]
        found += [(storage_of(array), array) for array in self.arrays]
        known_sizes = [each for each in found if each[0] is not None]
        for storage, tensor in sorted(known_sizes, key=lambda each: int(each[0].nbytes)):
            if id(storage) in self.storages:
                continue
            if storage.nbytes > room:
                if isinstance(tensor, Tensor):
                    large.append(tensor)
                if not (isinstance(storage, np.ndarray) and isinstance(tensor, Tensor)):
                    # which cannot be kept from being written to
                    self.lost.append(tensor)
                continue
            room -= storage.nbytes
            _, earlier = known.get(id(storage), (None, None))
            self.storages[id(storage)] = storage, elements(storage, earlier)
        return large

    def written(self) -> list[Tensor]:
        """Return the tensors that have been written to and cannot be put back."""
        pairs = zip(self.large, self.versions, strict=True)
        return [tensor for tensor, version in pairs if writes_to(tensor) != version]

    def has_changed(self) -> bool:
        """Return whether what was kept is no longer as it was; settings are not looked at."""
        return (
            bool(self.written())
            or any(not is_as_before(kind.hold(thing), held) for thing, kind, held in self.things)
            or any(
                isinstance(storage, np.ndarray) and storage.tobytes() != held
                for storage, held in self.storages.values()
            )
        )

    def restore(self) -> None:
        """Put everything back as it was, but for what has been written to and is too large."""
        changed = [(tensor, writes_to(tensor)) for tensor in self.written()]
        for thing, kind, held in self.things:
            kind.put(thing, held)
        for storage, held in self.storages.values():
            write(storage, held)
        for tensor, version in changed:
            set_writes(tensor, version)
        Settings.in_force = self.settings
        put(self.values)

    def begin_anew(self) -> None:
        """Put everything back for another trial."""
        self.restore()
        self.shield()

    def shield(self) -> None:
        """Let no hooks be called, and no elements be written over that were too many to keep."""
        for tensor in self.tensors:
            tensor._backward_hooks = None
        for tensor in self.large:
            if isinstance(tensor._array, np.ndarray):
                tensor._array = tensor._array.view()
                tensor._array.flags.writeable = False


def stored(tensor: Tensor) -> Any:
    """Return the storage that a tensor's elements lie in; None where nobody can write to them."""
    if tensor.layout is not STRIDED or isinstance(tensor._array, MetaArray):
        return None
    storage = storage_of(tensor._array)
    return storage if getattr(storage, "flags", None) is None or storage.flags.writeable else None


def elements(storage: Any, earlier: object) -> Any:
    """Return a copy of a storage's elements: an earlier one where they are the same."""
    if not isinstance(storage, np.ndarray):
        return storage.copy()
    now = storage.tobytes()
    return earlier if now == earlier else now


def write(storage: Any, held: Any) -> None:
    """Put back the elements of a storage."""
    if isinstance(storage, np.ndarray):
        if storage.tobytes() == held:
            return
        held = np.frombuffer(held, storage.dtype).reshape(storage.shape)
    storage[...] = held


class Trials:
    """The worlds that are to be put back, the innermost last."""

    worlds: list[World] = []  # noqa: RUF012  one program runs at a time


@contextmanager
def trial(*roots: object) -> Iterator[World]:
    """Try something on all that can be reached from some roots: afterwards nothing has happened.

    Nothing is printed meanwhile, nobody is warned, and no hooks are called.

    Raises:
        TooLargeError: there is too much to keep.
    """
    world = World(roots)
    if world.lost:
        raise TooLargeError(fleeting=world.fleeting)
    world.shield()
    Trials.worlds.append(world)
    try:
        with silence, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield world
    finally:
        if world in Trials.worlds:
            end_trials(Trials.worlds.index(world))


def end_trials(kept: int = 0) -> None:
    """Put back the worlds of trials that are under way, all but the outermost ones."""
    while len(Trials.worlds) > kept:
        Trials.worlds.pop().restore()


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
    session.variables, session.unbinds = names, True
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
