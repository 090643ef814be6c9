"""A loader's workers make their batches in turn, each with streams of its own."""

from importlib import import_module
from types import SimpleNamespace

import pytest

import tensorlab as torch
from tensorlab.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info


class Numbered(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return index, get_worker_info().id, round(torch.rand(1).item(), 4)


class Counting(IterableDataset):
    start, end = 3, 7

    def __iter__(self):
        return iter(range(self.start, self.end))


def shared_out(number):
    dataset = get_worker_info().dataset
    dataset.start, dataset.end = (3, 5) if number == 0 else (5, 7)


def test_samples_come_from_workers_in_turn_with_their_own_numbers():
    torch.manual_seed(0)
    made = list(DataLoader(Numbered(), batch_size=None, num_workers=2))
    assert [[index, worker] for index, worker, _ in made] == [[0, 0], [1, 1], [2, 0], [3, 1]]
    assert [drawn for *_, drawn in made] == [0.7821, 0.6938, 0.0536, 0.298]
    assert get_worker_info() is None


def test_a_stream_is_gone_through_by_each_worker():
    assert [int(x) for x in DataLoader(Counting(), num_workers=2)] == [3, 3, 4, 4, 5, 5, 6, 6]
    loader = DataLoader(Counting(), num_workers=2, worker_init_fn=shared_out)
    assert [int(x) for x in loader] == [3, 5, 4, 6]


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        ({"prefetch_factor": 2}, "otherwise set prefetch_factor to None"),
        ({"persistent_workers": True}, "persistent_workers option needs num_workers > 0"),
    ],
)
def test_what_only_workers_have_is_refused_without_them(settings, refusal):
    with pytest.raises(ValueError, match=refusal):
        DataLoader(Numbered(), **settings)


def test_what_batches_are_built_on_is_not_set_later():
    loader = DataLoader(Numbered(), batch_size=2)
    with pytest.raises(ValueError, match="batch_size attribute should not be set after DataLoader"):
        loader.batch_size = 3
    loader.collate_fn = list
    assert loader.collate_fn is list
    assert loader.batch_size == 2


@pytest.mark.parametrize(
    ("workers", "kind"),
    [(0, "_SingleProcessDataLoaderIter"), (2, "_MultiProcessingDataLoaderIter")],
)
def test_what_goes_through_a_loader_has_no_method_next(workers, kind):
    batches = iter(DataLoader(range(4), 2, num_workers=workers))
    assert next(batches).tolist() == [0, 1]
    with pytest.raises(AttributeError, match=f"^'{kind}' object has no attribute 'next'$"):
        batches.next()


def test_what_goes_through_a_loader_takes_a_librarys_own_loader():
    part = import_module("tensorlab.utils.data.dataloader")
    loader = SimpleNamespace(generator=None, collate_fn=tuple, dataset=iter([[1, 2], [3]]))
    assert list(part._SingleProcessDataLoaderIter(loader)) == [(1, 2), (3,)]
