"""Slopes of one step: how far each element of its result moves with an element of an operand."""

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.autograd.walking import walk_back
from tensorlab.engine.autograd.witness import StepBack
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import plain, unraveled
from tensorlab.explain.dependence.changes import Source
from tensorlab.explain.story.frames import Index, Number
from tensorlab.explain.strategies.explaining import CannotExplainError

# elements; of 16-bit numbers there are no more whole ones
MOST_LABELLED = 2000
MOST_TRIED = 64  # elements that may decide a slope

# of which result, of which of its elements
Slope = tuple[int, Index, Number]


class Slopes:
    """The slopes of the results of a step with one of its operands.

    A rule is linear in the gradient that arrives, so its own derivative by that are the slopes.
    """

    def __init__(
        self, step: StepBack, place: int, instead: Mapping[str, Tensor] | None = None
    ) -> None:
        self.step = step
        self.place = place
        self.instead = instead or {}  # of what was saved
        self.labelled: dict[str, tuple[Slopes, Slopes]] = {}

    @cached_property
    def asked(self) -> list[Tensor | None]:
        """Gradients that arrive, of which it is recorded what becomes of them."""
        return [None if one is None else leaf_like(one) for one in self.step.incoming]

    @cached_property
    def handed(self) -> Tensor:
        """What the step hands on of them.

        Raises:
            CannotExplainError: its rule cannot be followed.
        """
        found = self.handed_on(self.asked, self.instead, recorded=True)
        if found.dtype.is_complex:
            raise CannotExplainError
        return found

    def handed_on(
        self, arriving: Iterable[Tensor | None], saved: Mapping[str, Tensor], *, recorded: bool
    ) -> Tensor:
        """Return what the step hands on of gradients, with some other tensors saved.

        Raises:
            CannotExplainError: its rule takes none of them.
        """
        still = self.step.still
        kept = still.saved
        still.saved = {**kept, **{name: Saved(tensor) for name, tensor in saved.items()}}
        try:
            with SetGrad(mode=recorded), np.errstate(all="ignore"):
                found = still.gradients(list(arriving))[self.place]
        except Exception as error:  # noqa: BLE001  the rule may be a program's own, an index outside
            raise CannotExplainError(str(error)) from None
        finally:
            still.saved = kept
        if found is None:
            raise CannotExplainError
        return found

    def reaching(self, index: Index) -> list[Slope]:
        """Return the slopes with one element, also those that are 0 by the numbers that there are.

        Other numbers in place of these tell which they are.
        """
        found = {(which, at): slope for which, at, slope in self.at(index)}
        with suppress(CannotExplainError):
            found = {(which, at): 0.0 for which, at, _ in self.general.at(index)} | found
        return [(which, at, found[which, at]) for which, at in sorted(found)]

    @property
    def saved(self) -> dict[str, Tensor]:
        """The tensors that the step kept, by name."""
        kept = self.step.still.saved.items()
        plain = {name: value.tensor for name, value in kept if type(value) is Saved}
        return {name: tensor for name, tensor in plain.items() if tensor is not None}

    @cached_property
    def general(self) -> "Slopes":
        """The slopes where random numbers stand in place of those that were saved."""
        random = np.random.default_rng(0)
        instead = {
            name: wrap(kept.dtype.encode(random.uniform(1, 2, kept._array.shape)), kept.dtype)
            for name, kept in self.saved.items()
            if kept.dtype.is_floating_point
        }
        return Slopes(self.step, self.place, instead)

    def at(self, index: Index) -> list[Slope]:
        """Return the slopes with one element of the operand, those that are not 0."""
        try:
            handed = self.handed
        except CannotExplainError:
            return self.probed(index)
        if not handed._tracked:
            return []
        chosen = np.zeros(self.handed._array.shape, self.handed.dtype.carrier)
        chosen[index] = self.handed.dtype.encode(np.asarray(1.0))
        try:
            walk = walk_back([handed], [wrap(chosen, handed.dtype)], [], keep=True, record=False)
        except Exception:  # noqa: BLE001  likewise
            return self.probed(index)
        found = []
        for number, leaf in enumerate(self.asked):
            known = None if leaf is None else walk.leaves.get(id(leaf))
            if known is not None:
                numbers = known[1].dtype.decode(known[1]._array)
                if np.isnan(numbers).any():  # of another element, times 0
                    return self.probed(index)
                found += [
                    (number, (at := tuple(map(int, places))), plain(numbers[at], known[1].dtype))
                    for places in np.argwhere(numbers != 0)
                ]
        return found

    def probed(self, index: Index) -> list[Slope]:
        """Return the same by one gradient after the other, of a rule that cannot be followed.

        Raises:
            CannotExplainError: there would be too many.
        """
        return [
            (which, at, slope)
            for (which, at), grad in self.responses.items()
            if (slope := grad[index].item()) != 0
        ]

    @cached_property
    def responses(self) -> dict[tuple[int, Index], Tensor]:
        """What the step hands on where 1 arrives in one element, and 0 in all others.

        Raises:
            CannotExplainError: there are too many elements.
        """
        given = self.step.incoming
        if sum(one._array.size for one in given if one is not None) > MOST_TRIED:
            raise CannotExplainError
        found = {}
        for number, one in enumerate(given):
            if one is None:
                continue
            for at in np.ndindex(*one._array.shape):
                chosen = np.zeros_like(one._array)
                chosen[at] = one.dtype.encode(np.asarray(1.0))
                arriving = [
                    None if each is None else wrap(np.zeros_like(each._array), each.dtype)
                    for each in given
                ]
                arriving[number] = wrap(chosen, one.dtype)
                grad = self.handed_on(arriving, {}, recorded=False)
                if grad.dtype.is_complex:
                    raise CannotExplainError
                found[number, at] = grad
        return found

    def read_at(self, name: str, tensor: Tensor, index: Index) -> dict[tuple[int, Index], Index]:
        """Return which slopes with one element are elements of a saved tensor, and which ones.

        The rule is run with labels in its place, and with twice those: what moves with them is one.
        """
        size = tensor._array.size
        if not tensor.dtype.is_floating_point or not 0 < size <= MOST_LABELLED:
            return {}
        if name not in self.labelled:
            labels = np.arange(1.0, size + 1).reshape(tensor._array.shape)
            ways = (labels, 2 * labels)
            self.labelled[name] = tuple(  # type: ignore[assignment]  # two ways, two slopes
                Slopes(self.step, self.place, {name: wrap(tensor.dtype.encode(way), tensor.dtype)})
                for way in ways
            )
        first, second = (
            {(which, at): slope for which, at, slope in each.at(index)}
            for each in self.labelled[name]
        )
        return {
            key: unraveled(int(abs(label)) - 1, tuple(tensor._array.shape))
            for key, label in first.items()
            if abs(label) in range(1, size + 1) and second.get(key) == 2 * label
        }

    @cached_property
    def deciding(self) -> dict[tuple[str, Index], Any]:
        """For each saved element that decides slopes, the operand's elements whose slopes it does.

        Nothing is tried where there are many.
        """
        if sum(tensor._array.size for tensor in self.saved.values()) > MOST_TRIED:
            return {}
        before = self.random_gradient({})
        found = {}
        for name, tensor in self.saved.items():
            source = Source(name, tensor)
            for place in range(source.size):
                mask = self.moved_by(source, place, before)
                if mask.any():
                    at = tuple(map(int, np.unravel_index(place, source.shape)))
                    found[name, at] = mask
        return found

    def moved_by(self, source: Source, place: int, before: Any) -> Any:
        """Return which gradients are others when one saved element is."""
        mask = np.zeros(before.shape, bool)
        for change in source.changes:
            stored = source.changed_at(place, change)
            if stored is None:
                continue
            try:
                after = self.random_gradient({source.name: source.tensor_of(stored)})
            except CannotExplainError:
                continue
            with np.errstate(all="ignore"):
                mask |= ~((after == before) | (np.isnan(after) & np.isnan(before)))
        return mask

    def random_gradient(self, saved: dict[str, Tensor]) -> Any:
        """Return what is handed on of gradients at random, with other tensors saved.

        Raises:
            CannotExplainError: the rule does not take them.
        """
        random = Random(0)  # noqa: S311  no secret, and numpy.random takes 20 ms
        incoming = [
            None
            if one is None
            else wrap(one.dtype.encode(numbers_at_random(random, one._array.shape)), one.dtype)
            for one in self.step.incoming
        ]
        grad = self.handed_on(incoming, saved, recorded=False)
        return np.array(grad.dtype.decode(grad._array))


def numbers_at_random(random: Random, shape: tuple[int, ...]) -> Any:
    """Return an array of numbers from 1 to 2."""
    words = np.frombuffer(random.randbytes(4 * math.prod(shape)), np.uint32)
    return 1 + words.reshape(shape) / 2**32


def leaf_like(tensor: Tensor) -> Tensor:
    """Return a leaf with the numbers of a tensor, for which a gradient is recorded."""
    leaf = wrap(tensor._array.copy(), tensor.dtype)
    leaf._tracked = True
    return leaf
