"""All that is measured of speed, in one table: `python -m tests.bench [--quick] [--out FOLDER]`.

Needs tensorlab and real PyTorch in one environment, and a machine that does nothing else. Both
libraries take turns in one process, first with PyTorch's own number of threads, then with one;
what is shown is how many times as long tensorlab took: below 1 it is quicker. Writes `bench.json`
and `bench.svg`.
"""

import argparse
import json
import platform
import sys
import time
import warnings
from functools import partial
from pathlib import Path
from typing import Any

from docs.working import long_work
from tests.bench import expressions, memory, startup, whole_programs
from tests.bench.plot import drawn
from tests.bench.timing import compared, geometric_mean

LESSONS = {"100": 100, "1,000": 1_000}
SIZES = {"10^4": 10**4, "10^6": 10**6, "10^7": 10**7}
Ratios = dict[str, dict[str, float]]


def call_ratios(rounds: int, sizes: dict[str, int]) -> Ratios:
    """Return by group, then by name of a call, tensorlab's time over PyTorch's."""
    found = {"2x2": ratios(expressions.SMALL, expressions.small_names, rounds)}
    for title, size in LESSONS.items():
        names = partial(expressions.lesson_names, n=size)
        found[title] = ratios(expressions.LESSONS, names, max(5, rounds // 2))
    small = expressions.SMALL_MATRICES, expressions.small_matrix_names
    found["small matrices"] = ratios(*small, max(5, rounds // 2))
    for title, size in sizes.items():
        names = partial(expressions.large_names, n=size)
        found[title] = ratios(expressions.LARGE, names, max(3, rounds // 3))
    found["matrices"] = ratios(expressions.MATRIX, expressions.matrix_names, max(3, rounds // 3))
    return found


def ratios(calls: dict[str, str], names: Any, rounds: int) -> dict[str, float]:
    """Return tensorlab's time over PyTorch's for each call."""
    ours, theirs = names("tensorlab"), names("torch")
    times = compared(calls, ours, theirs, rounds)
    return {name: mine / other for name, mine, other in times}


def program_ratios(rounds: int) -> Ratios:
    """Return the same for whole programs: by import, and in the language."""
    times = whole_programs.compared(rounds)
    return {
        "programs by import": {name: ours / torch for name, (ours, _, torch) in times.items()},
        "programs by tensorlab run": {name: run / torch for name, (_, run, torch) in times.items()},
    }


def with_threads(count: int, rounds: int, sizes: dict[str, int]) -> Ratios:
    """Return all ratios with so many threads of PyTorch's, and as many of ours."""
    import torch

    import tensorlab

    torch.set_num_threads(count)
    tensorlab.set_num_threads(count)
    return call_ratios(rounds, sizes) | program_ratios(max(2, rounds // 3))


def table(found: Ratios) -> str:
    """Return a line for each group: its mean, and what is slowest in it."""
    lines = [f"{'':28}{'mean':>6}{'max':>7}  slowest"]
    for title, group in found.items():
        worst = sorted(group, key=lambda name: -group[name])[:5]
        slow = ", ".join(f"{name} {group[name]:.2f}" for name in worst)
        mean = geometric_mean(group.values())
        lines.append(f"{title:28}{mean:6.2f}{max(group.values()):7.2f}  {slow}")
    return "\n".join(lines)


def main() -> None:
    """Measure, print the tables, and write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds, and no 10^7 numbers")
    parser.add_argument("--out", type=Path, default=Path(), help="the folder for JSON and SVG")
    options = parser.parse_args()
    try:
        import torch
    except ModuleNotFoundError:
        sys.exit("PyTorch is not here: it is what is compared with (tests/bench/README.md)")
    warnings.simplefilter("ignore")
    rounds = 5 if options.quick else 15
    sizes = {title: size for title, size in SIZES.items() if size < 10**7 or not options.quick}
    result: dict[str, Any] = {
        "machine": platform.processor() or platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        "torch": torch.__version__,
    }
    threads = sorted({torch.get_num_threads(), 1}, reverse=True)
    with long_work("parts of the benchmark", len(threads) + 2) as done:
        result["start"] = startup.ratios(rounds)
        done()
        result["memory"] = memory.ratios()
        done()
        for count in threads:
            result[f"{count} threads"] = with_threads(count, rounds, sizes)
            done()
    for count in threads:
        found = table(result[f"{count} threads"])
        sys.stdout.write(f"\nPyTorch with {count} thread(s): times PyTorch's time\n{found}\n")
    for title in ("start", "memory"):
        sys.stdout.write(f"\n{title}\n")
        for name, ratio in result[title].items():
            sys.stdout.write(f"{name:34}{ratio:6.2f}\n")
    options.out.mkdir(parents=True, exist_ok=True)
    options.out.joinpath("bench.json").write_text(json.dumps(result, indent=1) + "\n")
    options.out.joinpath("bench.svg").write_text(drawn(result))


if __name__ == "__main__":
    main()
