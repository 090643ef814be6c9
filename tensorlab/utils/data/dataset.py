"""Data sets: samples by number, made of tensors, of parts of others, or of several."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, Self

from tensorlab.engine.naming import printed_under
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.loading import find


class Dataset:
    """A data set read by index: subclass it, define __getitem__ and __len__.

    >>> class Squares(torch.utils.data.Dataset):
    ...     def __getitem__(self, number):
    ...         return number ** 2
    >>> Squares()[3]
    9
    """

    __class_getitem__ = classmethod(lambda cls, kinds: cls)  # `Dataset[int]` is for readers

    def __getitem__(self, index: Any) -> Any:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: object) -> "ConcatDataset":
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """A data set read from start to end: subclass it and define __iter__.

    >>> class Three(torch.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter([1, 2, 3])
    >>> list(Three())
    [1, 2, 3]
    """

    def __new__(cls, *given: object, **named: object) -> Self:
        """Return a new data set, of a class that says how it is read."""
        if not hasattr(cls, "__iter__"):
            raise TypeError(in_full("Can't instantiate abstract class {} with", cls.__name__))
        if (given or named) and cls.__init__ is object.__init__:
            raise TypeError(f"{cls.__name__}() takes no arguments")
        return super().__new__(cls)

    def __add__(self, other: object) -> Any:
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    """Tensors of equal first size as a data set; a sample is a tuple of their rows.

    >>> torch.utils.data.TensorDataset(torch.tensor([[1.], [2.]]), torch.tensor([0, 1]))[1]
    (tensor([2.]), tensor(1))
    """

    def __init__(self, *tensors: Any) -> None:
        if any(tensor.size(0) != tensors[0].size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Any, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return int(self.tensors[0].size(0))


class StackDataset(Dataset):
    """Data sets of equal length side by side; a sample is a tuple, or a dict, of theirs.

    >>> torch.utils.data.StackDataset([1, 2], [3, 4])[0]
    (1, 3)
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        if args and named:
            raise ValueError(in_full("Supported either ``tuple``-"))
        if not (args or named):
            raise ValueError("At least one dataset should be passed")
        self.datasets: Any = args or named
        parts = list(named.values()) if named else args
        self.length = len(parts[0])
        if any(len(part) != self.length for part in parts):
            raise ValueError("Size mismatch between datasets")

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {name: part[index] for name, part in self.datasets.items()}
        return tuple(part[index] for part in self.datasets)

    def __len__(self) -> int:
        return self.length


class ConcatDataset(Dataset):
    """The samples of several data sets, one set after the other.

    >>> torch.utils.data.ConcatDataset([[1, 2], [3]])[2]
    3
    """

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(part, IterableDataset) for part in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = list(accumulate(len(part) for part in self.datasets))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: int) -> Any:
        if index < 0:
            if -index > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            index += len(self)
        place = min(bisect_right(self.cumulative_sizes, index), len(self.datasets) - 1)
        return self.datasets[place][index - (self.cumulative_sizes[place - 1] if place else 0)]


class ChainDataset(IterableDataset):
    """The samples of several iterable data sets, one set after the other.

    >>> class Two(torch.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter([1, 2])
    >>> list(torch.utils.data.ChainDataset([Two(), Two()]))
    [1, 2, 1, 2]
    """

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = datasets

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(map(streamed, self.datasets))

    def __len__(self) -> int:
        return sum(len(streamed(part)) for part in self.datasets)


def streamed(part: Any) -> Any:
    """Return a data set that has no numbers; others are refused."""
    if not isinstance(part, IterableDataset):
        raise AssertionError("ChainDataset only supports IterableDataset")
    return part


class Subset(Dataset):
    """Some samples of a data set, chosen by their indices.

    >>> torch.utils.data.Subset([10, 20, 30], [0, 2])[1]
    30
    """

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, list):
            return self.dataset[[self.indices[each] for each in index]]
        return self.dataset[self.indices[index]]

    def __getitems__(self, indices: list[int]) -> list[Any]:
        return samples_of(self.dataset, [self.indices[each] for each in indices])

    def __len__(self) -> int:
        return len(self.indices)


def samples_of(dataset: Any, asked: list[Any]) -> list[Any]:
    """Return the samples that have the numbers: at once if the data set can, else one by one."""
    at_once = getattr(dataset, "__getitems__", None)
    return at_once(asked) if at_once else [dataset[number] for number in asked]


def random_split(dataset: Any, lengths: Sequence[float], generator: Any = None) -> list[Subset]:
    """Return a data set cut at random into parts of the given lengths, or of given shares.

    >>> _ = torch.manual_seed(0)
    >>> [list(part) for part in torch.utils.data.random_split(range(5), [3, 2])]
    [[4, 0, 1], [3, 2]]

    Raises:
        ValueError: the lengths do not add up to the data set's, or the shares to 1.
    """
    sizes = sizes_of(lengths, len(dataset))
    if sum(sizes) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    places = find("torch", "randperm")(sum(sizes), generator=generator).tolist()
    ends = zip(accumulate(sizes), sizes, strict=True)
    return [Subset(dataset, places[end - size : end]) for end, size in ends]


def sizes_of(lengths: Sequence[Any], count: int) -> list[int]:
    """Return lengths in samples: shares are rounded down, and what is left is dealt out."""
    if not (math.isclose(sum(lengths), 1) and sum(lengths) <= 1):
        return list(lengths)
    for place, share in enumerate(lengths):
        if not 0 <= share <= 1:
            raise ValueError(f"Fraction at index {place} is not between 0 and 1")
    sizes = [math.floor(count * share) for share in lengths]
    for place in range(count - sum(sizes)):
        sizes[place % len(sizes)] += 1
    for place, size in enumerate(sizes):
        if size == 0:
            warn(f"Length of split at index {place} is 0. This might result in an empty dataset.")
    return sizes


printed_under("torch.utils.data.dataset", globals())
