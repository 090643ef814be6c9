"""Programs as students write them: every one runs to its end within the usual limits."""

from pathlib import Path

import pytest

from tensorlab.language.running.session import Budget, Session

TEXT = (Path(__file__).parent / "harmless.txt").read_text(encoding="utf-8")
PROGRAMS = TEXT.rstrip("\n").split("\n----\n")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda text: text.replace("\n", "; ")[-60:])
def test_a_harmless_program_runs(program):
    failure = Session(budget=Budget(seconds=8), write=lambda text: None).run(program).failure
    assert failure is None, f"{failure.type}: {failure.message}"
