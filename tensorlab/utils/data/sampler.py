"""The order in which samples are taken: their numbers, one by one or in batches."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat
from typing import Any

from tensorlab.engine.naming import printed_under
from tensorlab.engine.warning import in_full
from tensorlab.engine.work import Work
from tensorlab.ops.loading import find

PIECE = 1 << 12  # so many numbers are counted at once


def drawn(name: str, *args: Any, **settings: Any) -> Any:
    """Return what a random function of torch draws."""
    return find("torch", name)(*args, **settings)


def fresh_seed(generator: object = None) -> int:
    """Return a seed drawn from the stream, as PyTorch draws it."""
    empty = find("torch", "empty")((), dtype=find("torch", "int64"))
    return int(empty.random_(generator=generator).item())


class Sampler:
    """The indices of samples in some order: subclass it and define __iter__."""

    def __class_getitem__(cls, kinds: object) -> Any:
        """Return the class itself: `Sampler[int]` is for readers."""
        return cls

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError


class SequentialSampler(Sampler):
    """The indices of all samples, from the first to the last.

    >>> list(torch.utils.data.SequentialSampler([5, 6]))
    [0, 1]
    """

    def __init__(self, data_source: Any) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


def require_count(name: str, value: object) -> None:
    """Refuse what is no whole number above 0.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(in_full("{0} should be a positive", name, value))


def require_truth(name: str, value: object, error: type[Exception] = ValueError) -> None:
    """Refuse, by an error of a class, what is neither True nor False."""
    if not isinstance(value, bool):
        raise error(f"{name} should be a boolean value, but got {name}={value}")


class RandomSampler(Sampler):
    """The indices of samples at random, each once, or with replacement.

    >>> _ = torch.manual_seed(0)
    >>> list(torch.utils.data.RandomSampler(range(4)))
    [2, 3, 0, 1]
    """

    def __init__(
        self, data_source: Any, replacement: bool = False, num_samples: int | None = None,
        generator: Any = None,
    ) -> None:  # fmt: skip
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        require_truth("replacement", replacement, TypeError)
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError(in_full("{0} should be a positive", "num_samples", self.num_samples))

    @property
    def num_samples(self) -> int:
        """How many samples are taken."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        count, generator = len(self.data_source), self.generator
        if generator is None:
            generator = find("torch", "Generator")()
            generator.manual_seed(fresh_seed())
        if self.replacement:
            wholes, rest = divmod(self.num_samples, 32)
            for size in chain(repeat(32, wholes), (rest,)):
                yield from drawn("randint", 0, count, (size,), generator=generator).tolist()
            return
        for _ in range(self.num_samples // count):
            yield from drawn("randperm", count, generator=generator).tolist()
        rest = drawn("randperm", count, generator=generator).tolist()
        yield from rest[: self.num_samples % count]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """The given indices, shuffled.

    >>> _ = torch.manual_seed(0)
    >>> list(torch.utils.data.SubsetRandomSampler([10, 20, 30]))
    [30, 10, 20]
    """

    def __init__(self, indices: Sequence[int], generator: Any = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for place in drawn("randperm", len(self.indices), generator=self.generator).tolist():
            yield self.indices[place]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """The indices of samples at random, each as likely as its weight says.

    >>> list(torch.utils.data.WeightedRandomSampler([0., 1.], 3))
    [1, 1, 1]
    """

    def __init__(
        self, weights: Sequence[float], num_samples: int, replacement: bool = True,
        generator: Any = None,
    ) -> None:  # fmt: skip
        require_count("num_samples", num_samples)
        require_truth("replacement", replacement)
        self.weights = find("torch", "as_tensor")(weights, dtype=find("torch", "float64"))
        if self.weights.dim() != 1:
            raise ValueError(in_full("weights should be a", tuple(self.weights.shape)))
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        asked = self.weights, self.num_samples, self.replacement
        return iter(drawn("multinomial", *asked, generator=self.generator).tolist())

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler):
    """The indices of another sampler, `batch_size` at a time.

    >>> list(torch.utils.data.BatchSampler(range(5), 2, drop_last=False))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        require_count("batch_size", batch_size)
        require_truth("drop_last", drop_last)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        numbers = iter(self.sampler)
        while batch := self._taken(numbers):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def _taken(self, numbers: Iterator[Any]) -> list[Any]:
        """Return the numbers of the next batch."""
        batch: list[Any] = []
        while len(batch) < self.batch_size:
            piece = list(islice(numbers, min(self.batch_size - len(batch), PIECE)))
            if not piece:
                break
            Work.spend(len(piece))
            batch += piece
        return batch

    def __len__(self) -> int:
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole if self.drop_last or not rest else whole + 1


printed_under("torch.utils.data.sampler", globals())
