"""A stream of programs answered in order, by one process or several."""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue

from tensorlab.batch.job import USUAL
from tensorlab.batch.supervisor import PROGRAMS, Numbered, Part, Parts, Supervisor, Worker
from tensorlab.language.running.session import Budget

# such parts for each process: at work, on its way to it, and to be taken next
AHEAD = 3


def answers(
    lines: Iterable[str], *, jobs: int = 1, budget: Budget = USUAL, worker: Worker = PROGRAMS
) -> Generator[str]:
    """Yield a line of JSON for each line that is not blank, in their order.

    Each program runs in a fresh session of another process, under its own limits, which are at
    most those of the budget. One that ends its process, or does not end, is answered with an
    error; the others never know. At most a few hundred lines are read ahead. Another `worker`
    answers lines of another kind.

    >>> from tensorlab.batch import answers
    >>> list(answers(['{"program": "1 + 1", "format": "text"}']))
    ['{"line": 1, "text": "2", "status": 0}']
    """
    parts: Parts = SimpleQueue()
    supervisors = [Supervisor(budget, worker) for _ in range(jobs)]
    for supervisor in supervisors:
        threading.Thread(target=supervisor.work, args=(parts,), daemon=True).start()

    def submit(lines: list[Numbered]) -> Iterator[str]:
        part = Part(lines, SimpleQueue())
        parts.put(part)
        return part.answers()

    try:
        yield from in_order(lines, submit, worker.size, jobs * AHEAD)
    finally:
        parts.put(None)
        for supervisor in supervisors:
            supervisor.stop()


class Arrivals:
    """Lines as they arrive, read by a thread of their own, so many at most before they are needed.

    Nobody can ask an iterator whether it has a line yet: who waits for an answer before the next
    line is written is to get it, and who has written many lines is to have them answered together.
    """

    def __init__(self, lines: Iterable[str], most: int) -> None:
        self.room = threading.Semaphore(most)  # for lines that are not answered
        self.arrived: SimpleQueue[Numbered | None] = SimpleQueue()  # which a None ends
        self.failure: Exception | None = None
        self.closed = False
        threading.Thread(target=self.read, args=(lines,), daemon=True).start()

    def read(self, lines: Iterable[str]) -> None:
        """Pass on the lines that are not blank, numbered from 1."""
        try:
            for number, line in enumerate(lines, 1):
                if written := line.strip():
                    self.room.acquire()
                    if self.closed:
                        return
                    self.arrived.put((number, written))
        except Exception as error:  # noqa: BLE001  whoever asks for answers is to meet it
            self.failure = error
        finally:
            self.arrived.put(None)

    def parts(self, size: int) -> Iterator[list[Numbered]]:
        """Yield the lines that are there, at least one and so many at most."""
        is_over = False
        while not is_over:
            part = [self.arrived.get()]
            with suppress(Empty):
                while part[-1] is not None and len(part) < size:
                    part.append(self.arrived.get_nowait())
            is_over = part[-1] is None
            if lines := [line for line in part if line is not None]:
                yield lines


def in_order(
    lines: Iterable[str], submit: Callable[[list[Numbered]], Iterator[str]], size: int, ahead: int
) -> Iterator[str]:
    """Yield the answers to lines, so many of which are given away together.

    While so many parts are under way the lines that arrive are gathered into one.
    """
    arrivals = Arrivals(lines, size * ahead)
    under_way: SimpleQueue[Iterator[str] | None] = SimpleQueue()
    free = threading.Semaphore(ahead)

    def give_away() -> None:
        for part in arrivals.parts(size):
            if arrivals.closed:
                return
            under_way.put(submit(part))
            free.acquire()
        under_way.put(None)

    threading.Thread(target=give_away, daemon=True).start()
    try:
        while (answers := under_way.get()) is not None:
            for answer in answers:
                arrivals.room.release()
                yield answer
            free.release()
    finally:
        arrivals.closed = True
        arrivals.room.release()
        free.release()
    if arrivals.failure is not None:
        raise arrivals.failure
