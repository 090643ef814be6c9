"""torch.random: the one stream of random numbers."""

from collections.abc import Iterator
from contextlib import contextmanager

from tensorlab.ops.random.generators import (
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)

__all__ = [
    "fork_rng",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
    "thread_safe_generator",
]


def thread_safe_generator() -> None:
    """Return the stream of the worker that runs: none, since there are no other processes.

    >>> torch.random.thread_safe_generator() is None
    True
    """


@contextmanager
def fork_rng(devices: object = None, enabled: bool = True, **settings: object) -> Iterator[None]:
    """Let the stream go on after a block as if nothing had been drawn inside.

    >>> _ = torch.manual_seed(0)
    >>> with torch.random.fork_rng():
    ...     _ = torch.rand(100)
    >>> torch.rand(1)
    tensor([0.4963])
    """
    state = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(state)
