"""Common calls are told in full: truly, by arithmetic or a move, naming elements and numbers."""

import pytest

from tests.explain.examiner import common_calls, faults
from tests.explain.examples import FOLDER

CALLS = dict(common_calls())
UNFINISHED = set((FOLDER / "unfinished.txt").read_text(encoding="utf-8").splitlines()[1:])


@pytest.mark.sampled(8)
@pytest.mark.parametrize("expression", CALLS)
def test_a_common_call_is_told_in_full(expression):
    found = faults(expression, CALLS[expression], fast=True)
    assert bool(found) == (expression in UNFINISHED), found or "take it off unfinished.txt"


def test_only_common_calls_are_unfinished():
    assert set(CALLS) >= UNFINISHED
