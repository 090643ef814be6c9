"""The `itertools` module: each item that it takes and each that it gives is counted."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.guards import add
from tensorlab.language.values.iteration import collected, lazily, own_items, single
from tensorlab.language.values.values import Builtin, Namespace, ProgramIterator, Table, TypeValue

MOST_COPIES = 10_000


class Costly(ProgramIterator):
    """An iterator whose items take more than a step each."""

    __slots__ = ("cost",)

    def __init__(self, kind: str, source: Iterator[Any], cost: int) -> None:
        super().__init__(kind, source)
        self.cost = cost

    def __next__(self) -> Any:
        meter.grow(8 * self.cost)
        meter.spend(self.cost)
        return super().__next__()


Costly.__name__ = ProgramIterator.__name__


def counted(items: Any) -> ProgramIterator:
    """Return an iterator that counts each item, however C takes them."""
    return own_items(single(items))


def over_items(name: str, *, tests: bool = False) -> Callable[..., Any]:
    """Return a function whose arguments are all items; with `tests` the first is a function."""
    make = getattr(itertools, name)

    def call(*given: object, **named: object) -> ProgramIterator:
        if tests and given:
            first = given[0] if given[0] is None else callable_value(given[0])
            return lazily(name, make(first, *map(counted, given[1:]), **named))
        return lazily(name, make(*map(counted, given), **named))

    return call


def over_pool(name: str) -> Callable[..., Any]:
    """Return a function that chooses from items which it keeps."""
    make = getattr(itertools, name)

    def call(iterable: object, r: object = None) -> ProgramIterator:
        pool = collected(iterable)
        if r is None and name != "permutations":
            raise TypeError(f"{name}() missing required argument 'r' (pos 2)")
        size = r if isinstance(r, int) else len(pool)
        meter.grow(16 * max(size, 0))
        return Costly(name, make(pool, r), max(size, 0) + 1)

    return call


def plainly(name: str) -> Callable[..., Any]:
    """Return a function that goes through no items, of which each that it gives is counted."""
    make = getattr(itertools, name)
    return lambda *given, **named: lazily(name, make(*given, **named))


def product(*given: object, repeat: int = 1) -> ProgramIterator:
    """Return every choice of one item from each."""
    pools = [collected(items) for items in given]
    size = len(pools) * (max(repeat, 0) if isinstance(repeat, int) else 1)
    meter.grow(64 * size)
    return Costly("product", itertools.product(*pools, repeat=repeat), size + 1)


def accumulate(iterable: object, func: object = None, *, initial: object = None) -> ProgramIterator:
    """Return the running totals."""
    combine = add if func is None else callable_value(func)
    return lazily("accumulate", itertools.accumulate(counted(iterable), combine, initial=initial))


def chain_from_iterable(iterable: object, /) -> ProgramIterator:
    """Return the items of all the items."""
    return lazily("chain", itertools.chain.from_iterable(map(counted, counted(iterable))))


def cycle(iterable: object, /) -> ProgramIterator:
    """Return the items, then the same again without end."""
    return Costly("cycle", itertools.cycle(counted(iterable)), 1)


def islice(iterable: Any, /, *places: Any) -> ProgramIterator:
    """Return some of the items, by their places."""
    return lazily("islice", itertools.islice(counted(iterable), *places))


def groupby(iterable: Any, key: object = None) -> ProgramIterator:
    """Return runs of items with the same key."""
    found = itertools.groupby(counted(iterable), None if key is None else callable_value(key))
    return lazily("groupby", ((word, lazily("_grouper", group)) for word, group in found))


def tee(iterable: object, n: int = 2, /) -> tuple[Any, ...]:
    """Return several iterators over the same items."""
    if n > MOST_COPIES:
        raise ValueError(f"tee() makes {MOST_COPIES:,} iterators at most")
    return tuple(lazily("_tee", each) for each in itertools.tee(counted(iterable), n))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: over_items(name) for name in ("compress", "pairwise", "zip_longest")},
    **{
        name: over_items(name, tests=True)
        for name in ("dropwhile", "filterfalse", "starmap", "takewhile")
    },
    **{
        name: over_pool(name)
        for name in ("combinations", "combinations_with_replacement", "permutations")
    },
    **{name: plainly(name) for name in ("count", "repeat")},
    "accumulate": accumulate, "cycle": cycle, "groupby": groupby, "islice": islice,
    "product": product, "tee": tee,
}  # fmt: skip


def itertools_module() -> Namespace:
    """Return the table of `itertools`."""
    linked = Builtin("from_iterable", chain_from_iterable)
    chain = TypeValue("itertools.chain", (), over_items("chain"), Table({"from_iterable": linked}))
    return namespace_of("itertools", FUNCTIONS, {"chain": chain})


MODULES = {"itertools": itertools_module}
