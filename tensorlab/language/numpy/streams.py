"""Random numbers: numpy's very streams, the session's own and those that a program makes."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from tensorlab.engine.random.numpy_state import stream as session_stream
from tensorlab.language.limits.contents import weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.arguments import Arguments
from tensorlab.language.numpy.calling import pay, run
from tensorlab.language.numpy.costs import expected
from tensorlab.language.numpy.sizes import laid_over, number, product, sizes
from tensorlab.language.numpy.values import Array
from tensorlab.language.numpy.workloads import cubic
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Builtin, TypeValue, type_name, under_names

DISTRIBUTIONS: Final = (
    "beta binomial chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric "
    "laplace logistic lognormal multinomial multivariate_normal negative_binomial normal pareto "
    "permutation poisson power random rayleigh standard_cauchy standard_exponential standard_gamma "
    "standard_normal standard_t triangular uniform wald weibull vonmises logseries "
    "noncentral_chisquare noncentral_f"
)
OF_STATES: Final = ("rand", "randn", "randint", "random_sample", "tomaxint")
OF_GENERATORS: Final = ("integers", "permuted")
LOOSE: Final = frozenset({"rand", "randn"})  # their sizes are given one by one
COUNTING: Final = frozenset({"choice", "permutation"})  # a whole number stands for a range
LARGEST_STATE: Final = 1 << 12
STATE_PARTS: Final = 5


class Stream:
    """A source of random numbers: numpy's Generator or RandomState, out of the program's reach."""

    __slots__ = ("source",)

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
    source = stream.source
    return (
        source.get_state(legacy=False)
        if isinstance(stream, StateStream)
        else source.bit_generator.state
    )


def put_state(stream: Stream, state: Any) -> None:
    """Let a stream go on where it stood."""
    if isinstance(stream, StateStream):
        stream.source.set_state(state)
    else:
        stream.source.bit_generator.state = state


KINDS[Stream] = Kind(state_of, nothing, put_state)


def drawing(name: str, source_of: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return the function that draws numbers from a stream."""

    def draw(stream: Any, *given: Any, **named: Any) -> Any:
        source = source_of(stream)
        arguments = Arguments(given, named)
        pay_for_draw(name, arguments)
        return run(getattr(source, name), arguments)

    draw.__name__ = draw.__qualname__ = name
    return draw


def pay_for_draw(name: str, arguments: Arguments) -> None:
    """Take what drawing so many numbers costs."""
    given, named = arguments.given, dict(arguments.named)
    size = named.pop("size", None)
    if name in LOOSE:
        cells = product(given)
    elif size is not None:
        cells = product(size)
    else:  # it may stand among the rest by its place
        shapes = (value for value in given if isinstance(value, tuple | list | int))
        cells = max(map(product, shapes), default=1)
    width = max([arguments.cells, laid_over([*given, *named.values()]), 1])
    if name in COUNTING:
        width = max(width, number(given[0]) if given and not np.ndim(given[0]) else 1)
    if name in {"multinomial", "dirichlet", "multivariate_normal"}:
        cells *= max(arguments.cells, 1)
    work = max((expected(cubic, [part], {}) for part in given if np.ndim(part) > 1), default=0)
    pay(max(cells, width), 4 * max(cells, width, work))


def shuffle(source: Any, x: Any, axis: Any = None) -> None:
    """Put the items of a list, or the rows of an array, in random order."""
    if isinstance(x, list):
        meter.spend(len(x) << 2)
        source.shuffle(x)
        return
    if not isinstance(x, Array):
        raise TypeError(f"a list or an array can be shuffled, not {type_name(x)}")
    arguments = Arguments((x,), {} if axis is None else {"axis": axis})
    pay(0, 4 * x.size)
    run(source.shuffle, arguments)


def seeded(make: Callable[..., Any], seed: Any) -> Any:
    """Return what a seed makes: a whole number, several, or none."""
    arguments = Arguments((seed,), {})
    if len(sizes(arguments.given[0])) > LARGEST_STATE:
        raise ValueError(f"a seed has at most {LARGEST_STATE} numbers")
    weigh(seed)
    return make(*arguments.given)  # which is ours to keep


def default_rng(seed: Any = None) -> Any:
    """Return a new stream, or a stream as it is."""
    if isinstance(seed, GeneratorStream):
        return seed
    return GeneratorStream(seeded(np.random.default_rng, seed))


def random_state(seed: Any = None) -> StateStream:
    """Return a new stream of the older kind."""
    return StateStream(seeded(np.random.RandomState, seed))


def spawn(stream: GeneratorStream, n_children: Any) -> list[GeneratorStream]:
    """Return new streams that have nothing to do with one another.

    Raises:
        ValueError: they are too many.
    """
    if not isinstance(n_children, int) or n_children > LARGEST_STATE:
        raise ValueError(f"a stream has at most {LARGEST_STATE} children at once")
    pay(LARGEST_STATE, 1000 * max(n_children, 0))
    return [GeneratorStream(child) for child in stream.source.spawn(n_children)]


def reseed(stream: Any, seed: Any = None) -> None:
    """Let a stream begin again, as numpy's `seed` does."""
    seeded(stream.seed, seed)


def get_state(stream: Any, legacy: Any = True) -> Any:
    """Return where a stream stands."""
    return run(stream.get_state, Arguments((), {}))


def set_state(stream: Any, state: Any) -> None:
    """Let a stream go on where it stood.

    Raises:
        TypeError: the state is none that `get_state` gave.
    """
    if not isinstance(state, tuple) or not 3 <= len(state) <= STATE_PARTS:
        raise TypeError("state must be what get_state() gave")
    word, *rest = state
    stream.set_state((word, *Arguments(rest, {}).given))


OWN: Final[dict[str, Callable[..., Any]]] = {
    "shuffle": shuffle, "seed": reseed, "get_state": get_state, "set_state": set_state,
}  # fmt: skip


def methods(names: tuple[str, ...], own: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    """Return the methods of a kind of stream."""
    found = {name: drawing(name, lambda stream: stream.source) for name in names}
    for name in own:
        found[name] = from_source(OWN[name])
    return found


def from_source(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of streams for a function of numpy's source."""
    return lambda stream, *given, **named: function(stream.source, *given, **named)


METHODS[GeneratorStream] = {
    **methods((*DISTRIBUTIONS.split(), *OF_GENERATORS), ("shuffle",)), "spawn": spawn,
}  # fmt: skip
METHODS[StateStream] = methods((*DISTRIBUTIONS.split(), *OF_STATES), tuple(OWN))


def of_session(name: str) -> Callable[..., Any]:
    """Return a function of np.random: it draws from the session's own stream."""
    function = METHODS[StateStream][name]
    return lambda *given, **named: function(StateStream(session_stream()), *given, **named)


def names() -> dict[str, Any]:
    """Return what np.random offers."""
    found: dict[str, Any] = {
        **under_names({name: of_session(name) for name in METHODS[StateStream]})
    }
    found["ranf"] = found["sample"] = found["random_sample"]
    found["default_rng"] = Builtin("default_rng", default_rng)
    for kind, name, make in ((GeneratorStream, "Generator", generator_of),
                             (StateStream, "RandomState", random_state)):  # fmt: skip
        TYPE_VALUES[kind] = found[name] = TypeValue(kind.__name__, (kind,), make)
    for bits in ("PCG64", "MT19937", "Philox", "SFC64"):
        found[bits] = Builtin(bits, partial(Bits, bits))
    return found


class Bits:
    """What `np.random.PCG64(seed)` makes: what a generator is made of."""

    __slots__ = ("kind", "seed")

    def __init__(self, kind: str, seed: Any = None) -> None:
        self.kind = kind
        self.seed = seed


def generator_of(bits: Any) -> GeneratorStream:
    """Return the generator that is made of bits.

    Raises:
        TypeError: they are none.
    """
    if not isinstance(bits, Bits):
        raise TypeError("a generator is made of bits: np.random.Generator(np.random.PCG64(seed))")
    return GeneratorStream(np.random.Generator(seeded(getattr(np.random, bits.kind), bits.seed)))
