"""A sample of what `python -m tests.repl.examiner` tries on every kind of terminal."""

import os

import pytest

if os.name != "posix":
    pytest.skip("needs POSIX's pseudo-terminals", allow_module_level=True)

from tests.repl.checks import CHECKS
from tests.repl.examiner import Kind, examine

SAMPLE = CHECKS[5::19]


@pytest.mark.slow
def test_a_sample_of_the_checks_passes_in_a_narrow_window_with_the_keys_of_vi():
    found = [(name, wrong) for name, wrong in examine(Kind(40, "vi"), SAMPLE) if wrong]
    assert not found, "\n".join(f"{name}: {wrong}" for name, wrong in found)


def test_checks_have_names_of_their_own():
    names = [check.name for check in CHECKS]
    assert len(names) == len(set(names))
