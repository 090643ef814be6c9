"""The `random` module: Python's very streams, one for each session, and generators of one's own."""

import math
from collections.abc import Callable
from random import Random
from typing import Any

from tensorlab.engine.settings import Streams
from tensorlab.engine.tensor import Tensor
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import OFFERED, namespace_of
from tensorlab.language.values.attributes import METHODS, gate_of
from tensorlab.language.values.guards import check_bits
from tensorlab.language.values.iteration import SIZED, collected
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Namespace, TypeValue, type_name

Method = Callable[..., Any]


def stream() -> Random:
    """Return the stream of the session."""
    found = Streams.made.get("random")
    if found is None:
        found = Streams.made["random"] = Random()  # noqa: S311  as Python draws
    return found


def seed(own: Random, a: Any = None, version: int = 2) -> None:
    """Begin the stream anew: with chance where no seed is given."""
    if a is not None and type(a) not in (int, float, str, bool):
        raise TypeError(
            "The only supported seed types are: None,\nint, float, str, bytes, and bytearray."
        )
    meter.spend_at_once(len(a) if isinstance(a, str) else 64)
    own.seed(a, version)


def of_numbers(name: str) -> Method:
    """Return a method whose arguments are numbers: with others some would draw for ever."""
    method = getattr(Random, name)

    def draw(own: Random, *given: object, **named: object) -> Any:
        for value in (*given, *named.values()):
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"{name}() takes finite numbers, not {value}")
            if value is not None and not isinstance(value, int | float):
                raise TypeError(f"{name}() takes numbers, not '{type_name(value)}'")
        return method(own, *given, **named)

    draw.__name__ = name
    return draw


def of_integers(name: str) -> Method:
    """Return a method whose arguments are whole numbers."""
    method = getattr(Random, name)

    def draw(own: Random, *given: object, **named: object) -> Any:
        for value in (*given, *named.values()):
            if isinstance(value, int):
                meter.spend(value.bit_length() >> 5)
        return method(own, *given, **named)

    draw.__name__ = name
    return draw


def getrandbits(own: Random, k: Any, /) -> int:
    """Return a whole number of so many bits."""
    if isinstance(k, int):
        check_bits(k)
    return own.getrandbits(k)


def sequence(value: object) -> Any:
    """Return something of which an item can be taken.

    Raises:
        TypeError: it has no places.
    """
    if isinstance(value, (*SIZED, Tensor)) or gate_of(type(value)) is not None:
        return value
    raise TypeError(f"object of type '{type_name(value)}' has no len()")


def choice(own: Random, seq: object) -> Any:
    """Return one of the items."""
    return own.choice(sequence(seq))


def shuffle(own: Random, x: Any) -> None:
    """Put the items into another order."""
    meter.spend_at_once(16 * len(sequence(x)))
    own.shuffle(x)


def choices(own: Random, population: object, weights: object = None, *, cum_weights: object = None,
            k: int = 1) -> list[Any]:  # fmt: skip
    """Return k items, each drawn from all."""
    chances = [None if given is None else collected(given) for given in (weights, cum_weights)]
    meter.grow(64 * max(k, 0) if isinstance(k, int) else 0)
    meter.spend_at_once(4 * max(k, 0) if isinstance(k, int) else 0)
    return own.choices(sequence(population), chances[0], cum_weights=chances[1], k=k)


def sample(own: Random, population: Any, k: int, *, counts: Any = None) -> list[Any]:
    """Return k different items."""
    if isinstance(population, set | frozenset) or not isinstance(population, SIZED):
        if gate_of(type(population)) is None:
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        population = collected(population)
    size = min(len(population), k) if isinstance(k, int) else 0
    meter.grow(64 * max(size, 0))
    meter.spend_at_once(16 * max(size, 0))
    return own.sample(population, k, counts=None if counts is None else collected(counts))


def setstate(own: Random, state: object) -> None:
    """Let the stream go on where it once stood."""
    if not isinstance(state, tuple):
        raise TypeError(f"a state is what getstate() gave, not '{type_name(state)}'")
    own.setstate(state)


METHODS_OF_STREAMS: dict[str, Method] = {
    "seed": seed, "random": Random.random, "getstate": Random.getstate, "setstate": setstate,
    "getrandbits": getrandbits, "choice": choice, "choices": choices, "sample": sample,
    "shuffle": shuffle,
    "randbytes": lambda own, n, /: getrandbits(own, 8 * n).to_bytes(n, "little"),
    **{name: of_integers(name) for name in ("randint", "randrange")},
    **{name: of_numbers(name) for name in OFFERED["random"]},
}  # fmt: skip


def of_session(method: Method) -> Method:
    """Return a function that draws from the stream of the session."""

    def draw(*given: object, **named: object) -> Any:
        return method(stream(), *given, **named)

    return draw


def own_stream(x: object = None) -> Random:
    """Return a new generator with a stream of its own."""
    made = Random()  # noqa: S311  as Python draws
    seed(made, x)
    return made


def random_module() -> Namespace:
    """Return the table of `random`."""
    METHODS[Random] = METHODS_OF_STREAMS
    TYPE_VALUES[Random] = TypeValue("random.Random", (Random,), own_stream)
    drawn = {name: of_session(method) for name, method in METHODS_OF_STREAMS.items()}
    return namespace_of("random", drawn, {"Random": TYPE_VALUES[Random]})


MODULES = {"random": random_module}
