import json

import pytest

import tensorlab
from tests.conformance.record_random import TRUTH, digests

RECORDED = json.loads(TRUTH.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("program", "expected"), RECORDED, ids=[case[0][0] for case in RECORDED])
def test_draws_are_pytorch_s_to_the_last_bit(program, expected):
    wrong = [
        line
        for line, want, got in zip(program[1:], expected, digests(program, tensorlab), strict=True)
        if got != want
    ]
    assert wrong == []
