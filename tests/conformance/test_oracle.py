from random import Random, SystemRandom

import pytest

import tensorlab
from tests.conformance.outcome import observe, run_python
from tests.conformance.programs import PREAMBLE
from tests.conformance.random_programs import gradient_program, program
from tests.conformance.replay import run_by_import

torch = pytest.importorskip("torch", reason="real PyTorch is the oracle")
pytestmark = pytest.mark.oracle

PROGRAMS = 1000
# What is left are the words of some errors and last digits of gradients.
SHARE = {program: 0.96, gradient_program: 0.93}


@pytest.mark.parametrize("make", SHARE)
def test_random_programs_do_what_they_do_under_pytorch(make):
    seed = SystemRandom().randrange(2**32)
    texts = [PREAMBLE + make(Random(seed + k)) for k in range(PROGRAMS)]  # noqa: S311  no secret
    different = [
        text
        for text in texts
        if observe(text, run_by_import, tensorlab) != observe(text, run_python, torch)
    ]
    share = 1 - len(different) / PROGRAMS
    assert share >= SHARE[make], f"from seed {seed}:\n" + "\n".join(different[:10])
