"""What the workers of a DataLoader make, in turn: each has a data set and streams of its own."""

import random
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from itertools import cycle
from typing import Any, ClassVar

from tensorlab.engine.work import Work
from tensorlab.ops.random.generators import get_rng_state, manual_seed, set_rng_state

STREAMS = 8192  # what the states of the two streams weigh, in numbers


class WorkerInfo:
    """What a data set can ask about the worker that it is used by."""

    current: "ClassVar[WorkerInfo | None]" = None

    def __init__(self, id: int, num_workers: int, seed: int, dataset: object) -> None:
        self.id = id
        self.num_workers = num_workers
        self.seed = seed
        self.dataset = dataset

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in vars(self).items())
        return f"WorkerInfo({facts})"


class Worker:
    """One worker: its data set, and where its streams of random numbers are."""

    def __init__(self, loader: Any, number: int, seed: int) -> None:
        Work.spend(STREAMS)
        self.loader = loader
        self.dataset = copy(loader.dataset) if loader._is_stream else loader.dataset
        self.info = WorkerInfo(number, loader.num_workers, seed + number, self.dataset)
        self.streams: Any = None
        with self.at_work():
            if loader.worker_init_fn is not None:
                loader.worker_init_fn(number)
            self.stream: Any = loader._is_stream and loader._batches_of_stream(self.dataset)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let random numbers come from the worker's streams, and questions be about it."""
        before, outer = (get_rng_state(), random.getstate()), WorkerInfo.current
        if self.streams is None:
            manual_seed(self.info.seed)
            random.seed(self.info.seed)
        else:
            put_back(self.streams)
        WorkerInfo.current = self.info
        try:
            yield
        finally:
            self.streams = get_rng_state(), random.getstate()
            WorkerInfo.current = outer
            put_back(before)

    def batch(self, asked: Any) -> Any:
        """Return the samples of the numbers."""
        with self.at_work():
            return self.loader._batch_of(self.dataset, asked)

    def next_of_stream(self) -> Any:
        """Return the next batch of the worker's stream.

        Raises:
            StopIteration: there is none.
        """
        with self.at_work():
            return next(self.stream)


def put_back(streams: Any) -> None:
    """Continue the streams of random numbers from where they were."""
    set_rng_state(streams[0])
    random.setstate(streams[1])


def in_turn(loader: Any, seed: int) -> Iterator[Any]:
    """Yield the batches that workers make, one after the other."""
    workers = [Worker(loader, number, seed) for number in range(loader.num_workers)]
    if not loader._is_stream:
        for worker, asked in zip(cycle(workers), loader._index_sampler):
            yield worker.batch(asked)
        return
    waiting = deque(workers)
    while waiting:
        worker = waiting.popleft()
        try:
            batch = worker.next_of_stream()
        except StopIteration:
            continue
        waiting.append(worker)
        yield batch


def get_worker_info() -> WorkerInfo | None:
    """Return what is known of the worker that makes the sample; None where there are no workers.

    >>> torch.utils.data.get_worker_info() is None
    True
    """
    return WorkerInfo.current
