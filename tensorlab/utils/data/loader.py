"""DataLoader: a data set gone through in batches."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Self

import numpy as np

from tensorlab.engine.naming import class_text, printed_under
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.engine.work import Work
from tensorlab.ops.loading import find
from tensorlab.utils.data.dataset import IterableDataset, samples_of
from tensorlab.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler, fresh_seed
from tensorlab.utils.data.workers import in_turn

# What programs and libraries enter for classes of their own.
default_collate_fn_map: dict[Any, Callable[..., Any]] = {}
TEXTS = re.compile("[SUO]")  # the kinds of numpy's elements that are no numbers


def torch(name: str) -> Any:
    """Return a public name of torch."""
    return find("torch", name)


def default_collate(batch: Sequence[Any]) -> Any:
    """Return a list of samples as one batch of the same structure.

    >>> torch.utils.data.default_collate([(1, 2.), (3, 4.)])
    [tensor([1, 3]), tensor([2., 4.], dtype=torch.float64)]

    Raises:
        TypeError: a sample is nothing that tensors are made of.
        RuntimeError: samples that are lists have different lengths.
    """
    first = batch[0]
    for kind, collate in default_collate_fn_map.items():
        if isinstance(first, kind):
            return collate(batch, collate_fn_map=default_collate_fn_map)
    if isinstance(first, Tensor):
        return torch("stack")(batch, 0)
    if isinstance(first, np.ndarray | np.generic):
        if TEXTS.match(first.dtype.kind):
            raise TypeError(in_full("default_collate: batch", first.dtype))
        as_tensor = torch("as_tensor")
        if not first.shape:
            return as_tensor([each.item() for each in batch], dtype=as_tensor(first).dtype)
        return torch("stack")([as_tensor(each) for each in batch], 0)
    if isinstance(first, int | float):
        return torch("tensor")(batch, dtype=torch("float64") if isinstance(first, float) else None)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([each[key] for each in batch]) for key in first}
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(part) for part in zip(*batch, strict=True)))
    if isinstance(first, Sequence):
        if any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(part) for part in zip(*batch, strict=True)]
    raise TypeError(in_full("default_collate: batch", class_text(first)))


def default_convert(data: object) -> Any:
    """Return data of the same structure with tensors in the place of numpy's arrays.

    >>> torch.utils.data.default_convert((torch.tensor(1), "a"))
    [tensor(1), 'a']
    """
    if isinstance(data, Tensor):
        return data
    if isinstance(data, np.ndarray | np.generic):
        return data if TEXTS.match(data.dtype.kind) else torch("as_tensor")(data)
    if isinstance(data, Mapping):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    return list(map(default_convert, data)) if isinstance(data, tuple | list) else data


# Arguments of a loader that are no attributes as they were given.
BUILT = {"self", "shuffle", "batch_size", "sampler", "batch_sampler", "drop_last", "collate_fn"}
SETTLED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


class _SingleProcessDataLoaderIter(chain[Any]):
    """What goes through a loader without workers; a library's own yields whole batches."""

    loader: Any

    def __new__(cls, loader: Any) -> Self:
        seed = fresh_seed(loader.generator)  # for workers, also where there are none
        own = isinstance(loader, DataLoader)
        batches = loader._batches(seed) if own else map(loader.collate_fn, loader.dataset)
        made = super().__new__(cls, batches)
        made.loader = loader
        return made

    def __len__(self) -> int:
        return len(self.loader)


class _MultiProcessingDataLoaderIter(_SingleProcessDataLoaderIter):
    """What goes through a loader with workers."""


class DataLoader:
    """The samples of a data set in batches, shuffled if wanted.

    No workers are started: what each would do is done in this process, in the same order.

    >>> [batch.tolist() for batch in torch.utils.data.DataLoader(range(5), batch_size=2)]
    [[0, 1], [2, 3], [4]]
    """

    dataset: Any
    generator: Any
    num_workers: int
    timeout: float
    pin_memory: bool

    __class_getitem__ = classmethod(lambda cls, kinds: cls)  # `DataLoader[int]` is for readers

    def __init__(
        self, dataset: Any, batch_size: int | None = 1, shuffle: bool | None = None,
        sampler: Any = None, batch_sampler: Any = None, num_workers: int = 0,
        collate_fn: Callable[[list[Any]], Any] | None = None, pin_memory: bool = False,
        drop_last: bool = False, timeout: float = 0, worker_init_fn: Any = None,
        multiprocessing_context: Any = None, generator: Any = None, *,
        prefetch_factor: int | None = None, persistent_workers: bool = False,
        pin_memory_device: str = "", in_order: bool = True,
    ) -> None:  # fmt: skip
        if num_workers < 0:
            raise ValueError(in_full("num_workers option"))
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if prefetch_factor is not None and not num_workers:
            raise ValueError(in_full("prefetch_factor option"))
        if persistent_workers and not num_workers:
            raise ValueError("persistent_workers option needs num_workers > 0")
        if num_workers and prefetch_factor is None:
            prefetch_factor = 2
        elif multiprocessing_context is not None and not num_workers:
            raise ValueError(in_full("multiprocessing_context", num_workers))
        given = [*locals().items()]
        self.__dict__.update({name: value for name, value in given if name not in BUILT})
        self._is_stream = isinstance(dataset, IterableDataset)
        self._require_order(shuffle, sampler, batch_sampler)
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(in_full("batch_sampler option"))
            batch_size, drop_last = None, False
        if batch_size is None and batch_sampler is None and drop_last:
            raise ValueError(in_full("batch_size=None option"))
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = self._usual_sampler(shuffle) if sampler is None else sampler
        self.batch_sampler = batch_sampler
        if batch_size is not None and batch_sampler is None:
            self.batch_sampler = BatchSampler(self.sampler, batch_size, drop_last)
        usual = default_convert if self.batch_sampler is None else default_collate
        self.collate_fn = usual if collate_fn is None else collate_fn

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute, but for those on which others were built.

        Raises:
            ValueError: it is such a one, and the loader is made.
        """
        if name in SETTLED and "collate_fn" in vars(self):  # which is set last
            raise ValueError(in_full("{} attribute should", name, type(self).__name__))
        super().__setattr__(name, value)

    def _usual_sampler(self, shuffle: bool | None) -> Any:
        """Return the order in which samples are taken where none is given; a stream has its own."""
        if self._is_stream:
            return None
        if shuffle:
            return RandomSampler(self.dataset, generator=self.generator)
        return SequentialSampler(self.dataset)

    def _require_order(self, shuffle: bool | None, sampler: object, batch_sampler: object) -> None:
        """Refuse two orders at once, and any order of a stream.

        Raises:
            ValueError: two of shuffle, sampler and batch_sampler are given, or one for a stream.
        """
        if self._is_stream:
            given = {"shuffle": shuffle, "sampler": sampler, "batch_sampler": batch_sampler}
            for name, value in given.items():
                if value not in (None, False):
                    raise ValueError(in_full("DataLoader with IterableDataset", name, name, value))
        elif sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")

    def __iter__(self) -> Iterator[Any]:
        return self._get_iterator()

    def _get_iterator(self) -> Iterator[Any]:
        """Return what goes through the loader; loaders of libraries put their own around it."""
        kinds = _SingleProcessDataLoaderIter, _MultiProcessingDataLoaderIter
        return kinds[bool(self.num_workers)](self)

    def _batches(self, seed: int) -> Iterator[Any]:
        """Return what goes through the loader; the seed is that of workers."""
        if self.pin_memory:
            warn(in_full("'pin_memory' argument is set"))
        if self.timeout and not self.num_workers:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        if self.num_workers:
            return in_turn(self, seed)
        if self._is_stream:
            return self._batches_of_stream(self.dataset)
        return (self._batch_of(self.dataset, asked) for asked in self._index_sampler)

    @property
    def _index_sampler(self) -> Any:
        """Return the numbers of the samples, batch by batch where there are batches."""
        return self.batch_sampler if self._auto_collation else self.sampler

    @property
    def _auto_collation(self) -> bool:
        """Return whether samples are taken one by one, and put together."""
        return self.batch_sampler is not None

    def _batch_of(self, dataset: Any, asked: Any) -> Any:
        """Return the samples of a data set that have the numbers, or the one that has it."""
        if not self._auto_collation:
            return self.collate_fn(dataset[asked])
        Work.spend(len(asked := list(asked)))
        return self.collate_fn(samples_of(dataset, asked))

    def _batches_of_stream(self, dataset: Any) -> Iterator[Any]:
        """Yield the batches of a data set that has no numbers."""
        samples, size = iter(dataset), self.batch_size or 1
        while batch := list(islice(samples, size)):
            Work.spend(size)
            if len(batch) == size or not self.drop_last:
                yield self.collate_fn(batch[0] if self.batch_size is None else batch)

    def __len__(self) -> int:
        if self._is_stream:
            count, size = len(self.dataset), self.batch_size or 1
            return count // size if self.drop_last else math.ceil(count / size)
        return len(self._index_sampler)


printed_under("torch.utils.data.dataloader", globals())
