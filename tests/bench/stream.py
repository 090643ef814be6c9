"""Measures a stream of small programs: `python -m tests.bench.stream [PROGRAMS]`.

Prints the processor time of a program of each kind in one process, in microseconds, the shortest of
many turns; then how many programs a second `tensorlab batch` answers in all, its two processes
taking turns with whatever else the machine does.
"""

import json
import resource
import sys
import time

from tensorlab.batch import answers
from tensorlab.batch.answering import answer_line

PROGRAMS = {
    "a number": "7 + {}",
    "a sum": "torch.ones(2) + {}",
    "a chain": "torch.arange(6).view(2, 3).sum(0) * {}",
    "three lines": "x = torch.tensor([1., 2., {}.])\ny = x * 2\n(y + 1).mean()",
    "a failure": "torch.zeros(2, 3) + torch.ones(4) * {}",
}
TURNS, RUNS = 40, 50


def line(kind: str, number: int) -> str:
    """Return a line of the stream."""
    return json.dumps({"program": PROGRAMS[kind].format(number)})


def microseconds(kind: str) -> float:
    """Return the processor time that a program of a kind takes in this process."""
    lines = [line(kind, number) for number in range(RUNS)]
    turns = []
    for _ in range(TURNS):
        before = time.process_time()
        for each in lines:
            answer_line(1, each)
        turns.append(time.process_time() - before)
    return min(turns) / RUNS * 1e6


def throughput(count: int) -> tuple[float, float, float]:
    """Return programs a second, and the microseconds of both processes for one; no failures."""
    kinds = [kind for kind in PROGRAMS if kind != "a failure"]
    lines = [line(kinds[number % len(kinds)], number) for number in range(count)]
    before = time.perf_counter(), used(resource.RUSAGE_SELF), used(resource.RUSAGE_CHILDREN)
    assert sum(1 for _ in answers(lines)) == count
    seconds = time.perf_counter() - before[0]
    parent = used(resource.RUSAGE_SELF) - before[1]
    worker = used(resource.RUSAGE_CHILDREN) - before[2]
    return count / seconds, parent / count * 1e6, worker / count * 1e6


def used(who: int) -> float:
    """Return the processor time that has been used so far."""
    found = resource.getrusage(who)
    return found.ru_utime + found.ru_stime


def main() -> None:
    """Measure, and print."""
    for kind in PROGRAMS:
        microseconds(kind)
        print(f"{kind:12}{microseconds(kind):8.0f} us")
    rate, parent, worker = throughput(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
    print(
        f"{rate:,.0f} programs a second; {worker:.0f} us of the worker, {parent:.0f} us beside it"
    )


if __name__ == "__main__":
    main()
