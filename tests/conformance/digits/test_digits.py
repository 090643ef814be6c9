import json
from pathlib import Path

import numpy as np
import pytest

import tensorlab
import tensorlab.nn.functional as F
from tests.conformance.digits.calls import SHARES, answers

TRUTH = json.loads(Path(__file__).with_name("truth.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("expression", SHARES)
def test_elements_are_pytorch_s_as_often_as_promised_and_else_close(expression):
    theirs = np.frombuffer(bytes.fromhex(TRUTH["elements"][expression]), "f4")
    ours = answers(tensorlab, F, expression)
    assert (ours == theirs).mean() >= SHARES[expression]
    assert np.allclose(ours, theirs, rtol=1e-4, atol=1e-6)


def test_the_record_names_its_machine_and_holds_the_calls():
    assert TRUTH["machine"]
    assert TRUTH["instructions"]
    assert list(TRUTH["elements"]) == list(SHARES)
