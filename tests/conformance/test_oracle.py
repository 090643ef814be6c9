from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tensorlab
from tests.conformance.outcome import observe, run_python
from tests.conformance.programs import PREAMBLE
from tests.conformance.random_programs import gradient_program, program
from tests.conformance.replay import run_by_import

torch = pytest.importorskip("torch", reason="real PyTorch is the oracle")
pytestmark = pytest.mark.oracle


@settings(max_examples=1000, deadline=None)
@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("make", [program, gradient_program])
def test_random_programs_do_what_they_do_under_pytorch(make, seed):
    text = PREAMBLE + make(Random(seed))  # noqa: S311  no secret
    expected = observe(text, run_python, torch)
    assert observe(text, run_by_import, tensorlab) == expected
