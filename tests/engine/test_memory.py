"""The allowance of memory: claims are refused before anything is allocated."""

import pytest

import tensorlab as torch
from tensorlab.engine import memory
from tensorlab.errors import LimitReached

BLOCK = torch.ones(1, 2_000_001)


def test_a_claim_is_free_without_a_limit():
    memory.reserve_memory(1 << 60)


def test_a_claim_over_the_limit_is_refused():
    with memory.Limit(1 << 30), pytest.raises(LimitReached, match="needs 7"):
        memory.reserve_memory(8_000_000_000)


def test_memory_that_was_given_back_can_be_claimed_again():
    with memory.Limit(1 << 28):
        for _ in range(100):
            memory.reserve_memory(1 << 27)


def fill(kept: list[bytearray]) -> None:
    for _ in range(100):
        memory.reserve_memory(1 << 24)
        kept.append(bytearray((1 << 24) - memory.PAGE))  # the allocator adds up to a page


def test_claims_add_up_while_the_memory_is_kept():
    kept = []
    start = memory.in_process()
    with memory.Limit(1 << 27), pytest.raises(LimitReached):
        fill(kept)
    # What earlier tests left may be given back meanwhile, so pieces cannot be counted.
    assert memory.in_process() - start <= 1 << 27


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.zeros(5000, 5000),
        lambda: torch.full((5000, 5000), 7),
        lambda: torch.eye(5000),
        lambda: torch.eye(1, 20_000_000),
        lambda: torch.arange(20_000_000),
        lambda: torch.linspace(0, 1, 20_000_000),
        lambda: torch.nn.functional.pad(torch.ones(2), (0, 20_000_000)),
        lambda: torch.nn.functional.pad(torch.ones(1, 2), (20_000_000, 0), mode="replicate"),
        lambda: torch.nn.functional.pad(BLOCK, (2_000_000,) * 2, mode="reflect"),
        lambda: torch.nn.functional.pad(BLOCK, (2_000_000,) * 2, mode="circular"),
    ],
)
def test_what_is_made_is_claimed_first(make):
    with memory.Limit(1 << 24), pytest.raises(LimitReached):
        make()


def test_the_limit_ends_with_its_block():
    with memory.Limit(1):
        pass
    memory.reserve_memory(1 << 40)


@pytest.mark.parametrize(
    ("count", "words"),
    [(100, "100 bytes"), (1 << 10, "1 KiB"), (3 << 29, "1.5 GiB"), (10**18, "9.1e+05 TiB")],
)
def test_sizes_are_told_as_people_say_them(count, words):
    assert memory.in_words(count) == words


def test_nothing_is_given_back_where_the_c_library_goes_by_a_name(monkeypatch):
    def only_named(name):
        raise TypeError("argument of type 'NoneType' is not iterable")  # as on Windows

    monkeypatch.setattr("ctypes.CDLL", only_named)
    memory.give_back()
