import json

import pytest

import tensorlab
from tests.conformance.record_random import TRUTH, digests

RECORDED = json.loads(TRUTH.read_text(encoding="utf-8"))


def alike(program, expected):
    return [got == want for got, want in zip(digests(program, tensorlab), expected, strict=True)]


@pytest.mark.parametrize(("program", "expected"), RECORDED, ids=[case[0][0] for case in RECORDED])
def test_a_stream_stands_where_pytorch_s_does_after_all_draws(program, expected):
    assert alike(program, expected)[-1]


def test_draws_print_what_pytorch_s_print_but_for_a_last_digit():
    found = [same for program, expected in RECORDED for same in alike(program, expected)]
    assert sum(found) >= 0.99 * len(found)
