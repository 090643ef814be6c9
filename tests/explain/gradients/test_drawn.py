"""A sample of `python -m tests.explain.gradients.drawn`."""

from tests.explain.gradients import drawn


def test_gradients_of_random_programs_are_told_by_rules_and_arithmetic():
    for setup, asked in drawn.programs(3, 24):
        assert drawn.faults(setup, asked) == [], f"{setup}\n{asked}"
