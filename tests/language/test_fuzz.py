"""Random programs: the same answer as Python, and never a traceback of ours."""

import io
import warnings
from contextlib import redirect_stdout
from random import Random

import pytest

from tensorlab.language.running.session import Budget, Session
from tests.fuzz.grammar import grown, rules

BUDGET = Budget(steps=200_000, memory=1 << 26, output=100_000, seconds=3)
CHANCES = 600
DAMAGE = ["", "(", ")", "[", "'", ":", "=", "\n", " ", "\t", "#", "é", "−", "\0", "_", "."]
# What Python prints with an address or the name of a class in it, and we without.
ADDRESSES = ("<", " object at 0x", "hash(", "id(")


def in_python(program: str) -> tuple[str, str, str]:
    out = io.StringIO()
    try:
        with redirect_stdout(out), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})  # noqa: S102
    except Exception as error:  # noqa: BLE001
        return out.getvalue(), type(error).__name__, str(error)
    return out.getvalue(), "", ""


def in_tensorlab(program: str):
    texts: list[str] = []
    failure = Session({}, preload=False, budget=BUDGET, write=texts.append).run(program).failure
    return "".join(texts), failure


@pytest.mark.parametrize("seed", range(CHANCES))
def test_a_program_does_what_it_does_in_python(seed):
    program = grown(Random(seed), rules("python"), "program")  # noqa: S311
    printed, failure = in_tensorlab(program)
    if failure is not None and (failure.limit or failure.type == "Unsupported"):
        return
    expected, kind, message = in_python(program)
    assert failure is None or failure.type != "InternalError", failure.report
    assert (failure.type if failure else "") == kind, (failure, message)
    if "<" not in expected + message:
        assert printed == expected
        if kind not in {"SyntaxError", "KeyError"}:
            assert (failure.message if failure else "") == message


@pytest.mark.parametrize("seed", range(CHANCES))
def test_a_damaged_program_gets_one_diagnosis(seed):
    chance = Random(seed)  # noqa: S311
    program = grown(chance, rules("python"), "program")
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(program) + 1)
        insert = chance.choice(DAMAGE)
        program = program[:place] + insert + program[place + chance.randrange(3) :]
    _, failure = in_tensorlab(program)
    if failure is not None:
        assert failure.type != "InternalError", failure.report
        assert failure.message or "raise " in program
        if failure.span is not None:
            assert 1 <= failure.span.line <= failure.source.count("\n") + 1
