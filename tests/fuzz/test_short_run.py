"""A hundred random programs: nothing of what must never happen does."""

import pytest

from tests.fuzz.findings import NEVER
from tests.fuzz.overseer import Overseer

PROGRAMS = 120
IN_ONE_PROCESS = 40


@pytest.mark.sampled(3)
@pytest.mark.parametrize("first", range(0, PROGRAMS, IN_ONE_PROCESS))
def test_random_programs_keep_to_what_must_hold(first):
    overseer, inputs = Overseer(), {}
    try:
        for number in range(first, first + IN_ONE_PROCESS):
            result = overseer.run(f"short:{number}")
            found = [each for each in result.findings if each.kind in NEVER]
            assert not found, "\n".join([*map(str, found), *result.inputs])
            inputs[result.name] = result.inputs
        for name in list(inputs)[:3]:
            assert overseer.run(name).inputs == inputs[name], "others came before it"
    finally:
        overseer.close()
