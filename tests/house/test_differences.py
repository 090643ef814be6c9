"""Each row of docs/differences.md is true: it is tried here, or in the test that is named."""

import io
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.language.running.session import Budget, Session

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/differences.md").read_text(encoding="utf-8")
ROWS = [line.split("|")[1].strip() for line in TEXT.splitlines() if line.startswith("| ")][1:]


def failure_of(program: str, **limits: int) -> object:
    """Return how a program ends; it must not go well."""
    failure = Session(budget=Budget(**limits)).run(program).failure
    assert failure is not None, program
    return failure


def printed(program: str) -> str:
    """Return what a program prints."""
    texts: list[str] = []
    assert Session(write=texts.append).run(program).failure is None
    return "".join(texts)


def programs_are_a_subset() -> None:
    for program in ("open('x')", "import socket; socket.socket()", "class A: __getattribute__ = 1"):
        failure_of(program)


def an_error_names_place_and_operands() -> None:
    failure = failure_of("a = 1\nb = a / 0")
    assert failure.span.line == 2
    assert [(each.name, each.value) for each in failure.operands][:1] == [("a", 1)]


def programs_end_at_their_limits() -> None:
    assert failure_of("while True: pass", steps=1000).limit == "steps"


def numpy_is_a_closed_part() -> None:
    for program in (
        "np.char.upper('x')",
        "np.array([None], dtype=object)",
        "np.datetime64('2020')",
    ):
        failure_of(f"import numpy as np\n{program}")


def empty_gives_zeros() -> None:
    assert torch.empty(1000).eq(0).all()


def addresses_are_handed_out() -> None:
    program = "x = torch.ones(2)\nprint(id(x), x.data_ptr(), id(torch.ones(1)))"
    assert printed(program) == printed(program)


def threads_run_when_they_are_started() -> None:
    program = "import threading\nthreading.Thread(target=print, args=[1]).start()\nprint(2)"
    assert printed(program) == "1\n2\n"


class Processes:
    """A data set whose samples are the processes that ask for them."""

    def __len__(self) -> int:
        return 4

    def __getitem__(self, place: int) -> int:
        return os.getpid()


def workers_are_not_started() -> None:
    loader = torch.utils.data.DataLoader(Processes(), batch_size=4, num_workers=2)
    assert next(iter(loader)).tolist() == [os.getpid()] * 4


class Stranger:
    """What a file could name."""

    made = 0

    def __init__(self) -> None:
        Stranger.made += 1


def load_runs_no_constructor() -> None:
    file = io.BytesIO()
    torch.save(Stranger(), file)
    file.seek(0)
    made = Stranger.made
    with pytest.raises(pickle.UnpicklingError):
        torch.load(file)
    file.seek(0)
    with torch.serialization.safe_globals([Stranger]):
        assert type(torch.load(file)) is Stranger
    assert Stranger.made == made


def dimensions_are_at_most_64() -> None:
    assert torch.ones([1] * 64).ndim == 64
    with pytest.raises(RuntimeError):
        torch.ones([1] * 65)


def eigenvectors_may_have_the_other_sign() -> None:
    matrix = torch.arange(64.0).reshape(8, 8)
    matrix = matrix + matrix.T
    values, vectors = torch.linalg.eigh(matrix)
    known = np.linalg.eigh(matrix.numpy())[1]
    assert np.allclose(abs(vectors.numpy()[:, [0, -1]]), abs(known[:, [0, -1]]), atol=1e-4)
    assert torch.allclose(vectors * values @ vectors.T, matrix, atol=1e-3)


CHECKS: dict[str, Callable[[], None] | str] = {
    "programs are a subset": programs_are_a_subset,
    "`1/0` in a program": an_error_names_place_and_operands,
    "a program ends at its limits": programs_end_at_their_limits,
    "programs get a closed part of numpy": numpy_is_a_closed_part,
    "`torch.empty` gives zeros": empty_gives_zeros,
    "random numbers on `cuda`": "cuda/test_devices.py: random_numbers_are_those_of_the_cpu",
    "quantized tensors stay": "cuda/test_devices.py: quantized_tensors_stay_in_the_main_memory",
    "`data_ptr()` and `id()`": addresses_are_handed_out,
    "a thread of a program": threads_run_when_they_are_started,
    "the workers of a `DataLoader`": workers_are_not_started,
    "`torch.load` makes tensors": load_runs_no_constructor,
    "tensors of more than 64": dimensions_are_at_most_64,
    "a result may have another last digit": eigenvectors_may_have_the_other_sign,
}


@pytest.mark.parametrize("row", ROWS)
def test_a_difference_is_as_it_is_said(row):
    (check,) = (check for words, check in CHECKS.items() if row.startswith(words))
    if isinstance(check, str):
        file, _, name = check.partition(": ")
        assert f"def test_{name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")
    else:
        check()


def test_no_check_is_left_over():
    assert [words for words in CHECKS if not any(row.startswith(words) for row in ROWS)] == []
    for link in ("tests/conformance/gaps.txt",):
        assert link in TEXT
        assert (ROOT / link).exists()
