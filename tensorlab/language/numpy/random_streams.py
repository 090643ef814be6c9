"""Random numbers: numpy's very streams, the session's own and those that a program makes."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.engine.settings import numpy_stream as session_stream
from tensorlab.language.limits.contents import weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.declaring import Declaration, sizes
from tensorlab.language.numpy.gate import call
from tensorlab.language.numpy.taking import Taken
from tensorlab.language.numpy.values import presented
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.functions import Builtin, under_names
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import TypeValue

SHARED: Final = (
    "beta binomial chisquare choice dirichlet exponential gamma geometric gumbel laplace logistic "
    "lognormal multinomial multivariate_normal normal pareto permutation poisson power random "
    "rayleigh standard_cauchy standard_exponential standard_gamma standard_normal standard_t "
    "triangular uniform weibull zipf"
)
OF_STATES: Final = "rand randn randint random_sample"
OF_GENERATORS: Final = "integers permuted"
MOST_SEEDS: Final = 1 << 12
WORDS_OF_STATE: Final = 624  # of a Mersenne twister


class Stream:
    """A source of random numbers: numpy's Generator or RandomState, out of the program's reach."""

    __slots__ = ("source",)
    copied_whole = True  # a deep copy goes on by itself

    def __init__(self, source: Any) -> None:
        self.source = source


class GeneratorStream(Stream):
    """What `default_rng` gives."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Generator({type(self.source.bit_generator).__name__})"


class StateStream(Stream):
    """What `RandomState` gives."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "RandomState(MT19937)"


GeneratorStream.__name__ = "numpy.random._generator.Generator"
StateStream.__name__ = "numpy.random.mtrand.RandomState"


def state_of(stream: Stream) -> Any:
    """Return where a stream stands."""
    if isinstance(stream, StateStream):
        return stream.source.get_state(legacy=False)
    return stream.source.bit_generator.state


def put_state(stream: Stream, state: Any) -> None:
    """Let a stream go on where it stood."""
    if isinstance(stream, StateStream):
        stream.source.set_state(state)
    else:
        stream.source.bit_generator.state = state


KINDS[Stream] = Kind(state_of, nothing, put_state)


def drawing(name: str, declared: Declaration) -> Callable[..., Any]:
    """Return the method that draws numbers from a stream."""

    def draw(stream: Any, *given: Any, **named: Any) -> Any:
        return call(declared, getattr(stream.source, name), given, named)

    draw.__name__ = draw.__qualname__ = name
    return draw


def shuffle(stream: Any, x: Any, axis: Any = None) -> None:
    """Put the items of a list, or the rows of an array, in random order."""
    if isinstance(x, list):
        meter.spend(len(x) << 2)
        stream.source.shuffle(x)
        return
    further = {} if axis is None else {"axis": axis}
    call(DECLARED["stream.shuffle"], stream.source.shuffle, (x,), further)


def seeded(make: Callable[..., Any], seed: Any) -> Any:
    """Return what a seed makes: a whole number, several, or none."""
    taken = Taken().value(seed)
    if len(sizes(taken)) > MOST_SEEDS or np.size(taken) > MOST_SEEDS:
        raise ValueError(f"a seed has at most {MOST_SEEDS} numbers")
    weigh(seed)
    return make(taken)


def default_rng(seed: Any = None) -> Any:
    """Return a new stream, or a stream as it is."""
    if isinstance(seed, GeneratorStream):
        return seed
    return GeneratorStream(seeded(np.random.default_rng, seed))


def random_state(seed: Any = None) -> StateStream:
    """Return a new stream of the older kind."""
    return StateStream(seeded(np.random.RandomState, seed))


def no_generator(*given: Any) -> Any:
    """Refuse to make a generator by its class.

    Raises:
        TypeError: always.
    """
    raise TypeError("a generator is made by np.random.default_rng(seed)")


def reseed(stream: Any, seed: Any = None) -> None:
    """Let a stream begin again, as numpy's `seed` does."""
    seeded(stream.source.seed, seed)


def get_state(stream: Any) -> tuple[Any, ...]:
    """Return where a stream stands, as numpy's tuple of five."""
    return tuple(map(presented, stream.source.get_state()))


def set_state(stream: Any, state: Any) -> None:
    """Let a stream go on from where `get_state` found one.

    Raises:
        ValueError: it is no such place; numpy's own code would read memory beyond the numbers.
    """
    _, numbers, place, *rest = map(Taken().value, state)
    key = np.array(numbers, np.uint32)
    if key.shape != (WORDS_OF_STATE,) or not 0 <= int(place) <= WORDS_OF_STATE:
        raise ValueError("state must be what np.random.get_state() returned")
    stream.source.set_state(("MT19937", key, int(place), *rest))


def methods(names: str, room: str = "stream") -> dict[str, Callable[..., Any]]:
    """Return the methods of a kind of stream."""
    return {
        name: drawing(name, DECLARED.get(f"{room}.{name}") or DECLARED[f"stream.{name}"])
        for name in names.split()
    }


METHODS[GeneratorStream] = {
    **methods(f"{SHARED} {OF_GENERATORS}", "generator"), "shuffle": shuffle,
}  # fmt: skip
METHODS[StateStream] = {
    **methods(f"{SHARED} {OF_STATES}"), "shuffle": shuffle, "seed": reseed,
    "get_state": get_state, "set_state": set_state,
}  # fmt: skip


def of_session(name: str) -> Callable[..., Any]:
    """Return a function of np.random: it draws from the session's own stream."""
    function = METHODS[StateStream][name]
    return lambda *given, **named: function(StateStream(session_stream()), *given, **named)


def names() -> dict[str, Any]:
    """Return what np.random offers."""
    found: dict[str, Any] = {
        **under_names({name: of_session(name) for name in METHODS[StateStream]})
    }
    found["sample"] = found["ranf"] = found["random_sample"]
    found["default_rng"] = Builtin("default_rng", default_rng)
    for kind, name, make in ((GeneratorStream, "Generator", no_generator),
                             (StateStream, "RandomState", random_state)):  # fmt: skip
        TYPE_VALUES[kind] = found[name] = TypeValue(kind.__name__, (kind,), make)
    return found
