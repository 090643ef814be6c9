"""Doing a call again on other tensors, so that nothing of the program changes by it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.random.generator import Generator, default_generator
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.strategies.explaining import CannotExplainError
from tensorlab.frozen import replace

StandIn = Callable[[Tensor], Any]


def again(call: Call, stand_in: StandIn, generator: Generator | None = None) -> Any:
    """Return what a call gives on stand-ins for its tensors.

    Raises:
        CannotExplainError: it fails.
    """
    fresh = on_others(call, stand_in, generator)
    try:
        with np.errstate(all="ignore"):
            return call.replay(*fresh.args, **fresh.settings)
    except Exception as error:  # noqa: BLE001  whatever it is, these tensors tell nothing
        raise CannotExplainError(str(error)) from None


def on_others(call: Call, stand_in: StandIn, generator: Generator | None = None) -> Call:
    """Return a call on stand-ins for its tensors, each made once and under the same name.

    A generator that the call was given is replaced by another, or by a copy.
    """
    made: dict[int, Any] = {}
    names = dict(call.names)

    def replaced(value: object) -> Any:
        if isinstance(value, Tensor):
            if id(value) not in made:
                made[id(value)] = stand_in(value)
                names[id(made[id(value)])] = call.name_of(value)
            return made[id(value)]
        if isinstance(value, list | tuple | dict | slice):
            if id(value) not in made:
                made[id(value)] = value  # within itself it stays
                made[id(value)] = replaced_in(value, replaced)
            return made[id(value)]
        if isinstance(value, Generator):
            return generator or value.clone_state()
        return value

    args = tuple(replaced(value) for value in call.args)
    settings = {name: replaced(value) for name, value in call.settings.items()}
    return replace(call, args=args, settings=settings, names=names)


def replaced_in(value: Any, replaced: Callable[[Any], Any]) -> Any:
    """Return a container with what is in it replaced; one that holds nothing to replace stays."""
    if isinstance(value, slice):
        return slice(*map(replaced, (value.start, value.stop, value.step)))
    if isinstance(value, dict):
        return {name: replaced(part) for name, part in value.items()}
    parts = [replaced(part) for part in value]
    if all(new is old for new, old in zip(parts, value, strict=True)):
        return value
    return type(value)(parts) if type(value) in {list, tuple} else tuple(parts)


def generator_of(call: Call) -> Generator:
    """Return what a call draws its random numbers from, if it draws any."""
    given = (*call.args, *call.settings.values())
    return next((value for value in given if isinstance(value, Generator)), default_generator)
