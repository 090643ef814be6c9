"""The `itertools` module: each item that it takes and each that it gives is counted."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.iteration import collected, lazily, own_items, single
from tensorlab.language.values.values import Namespace, ProgramIterator, Table, TypeValue


def counted(items: Any) -> ProgramIterator:
    """Return an iterator that counts each item, however C takes them."""
    return own_items(single(items))


def chain(*iterables: object) -> ProgramIterator:
    """Return the items of one after the other."""
    return lazily("chain", itertools.chain(*map(counted, iterables)))


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


def product(*given: object, repeat: int = 1) -> ProgramIterator:
    """Return every choice of one item from each."""
    pools = [collected(items) for items in given]
    size = len(pools) * (max(repeat, 0) if isinstance(repeat, int) else 1)
    meter.grow(64 * size)
    return Costly("product", itertools.product(*pools, repeat=repeat), size + 1)


def plainly(name: str) -> Callable[..., Any]:
    """Return a function that goes through no items, of which each that it gives is counted."""
    make = getattr(itertools, name)
    return lambda *given, **named: lazily(name, make(*given, **named))


def chain_from_iterable(iterable: object, /) -> ProgramIterator:
    """Return the items of all the items."""
    return lazily("chain", itertools.chain.from_iterable(map(counted, counted(iterable))))


def islice(iterable: Any, /, *places: Any) -> ProgramIterator:
    """Return some of the items, by their places."""
    return lazily("islice", itertools.islice(counted(iterable), *places))


def itertools_module() -> Namespace:
    """Return the table of `itertools`."""
    linked = Builtin("from_iterable", chain_from_iterable)
    link = TypeValue("itertools.chain", (), chain, Table({"from_iterable": linked}))
    plain = {name: plainly(name) for name in ("count", "repeat")}
    chosen = ("combinations", "combinations_with_replacement", "permutations")
    pools = {name: over_pool(name) for name in chosen}
    functions = {**plain, **pools, "product": product, "islice": islice}
    return namespace_of("itertools", functions, {**written("itertools"), "chain": link})


MODULES = {"itertools": itertools_module}
