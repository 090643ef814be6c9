"""A stream of programs answered in order, by one process or several."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from queue import SimpleQueue

from tensorlab.batch.job import USUAL
from tensorlab.batch.supervisor import Numbered, Part, Parts, Supervisor
from tensorlab.language.running.session import Budget

AT_A_TIME = 64  # lines that one process is given together
AHEAD = 3  # such parts for each process: at work, on its way to it, and to be taken next


def answers(lines: Iterable[str], *, jobs: int = 1, budget: Budget = USUAL) -> Generator[str]:
    """Yield a line of JSON for each line that is not blank, in their order.

    Each program runs in a fresh session of another process, under its own limits, which are at
    most those of the budget. One that ends its process, or does not end, is answered with an
    error; the others never know. At most a few hundred lines are read ahead.

    >>> from tensorlab.batch import answers
    >>> list(answers(['{"program": "1 + 1", "format": "text"}']))
    ['{"line": 1, "text": "2"}']
    """
    parts: Parts = SimpleQueue()
    supervisors = [Supervisor(budget) for _ in range(jobs)]
    for supervisor in supervisors:
        threading.Thread(target=supervisor.work, args=(parts,), daemon=True).start()

    def submit(lines: list[Numbered]) -> Future[list[str]]:
        part = Part(lines, Future())
        parts.put(part)
        return part.told

    try:
        yield from in_order(parts_of(lines), submit, jobs * AHEAD)
    finally:
        parts.put(None)
        for supervisor in supervisors:
            supervisor.stop()


def parts_of(lines: Iterable[str], size: int = AT_A_TIME) -> Iterator[list[Numbered]]:
    """Yield the lines that are not blank, numbered from 1, some at a time."""
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    written = (each for each in numbered if each[1])
    while part := list(islice(written, size)):
        yield part


def in_order(
    parts: Iterator[list[Numbered]],
    submit: Callable[[list[Numbered]], "Future[list[str]]"],
    ahead: int,
) -> Iterator[str]:
    """Yield the answers to parts, of which so many are under way."""
    waiting = deque(submit(part) for part in islice(parts, ahead))
    while waiting:
        found = waiting.popleft().result()
        waiting.extend(submit(part) for part in islice(parts, 1))
        yield from found
