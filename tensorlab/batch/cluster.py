"""A stream of programs spread over machines by dask.distributed."""

from collections.abc import Generator, Iterable, Iterator
from typing import Any

from tensorlab.batch.job import USUAL
from tensorlab.batch.stream import in_order
from tensorlab.batch.supervisor import PROGRAMS, Numbered, Supervisor, Worker
from tensorlab.language.running.session import Budget

AT_A_TIME = 16  # lines that a machine is given together, whose answers come together
TRIES = 3  # of a part, where machines go away over it
IDLE: dict[
    tuple[Budget, Worker], list[Supervisor]
] = {}  # processes of this machine, ready for the next lines


def answers_on_cluster(
    lines: Iterable[str], address: str, *, budget: Budget = USUAL, worker: Worker = PROGRAMS
) -> Generator[str]:
    """Yield what `answers` yields, from the machines of a cluster.

    `address` is that of its scheduler: `tcp://host:8786`. The machines have tensorlab installed.
    A part of the stream whose machine goes away is answered by another one.

    Raises:
        OSError: no scheduler answers there.
    """
    from distributed import Client  # noqa: PLC0415  the extra `cluster` brings it

    connect: Any = Client  # not all of it is typed
    with connect(address, set_as_default=False) as client:

        def submit(part: list[Numbered]) -> Iterator[str]:
            return result(client.submit(answered, part, budget, worker, pure=False, retries=TRIES))

        yield from in_order(lines, submit, AT_A_TIME, 2 * sum(client.nthreads().values()) or 2)


def result(future: Any) -> Iterator[str]:
    """Yield the answers of a machine when they are there."""
    yield from future.result()


def answered(part: list[Numbered], budget: Budget, worker: Worker) -> list[str]:
    """Return the answers to lines, worked out by a process of this machine's own, which stays."""
    waiting = IDLE.setdefault((budget, worker), [])
    supervisor = waiting.pop() if waiting else Supervisor(budget, worker)
    supervisor.send(part)
    found = list(supervisor.answers(part))
    waiting.append(supervisor)
    return found
