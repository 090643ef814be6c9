"""Memory that was given back is kept for what comes next, but not where a limit is near."""

import platform
import resource

import numpy as np
import pytest

from tensorlab.engine import memory

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
PAGES = (4 << 20) // resource.getpagesize()  # of a block


def blocks(count: int) -> list[np.ndarray]:
    return [np.ones(1 << 20, np.float32) for _ in range(count)]


def test_blocks_that_follow_each_other_take_the_same_memory() -> None:
    memory.keep_large_blocks()
    blocks(4)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10):
        blocks(4)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 10 * PAGES


def test_what_is_kept_counts_for_no_limit() -> None:
    blocks(12)
    memory.give_back()
    given_back = memory.in_process()
    blocks(12)
    kept = memory.in_process()
    memory.give_back()
    assert memory.in_process() <= min(kept, given_back + (8 << 20))
