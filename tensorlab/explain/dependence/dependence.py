"""What the elements of a result depend on, found by doing the call again on changed inputs."""

import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense, number, unraveled
from tensorlab.explain.calls.again import again, generator_of
from tensorlab.explain.calls.call import Call
from tensorlab.explain.dependence.changes import (
    FEW,
    Place,
    Source,
    holds,
    may_draw,
    mixtures,
    numbers_like,
    whole_numbers,
    with_kept,
)
from tensorlab.explain.dependence.outcomes import Outcome, differing, merged, outcome_of, united
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError

FEW_ELEMENTS = 64  # so many are changed one by one
MOST_ELEMENTS = 200_000  # more are not changed at all
MIXTURES = 5
MOST_PLACES = 32  # that an index is tried at
SEEDS = 64
STREAMS = 10  # in which it is looked for what a random number depends on
BACKGROUNDS = 3
FIRST_TRIALS = 2  # with each element alone, before all others are changed together
MOST_RUNS = 6000  # of a call: then nothing more is found out


class Dependence:
    """What a call's result depends on; nothing is run before somebody asks.

    Elements are changed one by one where they are few, and all but the named ones together else.
    All that is said is reproducible: the changes are the same each time, and random functions draw
    from the same stream, so that what changes does so for the change alone.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        self.others = cache(self.others_than)
        # For each element, which of the result are known to change when it does alone.
        self.alone: dict[Place, list[Any]] = {}
        self.trials_of: dict[Place, Iterator[list[Any]]] = {}
        self.count = 0

    @cached_property
    def sources(self) -> list[Source]:
        """The tensors that went in, each once."""
        tensors = {id(tensor): tensor for tensor in self.call.tensors}
        name = self.call.name_of
        sources = [Source(name(each), each, self.met_by(each)) for each in tensors.values()]
        if sum(source.size for source in sources) > MOST_ELEMENTS:
            raise CannotExplainError
        return sources

    def met_by(self, tensor: Tensor) -> list[Any]:
        """Return numbers that a tensor's own may be looked up among, or be equal to.

        Those are the whole numbers of other tensors, small ones where a tensor looks like an
        index, and all numbers of other tensors of the same shape.
        """
        if self.call.operation and self.call.operation.elementwise:
            return []
        others = [each for each in self.call.tensors if each is not tensor]
        own = whole_numbers(tensor)
        if not own:
            return [
                elements for each in others if (elements := numbers_like(tensor, each)) is not None
            ]
        if min(own) >= 0 and FEW <= max(own) < MOST_PLACES:  # places further on
            return sorted(set(range(max(own) + 1)) - own)
        small = range(FEW) if min(own) >= 0 and max(own) < FEW else ()
        return sorted(set().union(*map(whole_numbers, others), small) - own)[:FEW]

    @cached_property
    def places(self) -> list[Place]:
        """Every element that went in."""
        return [
            (which, place)
            for which, source in enumerate(self.sources)
            for place in range(source.size)
        ]

    @property
    def is_small(self) -> bool:
        """Whether there are so few elements that each can be changed alone."""
        return sum(math.prod(tensor.shape) for tensor in self.call.tensors) <= FEW_ELEMENTS

    def run(self, stored: dict[int, Any], seed: int | None = None) -> Outcome:
        """Return what the call gives with other elements for some sources."""
        made = {
            id(source.tensor): source.tensor_of(stored.get(which, source.stored))
            for which, source in enumerate(self.sources)
        }
        generator = generator_of(self.call)
        if not self.draws and seed is None:
            return outcome_of(again(self.call, lambda tensor: made[id(tensor)], generator))
        state = generator.get_state()
        try:
            if seed is not None:
                generator.manual_seed(seed)
            return outcome_of(again(self.call, lambda tensor: made[id(tensor)], generator))
        finally:
            generator.set_state(state)

    @cached_property
    def draws(self) -> bool:
        """Whether doing the call again moves a stream of random numbers.

        Raises:
            CannotExplainError: it cannot be done again.
        """
        if not may_draw(self.call):
            return False
        generator = generator_of(self.call)
        state = generator.get_state()
        try:
            again(self.call, lambda tensor: tensor.clone().detach(), generator)
            return bool((generator.get_state()._array != state._array).any())
        finally:
            generator.set_state(state)

    @cached_property
    def base(self) -> Outcome:
        """What the call gives on inputs that are as they were.

        Raises:
            CannotExplainError: not what it had given; then there is more that it depends on.
        """
        found = self.run({})
        given = outcome_of(self.call.result)
        if not self.draws and any(mask.any() for mask in differing(given, found)):
            raise CannotExplainError
        return found

    @cached_property
    def is_known(self) -> bool:
        """Whether the call can be done again, and then gives the same."""
        with suppress(CannotExplainError):
            return bool(self.base)
        return False

    def is_drawn(self, part: int | None, index: Index) -> bool:
        """Return whether an element is another one with another seed."""
        return self.is_known and self.draws and holds(self.reseeded[self.slot(part)], index)

    @cached_property
    def reseeded(self) -> Any:
        """Which elements are others with other seeds."""
        return merged(self.base, (self.run({}, seed) for seed in range(SEEDS)))

    def slot(self, part: int | None) -> int:
        """Return where the outcomes have a part of the result."""
        result = self.call.result
        if part is None or not isinstance(result, tuple | list):
            return 0
        return sum(isinstance(each, Tensor) for each in result[:part])

    def behind(self, part: int | None, index: Index) -> tuple[Element, ...]:
        """Return the elements that an element of the result depends on.

        These are the ones that change it. Where others could do so too once those have changed, as
        the second of two True does for any(), they are among them.

        Raises:
            CannotExplainError: there are too many to try, or the call cannot be done again.
        """
        if not self.is_small or not self.is_known:
            raise CannotExplainError
        slot, found = self.slot(part), self.moving(part, index)
        for _ in range(BACKGROUNDS):
            if self.others(found)[slot][index]:
                found |= self.redundant(found, slot, index)
        return tuple(self.element(place) for place in sorted(found))

    def moving(self, part: int | None, index: Index) -> frozenset[Place]:
        """Return the elements each of which changes an element of the result alone.

        All that no other number has changed so far are changed together before they are tried on,
        unless numbers are drawn: then a later stream may show what the first ones hide.
        """
        slot = self.slot(part)
        for most in (None,) if self.draws else (FIRST_TRIALS, None):
            found = frozenset(at for at in self.places if self.moves(at, slot, index, most))
            if not self.others(found)[slot][index]:
                break
        return found

    def redundant(self, found: frozenset[Place], slot: int, index: Index) -> frozenset[Place]:
        """Return the elements that change an element only once others have changed it.

        Raises:
            CannotExplainError: there are none, though the elements that were found are not all.
        """
        worlds = (
            (stored, outcome)
            for stored, outcome in self.rounds(found)
            if differing(self.base, outcome)[slot][index]
        )
        places = {
            place
            for stored, outcome in islice(worlds, BACKGROUNDS)
            for place in self.places
            if self.is_changed_by(place, stored, outcome, slot, index)
        }
        if not places:
            raise CannotExplainError
        return frozenset(places)

    def is_all(self, elements: Iterable[Element], part: int | None, index: Index) -> bool:
        """Return whether no other elements than these matter to an element of the result.

        Raises:
            CannotExplainError: there are too many to try, or the call cannot be done again.
        """
        if not self.is_known:
            raise CannotExplainError
        named = {(element.name, element.index) for element in elements}
        kept = frozenset(
            (which, int(np.ravel_multi_index(at, source.shape)) if at else 0)
            for which, source in enumerate(self.sources)
            for name, at in named
            if name == source.name and len(at) == len(source.shape)
        )
        return not self.others(kept)[self.slot(part)][index]

    @property
    def elements(self) -> tuple[Element, ...]:
        """Every element that went in, by its name."""
        return tuple(map(self.element, self.places))

    def element(self, place: Place) -> Element:
        """Return the element at a place."""
        source = self.sources[place[0]]
        index = unraveled(place[1], source.shape)
        return Element(source.name, index, number(dense(source.tensor), index))

    @cached_property
    def streams(self) -> list[tuple[int | None, Outcome]]:
        """The seeds that the call is done again with, and what it gives on its own inputs.

        What is drawn may drop an element in one stream of random numbers and not in another.
        """
        seeds = range(STREAMS) if self.draws else ()
        return [(None, self.base), *((seed, self.run({}, seed)) for seed in seeds)]

    def trials(self, place: Place) -> Iterator[list[Any]]:
        """Yield which elements of the result each other number of an element changes."""
        for seed, before in self.streams:
            for after in self.runs(self.worlds(place, {}), seed):
                yield differing(before, after)

    def moves(self, place: Place, slot: int, index: Index, most: int | None = None) -> bool:
        """Return whether an element alone changes one of the result, in `most` more trials.

        Raises:
            CannotExplainError: there were too many runs.
        """
        if self.count > MOST_RUNS:
            raise CannotExplainError
        trials = self.trials_of.setdefault(place, self.trials(place))
        found = self.alone.setdefault(place, merged(self.base, ()))
        if not found[slot][index]:
            for masks in islice(trials, most):
                found[:] = united([found, masks])
                if found[slot][index]:
                    break
        return bool(found[slot][index])

    def is_changed_by(
        self, place: Place, stored: dict[int, Any], before: Outcome, slot: int, index: Index
    ) -> bool:
        """Return whether one element of a source changes an element, or brings it back."""
        return any(
            holds(mask, index)
            for after in self.runs(self.worlds(place, stored))
            for mask in (differing(before, after)[slot], differing(after, before)[slot])
        )

    def worlds(self, place: Place, stored: dict[int, Any]) -> Iterator[dict[int, Any]]:
        """Yield changes with other numbers for one element of a source."""
        which, at = place
        source = self.sources[which]
        start = stored.get(which, source.stored)
        for change in source.changes:
            one = source.changed_at(at, change, start)
            if one is not None:
                yield {**stored, which: one}

    def runs(self, changes: Iterable[dict[int, Any]], seed: int | None = None) -> Iterator[Outcome]:
        """Yield what comes of changes, as far as the call takes them.

        Raises:
            CannotExplainError: there were too many runs.
        """
        for stored in changes:
            self.count += 1
            if self.count > MOST_RUNS:
                raise CannotExplainError
            try:
                yield self.run(stored, seed)
            except CannotExplainError:
                continue

    def others_than(self, kept: frozenset[Place]) -> Any:
        """Return which elements of the result change when all elements do but the kept ones."""
        return merged(self.base, (found for _, found in self.rounds(kept)))

    @cached_property
    def changes_of_all(self) -> list[dict[Source, Any]]:
        """Other elements for all tensors at once: mixed at random, then each kind throughout."""
        choice = Random(0)  # noqa: S311  no secret, and numpy.random takes 20 ms
        sources = [source for source in self.sources if source.size]
        most = max((len(source.changes) for source in sources), default=0)
        uniform = [
            [source.changes[number % len(source.changes)] for source in sources]
            for number in range(most)
        ]
        changes = [*mixtures(sources, choice, MIXTURES), *uniform]
        return [dict(zip(sources, change, strict=True)) for change in changes]

    def rounds(self, kept: frozenset[Place]) -> Iterator[tuple[dict[int, Any], Outcome]]:
        """Yield changes of all but the kept elements that the call takes, and their results."""
        if len(kept) == len(self.places):
            return  # nothing changes
        for change in self.changes_of_all:
            stored = {
                which: with_kept(which, source, change[source], kept)
                for which, source in enumerate(self.sources)
                if source.size
            }
            for found in self.runs([stored]):
                yield stored, found
