"""python -m tests.fuzz --minutes N --seed S: run random programs and report what breaks."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.overseer import Overseer
from tests.fuzz.reducing import MOST_TRIES, reduced
from tests.fuzz.report import Entry, Report, program_of

SLOW_KINDS = {"hang", "slow"}


def hunt(names: Iterator[str], overseer: Overseer, *, reducing: bool = True) -> Report:
    """Return what came of programs by name, each new cause with a small program."""
    report = Report()
    for name in names:
        result = overseer.run(name)
        report.programs += 1
        report.good += result.good
        report.bad += result.bad
        for finding in result.findings:
            if report.enter(finding, name, result.inputs):
                print(f"{name}: {finding.cause}", file=sys.stderr, flush=True)
    for entry in report.entries.values() if reducing else ():
        entry.inputs = shrunk(overseer, entry)
    return report


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
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--program", help="run the program in this file, once")
    parser.add_argument("--whole", action="store_true", help="leave the programs found as they are")
    parser.add_argument("--report", help="the file for the report, if not standard output")
    options = parser.parse_args()
    begin = time.monotonic()
    overseer = Overseer()
    try:
        if options.program:
            report = Report(programs=1)
            result = overseer.run(options.seed, program_of(options.program))
            report.good, report.bad = result.good, result.bad
            for finding in result.findings:
                report.enter(finding, options.program, result.inputs)
        else:
            end = begin + 60 * options.minutes
            report = hunt(
                names_until(end, options.seed, options.first), overseer, reducing=not options.whole
            )
    finally:
        overseer.stop()
    text = report.text(time.monotonic() - begin)
    if options.report:
        Path(options.report).write_text(text, encoding="utf-8")
    else:
        print(text)
    return 1 if report.entries else 0


if __name__ == "__main__":
    sys.exit(main())
