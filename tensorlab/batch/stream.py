"""A stream of programs answered in order, by one process or several."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from tensorlab.batch.job import USUAL
from tensorlab.batch.supervisor import Numbered, Supervisor
from tensorlab.language.session import Budget

AT_A_TIME = 64  # lines that one process is given together
AHEAD = 2  # such parts waiting for each process


def answers(lines: Iterable[str], *, jobs: int = 1, budget: Budget = USUAL) -> Generator[str]:
    """Yield a line of JSON for each line that is not blank, in their order.

    Each program runs in a fresh session of another process, under its own limits, which are at
    most those of the budget. One that ends its process, or does not end, is answered with an
    error; the others never know. At most a few hundred lines are read ahead.

    >>> from tensorlab.batch import answers
    >>> list(answers(['{"program": "1 + 1", "format": "text"}']))
    ['{"line": 1, "text": "2"}']
    """
    supervisors = [Supervisor(budget) for _ in range(jobs)]
    idle = deque(supervisors)

    def answered(part: list[Numbered]) -> list[str]:
        own = idle.popleft()  # as many as there are threads
        try:
            return own.answers(part)
        finally:
            idle.append(own)

    pool = ThreadPoolExecutor(jobs)
    try:
        yield from in_order(parts_of(lines), lambda part: pool.submit(answered, part), jobs * AHEAD)
    finally:
        for supervisor in supervisors:
            supervisor.stop()
        pool.shutdown(wait=False, cancel_futures=True)


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
