"""Programs that ask numpy for too much, or reach through it for what lies outside: all refused."""

from pathlib import Path

import pytest

from tensorlab.language.running.session import Budget, Session

PROGRAMS = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").split("\n----\n")
ENDS = {
    "AttributeError", "AxisError", "FileNotFoundError", "ImportError",
    "IndexError", "LimitError", "LinAlgError", "LookupError", "UnpicklingError",
    "ModuleNotFoundError", "NameError", "OverflowError", "RuntimeError", "SyntaxError",
    "TypeError", "UFuncTypeError", "Unsupported", "ValueError",
}  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_reaches_too_far_is_stopped(program):
    session = Session(budget=Budget(steps=30_000_000, memory=1 << 28), write=lambda text: None)
    outcome = session.run(f"import numpy as np\nimport torch\n{program}")
    if outcome.failure is None:
        outcome = session.with_text(outcome)
    assert outcome.failure is not None, "the program runs"
    assert outcome.failure.type in ENDS
