"""What a program pays for an operation beyond the operation: `python tests/bench/evaluator.py`."""

import time
from collections.abc import Callable

import tensorlab as torch
from tensorlab.language.running.session import Session

ROUNDS, TURNS = 20_000, 7
A, B = torch.ones(2, 2), torch.ones(2, 2)
CALLS: dict[str, Callable[[], object]] = {
    "pass": lambda: None,
    "a + b": lambda: A + B,
    "a.mm(b)": lambda: A.mm(B),
    "torch.mm(a, b)": lambda: torch.mm(A, B),
    "torch.sum(a, 0)": lambda: torch.sum(A, 0),
    "torch.sum(a, dim=0)": lambda: torch.sum(A, dim=0),
    "torch.linalg.norm(a)": lambda: torch.linalg.norm(A),
    "F.relu(a)": lambda: torch.nn.functional.relu(A),
}
PROGRAM = """\
import torch
import torch.nn.functional as F

a, b = torch.ones(2, 2), torch.ones(2, 2)

def rounds():
    for i in range({rounds}):
        {call}
"""


def seconds(call: Callable[[], object]) -> float:
    """Return the time of the quickest of several turns."""
    times = []
    for _ in range(TURNS):
        before = time.perf_counter()
        call()
        times.append(time.perf_counter() - before)
    return min(times)


def in_program(text: str) -> float:
    """Return the seconds that a call takes in a program's loop."""
    session = Session(preload=False)
    session.run(PROGRAM.format(rounds=ROUNDS, call=text))
    return seconds(lambda: session.run("rounds()")) / ROUNDS


def in_python(call: Callable[[], object]) -> float:
    """Return the seconds that a call takes in a loop of Python's."""

    def loop() -> None:
        for _ in range(ROUNDS):
            call()

    return seconds(loop) / ROUNDS


if __name__ == "__main__":
    added = {text: in_program(text) - in_python(call) for text, call in CALLS.items()}
    for text, extra in added.items():
        print(f"{text:24}{(extra - added['pass']) * 1e6:8.2f} us")
