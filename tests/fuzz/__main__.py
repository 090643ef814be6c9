"""python -m tests.fuzz --minutes N --seed S: run random programs and report what breaks."""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Lock

from tests.fuzz.findings import NEVER
from tests.fuzz.overseer import Overseer, Result
from tests.fuzz.reducing import MOST_TRIES, reduced
from tests.fuzz.report import Entry, Report, program_of

SLOW_KINDS = {"hang", "slow"}


def hunt(names: Iterator[str], jobs: int = 1, *, reducing: bool = True) -> Report:
    """Return what came of programs by name, each new cause with a small program.

    Each job has a process of its own, fed by a thread that waits for it most of the time.
    """
    report, turn = Report(), Lock()

    def work() -> None:
        with closing(Overseer()) as overseer:
            while True:
                with turn:
                    name = next(names, None)
                if name is None:
                    return
                result = overseer.run(name)
                with turn:
                    note(report, result)

    with ThreadPoolExecutor(jobs) as threads:
        for job in [threads.submit(work) for _ in range(jobs)]:
            job.result()
    if reducing:
        with closing(Overseer()) as overseer:
            for entry in report.entries.values():
                entry.inputs = shrunk(overseer, entry)
    return report


def note(report: Report, result: Result) -> None:
    """Enter what came of a program, and say at once what is new."""
    report.programs += 1
    report.good += result.good
    report.bad += result.bad
    for finding in result.findings:
        if report.enter(finding, result.name, result.inputs):
            print(f"{result.name}: {finding.cause}", file=sys.stderr, flush=True)


def shrunk(overseer: Overseer, entry: Entry) -> list[str]:
    """Return the smallest program of the same cause."""
    cause = entry.finding.cause

    def fails(tried: list[str]) -> bool:
        found = overseer.run(entry.name, tried).findings
        return any(each.cause == cause for each in found)

    return reduced(entry.inputs, fails, 5 if entry.finding.kind in SLOW_KINDS else MOST_TRIES)


def names_until(end: float, seed: str, first: int) -> Iterator[str]:
    """Yield the names of programs until the time is over."""
    number = first
    while time.monotonic() < end:
        yield f"{seed}:{number}"
        number += 1


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes beside another")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--program", help="run the program in this file, once")
    parser.add_argument("--whole", action="store_true", help="leave the programs found as they are")
    parser.add_argument("--report", help="the file for the report, if not standard output")
    options = parser.parse_args()
    begin = time.monotonic()
    if options.program:
        report = Report()
        with closing(Overseer()) as overseer:
            note(report, overseer.run(options.seed, program_of(options.program)))
    else:
        names = names_until(begin + 60 * options.minutes, options.seed, options.first)
        report = hunt(names, options.jobs, reducing=not options.whole)
    text = report.text(time.monotonic() - begin)
    if options.report:
        Path(options.report).write_text(text, encoding="utf-8")
    else:
        print(text)
    return int(any(entry.finding.kind in NEVER for entry in report.entries.values()))


if __name__ == "__main__":
    sys.exit(main())
